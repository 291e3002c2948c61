"""Few labels and many judged dialogues."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from baremo.stats.prediction_powered import powered
from baremo.stats.quantiles import student_quantile
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
    # The mean and the trust are estimated from four labels: two degrees of freedom are left.
    assert found.powered.width == pytest.approx(2 * student_quantile(0.9, 2) * np.sqrt(square))
    assert found.rarer == 1, "6 alone is above 3.5; three are below"
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


def test_people_who_never_differ_leave_no_interval() -> None:
    found = powered(np.full(5, 3.0), np.arange(5.0), np.arange(9.0), confidence=0.9)
    for estimate in (found.powered, found.classical):
        assert (estimate.mean, estimate.low, estimate.high, estimate.width) == (3, None, None, None)
    assert found.judge.width is not None
    assert (found.saved, found.rarer, found.lopsided) == (0, 0, True)


def test_no_judge_is_worth_less_than_no_judge() -> None:
    """People 1, 2, 3, 4, 5 where the judge says 3, 1, 4, 2, 3: a covariance of 1/4, next to nothing, costs a degree of
    freedom, and labels alone would do better."""
    people, judged = np.array([1.0, 2, 3, 4, 5]), np.array([3.0, 1, 4, 2, 3])
    found = powered(people, judged, np.tile(judged, 40), confidence=0.9)
    assert found.trust > 0
    assert found.powered.width is not None
    assert found.classical.width is not None
    assert found.powered.width > found.classical.width
    assert (found.worth, found.saved) == (5, 0)


@pytest.mark.parametrize(("low", "lopsided"), [(4, True), (5, False), (35, False), (36, True)])
def test_labels_of_which_nearly_all_lie_on_one_side(low: int, lopsided: bool) -> None:
    people = np.array([1.0] * low + [5.0] * (40 - low))
    assert powered(people, people, people, confidence=0.9).lopsided is lopsided


@pytest.mark.no_cover
@pytest.mark.property
def test_where_few_marks_are_low_it_holds_less_often_and_says_so() -> None:
    """Three in a hundred are 1, all others 5: of a hundred labels, the interval of nominal 90 % holds in about 81 %."""
    rng, held, told = np.random.default_rng(6), 0, 0
    for _ in range(ROUNDS):
        people = np.where(rng.random(600) < 0.03, 1.0, 5.0)
        judged = np.where(rng.random(600) < 0.9, people, 3.0)
        found = powered(people[:100], judged[:100], judged[100:], confidence=0.9)
        low, high = found.powered.low, found.powered.high
        held += low is not None and high is not None and low <= 4.88 <= high
        told += found.lopsided
    assert 0.77 < held / ROUNDS < 0.85
    assert told / ROUNDS > 0.7


@pytest.mark.no_cover
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
        low, high = found.powered.low, found.powered.high
        assert low is not None
        assert high is not None
        held += low <= 3 <= high
        worth += found.worth / ROUNDS
    assert abs(held / ROUNDS - 0.9) <= max(0.012, tolerance(ROUNDS))
    assert worth > 1.4 * count if noise < 1 else worth < 1.1 * count
