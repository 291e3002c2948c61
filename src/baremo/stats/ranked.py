"""Rank correlation of scores that are no levels, with intervals by drawing dialogues."""

import numpy as np

from baremo.stats.bootstrap import How, Sample, figures
from baremo.stats.measures import Floats, mid_ranks, ratio
from baremo.stats.ratings import UNKNOWN, Figure


def ranked(scores: Floats, people: Floats, rng: np.random.Generator, how: How) -> Figure:
    """Spearman's, ties given their mean rank."""
    count = len(scores)
    if not count:
        return UNKNOWN
    places = [np.unique(values, return_inverse=True)[1] for values in (scores, people)]

    def measured(weights: Floats) -> Floats:
        """Draws × one figure."""
        one, other = (_ranks(weights, place) for place in places)
        together = np.sum(weights * one * other, axis=-1)
        spread = np.sum(weights * one**2, axis=-1) * np.sum(weights * other**2, axis=-1)
        return np.clip(ratio(together, np.sqrt(spread)), -1.0, 1.0)[:, None]

    return figures(Sample(counts=np.ones(count), size=count), measured, rng, how, 6 * count)[0]


def _ranks(weights: Floats, place: np.ndarray[tuple[int], np.dtype[np.intp]]) -> Floats:
    """Of each dialogue in each draw."""
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(place[order]) > 0])
    return mid_ranks(np.add.reduceat(weights[:, order], starts, axis=-1))[:, place]
