"""What a cell of a rating sheet says: names of dimensions and ratings as people write them."""

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from baremo.core.comparison import (
    ALIASES,
    FOLLOWING,
    LIKERT,
    LOCALIZATION,
    OVERALL,
    SAFETY,
    STYLE,
    TRUTH,
    VERBOSITY,
)
from baremo.core.numbers import Value, plain

LENGTH = ("response length", "length")
"""Verbosity too, in a table; as a field of data it may as well be a count of letters."""
KNOWN = {name: dimension for dimension, names in ALIASES.items() for name in names if name not in LENGTH}
TOPS = {LOCALIZATION: 3, FOLLOWING: 3, TRUTH: 3, VERBOSITY: 2, STYLE: 3, SAFETY: 3, OVERALL: 5, LIKERT: 7}
"""`2/3` is a 2 where 3 is the highest; elsewhere it is no rating that we could read."""
SCALE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*\Z")
ENUMERATION = re.compile(r"\A\W*\d{1,2}\s*[.):]\s*")
NO_WORDS = re.compile(r"[\W\d_]+")
TYPOS = 2
LONG = 8
"""Letters from which on a name with a slip or two is still the same name."""
LONGEST = 80
"""Letters up to which a cell can be a name."""
NUMBER = r"(?P<sign>[+\-−–—]?)(?P<whole>\d{1,9})(?:[.,](?P<part>\d{1,9}))?"
OUT_OF = r"(?:\s*(?:/|out of|of)\s*(?P<top>\d{1,3}))?"
NO_RANGE = r"(?!(?:or|to|and|oder|bis)\b)"
IN_WORDS = rf"[\s:;,.=\-–—]\W*+{NO_RANGE}[^\W\d_].*"
IN_BRACKETS = rf"\s*[(\[](?!\s*[+\-−–—]?\d+\s*[)\]])\W*+{NO_RANGE}.*"
RATING = re.compile(rf"{NUMBER}{OUT_OF}(?:\s*[.:]?|{IN_WORDS}|{IN_BRACKETS})", re.DOTALL | re.IGNORECASE)
"""A number, perhaps of how many, perhaps what it means. Two numbers (`2 or 3`, `1-2`) are none."""
MINUS = "-−–—"
AROUND = " \t\r\n*_`~"
BRACKETS = ("[]", "()")


@lru_cache(maxsize=4096)
def known_dimension(text: str, *, length: bool = False) -> str | None:
    """As the built-in barem names it. `length`: whether `Length` alone is Verbosity."""
    words = words_of(text)
    if found := KNOWN.get(words):
        return found
    if length and words in LENGTH:
        return VERBOSITY
    near = (name for name in KNOWN if len(name) >= LONG and Levenshtein.distance(words, name) <= TYPOS)
    return KNOWN[name] if (name := next(near, None)) else None


def dimension_named(text: str) -> str:
    """A row of another barem keeps its name."""
    return known_dimension(text, length=True) or text.strip(AROUND)


def words_of(text: str) -> str:
    """`**4. Verbosity / Response Length (−2 to 2)**` → `verbosity response length`. What is too long is no name."""
    if len(text) > LONGEST:
        return ""
    bare = ENUMERATION.sub("", SCALE.sub("", text.strip(AROUND)))
    return " ".join(word for word in NO_WORDS.split(bare.casefold()) if word and word != "and")


@lru_cache(maxsize=4096)
def rating_value(written: str, dimension: str) -> Value | None:
    """The number that a rating says, on its scale or off it; None where it says none, or more than one."""
    text = unicodedata.normalize("NFKC", written).strip(AROUND)
    while text[:1] + text[-1:] in BRACKETS:
        text = text[1:-1].strip(AROUND)
    match = RATING.fullmatch(text.replace("*", ""))
    if match is None or (match["top"] and int(match["top"]) != TOPS.get(dimension, int(match["top"]))):
        return None
    part = match["part"] or ""
    value = Fraction(int(match["whole"] + part), 10 ** len(part))
    return plain(-value if match["sign"] and match["sign"] in MINUS else value)
