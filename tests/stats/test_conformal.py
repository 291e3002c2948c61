"""An interval for one dialogue."""

import numpy as np
import pytest
from numpy.typing import NDArray

from baremo.stats.calibration import Method, expected_values, folds_of, mapping, out_of_fold, shares_of, spread_values
from baremo.stats.conformal import Band, band
from calibrating import BOTH, FIVE, SIEGE, World, world

WORLDS = 1_000 if SIEGE else 60
FRESH = 400


def test_the_margin_is_a_rank_among_errors() -> None:
    """Nine errors of 1 to 9 tenths, in spreads of 1: at 80 % the eighth of nine, ⌈10 × 0.8⌉."""
    people = 3 + np.arange(1, 10) / 10
    found = band(people, (np.full(9, 3.0), np.ones(9)), FIVE.values, confidence=0.8)
    assert found.margin == pytest.approx(0.8)
    assert (found.dialogues, found.levels) == (9, ())
    low, high = found.intervals(np.array([3.0, 1.2]), np.array([1.0, 2.0]))
    assert low == pytest.approx([2.2, 1.0])
    assert high == pytest.approx([3.8, 2.8])


def test_too_few_labels_bound_nothing() -> None:
    found = band(np.array([3.0, 4.0]), (np.full(2, 3.0), np.ones(2)), FIVE.values, confidence=0.9)
    assert found.margin is None
    low, high = found.intervals(np.array([3.0]), np.array([1.0]))
    assert (low.tolist(), high.tolist()) == ([1.0], [5.0])


def test_where_marks_are_levels_intervals_are_of_levels() -> None:
    """What lies between two levels cannot be a mark; where nothing else is left, the nearest level is."""
    made = Band(confidence=0.9, dialogues=30, margin=1.0, lowest=1.0, highest=5.0, levels=FIVE.values)
    low, high = made.intervals(np.array([3.3, 3.4, 4.9]), np.array([0.8, 0.3, 0.1]))
    assert low.tolist() == [3, 3, 5]
    assert high.tolist() == [4, 3, 5]


def test_a_prediction_without_spread_is_still_not_certain() -> None:
    made = Band(confidence=0.9, dialogues=30, margin=1.0, lowest=1.0, highest=5.0)
    low, high = made.intervals(np.array([3.0]), np.array([0.0]))
    assert high - low == pytest.approx(0.4)


def held(marked: World, people: NDArray[np.float64], count: int, method: Method) -> float:
    """How often fresh dialogues lie within an interval that was made from the first ones."""
    shares, rng = shares_of(marked.people, 5), np.random.default_rng(0)
    old, new = np.arange(count), np.arange(count, len(people))
    before = out_of_fold(marked.seen.rows(old), shares[old], BOTH, method, folds_of(count, rng))
    after = mapping(marked.seen.rows(old), shares[old], BOTH, method).shares(marked.seen.rows(new))
    made = band(people[old], (expected_values(before, FIVE), spread_values(before, FIVE)), FIVE.values, confidence=0.9)
    low, high = made.intervals(expected_values(after, FIVE), spread_values(after, FIVE))
    return float(((low <= people[new]) & (people[new] <= high)).mean())


@pytest.mark.no_cover
@pytest.mark.property
@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("count", [40, 200])
def test_it_holds_as_often_as_it_says(method: Method, count: int) -> None:
    """On continuous marks, where no errors are equal, neither less nor more often."""
    rng, shares = np.random.default_rng(9), []
    for _ in range(WORLDS):
        marked = world(count + FRESH, rng)
        shares.append(held(marked, marked.truth, count, method))
    assert 0.87 <= np.mean(shares) <= 0.93


@pytest.mark.property
def test_single_marks_are_held_at_least_as_often() -> None:
    """Whole levels of one person: errors are often equal, and the interval holds more than it says."""
    rng, shares = np.random.default_rng(10), []
    for _ in range(WORLDS):
        marked = world(200 + FRESH, rng, people=1)
        shares.append(held(marked, marked.people[:, 0].astype(np.float64) + 1, 200, Method.TABLE))
    assert np.mean(shares) >= 0.89
