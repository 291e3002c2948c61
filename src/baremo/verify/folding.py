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
MOST_LETTERS = 4096
"""That are remembered: nearly all that is ever said is written with fewer."""
EDGE = " '\".,;:!?¡¿()[]{}<>*_-。、「」『』"

_SAME = str.maketrans(
    {**dict.fromkeys(APOSTROPHES, "'"), **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys(DASHES, "-"), "…": "..."}
)
_LETTER = r"[^\W\d_]"
_LOOSE_SIGN = re.compile(r"[-*_]")
_NOT_ASCII = re.compile(r"([^\x00-\x7f]+)")
_LOOSE = re.compile(
    r"(?=[\s*_-])(?:"  # what all begin with: most letters are passed over at once
    rf"(?P<blank>(?<={_LETTER})\s*-+\s*(?={_LETTER})|\s\s+|^\s|[^\S ])"  # good-bye, good bye; oh - well, oh—well
    r"|-(?P<again>-+)"
    r"|(?P<emphasis>(?<![^\W_*])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_])[*_]{1,3}(?![^\W_*])))"
)
_SIGN = re.compile(r"(?:-\.?|(?<!\.)\.)$")
_NUMBER_NEXT = re.compile(rf"[{CURRENCIES}]?\d")


class Folded(NamedTuple):
    text: str
    original: str

    @property
    def places(self) -> Sequence[int]:
        """Where each letter stands in the original. Letters of ASCII are folded to one or to none, so where there are
        as many as before, each stands where it stood."""
        as_before = len(self.text) == len(self.original) and self.original.isascii()
        return range(len(self.text)) if as_before else _places(self.original)

    def origin(self, start: int, end: int) -> Span | None:
        """Offsets in the original; None where they would cut one of its letters (ß is ss) in two."""
        places = self.places
        for cut in (start, end):
            if 0 < cut < len(places) and places[cut - 1] == places[cut]:
                return None
        return places[start], places[end - 1] + 1


@lru_cache(maxsize=256)
def folded(text: str) -> Folded:
    plain = _letter_by_letter(text)
    return Folded(plain if _is_tidy(plain) else _LOOSE.sub(_tidied, plain), text)


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


def _letter_by_letter(text: str) -> str:
    """Of ASCII that can be seen, only capitals and one apostrophe have another form, which is quickly done. The other
    letters are few in most texts."""
    if not text.isprintable():
        return text.translate(_letters)
    if text.isascii():
        return text.lower().replace("`", "'")
    parts = _NOT_ASCII.split(text)
    parts[0::2] = [part.lower().replace("`", "'") for part in parts[0::2]]
    parts[1::2] = [part.translate(_letters) for part in parts[1::2]]
    return "".join(parts)


def _is_tidy(text: str) -> bool:
    """Whether there is nothing loose in it. (The one blank that counts as printable is the space.)"""
    return text.isprintable() and not text.startswith(" ") and "  " not in text and not _LOOSE_SIGN.search(text)


def _tidied(loose: re.Match[str]) -> str:
    """Blanks and dashes in one form, and emphasis left out."""
    if loose["again"]:
        return "-"
    return " " if loose["blank"] and loose.start() else ""


@lru_cache(maxsize=64)
def _places(text: str) -> Sequence[int]:
    """Apart from the folding itself: nearly all texts that are searched do not hold what is looked for."""
    plain = _letter_by_letter(text)
    places = range(len(text)) if text.isascii() else _spread(text)
    if _is_tidy(plain):
        return places
    kept: list[int] = []
    done = 0
    for loose in _LOOSE.finditer(plain):
        kept.extend(places[done : loose.start() + len(_tidied(loose))])
        done = loose.end()
    kept.extend(places[done:])
    return kept


def _spread(text: str) -> list[int]:
    """Of letters that are folded to none or to several."""
    places: list[int] = []
    done = 0
    for run in _NOT_ASCII.finditer(text):
        places.extend(range(done, run.start()))
        places.extend(place for place, char in enumerate(run[0], run.start()) for _ in _letters[ord(char)])
        done = run.end()
    places.extend(range(done, len(text)))
    return places


class _Letters(dict[int, str]):
    """What each letter is folded to, by its number, as `str.translate` asks for it."""

    def __missing__(self, number: int) -> str:
        plain = _plain(chr(number))
        if len(self) < MOST_LETTERS:
            self[number] = plain
        return plain


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


_letters = _Letters()
