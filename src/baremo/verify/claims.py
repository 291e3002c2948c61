"""Claims against the transcript: quotes up the evidence ladder, stated absences by search."""

from collections.abc import Iterator

from baremo.core.claims import Absence, Agreement, Answer, Claims, Quote
from baremo.core.dialogue import Dialogue, Turn
from baremo.core.evidence import Checked, CheckedAbsence, CheckedAnswer, CheckedMark, Evidence, Match
from baremo.verify.search import Span, exact_span, may_suggest, near_span, normalised_span, suggests, word_span

_LADDER = ((Match.EXACT, exact_span), (Match.NORMALISED, normalised_span), (Match.NEAR, near_span))


def check(claims: Claims, dialogue: Dialogue) -> Checked:
    """All claims about one dialogue, each with what was found."""
    return Checked(
        marks=tuple(
            CheckedMark(mark=mark, evidence=_look_up(mark.quotes, mark.justification, dialogue))
            for mark in claims.opinion.marks
        ),
        emotion=find(claims.opinion.emotion, dialogue) if claims.opinion.emotion else None,
        critique=tuple(_check_answer(answer, dialogue) for answer in claims.critique),
    )


def find(quote: Quote, dialogue: Dialogue) -> Evidence:
    """The firmest rung of the evidence ladder on which this quote stands, and why it does not count if so."""
    for match, search in _LADDER:
        for number, turn in _stated(quote, dialogue):
            if span := search(quote.text, turn.text):
                return _evidence(quote, match, number, turn, span)
    return _misplaced(quote, dialogue)


def _stated(quote: Quote, dialogue: Dialogue) -> Iterator[tuple[int, Turn]]:
    """The turns in which the quote says it stands."""
    for number in range(1, len(dialogue.turns) + 1) if quote.turn is None else (quote.turn,):
        if 1 <= number <= len(dialogue.turns):
            turn = dialogue.turns[number - 1]
            if quote.speaker in (None, turn.speaker):
                yield number, turn


def _evidence(quote: Quote, match: Match, number: int, turn: Turn, span: Span, fault: str = "") -> Evidence:
    start, end = span
    return Evidence(quote=quote, match=match, turn=number, speaker=turn.speaker, start=start, end=end, fault=fault)


def _misplaced(quote: Quote, dialogue: Dialogue) -> Evidence:
    """Not where it is said to stand. Where it stands word for word elsewhere, say so; it still does not count."""
    for match, search in _LADDER[:2]:
        for number, turn in _nearest_first(quote, dialogue):
            if span := search(quote.text, turn.text):
                return _evidence(quote, match, number, turn, span, _displacement(quote, number, turn))
    fault = "not found in the transcript"
    if quote.turn is not None and not 1 <= quote.turn <= len(dialogue.turns):
        fault = f"there is no turn {quote.turn}"
    return Evidence(quote=quote, match=Match.ABSENT, fault=fault)


def _nearest_first(quote: Quote, dialogue: Dialogue) -> Iterator[tuple[int, Turn]]:
    """Turns of the stated speaker before those of others."""
    return iter(sorted(dialogue.numbered(), key=lambda item: item[1].speaker != quote.speaker))


def _displacement(quote: Quote, number: int, turn: Turn) -> str:
    if quote.speaker not in (None, turn.speaker):
        return f"said by {turn.speaker} in turn {number}, not by {quote.speaker}"
    return f"stands in turn {number}, not in turn {quote.turn}"


def _look_up(quotes: tuple[Quote, ...], comment: str, dialogue: Dialogue) -> tuple[Evidence, ...]:
    if not may_suggest(comment):
        return tuple(find(quote, dialogue) for quote in quotes)
    return tuple(_suggested(quote) if suggests(comment, quote.text) else find(quote, dialogue) for quote in quotes)


def _suggested(quote: Quote) -> Evidence:
    """What SYSTEM could have said is no evidence of what it said."""
    return Evidence(quote=quote, match=Match.ABSENT, fault="a suggested rewrite, not something that was said")


def _check_answer(answer: Answer, dialogue: Dialogue) -> CheckedAnswer:
    if isinstance(answer, Agreement):
        return CheckedAnswer(answer=answer)
    return CheckedAnswer(
        answer=answer,
        evidence=_look_up(answer.quotes, answer.comment, dialogue),
        absence=check_absence(answer.absence, dialogue) if answer.absence else None,
    )


def check_absence(absence: Absence, dialogue: Dialogue) -> CheckedAbsence:
    """Look for the words in any inflection: an absence is confirmed only where nothing like them is found."""
    first, last = absence.first or 1, absence.last or len(dialogue.turns)
    searched = [
        (number, turn)
        for number, turn in dialogue.numbered()
        if first <= number <= last and turn.speaker is absence.speaker
    ]
    if not searched:
        return CheckedAbsence(
            absence=absence, found=None, fault=f"no {absence.speaker} turn to look in between {first} and {last}"
        )
    for words in absence.looked_for:
        for number, turn in searched:
            if span := word_span(words, turn.text):
                quote = Quote(text=turn.text[slice(*span)], turn=number, speaker=turn.speaker)
                return CheckedAbsence(absence=absence, found=_evidence(quote, Match.EXACT, number, turn, span))
    return CheckedAbsence(absence=absence, found=None)
