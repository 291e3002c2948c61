"""Whether what is said to be likely happens as often as it is said."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.stats.quantiles import wilson

Floats = NDArray[np.float64]
BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Predictions that are about alike, and what came of them."""

    dialogues: int
    predicted: float
    """The mean chance that was given to "people go at least so high"."""
    observed: float
    """How often they did."""
    low: float
    high: float
    """Of the observed share, with dialogues as the independent cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    """Of the statements "people give at least this level", for every level but the lowest, in every dialogue."""

    dialogues: int
    bins: tuple[Bin, ...]
    """By predicted chance, ascending; those without predictions are left out."""
    error: float
    """Expected calibration error: the mean distance between predicted and observed, bins weighed by what is in them."""
    score: float
    """Ranked probability score, the mean squared distance over all statements: lower is better, 0 is perfect."""


def reliability(predicted: Floats, shares: Floats, *, confidence: float) -> Reliability:
    """Both dialogues × people's levels: the chances that were given, and how people's marks are spread."""
    said, happened = _at_least(predicted), _at_least(shares)
    places = np.minimum((said * BINS).astype(np.intp), BINS - 1)
    bins, error = [], 0.0
    for place in range(BINS):
        inside = places == place
        if not inside.any():
            continue
        dialogues = int(inside.any(axis=1).sum())
        mean, share = float(said[inside].mean()), min(1.0, float(happened[inside].mean()))
        low, high = wilson(share, dialogues, confidence)
        bins.append(Bin(dialogues=dialogues, predicted=mean, observed=share, low=low, high=high))
        error += float(inside.mean()) * abs(mean - share)
    score = float(np.mean((said - happened) ** 2))
    return Reliability(dialogues=len(shares), bins=tuple(bins), error=error, score=score)


def taken_at_its_word(places: NDArray[np.intp], levels: int) -> Floats:
    """What a judge predicts that is never in doubt: the level that it gave, for certain."""
    return np.eye(levels)[places]


def _at_least(shares: Floats) -> Floats:
    return np.clip(1 - np.cumsum(shares, axis=1)[:, :-1], 0.0, 1.0)
