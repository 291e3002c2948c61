"""Where words and numbers begin and end, and which of them deny. A found quote never cuts one of them in two."""

import re
import unicodedata
from collections.abc import Iterator

from baremo.verify.folding import APOSTROPHES, CURRENCIES, EDGE, Span, visible

REACH = 24
"""Characters to either side of a cut that are looked at."""

# Scripts written without spaces between words (Thai to Burmese, Khmer, Chinese, Japanese, Korean) may be cut anywhere.
_UNSPACED = "\u0e00-\u109f\u1780-\u17ff\u1950-\u1aaf\u2e80-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff"
_CHAR = rf"(?:\d|[^\W_{_UNSPACED}]|[\u0300-\u036f])"  # accents stand apart once folded
_HYPHEN, _MINUS = "-‐‑", "-‑–−"
_REVERSING = "un|non|no|not|never|mis|dis|anti|counter|contra|de|ex|pseudo|half|semi"
_TOKEN = (
    rf"(?:(?<!\w)(?i:{_REVERSING})[{_HYPHEN}](?=[^\W_]))?"
    rf"(?:(?<!\w)[{_MINUS}](?=[{CURRENCIES}]?\.?\d))?"
    rf"(?:[{CURRENCIES}](?=[{_MINUS}]?\.?\d))?"
    rf"(?:(?<=[{CURRENCIES}])[{_MINUS}](?=\.?\d))?"
    r"(?:(?<![\w.])\.(?=\d))?"
    rf"{_CHAR}(?:{_CHAR}|[{APOSTROPHES}](?={_CHAR})|(?<=\d)[{_MINUS}.,:/](?=\d))*"
    rf"(?:(?<=\d)[%‰°{CURRENCIES}]|[{_HYPHEN}](?i:free|less|proof)\b)?"
)
_SAID = re.compile(rf"{_TOKEN}|\w|[^\w\s{re.escape(EDGE)}]")

_CLOSING, _NOTHING = frozenset(".,;:!?"), frozenset(("", " "))

_NEGATIONS = frozenset(
    (
        "no not never none nobody nothing nowhere neither nor without cannot hardly barely "
        "dont doesnt didnt cant wont isnt wasnt couldnt shouldnt wouldnt havent hasnt hadnt arent werent aint "
        "ne pas non jamais rien aucun nicht kein keine keinen nie niemals nichts nunca nada sin nem mai niente "
        "ningu\u0301n na\u0303o"
    ).split()
)


def tokens(folded: str) -> Iterator[re.Match[str]]:
    """All that was said: words, numbers with their sign and unit, symbols."""
    return _SAID.finditer(folded)


def denies(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't")


def standing(needle: str, text: str, start: int = 0) -> Iterator[Span]:
    """The places where `needle` stands, from the middle of a word or not."""
    while (at := text.find(needle, start)) >= 0:
        yield at, at + len(needle)
        start = at + 1


def cuts(text: str, at: int) -> bool:
    """Whether a cut here would go through a word or a number: "can|'t", "25|,000", "-|5", "un-|refunded"."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before == " " or after == " " or (after in _CLOSING and text[at + 1 : at + 2] in _NOTHING):
        return False
    if before.isascii() and after.isascii() and before.isalnum() and after.isalnum():
        return True
    left, right = visible(text[max(0, at - REACH) : at]), visible(text[at : at + REACH])
    return _cuts_token(left[left.rfind(" ") + 1 :], right.partition(" ")[0])


def whole(text: str, span: Span) -> bool:
    return not cuts(text, span[0]) and not cuts(text, span[1])


def _cuts_token(left: str, right: str) -> bool:
    if not left or not right:
        return False
    if unicodedata.category(right[0]).startswith("M"):
        return True
    return any(token.start() < len(left) < token.end() for token in tokens(left + right))
