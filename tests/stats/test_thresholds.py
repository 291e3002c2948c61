"""Cuts through a score."""

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score, f1_score

from baremo.stats.thresholds import crossed, f1_cuts, kappa_cuts, macro_f1, places_of

RNG = np.random.default_rng(11)
FELT = RNG.normal(size=600)
LEVELS = np.digitize(FELT, [-1.5, -0.5, 0.8, 1.9])
SHRUNK = 0.1 * (FELT + 1.5 * RNG.normal(size=600))
"""Says a little of what people feel, and lies close to the middle."""


def test_a_score_at_a_cut_lies_below_it() -> None:
    assert places_of(np.array([0.0, 1.0, 1.5, 2.0, 9.0]), np.array([1.0, 2.0])).tolist() == [0, 0, 1, 1, 2]


def test_cuts_spread_what_had_shrunk_to_the_middle() -> None:
    """Rounded, every score would be the same level, and kappa 0."""
    cuts = kappa_cuts(SHRUNK, LEVELS, 5)
    given = places_of(SHRUNK, cuts)
    reached = cohen_kappa_score(given, LEVELS, weights="quadratic")
    by_share = places_of(SHRUNK, np.quantile(SHRUNK, np.cumsum(np.bincount(LEVELS))[:-1] / 600))
    assert reached > cohen_kappa_score(by_share, LEVELS, weights="quadratic") > 0.4
    assert np.all(np.diff(cuts) >= 0)
    assert given.std() == pytest.approx(LEVELS.std(), rel=0.25)


def test_no_single_cut_would_be_better_elsewhere() -> None:
    cuts = kappa_cuts(SHRUNK, LEVELS, 5)
    best = cohen_kappa_score(places_of(SHRUNK, cuts), LEVELS, weights="quadratic")
    for place in range(4):
        for at in np.quantile(SHRUNK, np.linspace(0, 1, 61)):
            moved = cuts.copy()
            moved[place] = at
            if np.all(np.diff(moved) >= 0):
                assert cohen_kappa_score(places_of(SHRUNK, moved), LEVELS, weights="quadratic") <= best + 1e-6


def test_people_who_all_say_the_same_leave_nothing_to_cut() -> None:
    cuts = kappa_cuts(SHRUNK, np.full(600, 2), 5)
    assert np.all(np.isfinite(cuts))
    assert places_of(np.full(3, 7.0), kappa_cuts(np.full(3, 7.0), np.full(3, 2), 5)).tolist() == [0, 0, 0]


def test_cuts_for_classes_beat_cuts_by_share() -> None:
    classes = np.digitize(FELT, [-1.2, 1.6])
    by_share = places_of(SHRUNK, np.quantile(SHRUNK, np.cumsum(np.bincount(classes))[:-1] / 600))
    given = places_of(SHRUNK, f1_cuts(SHRUNK, classes))
    assert f1_score(classes, given, average="macro") >= f1_score(classes, by_share, average="macro")


def test_macro_f1_is_that_of_scikit_learn() -> None:
    people, judge = RNG.integers(0, 3, 200), RNG.integers(0, 3, 200)
    table = crossed(people, judge, 3)
    assert macro_f1(table) == pytest.approx(f1_score(people, judge, average="macro"))
    assert macro_f1(np.stack([table, table.T])) == pytest.approx([float(macro_f1(table))] * 2)


def test_a_class_that_nobody_names_is_passed_over() -> None:
    """Two classes: 2·2/(3+2) and 2·1/(1+2), their mean 11/15."""
    assert macro_f1(np.array([[2.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])) == pytest.approx(11 / 15)
    assert np.isnan(macro_f1(np.zeros((3, 3))))
