"""An interval for few clusters: it must hold what it promises where the plain percentile does not."""

from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest
from scipy.stats import norm, t

from baremo.stats.expanded import ROUNDS, expanded_interval, student, tail
from baremo.stats.intervals import mean_interval

REPLICATIONS = 400


@pytest.mark.parametrize("freedom", [3, 5, 7, 11, 23, 100])
def test_student(freedom: int) -> None:
    assert student(freedom) == pytest.approx(t.ppf(0.975, freedom), rel=0.01)


def test_the_percentiles_go_further_out_the_fewer_there_are() -> None:
    # With 8: Student's 2.3646 times √(8/7) is 2.528, and 0.57 % of a normal lie beyond.
    assert tail(8) == pytest.approx(norm.sf(2.3646 * sqrt(8 / 7)), abs=2e-4)
    assert tail(2) < tail(8) < tail(24) < tail(1000) < 0.025


def test_no_spread_and_too_few() -> None:
    assert expanded_interval([[1.0], [1.0], []], Random(1)) == (1.0, 1.0)
    assert expanded_interval([[1.0, 2.0]], Random(1)) is None
    assert expanded_interval([[0.0], [1.0]], Random(1)) == (0.0, 1.0)


def test_clusters_count_by_their_size() -> None:
    found = expanded_interval([[0.0] * 9, [1.0]] * 10, Random(1))
    assert found is not None
    assert found.low < 0.1 < found.high < 0.5


def covered(clusters: int, interval: object) -> float:
    rng, hits = Random(7), 0
    for _ in range(REPLICATIONS):
        drawn = []
        for _ in range(clusters):
            own = rng.gauss(0, 0.1)
            drawn.append([own + rng.gauss(0, 0.2) for _ in range(6)])
        found = (expanded_interval if interval is expanded_interval else mean_interval)(drawn, Random(0))
        assert found is not None
        hits += found.low <= 0 <= found.high
    return hits / REPLICATIONS


@pytest.mark.no_cover
def test_eight_clusters_are_covered_as_promised() -> None:
    """Three standard errors of a share of 95 % in 400 are 3.3 %; the plain percentile is outside of that."""
    assert covered(8, expanded_interval) == pytest.approx(0.95, abs=0.033)
    assert covered(8, mean_interval) < 0.95 - 0.033


class Counting:
    """Draws the first cluster again and again, then the second, and so on."""

    def __init__(self) -> None:
        self._next = 0

    def choices(self, population: Sequence[int], *, k: int) -> list[int]:
        self._next += 1
        return [population[self._next - 1]] * k


@pytest.mark.no_cover
def test_as_much_is_left_out_above_as_below() -> None:
    """Means of 0 to 1,999: where 49 are left out below, the highest that stays is the fiftieth from above."""
    edge = int(ROUNDS * tail(ROUNDS))
    found = expanded_interval([[float(each)] for each in range(ROUNDS)], Counting())
    assert (edge, found) == (49, (49, 1950))
