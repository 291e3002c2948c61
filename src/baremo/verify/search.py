"""Words as they were said: the exact and the normalised rung. Spans are offsets into the original."""

import re
from unicodedata import normalize

from baremo.verify.elision import in_order
from baremo.verify.folding import EDGE, Folded, Span, bare, fold, folded, speaks, visible
from baremo.verify.words import standing, whole

_ELISION = re.compile(r" ?[\[(]? ?(?:\.{3,}|\. \. \.) ?[\])]? ?")
_SLIGHT = frozenset(
    "a an the of to in on at by as is it be am are was were or and if so but do for "
    "i me my we us he she you they".split()
)
_LONGEST_SLIGHT = max(len(word) for word in _SLIGHT)


def exact_span(quote: str, text: str) -> Span | None:
    """Word for word, and not from the middle of a word."""
    for span in standing(quote, text):
        if whole(text, span):
            return span if speaks(quote) and not _too_slight(quote, text) else None
    return None


def normalised_span(quote: str, text: str) -> Span | None:
    """The same but for case, spaces, quotes and dashes, width, emphasis, edge punctuation and ordered elisions."""
    if not speaks(quote) or _too_slight(quote, text):
        return None
    said, wanted = folded(text), fold(quote)
    if span := folded_span(bare(wanted), said, text):
        return span
    pieces = [piece for part in _ELISION.split(wanted) if (piece := bare(part))]
    if len(pieces) < 2 or all(_slight(piece) for piece in pieces):
        return None
    return in_order(pieces, said, text)


def folded_span(wanted: str, said: Folded, text: str) -> Span | None:
    """The first place of folded words in a folded text that cuts no word of the original."""
    for start, end in standing(wanted, said.text):
        span = said.origin(start, end)
        if span and whole(text, span):
            return span
    return None


def _too_slight(quote: str, text: str) -> bool:
    """A letter or an article stands in nearly every turn, so it is evidence only where it is all that was said."""
    if len(visible(quote).strip(EDGE)) > _LONGEST_SLIGHT:
        return False
    word = bare(fold(quote))
    return _slight(word) and word != bare(fold(text))


def _slight(word: str) -> bool:
    return word in _SLIGHT or (len(normalize("NFC", word)) == 1 and word[0].isalpha() and word < "\u0e00")
