"""Rank correlation of scores that are no levels, with intervals by drawing dialogues."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from baremo.stats.bootstrap import How, Sample, figures
from baremo.stats.measures import Floats, mid_ranks, ratio
from baremo.stats.ratings import UNKNOWN, Figure
from baremo.stats.ridge import Ints
from baremo.stats.sums import Sums


def ranked(scores: Floats, people: Floats, rng: np.random.Generator, how: How) -> Figure:
    """Spearman's, ties given their mean rank."""
    return compared([scores], people, rng, how)[0]


def compared(
    columns: Sequence[Floats], people: Floats, rng: np.random.Generator, how: How, owner: Ints | None = None
) -> list[Figure]:
    """Spearman's of each column of scores, then by how much that of the first is above each of the others'. `owner`:
    the group of each dialogue, from 0, where groups are drawn as a whole."""
    count = len(people)
    if not count:
        return [UNKNOWN] * (2 * len(columns) - 1)
    places = [np.unique(values, return_inverse=True)[1] for values in (*columns, people)]

    def measured(weights: Floats) -> Floats:
        """Draws × figures."""
        *scores, said = [_ranks(weights, place) for place in places]
        each = np.column_stack([_correlated(weights, one, said) for one in scores])
        return np.column_stack([each, each[:, :1] - each[:, 1:]])

    groups = None if owner is None else Sums.of(owner, np.arange(count), np.ones(count), (owner.max() + 1, count))
    size = count if owner is None else int(owner.max()) + 1
    sample = Sample(counts=np.ones(count), clusters=groups, size=size)
    return figures(sample, measured, rng, how, (4 + 2 * len(columns)) * count)


def ranks_within(values: Floats, groups: NDArray[np.generic]) -> Floats:
    """Of each value in its group, from -½ to ½ with the middle at 0: what is usual in a group is gone."""
    ranks = np.zeros(len(values))
    for name in np.unique(groups):
        mine = groups == name
        place = np.unique(values[mine], return_inverse=True)[1]
        ranks[mine] = mid_ranks(np.bincount(place).astype(np.float64))[place] / mine.sum()
    return ranks


def _correlated(weights: Floats, one: Floats, other: Floats) -> Floats:
    together = np.sum(weights * one * other, axis=-1)
    spread = np.sum(weights * one**2, axis=-1) * np.sum(weights * other**2, axis=-1)
    return np.clip(ratio(together, np.sqrt(spread)), -1.0, 1.0)


def _ranks(weights: Floats, place: Ints) -> Floats:
    """Of each dialogue in each draw."""
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(place[order]) > 0])
    return mid_ranks(np.add.reduceat(weights[:, order], starts, axis=-1))[:, place]
