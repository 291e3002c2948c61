"""From the tokens of an object to its value: no key twice, no number out of range, every text as it was meant."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from math import isinf
from typing import Any

from baremo.core.dialogue import HALF_PAIR
from baremo.judging.escapes import Unescaping, stray
from baremo.judging.steps import Step, Unreadable

LONGEST_NUMBER = 40
DEEPEST = 64
"""How deep an answer may be nested. Ours need four levels."""
WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
FRACTION = re.compile(r"[.eE]")


class Kind(Enum):
    OPEN = auto()
    CLOSE = auto()
    KEY = auto()
    STRING = auto()
    NUMBER = auto()
    WORD = auto()


@dataclass(frozen=True, slots=True)
class Token:
    kind: Kind
    start: int
    stop: int
    """Where it stands; of strings, without the quotes."""
    steps: frozenset[Step] = frozenset()
    """What had to be done to see it."""
    paired: bool = True
    """Whether unescaped quotes in it open and close in turn."""


def assemble(text: str, tokens: list[Token]) -> tuple[Any, frozenset[Step]]:
    """The value, and all that had to be done."""
    steps = frozenset[Step]().union(*(token.steps for token in tokens))
    python = Step.PYTHON in steps
    strings = (text[token.start : token.stop] for token in tokens if token.kind in (Kind.KEY, Kind.STRING))
    unescaping = Unescaping(loose=any(stray(string, python=python) for string in strings), python=python)
    opened: list[Any] = [[]]
    keys: list[str] = []
    for token in tokens:
        written = text[token.start : token.stop]
        if token.kind is Kind.OPEN:
            opened.append({} if written == "{" else [])
        elif token.kind is Kind.KEY:
            keys.append(_whole_text(unescaping.key(written)))
        elif token.kind is Kind.CLOSE:
            value = opened.pop()
            _put(opened[-1], keys, value)
        else:
            _put(opened[-1], keys, _scalar(token.kind, written, unescaping))
    return opened[0][0], steps | unescaping.steps


def _put(into: Any, keys: list[str], value: Any) -> None:
    if isinstance(into, list):
        into.append(value)
        return
    key = keys.pop()
    if key in into:
        raise twice(key)
    into[key] = value


def _scalar(kind: Kind, written: str, unescaping: Unescaping) -> Any:
    if kind is Kind.STRING:
        return _whole_text(unescaping.text(written))
    if kind is Kind.WORD:
        return WORDS[written]
    return fractional(written) if FRACTION.search(written) else whole(written)


def too_deep() -> Unreadable:
    return Unreadable(f"it is nested more than {DEEPEST} levels deep")


def twice(key: str) -> Unreadable:
    return Unreadable(f"the key {key!r} stands twice in one object")


def whole(written: str) -> int:
    if len(written) > LONGEST_NUMBER:
        raise Unreadable("a number is out of range")
    return int(written)


def fractional(written: str) -> float:
    value = float(written)
    if isinf(value):
        raise Unreadable("a number is out of range")
    return value


def _whole_text(text: str) -> str:
    """Pairs of surrogates become the one character that they stand for."""
    if text.isascii() or not HALF_PAIR.search(text):
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise Unreadable("a text holds half of a surrogate pair") from None
