"""From what was seen to what is quoted: a contiguous slice of one sentence, never altered."""

from collections.abc import Iterator
from functools import lru_cache
from re import compile as pattern
from unicodedata import combining

LONGEST = 140
"""Characters; a quote is cut before the word that would pass this."""
STOPS, LINES = ".!?…", r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
BREAK = pattern(rf"[{STOPS}{LINES}](?:(?<=[{LINES}])|[{STOPS}]*(?=\s|$))")
"""Stops with a blank or nothing behind them, or the end of a line; it begins with what is quickly looked for."""


@lru_cache(maxsize=64)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Offsets of each sentence that holds a word, without its closing punctuation."""
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end, following in [match.span() for match in BREAK.finditer(text)] + [(len(text), len(text))]:
        piece = text[start:end]
        if any(map(str.isalnum, piece)):
            while text[start].isspace() or combining(text[start]):
                start += 1
            yield start, start + len(text[start:end].rstrip())
        start = following


def quotable(text: str, start: int, end: int) -> tuple[int, int]:
    """Offsets of the sentence around `text[start:end]`, or of the one that holds most of it, cut between words."""
    found = sentences(text)
    first, last = max(found, key=lambda span: min(span[1], end) - max(span[0], start)) if len(found) > 1 else found[0]
    if end - first > LONGEST:
        first = max(first, start)
    if last - first <= LONGEST:
        return first, last
    kept = text[first : first + LONGEST].rsplit(None, 1)
    return (first, first + len(kept[0])) if len(kept) > 1 else (first, first + len(text[first:last].split(None, 1)[0]))
