"""Intervals where every draw is the same. Then drawing says "certain", and that is false: what was not seen among a few
may still be there.

So many things without an exception leave room for a share of exceptions, up to Wilson's bound. These are taken for
marks that were given by chance, each level as often as it was seen. Rank correlation, Cohen's kappa with any weights
and alpha then all fall from 1 to one minus the share of marks by chance.
"""

from baremo.stats.bootstrap import How, wilson
from baremo.stats.measures import Floats
from baremo.stats.ratings import Figure

_SAME = 1e-9


def unseen(count: int, confidence: float) -> float:
    """The share of exceptions that so many things without any leave room for."""
    return 1 - wilson(1.0, count, confidence)[0]


def by_chance(times: Floats) -> float:
    """How often two marks are the same by chance, where each level is given so many times."""
    return float(((times / times.sum()) ** 2).sum())


def perfect(figure: Figure, count: int, chance: float, how: How, *, pairs: bool = False) -> Figure:
    """A coefficient of so many dialogues that is 1 or -1 in every draw; any other is left as it is.

    `chance`: how often marks are the same by chance. `pairs`: whether it counts pairs of dialogues, as Kendall's tau
    does: a pair is in order for certain only where neither of its marks is by chance."""
    if figure.value is None or abs(figure.value) < 1 - _SAME or count < 2 or not how.draws:
        return figure
    random = min(1.0, unseen(count, how.confidence) / max(1 - chance, _SAME))
    near = (1 - random) ** 2 if pairs else 1 - random
    return Figure(figure.value, near, 1.0) if figure.value > 0 else Figure(figure.value, -1.0, -near)


def always(figure: Figure, count: int, step: float, how: How) -> Figure:
    """A mean of so many numbers that are all the same: the exceptions are a step away, all on one side or the other."""
    if figure.value is None or figure.low is not None or count < 2 or not how.draws or step <= 0:
        return figure
    reach = unseen(count, how.confidence) * step
    return Figure(figure.value, figure.value - reach, figure.value + reach)
