"""Intervals around shares: so many of so many."""

from math import sqrt

from baremo.stats.intervals import NORMAL, Interval


def share_interval(count: int, total: int) -> Interval | None:
    """95 %, by Wilson's score: right for few cases, and for none or all of them. None where there are no cases."""
    if not total:
        return None
    share, square = count / total, NORMAL**2
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = NORMAL * sqrt(share * (1 - share) / total + square / (4 * total**2)) / (1 + square / total)
    return Interval(0.0 if not count else middle - half, 1.0 if count == total else middle + half)
