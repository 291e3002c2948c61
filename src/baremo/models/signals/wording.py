"""Reasons in plain English, one sentence each, with the words they rest on."""

from baremo.judging.shapes import QuoteShape
from baremo.models.signals.citing import Cited, Citing
from baremo.models.signals.newness import NEW_WORDS, REPEATED_WORDS, repeated_words
from baremo.models.signals.reading import CONTENT, DISCONTENT, Reading, quote_of
from baremo.observe.registry import BY_NAME

Reason = tuple[str, QuoteShape]
"""A clause that holds the quote, and the quote."""

NOT_NEW = "not every turn of SYSTEM says something new"
ONCE = "SYSTEM speaks once, so that nothing shows whether it would say something new"
LACKS: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {
    "TaskSuccess": (
        (("acceptance", "thanks", "pleasure"), "USER does not say that the goal was reached"),
        (("done",), "nothing is reported as done"),
    ),
    "Helpfulness": (
        (("offer", "done", "information"), "SYSTEM offers nothing concrete"),
        (("specific_followup", "uptake"), "SYSTEM takes up little of what USER says"),
        (("done",), "nothing is reported as done"),
    ),
    "Accuracy": ((("acceptance",), "USER confirms nothing of it"),),
    "Understanding": (
        (("specific_followup", "uptake"), "SYSTEM does not show that it took up what USER said"),
        (("acceptance",), "USER does not confirm it"),
    ),
    "Empathy": (
        (("empathy", "warmth", "politeness", "apology"), "there is no sign of warmth or courtesy"),
        (("empathy", "warmth"), "there is no sign of warmth beyond politeness"),
        (("empathy",), "no feeling of USER is answered"),
    ),
    "Repetition": (((), NOT_NEW),),
}
"""Per criterion: observers, and what is missing where none of them saw anything. The first that holds is told."""
FEW = "little else speaks for it"
THROUGHOUT = {
    CONTENT: "USER seems more content than is usual, most of all here",
    DISCONTENT: "USER seems less content than is usual, most of all here",
    NEW_WORDS: "SYSTEM brings up new things, most of all here",
    REPEATED_WORDS: "SYSTEM uses much the same words again",
}
"""What shows in the whole dialogue, and in one place most."""


def reason(reading: Reading, observer: str) -> Reason:
    return told(Cited(reading.best(observer), reading.quote(observer)))


def told(cited: Cited) -> Reason:
    seen, quote = cited
    again = f", as in turn {seen.related}" if seen.observer.startswith("repeated") else ""
    return f"{sees(seen.observer)}{again}: {shown(quote)}", quote


def sees(observer: str) -> str:
    return THROUGHOUT.get(observer) or BY_NAME[observer].sees


def shown(quote: QuoteShape) -> str:
    return f"“{quote.text}” (turn {quote.turn})"


def lacking(reading: Reading, criterion: str) -> str:
    """What is missing for a higher level."""
    unseen = (what for observers, what in LACKS.get(criterion, ()) if not any(map(reading.seen.get, observers)))
    found = next(unseen, FEW)
    return ONCE if found == NOT_NEW and len(reading.view.system) == 1 else found


def showing(citing: Citing, clause: str) -> Reason:
    """A clause that rests on no event: USER's last words, where it is about USER; words that SYSTEM says again, where
    it is about that; or how SYSTEM speaks."""
    again = repeated_words(citing.reading.view) if clause == NOT_NEW else None
    if again:
        more, quote = told(Cited(again, quote_of(citing.reading.dialogue, again)))
        return f"{clause}; {more}", quote
    if clause.startswith("USER") and citing.reading.view.user:
        quote = citing.whole(citing.reading.view.user[-1])
        return f"{clause}; USER's last turn says {shown(quote)}", quote
    quote = citing.manner()
    return f"{clause}, as in {shown(quote)}", quote


def sentence(*reasons: Reason) -> str:
    """Clauses joined by semicolons, so that each quote stands in a clause of its own."""
    text = "; ".join(clause for clause, _ in reasons)
    return f"{text[0].upper()}{text[1:]}."
