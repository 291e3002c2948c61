"""Few labels and many judged dialogues."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from baremo.stats.prediction_powered import powered
from calibrating import SIEGE, tolerance

ROUNDS = 20_000 if SIEGE else 2_000


def drawn(rng: np.random.Generator, count: int, noise: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """People's marks with the mean 3, and a judge that is too kind."""
    people = rng.normal(3, 1, count)
    return people, 0.8 * people + 1 + noise * rng.normal(size=count)


def test_worked_by_hand() -> None:
    """Labelled: people 1, 2, 3, 6 where the judge says 1, 2, 3, 4; the others: 2, 3, 4, 5, 6, 1, 2, 3.

    Covariance of people and judge: 8/3. Variance of the twelve values of the judge: 1 to 6 come 2, 3, 3, 2, 1, 1
    times, which sum to 36 and squared to 134: (134 - 36² / 12) / 11 = 26/11. Trust: (8/3) / (26/11 × (1 + 4/8)) =
    0.75214. Mean: 3 + 0.75214 × (26/8 - 10/4) = 3.56410."""
    people, judged = np.array([1.0, 2, 3, 6]), np.array([1.0, 2, 3, 4])
    others = np.array([2.0, 3, 4, 5, 6, 1, 2, 3])
    found = powered(people, judged, others, confidence=0.9)
    assert found.trust == pytest.approx(8 / 3 / (26 / 11 * 1.5))
    assert found.powered.mean == pytest.approx(3 + found.trust * 0.75)
    error = people - found.trust * judged
    square = error.var(ddof=1) * 3 / 2 / 4 + found.trust**2 * others.var(ddof=1) / 8
    assert found.worth == pytest.approx(max(4, people.var(ddof=1) / square))
    assert (found.classical.mean, found.judge.mean) == (3, 3)
    assert (found.labelled, found.unlabelled) == (4, 8)


def test_labels_alone_as_scipy_has_it() -> None:
    people, judged = drawn(np.random.default_rng(1), 40, 0.5)
    found = powered(people, judged, judged, confidence=0.9).classical
    known = stats.t.interval(0.9, 39, people.mean(), stats.sem(people))
    assert (found.low, found.high) == pytest.approx(known, abs=1e-4)


@pytest.mark.parametrize(
    "others", [[], [3.0], [3.0, 3.0, 3.0]], ids=["no others", "a single one", "a judge that never varies"]
)
def test_where_the_judge_can_tell_nothing_labels_alone_remain(others: list[float]) -> None:
    people, same = np.array([1.0, 2, 3, 4, 5]), np.full(5, 3.0)
    found = powered(people, same, np.array(others), confidence=0.9)
    assert found.powered == found.classical
    assert (found.trust, found.saved) == (0, 0)


def test_a_judge_that_speaks_against_people_is_not_relied_on() -> None:
    people, judged = drawn(np.random.default_rng(2), 50, 0.2)
    found = powered(people, -judged, -np.tile(judged, 4), confidence=0.9)
    assert found.trust == 0
    assert found.powered == found.classical


def test_people_who_never_differ_need_no_help() -> None:
    found = powered(np.full(5, 3.0), np.arange(5.0), np.arange(9.0), confidence=0.9)
    assert found.powered.width == 0
    assert found.saved == 0


@pytest.mark.property
@pytest.mark.parametrize(
    ("count", "others", "noise"), [(20, 500, 0.3), (50, 2000, 0.5), (50, 500, 5.0), (200, 200, 0.5)]
)
def test_it_holds_as_often_as_it_says(count: int, others: int, noise: float) -> None:
    """With a judge that is good, fair or useless, and as biased."""
    rng, held, worth = np.random.default_rng(3), 0, 0.0
    for _ in range(ROUNDS):
        people, judged = drawn(rng, count, noise)
        _, unlabelled = drawn(rng, others, noise)
        found = powered(people, judged, unlabelled, confidence=0.9)
        held += found.powered.low <= 3 <= found.powered.high
        worth += found.worth / ROUNDS
    assert abs(held / ROUNDS - 0.9) <= max(0.012, tolerance(ROUNDS))
    assert worth > 1.4 * count if noise < 1 else worth < 1.1 * count
