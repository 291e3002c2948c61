"""An interval around the mean of few clusters: a percentile bootstrap that is widened for how few there are.

Resampling n clusters makes their spread too small by √((n − 1) / n), and takes the normal for Student's distribution.
The expanded percentile interval (Hesterberg, What Teachers Should Know About the Bootstrap, 2015) takes percentiles
further out, so that both are made up for.
"""

from collections.abc import Sequence
from math import erf, sqrt

from baremo.stats.intervals import NORMAL, Interval, Rng

ROUNDS = 2000


def expanded_interval(clusters: Sequence[Sequence[float]], rng: Rng) -> Interval | None:
    """95 % around the mean of all numbers, with clusters as the units; None where there are fewer than two."""
    sums = [(sum(cluster), len(cluster)) for cluster in clusters if cluster]
    if len(sums) < 2:
        return None
    places, means = range(len(sums)), []
    for _ in range(ROUNDS):
        drawn = [sums[place] for place in rng.choices(places, k=len(sums))]
        means.append(sum(part for part, _ in drawn) / sum(size for _, size in drawn))
    means.sort()
    edge = int(ROUNDS * tail(len(sums)))
    return Interval(means[edge], means[-edge - 1])


def tail(count: int) -> float:
    """The share of resampled means on each side that is left out, for so many clusters."""
    far = sqrt(count / (count - 1)) * student(count - 1)
    return (1 - erf(far / sqrt(2))) / 2


def student(freedom: int) -> float:
    """97.5 % of Student's distribution lie below it: the expansion of Fisher and Cornish around the normal. With one or
    two degrees of freedom it is too small, and then the percentiles are the outermost all the same."""
    z = NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
