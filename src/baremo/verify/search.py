"""Where words stand in a text: one search per rung of the evidence ladder. Spans are offsets into the original."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

Span = tuple[int, int]

NEAR_ENOUGH = 90
"""Similarity of a near match. Fabrications peak at 75; changed digits and negations score higher, so they are
compared apart (`_same_meaning`)."""
NEAR_LENGTH = 12
"""Shorter quotes must stand there as they are: a letter more or less is another word."""

_SAME = str.maketrans(
    {**dict.fromkeys("’‘‚‛`´ʼ′", "'"), **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‐‑‒–—―−", "-"), "…": "..."}
)
_EDGE = " \t\n\r\f\v'\".,;:!?¡¿()[]{}<>*_-。、，！？；：「」『』"
_ELISION = re.compile(r"\s*[\[(]?\s*(?:\.{3,}|…)\s*[\])]?\s*")
_SENTENCE_END = re.compile(r"[.!?。！？]")
_WORD = re.compile(r"[\w\u0300-\u036f]+(?:'[\w\u0300-\u036f]+)*")  # accents stand apart once folded
_NUMBER = re.compile(r"\d+")
_SUGGESTION = re.compile(
    r"\b(?:could|should|might|would|ought to|needed to|failed to|did not|didn't|never)\s+"
    r"(?:(?:have|'ve|simply|at least|even)\s+)*"
    r"(?:say|said|ask|asked|offer|offered|repl(?:y|ied)|respond(?:ed)?|add(?:ed)?|write|written|acknowledged?|used?)\b"
    r"|\binstead of saying\b|\bbetter (?:answer|reply|wording)\b|\be\.g\. by saying\b"
)
_NEGATIONS = frozenset(
    (
        "no not never none nobody nothing nowhere neither nor without cannot hardly barely "
        "dont doesnt didnt cant wont isnt wasnt couldnt shouldnt wouldnt havent hasnt hadnt arent werent aint "
        "ne pas non jamais rien aucun nicht kein keine keinen nie niemals nichts nunca nada sin nem mai niente "
        "ningu\u0301n na\u0303o"
    ).split()
)
_NUMBER_WORDS = frozenset(
    (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million "
        "half double"
    ).split()
)
_REVERSING = ("un", "dis", "in", "im", "ir", "il", "non", "mis", "de")
_ENDINGS = tuple("isation ization ising izing ised ized ises izes ise ize ies ing ed es ly y e s".split())


def exact_span(quote: str, text: str) -> Span | None:
    """Word for word, and not from the middle of a word."""
    return _bounded(quote, text, 0) if quote.strip() else None


def normalised_span(quote: str, text: str) -> Span | None:
    """The same but for case, spaces, quotes and dashes, edge punctuation and ordered elisions."""
    folded, origin = _folded(text)
    whole = _fold(quote).strip(_EDGE)
    if whole and (span := _bounded(whole, folded, 0)):
        return origin(span)
    pieces = [piece for part in _ELISION.split(quote) if (piece := _fold(part).strip(_EDGE))]
    if len(pieces) < 2:
        return None
    span = _in_order(pieces, folded)
    return origin(span) if span else None


def near_span(quote: str, text: str) -> Span | None:
    """Almost the same, with the same digits, number words and negations."""
    from rapidfuzz import fuzz

    wanted = _fold(quote).strip(_EDGE)
    folded, origin = _folded(text)
    if len(wanted) < NEAR_LENGTH or len(folded) < NEAR_LENGTH or len(wanted) > len(folded) * 1.1:
        return None
    start, end = 0, len(folded)
    if len(wanted) < len(folded):
        found = fuzz.partial_ratio_alignment(wanted, folded, score_cutoff=NEAR_ENOUGH)
        if found is None:
            return None
        start, end = _whole_words(folded, found.dest_start, found.dest_end)
    window = folded[start:end]
    if fuzz.ratio(wanted, window) < NEAR_ENOUGH or not _same_meaning(wanted, window):
        return None
    return origin((start, end))


def word_span(words: str, text: str) -> Span | None:
    """These words in any inflection: `apologise` is found in "My apologies"."""
    folded, origin = _folded(text)
    wanted = _fold(words).strip(_EDGE)
    if wanted and (span := _bounded(wanted, folded, 0)):
        return origin(span)
    stems = [_stem(word) for word in _WORD.findall(wanted)]
    said = list(_WORD.finditer(folded))
    for first in range(len(said) - len(stems) + 1 if stems else 0):
        run = said[first : first + len(stems)]
        if [_stem(word.group()) for word in run] == stems:
            return origin((run[0].start(), run[-1].end()))
    return None


def may_suggest(comment: str) -> bool:
    """Whether it is worth asking `suggests` at all: far cheaper, and the answer is nearly always no."""
    return _SUGGESTION.search(comment.casefold()) is not None


def suggests(comment: str, quote: str) -> bool:
    """Does the comment bring this text up only as something that could have been said?"""
    folded, wanted = _fold(comment), _fold(quote).strip(_EDGE)
    places = [place for place in range(len(folded)) if wanted and folded.startswith(wanted, place)]
    return bool(places) and all(_SUGGESTION.search(_sentence_before(folded, place)) for place in places)


def _sentence_before(text: str, place: int) -> str:
    """What stands before `place` in its own sentence; a full stop inside `e.g.` ends none."""
    before = text[max(0, place - 120) : place]
    return re.split(r"(?<!e\.g)[.!?;]\s", before)[-1]


def _in_order(pieces: list[str], folded: str) -> Span | None:
    """All pieces, one after the other, and no elision that swallows a negation within a sentence."""
    first = previous = None
    for piece in pieces:
        span = _bounded(piece, folded, previous[1] if previous else 0)
        if span is None or (previous and _hides_negation(folded[previous[1] : span[0]])):
            return None
        first, previous = first or span, span
    return (first[0], previous[1]) if first and previous else None


def _hides_negation(gap: str) -> bool:
    return not _SENTENCE_END.search(gap) and _negations(gap) > 0


def _bounded(needle: str, text: str, start: int) -> Span | None:
    """The first place where `needle` stands on its own: "no" does not stand in "know"."""
    while (at := text.find(needle, start)) >= 0:
        end = at + len(needle)
        if not _inside_word(text, at) and not _inside_word(text, end):
            return at, end
        start = at + 1
    return None


def _inside_word(text: str, cut: int) -> bool:
    """Scripts without spaces between words (from Thai on) may be cut anywhere."""
    if not 0 < cut < len(text):
        return False
    before, after = text[cut - 1], text[cut]
    if unicodedata.combining(after):
        return True
    return before.isalnum() and after.isalnum() and max(before, after) < "\u0e00"


def _whole_words(text: str, start: int, end: int) -> Span:
    while _inside_word(text, start):
        start -= 1
    while _inside_word(text, end):
        end += 1
    return start, end


def _same_meaning(one: str, other: str) -> bool:
    if _NUMBER.findall(one) != _NUMBER.findall(other) or _negations(one) != _negations(other):
        return False
    ours, theirs = _WORD.findall(one), _WORD.findall(other)
    if [word for word in ours if word in _NUMBER_WORDS] != [word for word in theirs if word in _NUMBER_WORDS]:
        return False
    return not any(_reverses(a, b) for a in set(ours) - set(theirs) for b in set(theirs) - set(ours))


def _reverses(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return any(long == prefix + short for prefix in _REVERSING)


def _negations(text: str) -> int:
    return sum(word in _NEGATIONS or word.endswith("n't") for word in _WORD.findall(text))


def _stem(word: str) -> str:
    return next((word[: -len(end)] for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= 4), word)


def _fold(text: str) -> str:
    return _folded(text)[0]


@lru_cache(maxsize=256)
def _folded(text: str) -> tuple[str, Callable[[Span], Span]]:
    """The text as it is compared, and the way from its offsets back to those of the original."""
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        plain = _plain(char)
        if plain == " " and (not letters or letters[-1] == " "):
            continue
        letters.extend(plain)
        places.extend([place] * len(plain))

    def origin(span: Span) -> Span:
        start, end = span
        return places[start], places[end - 1] + 1

    return "".join(letters), origin


def _plain(char: str) -> str:
    if char.isspace():
        return " "
    if unicodedata.category(char) == "Cf":
        return ""
    return unicodedata.normalize("NFD", char).casefold().translate(_SAME)
