"""From a dialogue's course to an estimate, and what moved it."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress
from math import dist, sqrt
from operator import itemgetter

from baremo.core.dialogue import Speaker
from baremo.core.estimate import Driver, Estimate, Measured, TurnEstimate
from baremo.core.observation import Observation
from baremo.models.signals.gauge.classes import Classes
from baremo.models.signals.gauge.fitted import Fitted
from baremo.models.signals.gauge.line import CLIP, Line, TwoLines
from baremo.models.signals.gauge.table import Gauge, Kind
from baremo.observe.course.rows import TURN, WHOLE, Row, turn_rows, whole_row
from baremo.observe.course.wording import Weighing
from baremo.observe.view import View

Pair = tuple[float, float]
LOWEST, HIGHEST = 1.0, 5.0
DIGITS = 3
"""Of an estimate: the same bytes on every machine."""
DRIVERS = 2
"""Things that raised it, and as many that lowered it, which are told."""
TOLD = 0.01
"""Below this effect, nothing is told."""
_TURN, _WHOLE = tuple(TURN), tuple(WHOLE)
_EVENTS = tuple(
    (place, TURN[name][0], name.startswith("system."))
    for place, name in enumerate(_TURN)
    if ".says." in name or ".repeats" in name or name == "system.same_wording"
)
"""Columns of a turn that are events one can point at, what they see, and whether it is SYSTEM's doing."""

_AT_EVENTS = itemgetter(*[place for place, *_ in _EVENTS])


class Reader:
    """Reads dialogues with one table."""

    def __init__(self, gauge: Gauge) -> None:
        self.gauge = gauge
        self._words = Weighing({word: (one.weight, one.neither) for word, one in gauge.words.items()})
        self._turn = TwoLines(_TURN, gauge.turn)
        self._shown = gauge.turn_blend.get("turn", 0.0)
        self._once = [self._shown * self._turn.effect(place, 1.0) for place in range(len(_TURN))]
        """The effect of each number where it is 1, as most of them are."""
        self._whole = Line(_WHOLE, gauge.whole)
        self._kinds = _Kinds(gauge)
        self.classes = Classes(gauge)
        self.criteria = {name: Fitted(one) for name, one in gauge.criteria.items()}

    def course(self, view: View, seen: Mapping[str, Sequence[Observation]]) -> "Course":
        return Course(self, view, seen)

    def turn_parts(self, view: View, rows: Sequence[Row]) -> tuple[list[Pair], list[Pair]]:
        """By the words of each USER turn, and by what else it shows: how satisfied, and how far neither."""
        return [self._words(turn) for turn in view.user], [self._turn.both(row) for row in rows]

    def whole_part(self, row: Row) -> float:
        return self._whole(row)

    def effect(self, place: int, value: float) -> float:
        """Of one number in a turn's row on that turn's estimate."""
        return self._once[place] if value == 1 else self._shown * self._turn.effect(place, value)

    def measured(self, row: Row) -> Measured | None:
        """On the kind of dialogues that this one is most like."""
        kind = self._kinds.nearest(row)
        if kind is None:
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
        words, shown = reader.turn_parts(view, self._rows)
        self._spoken, self._felt = [one for one, _ in words], [one for one, _ in shown]
        self._neither = [(one, other) for (_, one), (_, other) in zip(words, shown, strict=True)]

    @property
    def row(self) -> Row:
        """The numbers of the whole dialogue."""
        return self._whole

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
        felt = [words * one + shown * other for one, other in zip(self._spoken, self._felt, strict=True)]
        classes = self._reader.classes(felt, self._neither)
        return tuple(
            TurnEstimate(turn=turn.number, value=_bounded(gauge.turn_base + value), feels=feels)
            for turn, value, feels in zip(self._view.user, felt, classes, strict=True)
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
            measured=self.measured,
        )

    @cached_property
    def measured(self) -> Measured | None:
        return self._reader.measured(self._whole)

    def _drivers(self) -> tuple[Driver, ...]:
        """The events that moved it most, each once: those that raised it first."""
        best: dict[str, Driver] = {}
        for number, before, row in self._pointed():
            values = _AT_EVENTS(row)
            for value, (place, sees, system) in compress(zip(values, _EVENTS, strict=True), values):
                effect = self._reader.effect(place, value)
                if abs(effect) > (abs(best[sees].effect) if sees in best else TOLD):
                    best[sees] = Driver(what=sees, effect=round(effect, DIGITS), turn=before if system else number)
        ordered = sorted(best.values(), key=lambda one: (-abs(one.effect), one.what))
        up, down = ([one for one in ordered if (one.effect > 0) is way][:DRIVERS] for way in (True, False))
        return (*up, *down)

    def _pointed(self) -> Iterator[tuple[int, int, Row]]:
        """Each USER turn's number, that of the SYSTEM turn before it, and its row."""
        rows, before = iter(self._rows), 0
        for turn in self._view.turns:
            if turn.speaker is Speaker.USER:
                yield turn.number, before, next(rows)
            else:
                before = turn.number


class _Kinds:
    """Which kind a dialogue is most like, by what tells kinds apart."""

    def __init__(self, gauge: Gauge) -> None:
        names = list(dict.fromkeys(name for kind in gauge.kinds for name in kind.centre))
        self._columns = [(_WHOLE.index(name), gauge.whole[name].centre, gauge.whole[name].spread) for name in names]
        self._kinds = [(kind, [kind.centre.get(name, 0.0) for name in names]) for kind in gauge.kinds]

    def nearest(self, row: Row) -> Kind | None:
        """None where it is like none of them."""
        at = [min(CLIP, max(-CLIP, (row[place] - centre) / spread)) for place, centre, spread in self._columns]
        near = [(_distance(at, centre), kind) for kind, centre in self._kinds]
        distance, kind = min(near, key=_first, default=(0.0, None))
        return kind if kind is not None and distance <= kind.reach else None


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    """On average over the columns."""
    return dist(one, other) / sqrt(max(1, len(one)))


def _first(pair: tuple[float, Kind]) -> float:
    return pair[0]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _bounded(value: float) -> float:
    return round(min(HIGHEST, max(LOWEST, value)), DIGITS)
