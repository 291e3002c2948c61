"""How well people agree with people."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from baremo.stats.alpha import Units, alpha
from baremo.stats.bootstrap import How, at_the_edge, figures
from baremo.stats.measures import Floats, exact, kappa, spearman, within_one
from baremo.stats.patterns import Patterns, consensus, patterns
from baremo.stats.ratings import NONE, Ceiling, Figure, Places
from baremo.stats.sums import Sums


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Peers:
    """Each person beside the others of the same dialogue: this mark, that mean."""

    units: Units
    """Patterns, and the marks that people gave."""
    pairs: Sums
    """Patterns to a table: marks × means of the others."""
    nearest: Floats
    """Means × levels: 1 at the level that is nearest to the mean."""

    @classmethod
    def of(cls, seen: Patterns) -> "Peers":
        several = (seen.marks > 0) & (seen.sizes > 1)[:, None]
        pattern, mark = np.nonzero(several)
        means, column = np.unique((seen.sums[pattern] - mark) / (seen.sizes[pattern] - 1), return_inverse=True)
        levels = seen.marks.shape[-1]
        cells = mark * len(means) + column
        size = (len(seen.times), levels * len(means))
        pairs = Sums.of(pattern, cells, seen.marks[pattern, mark], size)
        return cls(units=Units.of(seen.marks), pairs=pairs, nearest=np.eye(levels)[consensus(means)])

    def __call__(self, weights: Floats) -> Floats:
        """Draws × (alpha, Spearman, kappa, exact, within one)."""
        means, levels = self.nearest.shape
        table = self.pairs(weights).reshape(len(weights), levels, means)
        square = table @ self.nearest
        measured = alpha(self.units, weights), spearman(table), kappa(square), exact(square), within_one(square)
        return np.stack(measured, axis=-1)

    @property
    def width(self) -> int:
        """Numbers that it needs for one draw."""
        return 3 * self.pairs.width + self.units.width


def ceiling(
    people: Places,
    levels: int,
    rng: np.random.Generator,
    *,
    clusters: NDArray[np.generic] | None = None,
    draws: int = 1000,
    confidence: float = 0.95,
) -> Ceiling:
    """Of people alone. `people`: things × people, places on a scale of so many levels; `clusters`: the dialogue of each
    thing, where several, such as turns, come from one."""
    how = How(draws=draws, confidence=confidence)
    some = np.any(people != NONE, axis=1)
    seen = patterns(people[some], levels)
    if not len(seen.times):
        return Ceiling()
    peers = Peers.of(seen)
    sample = seen.sample(None if clusters is None else clusters[some])
    return ceiled(figures(sample, peers, rng, how, peers.width), seen, sample.size, how)


def ceiled(measured: list[Figure], seen: Patterns, clusters: int, how: How) -> Ceiling:
    """The figures of `Peers`, named."""
    count = min(clusters, int(seen.times[seen.sizes > 1].sum()))
    of_all, rank, weighted, same, near = measured
    return Ceiling(
        alpha=of_all,
        spearman=rank,
        kappa=weighted,
        exact=at_the_edge(same, count, how),
        within_one=at_the_edge(near, count, how),
        best=best_possible(seen),
    )


def best_possible(seen: Patterns) -> float | None:
    """Spearman–Brown: what the mean of so many marks can be correlated with, given how two single marks are.

    Columns need not be the same person throughout, so every ordered pair of marks of a dialogue is taken, in one pool;
    "so many" is the mean number of marks.
    """
    pairs = (seen.marks * seen.times[:, None]).T @ seen.marks - np.diag(seen.times @ seen.marks)
    single = float(spearman(pairs))
    if np.isnan(single):
        return None
    many = float(seen.times @ seen.sizes / seen.times.sum())
    return sqrt(many * single / (1 + (many - 1) * single)) if single > 0 else 0.0
