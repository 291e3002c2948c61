"""Measures of two markings, as functions of a table: how often this met that.

A table is an array whose last two axes are the rows' and the columns' levels, ascending. Whatever stands before them,
such as a thousand draws, stays. Cells are counts, or weights. What is not defined is NaN here.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Weights = Literal["plain", "linear", "quadratic"]


def ratio(top: Floats, bottom: Floats) -> Floats:
    """NaN where there is nothing to divide by."""
    there = bottom > 0
    return np.where(there, top / np.where(there, bottom, 1.0), np.nan)


def exact(table: Floats) -> Floats:
    """The share on the diagonal."""
    return _near(table, 0)


def within_one(table: Floats) -> Floats:
    """The share at most one level apart."""
    return _near(table, 1)


def _near(table: Floats, most: int) -> Floats:
    apart = _apart(table.shape[-1])
    return ratio(np.sum(table * (apart <= most), axis=(-2, -1)), np.sum(table, axis=(-2, -1)))


def _apart(levels: int) -> Floats:
    places = np.arange(levels, dtype=np.float64)
    return np.abs(places[:, None] - places)


def kappa(table: Floats, weights: Weights = "quadratic") -> Floats:
    """Cohen's, where levels further apart disagree more, or (plain) all the same."""
    apart = _apart(table.shape[-1])
    costs = {"plain": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}
    return weighted_kappa(table, costs[weights])


def weighted_kappa(table: Floats, cost: Floats) -> Floats:
    """One minus the disagreement seen over that expected of independent marks (J. Cohen, 1960; with costs, 1968)."""
    rows, columns = table.sum(axis=-1), table.sum(axis=-2)
    seen = np.sum(table * cost, axis=(-2, -1)) * rows.sum(axis=-1)
    expected = np.sum((rows @ cost) * columns, axis=-1)
    return 1.0 - ratio(seen, expected)


def mid_ranks(counts: Floats) -> Floats:
    """Ranks of the levels, ties sharing the middle one, moved so that their mean is zero."""
    upto = np.cumsum(counts, axis=-1)
    return upto - (counts + upto[..., -1:]) / 2


def spearman(table: Floats) -> Floats:
    """Rank correlation with ties: Pearson's, of the mid-ranks."""
    rows, columns = table.sum(axis=-1), table.sum(axis=-2)
    up, across = mid_ranks(rows), mid_ranks(columns)
    together = np.sum(np.matmul(up[..., None, :], table)[..., 0, :] * across, axis=-1)
    spread = np.sum(rows * up**2, axis=-1) * np.sum(columns * across**2, axis=-1)
    return np.clip(ratio(together, np.sqrt(spread)), -1.0, 1.0)


def kendall(table: Floats) -> Floats:
    """Tau-b: pairs in the same order minus pairs in the opposite one, over what ties leave possible."""
    before = np.cumsum(table, axis=-2) - table
    left = np.cumsum(before, axis=-1)
    # Of those above: what is to the left is in the same order, what is to the right in the opposite one.
    surplus = (left - before) - (left[..., -1:] - left)
    rows, columns = table.sum(axis=-1), table.sum(axis=-2)
    pairs = rows.sum(axis=-1) ** 2
    untied = (pairs - np.sum(rows**2, axis=-1)) * (pairs - np.sum(columns**2, axis=-1))
    return np.clip(ratio(2 * np.sum(table * surplus, axis=(-2, -1)), np.sqrt(untied)), -1.0, 1.0)


def mean_difference(table: Floats, rows: Floats, columns: Floats) -> Floats:
    """Of the rows' numbers minus the columns'."""
    apart = np.sum(table.sum(axis=-1) * rows, axis=-1) - np.sum(table.sum(axis=-2) * columns, axis=-1)
    return ratio(apart, np.sum(table, axis=(-2, -1)))
