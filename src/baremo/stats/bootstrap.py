"""Intervals by drawing dialogues again and again.

Marks have few levels, so most dialogues look like many others. Drawing dialogues with replacement is the same as
drawing how often each *pattern* comes, and every figure is a function of that.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from baremo.stats.measures import Floats
from baremo.stats.ratings import UNKNOWN, Figure
from baremo.stats.sums import Sums

BUDGET = 2_000_000
"""Numbers held at once for the draws: 16 MB."""
NORMAL = NormalDist()
ENOUGH = 0.9
"""Of the draws must be defined; else there is no interval."""
_SAME = 1e-9
"""What differs less is the same number, added up in another order."""


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
        each = self.counts if self.clusters is None else np.ones(self.size)
        drawn = rng.multinomial(self.size, each / self.size, size=draws).astype(np.float64)
        return drawn if self.clusters is None else self.clusters(drawn)

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
        return [UNKNOWN if np.isnan(value) else Figure(float(value)) for value in seen]
    parts = [measure(weights) for weights in _chunks(sample, rng, how.draws, width)]
    return [
        UNKNOWN if np.isnan(value) else Figure(float(value), *percentiles(column, how.confidence, sample.size))
        for value, column in zip(seen, np.concatenate(parts).T, strict=True)
    ]


def _chunks(sample: Sample, rng: np.random.Generator, draws: int, width: int) -> Iterator[Floats]:
    step = max(1, BUDGET // max(1, sample.width + width))
    for start in range(0, draws, step):
        yield sample.drawn(rng, min(step, draws - start))


def percentiles(drawn: Floats, confidence: float, size: int) -> tuple[float | None, float | None]:
    """The middle part of what was drawn; nothing where too many draws are not defined, or where all are the same: that
    would be certainty, which no sample gives.

    Draws from few clusters spread too little, so the part is widened as a mean's interval is, by Student's t
    (T. Hesterberg, "What Teachers Should Know About the Bootstrap", 2015, "expanded percentiles").
    """
    known = drawn[~np.isnan(drawn)]
    if len(known) < ENOUGH * len(drawn):
        return None, None
    tail = NORMAL.cdf(-sqrt(size / (size - 1)) * student(confidence, size - 1))
    low, high = np.quantile(known, [tail, 1 - tail], method="weibull")
    return (float(low), float(high)) if high - low > _SAME else (None, None)


def student(confidence: float, freedom: int) -> float:
    """The quantile of Student's t that leaves this confidence in the middle, by its expansion around the normal one."""
    z = NORMAL.inv_cdf((1 + confidence) / 2)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def counted(share: Figure, count: int, how: How) -> Figure:
    """A share of so many independent things: the interval needs no draws."""
    if share.value is None or count < 2 or not how.draws:
        return share
    return Figure(share.value, *wilson(share.value, count, how.confidence))


def at_the_edge(share: Figure, count: int, how: How) -> Figure:
    """The same for a share of things that are not independent, only where it is 0 or 1 and hence so in every draw."""
    return counted(share, count, how) if share.value in (0.0, 1.0) else share


def wilson(share: float, count: int, confidence: float) -> tuple[float, float]:
    """Around a share of so many; it does not vanish where the share is 0 or 1, as drawing does."""
    spread = NORMAL.inv_cdf((1 + confidence) / 2) ** 2 / count
    middle, half = share + spread / 2, sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
