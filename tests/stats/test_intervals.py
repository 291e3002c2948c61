"""Intervals that take clusters as units."""

import random

import pytest

from baremo.stats.intervals import MANY, Interval, mean_interval


def rng() -> random.Random:
    return random.Random(7)


@pytest.mark.parametrize("clusters", [[], [[1.0, 2.0]], [[], [1.0], []]])
def test_one_cluster_has_no_interval(clusters: list[list[float]]) -> None:
    assert mean_interval(clusters, rng()) is None


def test_what_never_differs_is_certain() -> None:
    assert mean_interval([[1.0], [1.0, 1.0], [1.0]], rng()) == Interval(1.0, 1.0)


@pytest.mark.no_cover
@pytest.mark.parametrize("count", [60, MANY])
def test_it_covers_the_mean_as_often_as_it_says(count: int) -> None:
    """Clusters of two that agree with each other: as units of their own they would seem twice as certain."""
    draw, covered, rounds = random.Random(3), 0, 120
    for _ in range(rounds):
        clusters = [[shared, shared] for shared in (draw.gauss(0.5, 1) for _ in range(count))]
        found = mean_interval(clusters, rng())
        assert found is not None
        covered += found.low <= 0.5 <= found.high
    assert 0.88 <= covered / rounds <= 0.99


def test_of_many_the_spread_is_worked_by_hand() -> None:
    """Two numbers in each of 500: as many 0, 0 as 2, 2. The mean is 1, each cluster's sum is off by 2, and the error is
    1.96 · √(500 · 4 · 500/499) / 1000."""
    found = mean_interval([[0.0, 0.0], [2.0, 2.0]] * (MANY // 2), rng())
    assert found is not None
    assert found.low == pytest.approx(1 - 0.0877400, abs=1e-6)
    assert found.high == pytest.approx(1 + 0.0877400, abs=1e-6)


def test_the_same_seed_gives_the_same() -> None:
    clusters = [[1.0], [0.0], [2.0, 3.0]]
    assert mean_interval(clusters, rng()) == mean_interval(clusters, rng())


@pytest.mark.parametrize(("interval", "excludes"), [((0.1, 2), True), ((-2, -0.1), True), ((-1, 1), False)])
def test_zero_within_or_not(interval: tuple[float, float], excludes: bool) -> None:
    assert Interval(*interval).excludes_zero is excludes
