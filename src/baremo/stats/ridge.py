"""Ridge regression on named features, whose signs may be known beforehand, and on bags of words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.stats.measures import Floats

Ints = NDArray[np.intp]
CLIP = 3.0
"""Standard deviations beyond which a feature counts for no more."""
FLAT = 1e-6
"""A feature that varies less than this says nothing."""
CLOSE = 1e-10
ROUNDS = 2000
STEPS = 200


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scaling:
    """How rows are put in standard deviations from the usual."""

    centre: Floats
    spread: Floats
    """1 where the feature was the same everywhere."""
    flat: NDArray[np.bool_]

    @classmethod
    def of(cls, rows: Floats) -> "Scaling":
        spread = rows.std(axis=0)
        flat = spread < FLAT
        return cls(centre=rows.mean(axis=0), spread=np.where(flat, 1.0, spread), flat=flat)

    def __call__(self, rows: Floats) -> Floats:
        standard: Floats = np.clip((rows - self.centre) / self.spread, -CLIP, CLIP)
        standard[:, self.flat] = 0.0
        return standard


def ridge(rows: Floats, target: Floats, penalty: float, *, signs: Ints | None = None) -> Floats:
    """One weight per column, for rows and a target that are centred here. `signs`: 1 for weights that must not fall
    below 0, -1 for those that must not rise above it, 0 for the others."""
    centred = rows - rows.mean(axis=0)
    gram = centred.T @ centred + penalty * np.eye(rows.shape[1])
    cross = centred.T @ (target - target.mean())
    free: Floats = np.linalg.solve(gram, cross)
    if signs is None or np.all(free * signs >= 0):
        return free
    return bounded(gram, cross, signs, begin=free)


def bounded(gram: Floats, cross: Floats, signs: Ints, *, begin: Floats | None = None) -> Floats:
    """The weights w that make ½ w·gram·w - cross·w least within their signs, one weight after the other until none
    moves. `gram` must be positive definite."""
    low, high = np.where(signs > 0, 0.0, -np.inf), np.where(signs < 0, 0.0, np.inf)
    weights = np.clip(np.zeros(len(cross)) if begin is None else begin, low, high)
    slope = cross - gram @ weights
    least = CLOSE * max(float(np.abs(cross).max(initial=0.0)), CLOSE)
    for _ in range(ROUNDS):
        furthest = 0.0
        for place in range(len(weights)):
            better = weights[place] + slope[place] / gram[place, place]
            move = min(max(better, low[place]), high[place]) - weights[place]
            if move:
                weights[place] += move
                slope -= move * gram[place]
                furthest = max(furthest, abs(move) * gram[place, place])
        if furthest <= least:
            break
    return weights


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bags:
    """Rows of a table of 0 and 1, as the columns that are 1."""

    columns: Ints
    """Of all rows, one after the other."""
    owners: Ints
    """The row of each."""
    rows: int
    width: int

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]], width: int) -> "Bags":
        sizes = np.fromiter(map(len, lists), np.intp, len(lists))
        columns = np.fromiter((column for one in lists for column in one), np.intp, int(sizes.sum()))
        return cls(columns=columns, owners=np.repeat(np.arange(len(lists)), sizes), rows=len(lists), width=width)

    def __matmul__(self, weights: Floats) -> Floats:
        """A sum for each row."""
        return np.bincount(self.owners, weights[self.columns], minlength=self.rows).astype(np.float64)

    def gathered(self, values: Floats) -> Floats:
        """A sum for each column, of the values of its rows."""
        return np.bincount(self.columns, values[self.owners], minlength=self.width).astype(np.float64)

    def chosen(self, which: NDArray[np.bool_]) -> "Bags":
        """The same of some rows."""
        kept = which[self.owners]
        places = np.cumsum(which) - 1
        return Bags(
            columns=self.columns[kept], owners=places[self.owners[kept]], rows=int(which.sum()), width=self.width
        )


def ridge_of_bags(bags: Bags, target: Floats, penalty: float, *, close: float = 1e-6, steps: int = STEPS) -> Floats:
    """One weight per column, by conjugate gradients on the centred normal equations: the table is never made whole."""
    usual = bags.gathered(np.ones(bags.rows)) / max(1, bags.rows)

    def applied(weights: Floats) -> Floats:
        found = bags @ weights - usual @ weights
        whole: Floats = bags.gathered(found) - usual * found.sum() + penalty * weights
        return whole

    centred = target - target.mean()
    left = bags.gathered(centred)
    weights, step = np.zeros(bags.width), left.copy()
    size = goal = float(left @ left)
    for _ in range(steps):
        if size <= close**2 * goal:
            break
        along = applied(step)
        far = size / float(step @ along)
        weights += far * step
        left -= far * along
        size, before = float(left @ left), size
        step = left + size / before * step
    return weights
