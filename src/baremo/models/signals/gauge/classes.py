"""Dissatisfied, neither or satisfied: the class of each USER turn, from its own numbers and the turns before it."""

from collections.abc import Iterator, Sequence

from baremo.core.estimate import Feels
from baremo.models.signals.gauge.line import Line
from baremo.models.signals.gauge.table import Gauge, Pull
from baremo.observe.course.rows import TURN, Row
from baremo.observe.course.wording import Weighing
from baremo.observe.view import TurnView

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
        self._neither = Weighing(gauge.neither)
        self._pulls = [(Feels.DISSATISFIED, _Pull(gauge.dissatisfied)), (Feels.SATISFIED, _Pull(gauge.satisfied))]

    def __call__(self, turns: Sequence[TurnView], rows: Sequence[Row], felt: Sequence[float]) -> list[Feels]:
        return [self._class(*one) for one in zip(turns, rows, history(felt), strict=True)]

    def _class(self, turn: TurnView, row: Row, past: tuple[float, ...]) -> Feels:
        neither = self._neither(turn)
        found, most = Feels.NEITHER, 0.0
        for feels, pull in self._pulls:
            if (strength := pull(row, past, neither)) > most:
                found, most = feels, strength
        return found


class _Pull:
    def __init__(self, pull: Pull) -> None:
        self._line = Line(tuple(TURN), pull.columns)
        self._history, self._neither, self._always = pull.history, pull.neither, pull.always

    def __call__(self, row: Row, past: tuple[float, ...], neither: float) -> float:
        felt = sum([weight * value for weight, value in zip(self._history, past, strict=True)])
        return self._always + self._line(row) + felt + self._neither * neither
