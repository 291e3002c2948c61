"""Where a score is cut into levels or classes."""

import numpy as np
from numpy.typing import NDArray

from baremo.stats.measures import Floats, ratio

Ints = NDArray[np.intp]
FACTORS = tuple(factor / 10 for factor in range(8, 25))
CLASSES = 3


def places_of(scores: Floats, cuts: Floats) -> Ints:
    """0 below the first cut, 1 from it on, and so on."""
    return np.searchsorted(cuts, scores, side="right")


def kappa_cuts(scores: Floats, levels: Ints, count: int) -> Floats:
    """Cuts that give each level as often as people give theirs (`levels`, 0 to `count` - 1), or the outer ones more or
    less often by one factor: by that which makes quadratic kappa greatest. Predictions that shrink to the middle are
    spread again, and one number is all that is tuned. A level that people never give lies beyond an infinite cut."""
    shares = np.cumsum(np.bincount(levels, minlength=count))[:-1] / max(1, len(levels))
    outer = np.minimum(shares, 1 - shares)

    def cuts(factor: float) -> Floats:
        moved = np.minimum(outer * factor, 0.5)
        found = np.quantile(scores, np.where(shares < 0.5, moved, 1 - moved))
        return np.where(shares > 0, np.where(shares < 1, found, np.inf), -np.inf)

    return max(map(cuts, FACTORS), key=lambda tried: _kappa(places_of(scores, tried), levels))


def _kappa(one: Ints, other: Ints) -> float:
    """Quadratic, of two markings: one minus the squared distance seen over that of independent ones."""
    apart = one.var() + other.var() + (one.mean() - other.mean()) ** 2
    return float(1 - ((one - other) ** 2).mean() / apart) if apart > 0 else 0.0


def crossed(people: Ints, judge: Ints, count: int) -> Floats:
    """A table: people's classes by the judge's."""
    return np.bincount(people * count + judge, minlength=count * count).reshape(count, count).astype(np.float64)


def macro_f1(table: Floats) -> Floats:
    """The mean over classes of the harmonic mean of precision and recall; a class that neither side ever names is
    passed over. Whatever stands before the last two axes stays."""
    hits = np.diagonal(table, axis1=-2, axis2=-1)
    each = ratio(2 * hits, table.sum(axis=-1) + table.sum(axis=-2))
    known = ~np.isnan(each)
    return ratio(np.where(known, each, 0.0).sum(axis=-1), known.sum(axis=-1).astype(np.float64))
