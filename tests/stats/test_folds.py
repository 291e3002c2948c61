"""Folds, and what is usual in a set."""

import numpy as np

from baremo.stats.folds import Dealing, folds_apart, folds_by, kept_out, less_usual

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


GROUPS = np.repeat([f"system {number}" for number in range(7)], [30, 3, 9, 9, 4, 4, 4])


def test_a_group_is_never_parted() -> None:
    folds = folds_apart(GROUPS, 3, np.random.default_rng(1))
    assert all(len(set(folds[name == GROUPS])) == 1 for name in set(GROUPS))
    # 30 alone is one fold; the other 33 are dealt as 9 and 9, then 4, 4, 4 and 3: 17 and 16.
    assert sorted(np.bincount(folds).tolist()) == [16, 17, 30]


def test_few_groups_are_a_fold_each() -> None:
    assert sorted(np.bincount(folds_apart(GROUPS, 10, np.random.default_rng(1))).tolist()) == [3, 4, 4, 4, 9, 9, 30]


def test_groups_among_some_dialogues_are_dealt_by_themselves() -> None:
    """The others are in the first fold, and do not count for how even folds are."""
    deal, among = Dealing(strata=SETS, groups=GROUPS), np.arange(63) >= 42
    folds = deal(2, np.random.default_rng(1), among)
    assert not folds[~among].any()
    assert sorted(np.bincount(folds[among]).tolist()) == [9, 12]
    whole = deal(3, np.random.default_rng(1))
    assert whole.tolist() == folds_apart(GROUPS, 3, np.random.default_rng(1)).tolist()


def test_one_group_alone_is_parted() -> None:
    among = np.arange(63) < 30
    folds = Dealing(strata=SETS, groups=GROUPS)(5, np.random.default_rng(1), among)
    assert (np.bincount(folds[among]) >= 5).all()


def test_without_groups_sets_are_spread_evenly() -> None:
    folds = Dealing(strata=SETS)(10, np.random.default_rng(1), np.arange(63) < 5)
    assert folds.tolist() == folds_by(SETS, 10, np.random.default_rng(1)).tolist()
