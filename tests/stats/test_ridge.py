"""Ridge regression, beside scikit-learn's and scipy's."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear
from scipy.sparse import csr_matrix
from sklearn.linear_model import Ridge

from baremo.stats.ridge import Bags, Scaling, bounded, ridge, ridge_of_bags

RNG = np.random.default_rng(5)
ROWS = RNG.normal(size=(200, 8)) @ RNG.normal(size=(8, 8)) + RNG.normal(size=8)
TARGET = ROWS @ np.array([2.0, -1.0, 0.0, 0.5, 0.0, -3.0, 1.0, 0.2]) + RNG.normal(size=200) + 7


def test_weights_are_those_of_scikit_learn() -> None:
    expected = Ridge(alpha=20.0, solver="cholesky").fit(ROWS, TARGET).coef_
    assert ridge(ROWS, TARGET, 20.0) == pytest.approx(expected, rel=1e-9)


def test_known_signs_are_kept_and_nothing_better_is_left() -> None:
    """The bounds bite: freely, two of the weights would lie on the other side."""
    free = ridge(ROWS, TARGET, 20.0)
    signs = np.where(np.arange(8) < 2, -np.sign(free), np.sign(free)).astype(np.intp)
    signs[3] = 0
    found = ridge(ROWS, TARGET, 20.0, signs=signs)
    centred = np.vstack([ROWS - ROWS.mean(axis=0), np.sqrt(20.0) * np.eye(8)])
    low, high = np.where(signs > 0, 0, -np.inf), np.where(signs < 0, 0, np.inf)
    expected = lsq_linear(centred, np.append(TARGET - TARGET.mean(), np.zeros(8)), (low, high), tol=1e-14)
    assert found == pytest.approx(expected.x, abs=1e-6)
    assert np.all(found * signs >= 0)
    assert found[:2].tolist() == [0.0, 0.0]


def test_signs_that_hold_anyway_change_nothing() -> None:
    free = ridge(ROWS, TARGET, 20.0)
    assert ridge(ROWS, TARGET, 20.0, signs=np.sign(free).astype(np.intp)).tolist() == free.tolist()


def test_a_search_without_a_beginning_ends_at_the_same_place() -> None:
    """2x² / 2 - 4x is least at 2; where x must not rise above 0, at 0."""
    gram, cross = np.diag([2.0, 2.0]), np.array([4.0, 4.0])
    assert bounded(gram, cross, np.array([0, -1])).tolist() == [2.0, 0.0]


def test_a_search_ends_though_it_creeps() -> None:
    """Two columns that are nearly the same: one after the other moves by almost nothing, for ever."""
    gram = np.array([[1.0, 1.0 - 1e-9], [1.0 - 1e-9, 1.0]])
    assert np.all(np.isfinite(bounded(gram, np.array([1.0, -1.0]), np.zeros(2, np.intp))))


def test_rows_are_put_in_deviations_from_the_usual() -> None:
    rows = np.array([[1.0, 5.0], [3.0, 5.0]])
    scaling = Scaling.of(rows)
    assert scaling(rows).tolist() == [[-1.0, 0.0], [1.0, 0.0]]
    assert scaling(np.array([[2.0, 9.0], [40.0, 1.0]])).tolist() == [[0.0, 0.0], [3.0, 0.0]]  # flat; clipped


def bags() -> tuple[list[list[int]], csr_matrix]:
    table = RNG.random((300, 40)) < 0.15
    table[7] = False
    return [np.flatnonzero(row).tolist() for row in table], csr_matrix(table.astype(float))


def test_words_get_the_weights_of_scikit_learn() -> None:
    lists, table = bags()
    target = table @ RNG.normal(size=40) + RNG.normal(size=300) + 3
    expected = Ridge(alpha=5.0, solver="sparse_cg", tol=1e-12).fit(table, target).coef_
    made = Bags.of(lists, 40)
    found = ridge_of_bags(made, target, 5.0, close=1e-12)
    assert found == pytest.approx(expected, abs=1e-6)
    assert made @ found == pytest.approx(table @ expected, abs=1e-5)


def test_some_rows_alone() -> None:
    lists, table = bags()
    which = RNG.random(300) < 0.4
    chosen = Bags.of(lists, 40).chosen(which)
    weights, values = RNG.normal(size=40), RNG.normal(size=int(which.sum()))
    assert chosen.rows == which.sum()
    assert chosen @ weights == pytest.approx(table[which] @ weights)
    assert chosen.gathered(values) == pytest.approx(table[which].T @ values)


def test_a_target_without_variation_has_no_words() -> None:
    assert not ridge_of_bags(Bags.of([[0], [1], []], 2), np.full(3, 4.0), 1.0).any()


def test_steps_are_limited() -> None:
    """After one step the weights lie along what the words have in common with the target."""
    lists, table = bags()
    target = RNG.normal(size=300)
    found = ridge_of_bags(Bags.of(lists, 40), target, 5.0, steps=1)
    along = table.T @ (target - target.mean())
    assert found / found[0] == pytest.approx(along / along[0])
