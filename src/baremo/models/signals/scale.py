"""From a position to a level of any scale."""

from bisect import bisect_right
from collections.abc import Sequence


def spread(position: float, cuts: Sequence[float]) -> float:
    """The position on a scale on which the cuts are equally far apart, from 0 up to 1."""
    knots = [0.0, *cuts, 1.0]
    part = min(bisect_right(knots, position), len(knots) - 1) - 1
    low, high = knots[part], knots[part + 1]
    return (part + (position - low) / (high - low)) / (len(cuts) + 1)


def level_index(position: float, cuts: Sequence[float], levels: int) -> int:
    """Which of so many levels; with one more level than cuts, each cut is where the next level starts."""
    bounded = min(1.0, max(0.0, position))
    # The tiny addition keeps a position exactly on a cut from falling below it by a rounding error.
    return min(levels - 1, int(spread(bounded, cuts) * levels + 1e-9))
