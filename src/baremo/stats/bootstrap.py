"""Intervals by drawing dialogues again and again.

Marks have few levels, so most dialogues look like many others. Drawing dialogues with replacement is the same as
drawing how often each *pattern* comes, and every figure is a function of that.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from baremo.stats.measures import Floats
from baremo.stats.ratings import UNKNOWN, Figure

Indices = NDArray[np.intp]
BUDGET = 2_000_000
"""Numbers held at once for the draws: 16 MB."""
DENSE = 2_000_000
"""Up to so many numbers, a sum is one product of matrices."""
ENOUGH = 0.9
"""Of the draws must be defined; else there is no interval."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sums:
    """Sums over weighted things: entry by entry, how much of which thing goes into which cell."""

    thing: Indices
    cell: Indices
    """Ascending."""
    amount: Floats
    cells: int
    matrix: Floats | None
    """The same as things × cells, where that is small."""

    @classmethod
    def of(cls, thing: Indices, cell: Indices, amount: Floats, size: tuple[int, int]) -> "Sums":
        """`size` is the number of things and of cells."""
        order = np.argsort(cell, kind="stable")
        matrix = None
        if size[0] * size[1] <= DENSE:
            matrix = np.zeros(size)
            np.add.at(matrix, (thing, cell), amount)
        return cls(thing=thing[order], cell=cell[order], amount=amount[order], cells=size[1], matrix=matrix)

    def __call__(self, weights: Floats) -> Floats:
        """Draws × things in, draws × cells out."""
        if self.matrix is not None:
            return weights @ self.matrix
        sums = np.zeros((len(weights), self.cells))
        cells, starts = np.unique(self.cell, return_index=True)
        if len(cells):
            sums[:, cells] = np.add.reduceat(weights[:, self.thing] * self.amount, starts, axis=1)
        return sums

    @property
    def width(self) -> int:
        """Numbers it needs for one draw."""
        return self.cells if self.matrix is not None else self.cells + 2 * len(self.thing)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sample:
    """What was seen: patterns and how often each came; and how the units that are drawn, clusters, are made of them."""

    counts: Floats
    clusters: Sums | None = None
    """Clusters to patterns; None where each thing is a cluster of its own."""
    size: int
    """Clusters."""

    def drawn(self, rng: np.random.Generator, draws: int) -> Floats:
        """As many clusters as there are, with replacement: draws × patterns."""
        if self.clusters is None:
            return rng.multinomial(self.size, self.counts / self.size, size=draws).astype(np.float64)
        taken = rng.multinomial(self.size, np.full(self.size, 1 / self.size), size=draws)
        return self.clusters(taken.astype(np.float64))

    @property
    def width(self) -> int:
        return len(self.counts) if self.clusters is None else 2 * self.size + self.clusters.width


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How intervals are made."""

    draws: int = 1000
    """None are made where it is 0."""
    confidence: float = 0.95


def figures(
    sample: Sample, measure: Callable[[Floats], Floats], rng: np.random.Generator, how: How, width: int = 1
) -> list[Figure]:
    """`measure` takes draws × patterns and gives draws × figures; `width` is how many numbers it needs for one draw."""
    seen = measure(sample.counts[None, :])[0]
    if sample.size < 2 or not how.draws:
        return [Figure(_known(value)) for value in seen]
    parts = [measure(weights) for weights in _chunks(sample, rng, how.draws, width)]
    return [
        UNKNOWN if np.isnan(value) else Figure(float(value), *percentiles(column, how.confidence))
        for value, column in zip(seen, np.concatenate(parts).T, strict=True)
    ]


def _chunks(sample: Sample, rng: np.random.Generator, draws: int, width: int) -> Iterator[Floats]:
    step = max(1, BUDGET // max(1, sample.width + width))
    for start in range(0, draws, step):
        yield sample.drawn(rng, min(step, draws - start))


def _known(value: np.float64) -> float | None:
    return None if np.isnan(value) else float(value)


def percentiles(drawn: Floats, confidence: float) -> tuple[float | None, float | None]:
    """The middle part of what was drawn; nothing where too many draws are not defined."""
    known = drawn[~np.isnan(drawn)]
    if len(known) < ENOUGH * len(drawn):
        return None, None
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def at_the_edge(share: Figure, count: int, how: How) -> Figure:
    """A share of 0 or 1 is the same in every draw: then the interval is Wilson's, of so many independent things."""
    if share.value not in (0.0, 1.0) or share.low is None:
        return share
    return Figure(share.value, *wilson(share.value, count, how.confidence))


def wilson(share: float, count: int, confidence: float) -> tuple[float, float]:
    """Around a share of so many; it does not vanish where the share is 0 or 1, as drawing does."""
    spread = NormalDist().inv_cdf((1 + confidence) / 2) ** 2 / count
    middle, half = share + spread / 2, np.sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, float(middle - half) / (1 + spread)), min(1.0, float(middle + half) / (1 + spread))
