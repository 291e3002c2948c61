"""Two marks for each of the same dialogues: how far they lie apart, and whether that may be chance.

Levels are few, so equal differences are drawn together: a hundred thousand dialogues take no longer than a hundred.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from baremo.stats.bootstrap import How, percentiles
from baremo.stats.edges import always
from baremo.stats.ratings import UNKNOWN, Figure

Numbers = NDArray[np.float64]
ROUNDS = 2000
"""Drawings for an interval."""
FLIPS = 9999
"""Drawings for a test, where there are too many ways to look at all."""
FEW = 15
"""Differences up to which every way to flip their signs is looked at."""
VARIED = 2000
"""Distinct differences from which the normal approximation is as good as drawing, and much faster."""
NORMAL = 1.959964
"""97.5 % of a normal distribution lie below it."""
HOW = How(draws=ROUNDS, confidence=0.95)
_DIGITS = 9
"""What differs less is the same number, added up in another order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    cases: int
    """Dialogues that have both marks."""
    before: float | None = None
    """Mean of the first marks; None where there are none."""
    after: float | None = None
    difference: Figure = UNKNOWN
    """Mean of second minus first, with a 95 % bootstrap interval over dialogues."""
    p: float | None = None
    """Two-sided, by flipping signs: how often a mean difference at least as large would come of chance alone."""
    every: bool = False
    """Whether every way to flip was looked at, so that p is exact."""
    up: int = 0
    down: int = 0
    same: int = 0


def paired(before: Numbers, after: Numbers, rng: np.random.Generator, step: float = 0.0) -> Paired:
    """Where either is not a number, the pair does not count. `step`: from one mark to the next; where it is not given,
    what marks usually lie apart."""
    there = ~(np.isnan(before) | np.isnan(after))
    first, second = before[there], after[there]
    if not len(first):
        return Paired(cases=0)
    differences = np.round(second - first, _DIGITS)
    p, every = sign_flip(differences, rng)
    return Paired(
        cases=len(first),
        before=float(first.mean()),
        after=float(second.mean()),
        difference=mean_figure(differences, rng, step or float(np.concatenate([first, second]).std())),
        p=p,
        every=every,
        up=int((differences > 0).sum()),
        down=int((differences < 0).sum()),
        same=int((differences == 0).sum()),
    )


def mean_figure(differences: Numbers, rng: np.random.Generator, step: float) -> Figure:
    """The mean with the percentiles of the means of as many, drawn with replacement. Where all differences are the
    same, there may be some that are a step away."""
    count, mean = len(differences), float(differences.mean())
    if count < 2:
        return Figure(mean)
    values, times = np.unique(differences, return_counts=True)
    if len(values) > VARIED:
        error = NORMAL * float(differences.std(ddof=1)) / count**0.5
        return Figure(mean, mean - error, mean + error)
    drawn = rng.multinomial(count, times / count, size=ROUNDS) @ values / count
    return always(Figure(mean, *percentiles(drawn, HOW.confidence, count)), count, step, HOW)


def sign_flip(differences: Numbers, rng: np.random.Generator) -> tuple[float, bool]:
    """The share of ways to flip the signs whose sum is at least as far from zero, and whether all were looked at. If
    there is nothing between the two marks, each difference might as well have had the other sign."""
    sizes = np.abs(differences[differences != 0])
    if not len(sizes):
        return 1.0, True
    reached = abs(float(differences.sum())) - 10.0**-_DIGITS * max(1.0, float(sizes.sum()))
    if len(sizes) <= FEW:
        sums = np.array(list(product((-1.0, 1.0), repeat=len(sizes)))) @ sizes
        return float((np.abs(sums) >= reached).mean()), True
    values, times = np.unique(sizes, return_counts=True)
    if len(values) > VARIED:
        sums = rng.standard_normal(FLIPS) * float(np.sqrt((sizes**2).sum()))
    else:
        sums = (2.0 * rng.binomial(times, 0.5, size=(FLIPS, len(times))) - times) @ values
    return float((1 + (np.abs(sums) >= reached).sum()) / (FLIPS + 1)), False
