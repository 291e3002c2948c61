"""The mean of people's marks over very many dialogues of which they marked a few, with the judge's help.

Prediction-powered inference with power tuning (Angelopoulos, Duchi and Zrnic 2023, "PPI++"): the judge says how all
dialogues are, the labels say by how much it is wrong. However wrong it is, the interval holds; the better it is, the
narrower it gets. The labelled dialogues must be a random sample of all, and their marks not too lopsided: where a few
low marks among very many high ones make the mean, a sample that has none of them knows nothing of them."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from baremo.stats.quantiles import student_quantile

Floats = NDArray[np.float64]


FEWEST = 5
"""Labels on the rarer side of the middle: with fewer, intervals hold less often than they say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    mean: float
    low: float | None
    high: float | None
    """None where all numbers are the same: how far others may lie from them, nobody can tell."""

    @property
    def width(self) -> float | None:
        return None if self.low is None or self.high is None else self.high - self.low


@dataclass(frozen=True, slots=True, kw_only=True)
class Powered:
    """Three answers to one question: what would people say on average?"""

    labelled: int
    unlabelled: int
    """Dialogues that only the judge marked."""
    powered: Estimate
    classical: Estimate
    """By the labels alone."""
    judge: Estimate
    """By the judge alone; its interval knows nothing of its errors."""
    trust: float
    """How far the judge is relied on, the tuned lambda: 0 is not at all."""
    worth: float
    """As many labels alone would give an interval as narrow."""
    rarer: int | None = None
    """Labels on that side of the middle between the lowest and the highest where there are fewer; None where nobody
    counted."""

    @property
    def lopsided(self) -> bool:
        return self.rarer is not None and self.rarer < FEWEST

    @property
    def saved(self) -> float:
        """Labels that need not be made."""
        return self.worth - self.labelled


def powered(people: Floats, judged: Floats, others: Floats, *, confidence: float) -> Powered:
    """People's mean mark and the judge's value of at least three labelled dialogues, and the judge's values of the
    others, all on people's scale."""
    count, rest = len(people), len(others)
    trust = _trust(people, judged, others)
    error = people - trust * judged
    # What was estimated from the same labels takes a degree of freedom, as in a regression.
    scale = (count - 1) / (count - 2) if trust else 1.0
    square = scale * float(error.var(ddof=1)) / count
    mean = float(error.mean())
    if trust:
        mean += trust * float(others.mean())
        square += trust**2 * float(others.var(ddof=1)) / rest
    classical = float(people.var(ddof=1)) / count
    everything = np.concatenate([judged, others])
    worth = count * classical / square if square > 0 else float(count)
    return Powered(
        labelled=count,
        unlabelled=rest,
        powered=_estimate(mean, square, count - 2 if trust else count - 1, confidence),
        classical=_estimate(float(people.mean()), classical, count - 1, confidence),
        judge=_estimate(
            float(everything.mean()), float(everything.var(ddof=1)) / len(everything), len(everything) - 1, confidence
        ),
        trust=trust,
        worth=max(worth, float(count)),
        rarer=_rarer(people),
    )


def _rarer(people: Floats) -> int:
    middle = (people.min() + people.max()) / 2
    return int(min((people < middle).sum(), (people > middle).sum()))


def _trust(people: Floats, judged: Floats, others: Floats) -> float:
    """The lambda that makes the interval narrowest. A judge that speaks against people is not relied on at all."""
    if len(others) < 2:
        return 0.0
    spread = float(np.concatenate([judged, others]).var(ddof=1))
    if spread <= 0:
        return 0.0
    together = float(np.cov(people, judged)[0, 1])
    return max(0.0, together / (spread * (1 + len(people) / len(others))))


def _estimate(mean: float, square: float, freedom: int, confidence: float) -> Estimate:
    if square <= 0:
        return Estimate(mean=mean, low=None, high=None)
    reach = student_quantile(confidence, freedom) * sqrt(square)
    return Estimate(mean=mean, low=mean - reach, high=mean + reach)
