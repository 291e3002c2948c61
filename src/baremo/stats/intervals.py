"""Intervals around means of numbers that come in clusters, such as several ratings of one task."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple, Protocol

ROUNDS = 1000
MANY = 500
"""Clusters from which the normal approximation is as good as resampling, and much faster."""
NORMAL = 1.959964
"""97.5 % of a normal distribution lie below it."""


class Rng(Protocol):
    """What a resampling needs of `random.Random`."""

    def choices(self, population: Sequence[int], *, k: int) -> list[int]: ...


class Interval(NamedTuple):
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0


def mean_interval(clusters: Sequence[Sequence[float]], rng: Rng) -> Interval | None:
    """95 % around the mean of all numbers, with clusters as the units; None where there are fewer than two."""
    filled = [cluster for cluster in clusters if cluster]
    if len(filled) < 2:
        return None
    sums = [(sum(cluster), len(cluster)) for cluster in filled]
    return _normal(sums) if len(sums) >= MANY else _resampled(sums, rng)


def _normal(sums: Sequence[tuple[float, int]]) -> Interval:
    """From the spread of the clusters around the mean (the sandwich estimate)."""
    count, total = len(sums), sum(size for _, size in sums)
    mean = sum(part for part, _ in sums) / total
    spread = sum((part - mean * size) ** 2 for part, size in sums)
    error = NORMAL * sqrt(spread * count / (count - 1)) / total
    return Interval(mean - error, mean + error)


def _resampled(sums: Sequence[tuple[float, int]], rng: Rng) -> Interval:
    """Percentiles of the means of clusters drawn with replacement."""
    places, means = range(len(sums)), []
    for _ in range(ROUNDS):
        drawn = [sums[place] for place in rng.choices(places, k=len(sums))]
        means.append(sum(part for part, _ in drawn) / sum(size for _, size in drawn))
    means.sort()
    edge = ROUNDS // 40
    return Interval(means[edge], means[-edge - 1])
