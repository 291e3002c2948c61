"""Folds, and what is usual in a set."""

import numpy as np

from baremo.stats.folds import folds_by, kept_out, less_usual

SETS = np.array(["a"] * 23 + ["b"] * 40)


def test_every_set_is_spread_evenly_over_the_folds() -> None:
    folds = folds_by(SETS, 10, np.random.default_rng(1))
    assert sorted(np.bincount(folds[:23]).tolist()) == [2] * 7 + [3] * 3
    assert np.bincount(folds[23:]).tolist() == [4] * 10


def test_the_same_seed_gives_the_same_folds() -> None:
    one, same, other = (folds_by(SETS, 10, np.random.default_rng(seed)).tolist() for seed in (1, 1, 2))
    assert one == same != other


def test_each_dialogue_is_kept_out_once() -> None:
    held = list(kept_out(folds_by(SETS, 5, np.random.default_rng(1))))
    assert len(held) == 5
    assert np.sum(held, axis=0).tolist() == [1] * 63


def test_values_less_what_is_usual_in_their_set() -> None:
    """Set a is usually 2, b 5 where chosen; nothing of c is chosen, so it is less the mean of all that are: 3.5."""
    values = np.array([1.0, 3.0, 5.0, 9.0, 4.0])
    sets = np.array(["a", "a", "b", "b", "c"])
    chosen = np.array([True, True, True, False, False])
    assert less_usual(values, sets, chosen).tolist() == [-1.0, 1.0, 0.0, 4.0, 1.0]


def test_a_kept_out_value_moves_nothing_else() -> None:
    sets, chosen = np.array(["a", "a", "a"]), np.array([True, True, False])
    one, other = (less_usual(np.array([1.0, 3.0, last]), sets, chosen) for last in (2.0, 500.0))
    assert one[:2].tolist() == other[:2].tolist() == [-1.0, 1.0]
