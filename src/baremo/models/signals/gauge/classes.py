"""Dissatisfied, neither or satisfied: the class of each USER turn, from what is said of it and of those before it."""

from collections.abc import Iterator, Sequence
from operator import mul

from baremo.core.estimate import Feels
from baremo.models.signals.gauge.table import Gauge

MEMORY = 0.6
"""Of what was felt lately, so much is kept from turn to turn."""


def history(felt: Sequence[float]) -> Iterator[tuple[float, ...]]:
    """Turn by turn of one dialogue, in the order of `HISTORY`: `felt` is what the models say of each turn. Nothing of a
    later turn is in it."""
    total, lately, lowest, last = 0.0, 0.0, 0.0, 0.0
    for place, now in enumerate(felt):
        yield now, total / max(1, place), lately, lowest, last, now * now
        total += now
        lately = MEMORY * lately + (1 - MEMORY) * now
        lowest, last = min(lowest, now), now


class Classes:
    """Reads the classes of turns with one table."""

    def __init__(self, gauge: Gauge) -> None:
        pulls = ((Feels.DISSATISFIED, gauge.dissatisfied), (Feels.SATISFIED, gauge.satisfied))
        self._pulls = [(feels, one.always, (*one.history, *one.neither)) for feels, one in pulls]

    def __call__(self, felt: Sequence[float], neither: Sequence[tuple[float, float]]) -> list[Feels]:
        """`neither`: what the words, and the numbers, of each turn say for its being neither."""
        return [self._class((*past, *calm)) for past, calm in zip(history(felt), neither, strict=True)]

    def _class(self, told: tuple[float, ...]) -> Feels:
        found, most = Feels.NEITHER, 0.0
        for feels, always, weights in self._pulls:
            if (strength := sum(map(mul, weights, told), always)) > most:
                found, most = feels, strength
        return found
