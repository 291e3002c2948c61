"""An interval for one dialogue that holds the mean of its people's marks as often as it says (conformal prediction).

Its size is that of errors in dialogues that a mapping was not fitted on, so that it holds whether or not the mapping is
any good. Where people's marks are few levels, many errors are equal, and the interval holds more often than it says."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST = 0.05
"""The smallest spread that an error is measured in, as a share of the scale: nothing is ever quite certain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    confidence: float
    dialogues: int
    """How many errors it rests on."""
    margin: float | None
    """How many spreads on both sides of what is expected; None where the labels are too few for any bound."""
    lowest: float
    highest: float
    """The ends of people's scale."""
    levels: tuple[float, ...] = ()
    """Where the mean of people's marks was always a level, the levels: then the interval begins and ends at levels."""

    def intervals(self, expected: Floats, spread: Floats) -> tuple[Floats, Floats]:
        """Low and high ends, dialogue by dialogue."""
        if self.margin is None:
            return np.full(len(expected), self.lowest), np.full(len(expected), self.highest)
        reach = self.margin * floored(spread, self.highest - self.lowest)
        low, high = np.maximum(expected - reach, self.lowest), np.minimum(expected + reach, self.highest)
        return self._at_levels(low, high, expected) if self.levels else (low, high)

    def _at_levels(self, low: Floats, high: Floats, expected: Floats) -> tuple[Floats, Floats]:
        """The levels that lie within; where none does, the one nearest to what is expected."""
        levels = np.array(self.levels)
        first = np.searchsorted(levels, low - 1e-9)
        last = np.searchsorted(levels, high + 1e-9, side="right") - 1
        nearest = np.abs(expected[:, None] - levels[None, :]).argmin(axis=1)
        nothing = first > last
        return levels[np.where(nothing, nearest, first)], levels[np.where(nothing, nearest, last)]


def floored(spread: Floats, extent: float) -> Floats:
    return np.maximum(spread, LEAST * extent)


def band(people: Floats, predicted: tuple[Floats, Floats], levels: tuple[float, ...], *, confidence: float) -> Band:
    """From the mean of people's marks in each labelled dialogue, and what was expected there out of fold, with its
    spread."""
    expected, spread = predicted
    lowest, highest = levels[0], levels[-1]
    errors = np.sort(np.abs(people - expected) / floored(spread, highest - lowest))
    count = len(errors)
    rank = ceil((count + 1) * confidence - 1e-9)
    at_levels = bool(np.isin(people, levels).all())
    return Band(
        confidence=confidence,
        dialogues=count,
        margin=float(errors[rank - 1]) if rank <= count else None,
        lowest=lowest,
        highest=highest,
        levels=levels if at_levels else (),
    )
