"""Texts as they are compared: case, blanks, kinds of quotes and dashes, width and emphasis folded away."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

Span = tuple[int, int]

APOSTROPHES = "'’‘‚‛`´ʼ′"
DASHES = "-‐‑‒–—―−"
CURRENCIES = "$¢-¥₠-₿฿＄￠￡￥￦"
EDGE = " '\".,;:!?¡¿()[]{}<>*_-。、「」『』"

_SAME = str.maketrans(
    {**dict.fromkeys(APOSTROPHES, "'"), **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys(DASHES, "-"), "…": "..."}
)
_LETTER = r"[^\W\d_]"
_UNTIDY = re.compile(r"^\s|\s\s|[^\S ]|-|[*_`]")
_LOOSE = re.compile(
    rf"(?P<blank>(?<={_LETTER})\s*-+\s*(?={_LETTER})|\s+)"  # good-bye, good bye; oh - well, oh—well
    r"|-(?P<again>-+)"
    r"|(?P<emphasis>(?<![^\W_*])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_])[*_]{1,3}(?![^\W_*]))"
)
_SIGN = re.compile(r"(?:-\.?|(?<!\.)\.)$")
_NUMBER_NEXT = re.compile(rf"[{CURRENCIES}]?\d")


class Folded(NamedTuple):
    text: str
    places: Sequence[int]
    """Where each letter stands in the original."""

    def origin(self, start: int, end: int) -> Span | None:
        """Offsets in the original; None where they would cut one of its letters (ß is ss) in two."""
        if any(0 < cut < len(self.places) and self.places[cut - 1] == self.places[cut] for cut in (start, end)):
            return None
        return self.places[start], self.places[end - 1] + 1


@lru_cache(maxsize=256)
def folded(text: str) -> Folded:
    if text.isascii() and not _UNTIDY.search(text):
        return Folded(text.lower(), range(len(text)))
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        plain = _plain(char)
        letters.append(plain)
        places.extend([place] * len(plain))
    return _tidied("".join(letters), places)


def fold(text: str) -> str:
    return folded(text).text


def bare(text: str) -> str:
    """Without the punctuation at its edges; the sign or the point of a number is part of it (-5, .5)."""
    core = text.strip(EDGE)
    if _NUMBER_NEXT.match(core) and (sign := _SIGN.search(text[: text.find(core)])):
        return sign.group() + core
    return core


def speaks(text: str) -> bool:
    """Whether there is a letter, a digit or a symbol in it: punctuation alone says nothing."""
    return any(map(str.isalnum, text)) or any(unicodedata.category(char) in ("So", "Sc") for char in text)


def visible(text: str) -> str:
    """Without format characters: soft hyphens, joiners, variation selectors."""
    return text if text.isascii() else "".join(char for char in text if not _is_format(char))


def _tidied(text: str, places: list[int]) -> Folded:
    """Blanks and dashes in one form, and emphasis left out."""
    pieces: list[str] = []
    kept: list[int] = []
    done = 0
    for loose in _LOOSE.finditer(text):
        start, end = loose.span("again") if loose["again"] else loose.span()
        pieces.append(text[done:start])
        kept.extend(places[done:start])
        if loose["blank"] and start:
            pieces.append(" ")
            kept.append(places[start])
        done = end
    pieces.append(text[done:])
    kept.extend(places[done:])
    return Folded("".join(pieces), kept)


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    if char.isspace():
        return " "
    if _is_format(char):
        return ""
    if char == "İ":
        return "i"
    if unicodedata.decomposition(char).startswith(("<wide>", "<narrow>")):
        char = unicodedata.normalize("NFKC", char)
    return unicodedata.normalize("NFD", char).casefold().translate(_SAME)


def _is_format(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or unicodedata.category(char) == "Cf"
