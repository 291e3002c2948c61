"""From a dialogue's course to an estimate, and what moved it."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import sqrt

from baremo.core.estimate import Driver, Estimate, Measured, TurnEstimate
from baremo.core.observation import Observation
from baremo.models.signals.gauge.line import Line
from baremo.models.signals.gauge.table import Gauge, Kind
from baremo.observe.course.rows import TURN, WHOLE, Row, turn_rows, whole_row
from baremo.observe.course.wording import wording
from baremo.observe.view import View

LOWEST, HIGHEST = 1.0, 5.0
DIGITS = 3
"""Of an estimate: the same bytes on every machine."""
DRIVERS = 2
"""Things that raised it, and as many that lowered it, which are told."""
TOLD = 0.01
"""Below this effect, nothing is told."""
_TURN, _WHOLE = tuple(TURN), tuple(WHOLE)
_SAYS = tuple(
    place for place, name in enumerate(_TURN) if ".says." in name or ".repeats" in name or name == "system.same_wording"
)
"""Columns of a turn that are events one can point at."""


class Reader:
    """Reads dialogues with one table."""

    def __init__(self, gauge: Gauge) -> None:
        self.gauge = gauge
        self._turn = Line(_TURN, gauge.turn)
        self._whole = Line(_WHOLE, gauge.whole)
        self._kinds = [_Near(kind, gauge) for kind in gauge.kinds]

    def course(self, view: View, seen: Mapping[str, Sequence[Observation]]) -> "Course":
        return Course(self, view, seen)

    def turn_parts(self, view: View, rows: Sequence[Row]) -> tuple[list[float], list[float]]:
        """By the words of each USER turn, and by what else it shows."""
        known = self.gauge.words
        spoken = [sum([known[word] for word in wording(turn) if word in known]) for turn in view.user]
        return spoken, [self._turn(row) for row in rows]

    def whole_part(self, row: Row) -> float:
        return self._whole(row)

    def effects(self, row: Row) -> dict[int, float]:
        return dict(self._turn.effects(row))

    def measured(self, row: Row) -> Measured | None:
        """On the kind of dialogues that this one is most like."""
        distance, kind = min(((one.distance(row), one.kind) for one in self._kinds), key=_first, default=(0.0, None))
        if kind is None or distance > kind.reach:
            return None
        like = f"{kind.about} ({kind.name})" if kind.about else kind.name
        return Measured(
            like=like, dialogues=kind.dialogues, rho=kind.rho, low=kind.low, high=kind.high, person=kind.person
        )


class Course:
    """One dialogue, read."""

    def __init__(self, reader: Reader, view: View, seen: Mapping[str, Sequence[Observation]]) -> None:
        self._reader = reader
        self._view = view
        self._rows = turn_rows(view)
        self._whole = whole_row(view, self._rows, seen)
        self._spoken, self._felt = reader.turn_parts(view, self._rows)

    @cached_property
    def value(self) -> float:
        """For the dialogue as a whole, within the scale."""
        late, blend = len(self._spoken) // 2, self._reader.gauge.blend
        parts = {
            "words.mean": _mean(self._spoken),
            "words.late": _mean(self._spoken[late:]),
            "turn.mean": _mean(self._felt),
            "turn.late": _mean(self._felt[late:]),
            "whole": self._reader.whole_part(self._whole),
        }
        return _bounded(self._reader.gauge.base + sum(weight * parts[name] for name, weight in blend.items()))

    @cached_property
    def turns(self) -> tuple[TurnEstimate, ...]:
        gauge = self._reader.gauge
        words, shown = gauge.turn_blend.get("words", 0.0), gauge.turn_blend.get("turn", 0.0)
        values = [
            gauge.turn_base + words * one + shown * other for one, other in zip(self._spoken, self._felt, strict=True)
        ]
        return tuple(
            TurnEstimate(turn=turn.number, value=_bounded(value))
            for turn, value in zip(self._view.user, values, strict=True)
        )

    def estimate(self) -> Estimate:
        gauge = self._reader.gauge
        return Estimate(
            value=self.value,
            low=_bounded(self.value - gauge.radius),
            high=_bounded(self.value + gauge.radius),
            confidence=gauge.confidence,
            level=1 + bisect_right(gauge.cuts, self.value),
            turns=self.turns,
            drivers=self._drivers(),
            measured=self._reader.measured(self._whole),
        )

    def _drivers(self) -> tuple[Driver, ...]:
        """The events that moved it most, each once: those that raised it first."""
        shown = self._reader.gauge.turn_blend.get("turn", 0.0)
        best: dict[str, Driver] = {}
        for turn, row in zip(self._view.user, self._rows, strict=True):
            effects = self._reader.effects(row)
            for place in _SAYS:
                effect = shown * effects.get(place, 0.0)
                sees = TURN[_TURN[place]][0]
                if row[place] and abs(effect) >= TOLD and abs(effect) > abs(best[sees].effect if sees in best else 0):
                    best[sees] = Driver(what=sees, effect=round(effect, DIGITS), turn=turn.number)
        ordered = sorted(best.values(), key=lambda one: (-abs(one.effect), one.what))
        up, down = ([one for one in ordered if (one.effect > 0) is way][:DRIVERS] for way in (True, False))
        return (*up, *down)


class _Near:
    """How far a dialogue is from those of one kind, by what tells kinds apart."""

    def __init__(self, kind: Kind, gauge: Gauge) -> None:
        self.kind = kind
        self._columns = [(_WHOLE.index(name), gauge.whole[name], at) for name, at in kind.centre.items()]

    def distance(self, row: Row) -> float:
        away = [
            (min(3.0, max(-3.0, (row[place] - one.centre) / one.spread)) - at) ** 2 for place, one, at in self._columns
        ]
        return sqrt(sum(away) / max(1, len(away)))


def _first(pair: tuple[float, Kind]) -> float:
    return pair[0]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _bounded(value: float) -> float:
    return round(min(HIGHEST, max(LOWEST, value)), DIGITS)
