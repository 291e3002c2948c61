"""Which words a reply rests on: the most telling ones, and rather not the same for everything."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from baremo.core.observation import Observation
from baremo.judging.shapes import QuoteShape
from baremo.models.signals.reading import Reading, Signal, quote_of
from baremo.observe.quoting import quotable
from baremo.observe.view import TurnView

EQUAL = 0.9
"""Share of the weightiest signal's weight from which another one tells as much."""
TRIED = 4
"""Observations of one kind that are tried before a quote is used again."""
FULL = 4
"""Words from which a turn shows how SYSTEM speaks."""

Place = tuple[int, str]
"""Turn and text of a quote."""


class Cited(NamedTuple):
    seen: Observation
    quote: QuoteShape


class Citing:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._used: Counter[Place] = Counter()

    def cite(self, signals: Sequence[Signal], but: QuoteShape | None = None) -> Cited | None:
        """Of signals that tell as much as the first, the quote that was used least; None where all overlap `but`."""
        rarest, fewest = None, 0
        for cited in self._candidates(signals):
            if but is not None and overlaps(cited.quote, but):
                continue
            times = self._times(cited.quote)
            if rarest is None or times < fewest:
                rarest, fewest = cited, times
            if not fewest:
                break
        if rarest is not None:
            self._used[place(rarest.quote)] += 1
        return rarest

    def _candidates(self, signals: Sequence[Signal]) -> Iterator[Cited]:
        least = abs(signals[0].weight) * EQUAL if signals else 0.0
        for signal in signals:
            if abs(signal.weight) >= least:
                best = self.reading.best(signal.observer)
                yield Cited(best, self.reading.quote(signal.observer))
                alike = [item for item in self.reading.seen[signal.observer] if item.strength == best.strength]
                for item in alike[1:TRIED]:
                    yield Cited(item, quote_of(self.reading.dialogue, item))

    def manner(self) -> QuoteShape:
        """A full turn of SYSTEM, to show how it speaks."""
        system = self.reading.view.system
        turns = [turn for turn in system if len(turn.words) >= FULL][:TRIED] or system[:1]
        unused = (quote for quote in map(self.whole, turns) if not self._times(quote))
        quote = next(unused, None) or self.whole(turns[0])
        self._used[place(quote)] += 1
        return quote

    def whole(self, turn: TurnView) -> QuoteShape:
        start, end = quotable(turn.text, *turn.whole())
        return QuoteShape(turn=turn.number, speaker=turn.speaker, text=turn.text[start:end])

    def _times(self, quote: QuoteShape) -> int:
        return self._used[place(quote)]


def place(quote: QuoteShape) -> Place:
    return quote.turn, quote.text


def overlaps(one: QuoteShape, other: QuoteShape) -> bool:
    return one.turn == other.turn and (one.text in other.text or other.text in one.text)
