"""May an original justification stay? Not where it is missing, quotes what is not there, contradicts its own rating,
says nothing specific, speaks of what counts elsewhere, or is not in English. Where code cannot tell, it may."""

import re
from collections.abc import Iterator

from baremo.core.barem import Barem, Criterion
from baremo.core.claims import Quote
from baremo.core.comparison import LIKERT, OVERALL, VERBOSITY, Comparison, Entry
from baremo.core.dialogue import Dialogue
from baremo.core.numbers import Value
from baremo.core.prose import QUOTED, pleasantry, quoted, verdicts
from baremo.core.review import Weakness
from baremo.verify.claims import find
from baremo.verify.ratingwords import (
    BUT,
    EMPTY,
    JUST_RIGHT,
    MAJOR,
    NEGATED,
    NEITHER_NOR,
    NO_ISSUE,
    NOT_THERE,
    TOO_LONG,
    TOO_SHORT,
)
from baremo.verify.suggestion import suggests

FEWEST_WORDS = 3
QUOTED_WORDS = 3
"""Fewer words between quotation marks may be a manner of speaking."""
UNSPACED_QUOTE = 5
"""Letters that count as three words where words are written without spaces."""
NEITHER = 4
_SHOWN = 60

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_NOT_LATIN = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")

_NO_NAME = re.compile(r"[^\w\s]")
_CLAUSE = re.compile(r"[.;!?]\s|\bbut\b")
NEAR = 6
"""Words before a word that may deny it."""


def weaknesses(case: Comparison, barem: Barem) -> dict[tuple[int, str], str]:
    """Why original justifications cannot stay, by response (0 for the Likert) and dimension."""
    found = {
        (number, criterion.name): weakness(entry, criterion, dialogue) or _misplaced(entry, barem)
        for number, dialogue in ((1, case.alone(1)), (2, case.alone(2)))
        for criterion in barem.criteria
        for entry in (case.sheet.entry(number, criterion.name),)
    }
    found[(0, LIKERT)] = weakness(case.sheet.likert, None, case.unlabelled())
    return {where: why for where, why in found.items() if why}


def weakness(entry: Entry, criterion: Criterion | None, dialogue: Dialogue) -> str:
    """Why it cannot stay; empty where it may. Without a criterion it is the Likert's."""
    text = entry.justification.strip()
    if not text:
        return str(Weakness.MISSING)
    for quote in _claimed(text):
        if not find(Quote(text=quote), dialogue).verified:
            return Weakness.UNFOUND.shown(f"“{_short(quote)}”")
    if _is_foreign(text):
        return str(Weakness.FOREIGN)
    if entry.value is not None and (words := _contradiction(text, criterion, entry.value)):
        return Weakness.CONTRADICTORY.shown(f"“{_short(words)}”")
    if _is_vague(text, criterion):
        return Weakness.VAGUE.shown(f"“{_short(text)}”")
    return ""


def _misplaced(entry: Entry, barem: Barem) -> str:
    """Pleasantries are no matter of length, unless the barem says so (SPEC P8)."""
    lengthen = barem.review is not None and barem.review.pleasantries_lengthen
    misplaced = entry.dimension == VERBOSITY and not lengthen and pleasantry(entry.justification)
    return str(Weakness.MISPLACED) if misplaced else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN].rsplit(' ', 1)[0]} …"


def _claimed(text: str) -> Iterator[str]:
    """What the text says the response (or its task) says. Words that it misses there, or would rather read, are not
    claimed, nor are one or two words between quotation marks, nor a bare name that is marked as code."""
    for match in quoted(text):
        words = next(group for group in match.groups() if group)
        enough = len(_WORD.findall(words)) >= QUOTED_WORDS or len(_UNSPACED.findall(words)) >= UNSPACED_QUOTE
        missed = NOT_THERE.search(_before(text, match))
        code = match.group().startswith("`") and _NO_NAME.search(words)
        if (code or enough) and not missed and not suggests(text, words):
            yield words


def _before(text: str, match: re.Match[str]) -> str:
    """The last words before it, in the same clause."""
    return " ".join(_CLAUSE.split(text[: match.start()])[-1].split()[-NEAR:])


def _is_foreign(text: str) -> bool:
    """Whether most of its letters, beside what is quoted, are of another script."""
    own = QUOTED.sub(" ", text)
    return len(_NOT_LATIN.findall(own)) > len(_LATIN.findall(own))


def _is_vague(text: str, criterion: Criterion | None) -> bool:
    """Whether it has no words of its own: too few, or none beyond those of a rating. A quote is something specific."""
    if any(True for _ in quoted(text)):
        return False
    words = [word.lower() for word in _WORD.findall(text)]
    name = {word.lower() for word in _WORD.findall(criterion.name)} if criterion else set()
    return len(words) < FEWEST_WORDS or all(word in EMPTY or word in name or word.isdigit() for word in words)


def _contradiction(text: str, criterion: Criterion | None, value: Value) -> str:
    """The words that speak against the rating; empty where there are none."""
    if criterion is None:
        return _other_side(text, value)
    if value not in criterion.scale:
        return ""
    own = QUOTED.sub(" ", text)
    if criterion.name == VERBOSITY:
        return _wrong_length(own, value)
    if BUT.search(own):
        return ""
    if value == criterion.best:
        return _plain(MAJOR, own)
    praised = criterion.name == OVERALL and criterion.issue(value) == 1  # without an issue, the second best is open too
    return "" if praised else _plain(NO_ISSUE, own)


def _wrong_length(text: str, value: Value) -> str:
    own = NEITHER_NOR.sub(" ", text)
    too_long, too_short = _plain(TOO_LONG, own), _plain(TOO_SHORT, own)
    if value:
        fitting, unfitting = (too_long, too_short) if value > 0 else (too_short, too_long)
        return "" if fitting else unfitting or _right_length(text)
    return "" if BUT.search(own) else too_long or too_short


def _right_length(text: str) -> str:
    return "" if BUT.search(text) else _plain(JUST_RIGHT, text)


def _plain(words: re.Pattern[str], text: str) -> str:
    """The first of them that is said and not denied."""
    said = (match for match in words.finditer(text) if not NEGATED.search(_before(text, match)))
    return next((match.group() for match in said), "")


def _other_side(text: str, likert: Value) -> str:
    """What it says where it finds another response better than the rating does, and nowhere the same."""
    rated = (likert < NEITHER) + 2 * (likert > NEITHER)
    said = {spoken.side for spoken in verdicts(text)}
    if not said or rated in said:
        return ""
    return " and ".join(f"Response {side} is better" if side else "both are as good" for side in sorted(said))
