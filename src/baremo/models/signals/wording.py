"""Reasons in plain English, one sentence each, with the words they rest on."""

from baremo.core.dialogue import Speaker
from baremo.judging.shapes import QuoteShape
from baremo.models.signals.reading import Reading
from baremo.observe.quoting import quotable
from baremo.observe.registry import BY_NAME

Reason = tuple[str, QuoteShape]
"""A clause that holds the quote, and the quote."""


def reason(reading: Reading, observer: str) -> Reason:
    quote = reading.quote(observer)
    again = f", as in turn {reading.best(observer).related}" if observer.startswith("repeated") else ""
    return f"{BY_NAME[observer].sees}{again}: “{quote.text}” (turn {quote.turn})", quote


def nothing_seen(reading: Reading, what: str) -> Reason:
    """Nothing to rest on: said plainly, with the first full turn of SYSTEM to show how it speaks."""
    turn = next((turn for turn in reading.view.system if len(turn.words) > 3), reading.view.system[0])
    start, end = quotable(turn.text, *turn.whole())
    quote = QuoteShape(turn=turn.number, speaker=Speaker.SYSTEM, text=turn.text[start:end])
    return f"nothing was seen that speaks {what}; SYSTEM's manner is that of “{quote.text}” (turn {quote.turn})", quote


def only(what: str, told: Reason) -> Reason:
    """Nothing speaks for the mark as such; this is the most that speaks to the contrary."""
    clause, quote = told
    return f"little speaks {what} but this, that {clause}", quote


def sentence(*reasons: Reason) -> str:
    """Clauses joined by semicolons, so that each quote stands in a clause of its own."""
    text = "; ".join(clause for clause, _ in reasons)
    return f"{text[0].upper()}{text[1:]}."
