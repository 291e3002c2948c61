"""Claims against the transcript: quotes up the evidence ladder, stated absences by search."""

import re
from itertools import compress

from baremo.core.claims import Absence, Agreement, Answer, Claims, Quote
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.evidence import Checked, CheckedAbsence, CheckedAnswer, CheckedMark, Evidence, Match
from baremo.verify.absence import word_span
from baremo.verify.folding import Span, speaks
from baremo.verify.near import near_affordable, near_span
from baremo.verify.search import exact_span, hopeful, normalised_span
from baremo.verify.suggestion import suggests

Numbered = tuple[int, Turn]
_LABEL = re.compile(rf"\s*({'|'.join(Speaker)})\s*:\s*", re.IGNORECASE)


def check(claims: Claims, dialogue: Dialogue) -> Checked:
    """All claims about one dialogue, each with what was found."""
    return Checked(
        marks=tuple(
            [
                CheckedMark(mark=mark, evidence=_look_up(mark.quotes, mark.justification, dialogue))
                for mark in claims.opinion.marks
            ]
        ),
        emotion=find(claims.opinion.emotion, dialogue) if claims.opinion.emotion else None,
        critique=tuple(_check_answer(answer, dialogue) for answer in claims.critique),
    )


def find(quote: Quote, dialogue: Dialogue) -> Evidence:
    """The firmest rung of the evidence ladder on which this quote stands, and why it does not count if so."""
    stated = _stated(quote, dialogue)
    for number, turn in stated:
        if span := exact_span(quote.text, turn.text):
            return _evidence(quote, Match.EXACT, number, turn, span)
    for number, turn in _hopeful(quote, stated):
        if span := normalised_span(_unlabelled(quote, turn), turn.text):
            return _evidence(quote, Match.NORMALISED, number, turn, span)
    for number, turn in stated if _near_affordable(quote, stated) else ():
        if span := near_span(_unlabelled(quote, turn), turn.text):
            return _evidence(quote, Match.NEAR, number, turn, span)
    if found := _misplaced(quote, dialogue):
        return found
    return Evidence(quote=quote, match=Match.ABSENT, fault=_why_absent(quote, dialogue, stated))


def _stated(quote: Quote, dialogue: Dialogue) -> list[Numbered]:
    """The turns in which the quote says it stands."""
    if quote.turn is None:
        turns = list(dialogue.numbered())
    elif 1 <= quote.turn <= len(dialogue.turns):
        turns = [(quote.turn, dialogue.turns[quote.turn - 1])]
    else:
        return []
    return turns if quote.speaker is None else [item for item in turns if item[1].speaker is quote.speaker]


def _hopeful(quote: Quote, turns: list[Numbered]) -> list[Numbered]:
    """Those in which the quote may stand. A single turn is as soon searched as looked over."""
    if len(turns) == 1:
        return turns
    label = _LABEL.match(quote.text)
    words = quote.text[label.end() :] if label else quote.text
    return list(compress(turns, hopeful(words, (turn.text for _, turn in turns))))


def _evidence(quote: Quote, match: Match, number: int, turn: Turn, span: Span, fault: str = "") -> Evidence:
    start, end = span
    return Evidence(quote=quote, match=match, turn=number, speaker=turn.speaker, start=start, end=end, fault=fault)


def _unlabelled(quote: Quote, turn: Turn) -> str:
    """Without the name of the stated speaker that a transcript prints before a turn (`SYSTEM: Hello`)."""
    label = _LABEL.match(quote.text) if ":" in quote.text else None
    return quote.text[label.end() :] if label and label[1].upper() == (quote.speaker or turn.speaker) else quote.text


def _near_affordable(quote: Quote, turns: list[Numbered]) -> bool:
    return near_affordable(quote.text, sum(len(turn.text) for _, turn in turns))


def _misplaced(quote: Quote, dialogue: Dialogue) -> Evidence | None:
    """Not where it is said to stand. Where it stands word for word elsewhere, say so; it still does not count."""
    turns = _nearest_first(quote, _hopeful(quote, list(dialogue.numbered())))
    for number, turn in turns:
        if span := exact_span(quote.text, turn.text):
            return _evidence(quote, Match.EXACT, number, turn, span, _displacement(quote, number, turn))
    for number, turn in turns:
        if span := normalised_span(_unlabelled(quote, turn), turn.text):
            return _evidence(quote, Match.NORMALISED, number, turn, span, _displacement(quote, number, turn))
    return None


def _why_absent(quote: Quote, dialogue: Dialogue, stated: list[Numbered]) -> str:
    if not speaks(quote.text):
        return "an empty quote"
    if quote.turn is not None and not 1 <= quote.turn <= len(dialogue.turns):
        return f"there is no turn {quote.turn}"
    if not _near_affordable(quote, stated):
        return "not found word for word, and too long to look for something near"
    return "not found in the transcript"


def _nearest_first(quote: Quote, turns: list[Numbered]) -> list[Numbered]:
    """Turns of the stated speaker before those of others."""
    return sorted(turns, key=lambda item: item[1].speaker != quote.speaker)


def _displacement(quote: Quote, number: int, turn: Turn) -> str:
    if quote.speaker not in (None, turn.speaker):
        return f"said by {turn.speaker} in turn {number}, not by {quote.speaker}"
    return f"stands in turn {number}, not in turn {quote.turn}"


def _look_up(quotes: tuple[Quote, ...], comment: str, dialogue: Dialogue) -> tuple[Evidence, ...]:
    return tuple([_weighed(find(quote, dialogue), comment) for quote in quotes])


def _weighed(found: Evidence, comment: str) -> Evidence:
    """What SYSTEM could have said is no evidence of what it said; but words that stand in the turn named were said."""
    quote = found.quote
    said = found.verified and found.match is not Match.NEAR and quote.turn is not None
    if said or not suggests(comment, quote.text):
        return found
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
    wanted = [words for words in absence.looked_for if speaks(words)]
    if not wanted:
        return CheckedAbsence(absence=absence, found=None, fault="nothing to look for")
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
    for words in wanted:
        for number, turn in searched:
            if span := word_span(words, turn.text):
                quote = Quote(text=turn.text[slice(*span)], turn=number, speaker=turn.speaker)
                return CheckedAbsence(absence=absence, found=_evidence(quote, Match.EXACT, number, turn, span))
    return CheckedAbsence(absence=absence, found=None)
