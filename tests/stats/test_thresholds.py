"""Cuts through a score."""

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score, f1_score

from baremo.stats.thresholds import crossed, kappa_cuts, macro_f1, places_of

RNG = np.random.default_rng(11)
FELT = RNG.normal(size=600)
LEVELS = np.digitize(FELT, [-1.5, -0.5, 0.8, 1.9])
SHRUNK = 0.1 * (FELT + 1.5 * RNG.normal(size=600))
"""Says a little of what people feel, and lies close to the middle."""


def test_a_level_begins_at_its_cut() -> None:
    assert places_of(np.array([0.0, 1.0, 1.5, 2.0, 9.0]), np.array([1.0, 2.0])).tolist() == [0, 1, 1, 2, 2]


def test_cuts_spread_what_had_shrunk_to_the_middle() -> None:
    """Rounded, every score would be the same level, and kappa 0."""
    cuts = kappa_cuts(SHRUNK, LEVELS, 5)
    given = places_of(SHRUNK, cuts)
    reached = cohen_kappa_score(given, LEVELS, weights="quadratic")
    rounded = np.clip(np.round(2 + SHRUNK), 0, 4).astype(int)
    assert reached > 0.4
    assert cohen_kappa_score(rounded, LEVELS, weights="quadratic") < 0.1
    assert given.std() == pytest.approx(LEVELS.std(), rel=0.25)


def test_outer_levels_come_more_often_where_that_agrees_better() -> None:
    """People give the outer levels to two in a hundred; the score knows four in a hundred apart, all of them right or
    next to it."""
    levels = np.full(100, 1)
    levels[:2], levels[-2:] = 0, 2
    scores = np.arange(100.0)
    scores[[1, 3]], scores[[98, 96]] = scores[[3, 1]], scores[[96, 98]]
    given = places_of(scores, kappa_cuts(scores, levels, 3))
    assert np.bincount(given).tolist() == [4, 92, 4]


def test_levels_that_people_never_give_are_never_given() -> None:
    cuts = kappa_cuts(SHRUNK, np.full(600, 2), 5)
    assert cuts.tolist() == [-np.inf, -np.inf, np.inf, np.inf]
    assert places_of(np.array([-99.0, 99.0]), cuts).tolist() == [2, 2]


def test_macro_f1_is_that_of_scikit_learn() -> None:
    people, judge = RNG.integers(0, 3, 200), RNG.integers(0, 3, 200)
    table = crossed(people, judge, 3)
    assert macro_f1(table) == pytest.approx(f1_score(people, judge, average="macro"))
    assert macro_f1(np.stack([table, table.T])) == pytest.approx([float(macro_f1(table))] * 2)


def test_a_class_that_nobody_names_is_passed_over() -> None:
    """Two classes: 2·2/(3+2) and 2·1/(1+2), their mean 11/15."""
    assert macro_f1(np.array([[2.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])) == pytest.approx(11 / 15)
    assert np.isnan(macro_f1(np.zeros((3, 3))))
