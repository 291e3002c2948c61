"""How well people agree with people."""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baremo.stats.alpha import Units, alpha
from baremo.stats.bootstrap import How, Sample, at_the_edge, figures
from baremo.stats.edges import by_chance, perfect
from baremo.stats.measures import Floats, exact, kappa, spearman, within_one
from baremo.stats.patterns import Patterns, consensus, patterns
from baremo.stats.ratings import NONE, Ceiling, Figure, Places
from baremo.stats.sums import Sums

FEWEST = 10
"""Dialogues that several people marked: from fewer, there are no figures."""
COEFFICIENTS, SHARES = ("alpha", "spearman", "kappa"), ("exact", "within_one")


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
    sizes = np.sum(people != NONE, axis=1)
    several = sizes > 1
    seen = patterns(people[several], levels)
    sample = seen.sample(None if clusters is None else clusters[several])
    counted = Ceiling(dialogues=sample.size, marks=int(sizes[several].sum()))
    if sample.size < FEWEST:
        return counted
    peers = Peers.of(seen)
    measured = figures(sample, peers, rng, how, peers.width)
    return replace(
        counted, best=best_possible(seen, float(sizes[sizes > 0].mean())), **_named(measured, seen, sample, how)
    )


def _named(measured: list[Figure], seen: Patterns, sample: Sample, how: How) -> dict[str, Any]:
    """The figures of `Peers`. Where nobody ever differed, so many dialogues leave room for some in which they would."""
    chance = by_chance(seen.times @ seen.marks)
    shares = {name: at_the_edge(figure, sample.size, how) for name, figure in zip(SHARES, measured[3:], strict=True)}
    return shares | {
        name: perfect(figure, sample.size, chance, how) for name, figure in zip(COEFFICIENTS, measured[:3], strict=True)
    }


def best_possible(seen: Patterns, many: float) -> float | None:
    """Spearman–Brown: what the mean of so many marks can be correlated with, given how two single marks are.

    Columns need not be the same person throughout, so every ordered pair of marks of a dialogue is taken, in one pool;
    "so many" is the mean number of marks, those included that stand alone.
    """
    pairs = (seen.marks * seen.times[:, None]).T @ seen.marks - np.diag(seen.times @ seen.marks)
    single = float(spearman(pairs))
    if np.isnan(single):
        return None
    return sqrt(many * single / (1 + (many - 1) * single)) if single > 0 else 0.0
