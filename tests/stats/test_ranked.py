"""Rank correlation of scores."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from baremo.stats.bootstrap import How
from baremo.stats.ranked import compared, ranked, ranks_within
from baremo.stats.ratings import UNKNOWN

RNG = np.random.default_rng(2)
FELT = RNG.normal(size=300)
SCORES = np.round(FELT + RNG.normal(size=300), 1)
PEOPLE = np.round(FELT)


def test_it_is_that_of_scipy_with_ties() -> None:
    found = ranked(SCORES, PEOPLE, np.random.default_rng(0), How(draws=0))
    assert found.value == pytest.approx(spearmanr(SCORES, PEOPLE)[0])
    assert found.low is None


def test_the_interval_is_that_of_drawn_dialogues() -> None:
    found = ranked(SCORES, PEOPLE, np.random.default_rng(0), How(draws=1000))
    rng = np.random.default_rng(9)
    drawn = [spearmanr(SCORES[rows], PEOPLE[rows])[0] for rows in rng.integers(0, 300, (1000, 300))]
    assert (found.low, found.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.02)


def test_nothing_to_rank() -> None:
    assert ranked(np.zeros(0), np.zeros(0), np.random.default_rng(0), How()) == UNKNOWN
    assert ranked(np.zeros(9), PEOPLE[:9], np.random.default_rng(0), How()) == UNKNOWN
    assert compared([np.zeros(0)] * 2, np.zeros(0), np.random.default_rng(0), How()) == [UNKNOWN] * 3


def test_two_scores_and_by_how_much_the_first_is_better() -> None:
    worse = FELT + 3 * RNG.normal(size=300)
    one, other, gain = compared([SCORES, worse], PEOPLE, np.random.default_rng(0), How(draws=1000))
    assert one == ranked(SCORES, PEOPLE, np.random.default_rng(0), How(draws=1000))
    assert None not in (one.value, other.value, gain.value, gain.low)
    assert gain.value == pytest.approx((one.value or 0) - (other.value or 0))
    rows = np.random.default_rng(9).integers(0, 300, (400, 300))
    drawn = [spearmanr(SCORES[row], PEOPLE[row])[0] - spearmanr(worse[row], PEOPLE[row])[0] for row in rows]
    assert (gain.low, gain.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.03)


def test_groups_are_drawn_as_a_whole() -> None:
    """Every dialogue ten times over: by dialogue that looks like ten times as much, by group it is what it was."""
    scores, people = np.repeat(SCORES[:60], 10), np.repeat(PEOPLE[:60], 10)
    alone, narrow = (
        ranked(one, two, np.random.default_rng(0), How()) for one, two in ((SCORES[:60], PEOPLE[:60]), (scores, people))
    )
    (grouped,) = compared([scores], people, np.random.default_rng(0), How(), np.repeat(np.arange(60), 10))
    assert grouped == pytest.approx(alone)
    assert (narrow.high or 0) - (narrow.low or 0) < 0.5 * ((grouped.high or 0) - (grouped.low or 0))


def test_ranks_within_groups() -> None:
    """Of 1, 3, 3, 9 the mid-ranks are 1, 2.5, 2.5, 4, less their mean 2.5, of four; of 700 and 5: 2 and 1, of two."""
    values, groups = np.array([1.0, 700.0, 3.0, 3.0, 5.0, 9.0]), np.array(["a", "b", "a", "a", "b", "a"])
    assert ranks_within(values, groups).tolist() == [-0.375, 0.25, 0.0, 0.0, -0.25, 0.375]
