"""One dialogue, observed once: what was seen, and what it weighs per criterion."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from baremo.core.dialogue import Dialogue, Speaker
from baremo.core.observation import Observation
from baremo.judging.shapes import QuoteShape
from baremo.models.signals.gauge.estimate import Course
from baremo.models.signals.gauge.estimate import Reader as Gauging
from baremo.models.signals.table import Feature, Per, Table
from baremo.observe.english import is_english
from baremo.observe.quoting import quotable
from baremo.observe.registry import BY_NAME, observe
from baremo.observe.view import View

CONTENT, DISCONTENT = "content", "discontent"
"""Signals of the gauge, which weighs all that USER says and how it goes, and not one kind of event."""


CLEAR = 0.15
"""Marks above or below the usual from which one can point at it."""


UNMEASURED = 0.5
"""The share of an estimate that is believed where nobody knows how good it is."""


class Signal(NamedTuple):
    """What one feature adds to, or takes from, one criterion."""

    observer: str
    weight: float
    """Weight times feature: above 0 it speaks for a high mark."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one criterion stands before severity or doubt."""

    position: float
    speaking_for: tuple[Signal, ...]
    """The weightiest first."""
    speaking_against: tuple[Signal, ...]
    favourable: float
    """Sum of what speaks for a high mark."""
    adverse: float
    """Sum of what speaks against it, above 0."""


class Reading:
    def __init__(self, dialogue: Dialogue, table: Table, gauge: Gauging) -> None:
        self.dialogue = dialogue
        self.view = View(dialogue)
        self._table = table
        self._gauge = gauge
        self._standings: dict[str, Standing] = {}
        self._quotes: dict[str, QuoteShape] = {}

    @cached_property
    def english(self) -> bool:
        return is_english(self.view)

    @cached_property
    def _observed(self) -> dict[str, tuple[Observation, ...]]:
        return observe(self.view)

    @cached_property
    def course(self) -> Course:
        """How the dialogue went for USER, from turn to turn."""
        return self._gauge.course(self.view, self._observed)

    @cached_property
    def seen(self) -> dict[str, tuple[Observation, ...]]:
        """By observer; how it went, as the turn in which that shows most."""
        return self._observed | ({self._telling.observer: (self._telling,)} if self._telling else {})

    @cached_property
    def _telling(self) -> Observation | None:
        """The turn in which it shows most how the dialogue went; None where none shows it clearly."""
        turns, way = self.course.turns, 1 if self.above_usual > 0 else -1
        most = max(turns, key=lambda turn: way * turn.value, default=None)
        if most is None or min(way * self.above_usual, way * (most.value - self._gauge.gauge.usual)) < CLEAR:
            return None
        spoken = next(turn for turn in self.view.user if turn.number == most.turn)
        return Observation(CONTENT if way > 0 else DISCONTENT, most.turn, *spoken.whole())

    @cached_property
    def above_usual(self) -> float:
        """How much more satisfied USER seems than usual, in marks. Where the dialogue is like none that the gauge was
        measured on, half of that is believed."""
        above = self.course.value - self._gauge.gauge.usual
        return above if self.course.measured else above * UNMEASURED

    @cached_property
    def _values(self) -> dict[str, float]:
        """The features that are not 0."""
        return dict(self._features())

    def _features(self) -> Iterator[tuple[str, float]]:
        for name, feature in self._table.features.items():
            seen = self.seen[feature.observer]
            if seen:
                amount = sum([item.strength for item in seen])
                yield name, feature.value(amount / self._exposure(feature))

    def _exposure(self, feature: Feature) -> int:
        if feature.per is Per.DIALOGUE:
            return 1
        whose = BY_NAME[feature.observer].speaker
        # An observer may quote the other speaker too, so its own may have no turn at all.
        return max(1, len(self.view.system if whose is Speaker.SYSTEM else self.view.user))

    def standing(self, criterion: str) -> Standing:
        if criterion not in self._standings:
            self._standings[criterion] = self._weigh(criterion)
        return self._standings[criterion]

    def _weigh(self, criterion: str) -> Standing:
        row, features, values = self._table.criteria[criterion], self._table.features, self._values
        signals = [
            Signal(features[name].observer, weight * values[name])
            for name, weight in row.weights.items()
            if name in values
        ]
        signals.sort(key=lambda signal: (-abs(signal.weight), signal.observer))
        course = row.course * self.above_usual
        if course and self._telling:
            # Behind all that can be named more plainly: it is quoted where little else speaks.
            signals.append(Signal(self._telling.observer, course))
            course = 0.0
        favourable = sum([signal.weight for signal in signals if signal.weight > 0])
        adverse = -sum([signal.weight for signal in signals if signal.weight < 0])
        return Standing(
            position=row.base + favourable - adverse + course,
            speaking_for=tuple([signal for signal in signals if signal.weight > 0]),
            speaking_against=tuple([signal for signal in signals if signal.weight < 0]),
            favourable=favourable,
            adverse=adverse,
        )

    def best(self, observer: str) -> Observation:
        """What to quote: the strongest observation, the first of equals."""
        return max(self.seen[observer], key=attrgetter("strength"))

    def quote(self, observer: str) -> QuoteShape:
        if observer not in self._quotes:
            self._quotes[observer] = quote_of(self.dialogue, self.best(observer))
        return self._quotes[observer]


def quote_of(dialogue: Dialogue, seen: Observation) -> QuoteShape:
    turn = dialogue.turns[seen.turn - 1]
    start, end = quotable(turn.text, seen.start, seen.end)
    return QuoteShape(turn=seen.turn, speaker=turn.speaker, text=turn.text[start:end])
