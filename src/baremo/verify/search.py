"""Words as they were said: the exact and the normalised rung. Spans are offsets into the original."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from baremo.verify.elision import in_order
from baremo.verify.folding import EDGE, Folded, Span, bare, fold, folded, speaks, visible
from baremo.verify.words import standing, whole

_ELISION = re.compile(r" ?[\[(]? ?(?:\.{3,}|\. \. \.) ?[\])]? ?")
_PLAIN_WORD = re.compile(r"[a-z0-9]+")
_SLIGHT = frozenset(
    "a an the of to in on at by as is it be am are was were or and if so but do for "
    "i me my we us he she you they".split()
)
_LONGEST_SLIGHT = max(len(word) for word in _SLIGHT)
_ENOUGH = 12
"""Characters in which nearly every quote has more letters than a slight one."""


def exact_span(quote: str, text: str) -> Span | None:
    """Word for word, and not from the middle of a word."""
    if quote not in text:  # before anything else: it is so for most
        return None
    for span in standing(quote, text):
        if whole(text, span):
            return span if _is_long(quote) or (speaks(quote) and not _too_slight(quote, text)) else None
    return None


class _Sought(NamedTuple):
    """A quote as it is looked for, in one turn after the other."""

    folded: str
    words: str
    """Folded, without the punctuation at its edges."""
    slight: bool


def normalised_span(quote: str, text: str) -> Span | None:
    """The same but for case, spaces, quotes and dashes, width, emphasis, edge punctuation and ordered elisions."""
    sought = _sought(quote)
    if not sought or (sought.slight and _too_slight(quote, text)):
        return None
    said = folded(text)
    if found := folded_span(sought.words, said, text):
        return found
    pieces = _pieces(sought.folded)
    return in_order(pieces, said, text) if pieces else None


@lru_cache(maxsize=64)
def _sought(quote: str) -> _Sought | None:
    if not speaks(quote):
        return None
    wanted = fold(quote)
    return _Sought(folded=wanted, words=bare(wanted), slight=_is_slight(quote))


def _pieces(wanted: str) -> list[str]:
    """What stands around the elisions of a quote, where it has any."""
    if "..." not in wanted and ". . ." not in wanted:
        return []
    pieces = [piece for part in _ELISION.split(wanted) if (piece := bare(part))]
    return [] if len(pieces) < 2 or all(_slight(piece) for piece in pieces) else pieces


def hopeful(quote: str, texts: Iterable[str]) -> list[bool]:
    """Which texts may hold the quote. Of many, most lack the longest of its plain words, and need not be folded to see
    that. But signs of emphasis may stand within a word, and letters beyond ASCII may be folded to plain ones."""
    word = max(_PLAIN_WORD.findall(fold(quote)), key=len, default="")
    return [word in text.lower() or not text.isascii() or "*" in text or "_" in text for text in texts]


def folded_span(wanted: str, said: Folded, text: str) -> Span | None:
    """The first place of folded words in a folded text that cuts no word of the original."""
    for start, end in standing(wanted, said.text):
        span = said.origin(start, end)
        if span and whole(text, span):
            return span
    return None


def _too_slight(quote: str, text: str) -> bool:
    """A letter or an article stands in nearly every turn, so it is evidence only where it is all that was said."""
    return _is_slight(quote) and bare(fold(quote)) != bare(fold(text))


def _is_long(quote: str) -> bool:
    """Whether it is too long to be slight, as is nearly every quote, and cheap to see."""
    begins = quote[: _LONGEST_SLIGHT + 1]
    if len(begins) > _LONGEST_SLIGHT and begins.isalnum():
        return True
    return sum(map(str.isalnum, quote[:_ENOUGH])) > _LONGEST_SLIGHT


def _is_slight(quote: str) -> bool:
    if _is_long(quote):
        return False
    return len(visible(quote).strip(EDGE)) <= _LONGEST_SLIGHT and _slight(bare(fold(quote)))


def _slight(word: str) -> bool:
    return word in _SLIGHT or (len(normalize("NFC", word)) == 1 and word[0].isalpha() and word < "\u0e00")
