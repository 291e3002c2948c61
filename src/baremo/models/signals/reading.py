"""One dialogue, observed once: what was seen, and what it weighs per criterion."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from baremo.core.dialogue import Dialogue, Speaker
from baremo.core.observation import Observation
from baremo.judging.shapes import QuoteShape
from baremo.models.signals.gauge.estimate import Course
from baremo.models.signals.gauge.estimate import Reader as Gauging
from baremo.models.signals.gauge.fitted import Fitted
from baremo.models.signals.newness import TELLS, newness
from baremo.models.signals.scale import level_index
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
    cuts: Sequence[float] = ()
    fitted: Fitted | None = None
    """None where the criterion goes by the hand-set table, and by `cuts`."""

    def index(self, levels: int, *, severity: float, doubt: float = 0.0) -> int:
        """Which of so many levels. `doubt`: what is taken off besides. What was fitted is as severe as people are."""
        if self.fitted:
            return self.fitted.index(self.position - doubt, levels)
        return level_index(self.position - severity - doubt, self.cuts, levels)


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
        fitted = self._gauge.criteria.get(criterion)
        return self._as_fitted(criterion, fitted) if fitted else self._by_hand(criterion)

    def _by_hand(self, criterion: str) -> Standing:
        row, signals = self._table.criteria[criterion], self._table_signals(criterion)
        course = row.course * self.above_usual
        position = row.base + sum([signal.weight for signal in signals]) + course
        return self._standing(position, signals, self._course_signal(course), cuts=row.cuts)

    def _table_signals(self, criterion: str) -> list[Signal]:
        """Nothing of a criterion that the table does not know."""
        features, values = self._table.features, self._values
        row = self._table.criteria.get(criterion)
        return [
            Signal(features[name].observer, weight * values[name])
            for name, weight in (row.weights.items() if row else ())
            if name in values
        ]

    def by_table(self, criterion: str) -> float:
        """The position by the hand-set table alone, without how it went for USER."""
        return self._table.criteria[criterion].base + sum([one.weight for one in self._table_signals(criterion)])

    def _as_fitted(self, criterion: str, fitted: Fitted) -> Standing:
        """What the table names and what its observers add to the fitted part count together, observer by observer."""
        amounts: dict[str, float] = {}
        for signal in self._table_signals(criterion):
            amounts[signal.observer] = amounts.get(signal.observer, 0.0) + fitted.hand * signal.weight
        row = self.course.row
        for observer, effect in fitted.effects(row):
            amounts[observer] = amounts.get(observer, 0.0) + effect
        hand = fitted.hand * self.by_table(criterion) if fitted.hand else 0.0
        position = fitted.criterion.base + hand + fitted.felt * self.course.value + fitted.seen(row)
        tells = TELLS.get(criterion, amounts)
        signals = [Signal(observer, weight) for observer, weight in amounts.items() if observer in tells]
        if criterion in TELLS:
            behind = self._newness_signal(fitted.newness(row))
        else:
            behind = self._course_signal(fitted.felt * (self.course.value - self._gauge.gauge.usual))
        return self._standing(position, signals, behind, fitted=fitted)

    def _course_signal(self, weight: float) -> Signal | None:
        """`weight`: what the estimate of satisfaction adds."""
        return Signal(self._telling.observer, weight) if weight and self._telling else None

    def _newness_signal(self, weight: float) -> Signal | None:
        found = newness(self.view, new=weight > 0) if weight else None
        if found is None:
            return None
        self.seen[found.observer] = (found,)
        return Signal(found.observer, weight)

    def _standing(
        self,
        position: float,
        signals: list[Signal],
        behind: Signal | None,
        *,
        cuts: Sequence[float] = (),
        fitted: Fitted | None = None,
    ) -> Standing:
        """`behind`: what comes after all that can be named more plainly, and is quoted where little else speaks."""
        signals.sort(key=lambda signal: (-abs(signal.weight), signal.observer))
        if behind:
            signals.append(behind)
        return Standing(
            position=position,
            speaking_for=tuple([signal for signal in signals if signal.weight > 0]),
            speaking_against=tuple([signal for signal in signals if signal.weight < 0]),
            favourable=sum([signal.weight for signal in signals if signal.weight > 0]),
            adverse=-sum([signal.weight for signal in signals if signal.weight < 0]),
            cuts=cuts,
            fitted=fitted,
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
