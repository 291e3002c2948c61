"""Rank correlation of scores."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from baremo.stats.bootstrap import How
from baremo.stats.ranked import ranked
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
