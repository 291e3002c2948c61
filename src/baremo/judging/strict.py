"""JSON to the letter and more: no key twice, no NaN, no number out of range, no half characters, not too deep."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from baremo.core.dialogue import HALF_PAIR
from baremo.judging.steps import Unreadable
from baremo.judging.tokens import DEEPEST, LONGEST_NUMBER, fractional, too_deep, twice, whole

SPACED_KEY = re.compile(r'"[ \t\r\n]++:')
LONG_NUMBER = re.compile(rf"[0-9][0-9]{{{LONGEST_NUMBER - 1}}}")  # a digit first: the search is much faster
TWO_DIGITS = re.compile(r"[0-9][0-9]")


def decode(text: str) -> Any:
    """What the whole text says. Raises `JSONDecodeError` where it is no JSON, `Unreadable` where it is none of ours."""
    if _brackets(text) <= DEEPEST and not long_number(text):
        try:
            value = msgspec.json.decode(text)
        except (msgspec.MsgspecError, UnicodeError):
            return _checked(text, 0, whole_text=True)[0]
        # msgspec keeps the last of equal keys in silence: then there are fewer keys than there are signs of keys.
        if signs_of_keys(text) <= _count_keys(value):
            return value
    return _checked(text, 0, whole_text=True)[0]


def decode_from(text: str, start: int) -> tuple[Any, int]:
    """What stands here, and where it ends."""
    return _checked(text, start, whole_text=False)


def _checked(text: str, start: int, *, whole_text: bool) -> tuple[Any, int]:
    try:
        value, end = (_strict.decode(text), len(text)) if whole_text else _strict.raw_decode(text, start)
    except RecursionError:
        raise too_deep() from None
    written = text[start:end]
    if _brackets(written) > DEEPEST or "\\u" in written or not written.isascii():
        level = [value]
        for _ in range(DEEPEST + 1):
            level = [part for one in level for part in _parts(one)]
        if level:
            raise too_deep()
    return value, end


def signs_of_keys(text: str) -> int:
    """At least as many as there are keys in it. (One pattern for both ways to write them takes three times as long.)"""
    return text.count('":') + len(SPACED_KEY.findall(text))


def long_number(text: str) -> bool:
    """It would hold two in a row of every twentieth character: nearly always a look at those is enough."""
    return bool(TWO_DIGITS.search(text[:: LONGEST_NUMBER // 2]) and LONG_NUMBER.search(text))


def _brackets(text: str) -> int:
    return text.count("{") + text.count("[")


def _count_keys(value: Any) -> int:
    count, waiting = 0, [value]
    for one in waiting:  # it grows meanwhile
        if isinstance(one, dict):
            count += len(one)
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return count


def _parts(value: Any) -> Iterator[Any]:
    """What stands directly in it. Keys are texts, too."""
    if isinstance(value, dict):
        yield from value
        yield from value.values()
    elif isinstance(value, list):
        yield from value
    elif isinstance(value, str) and not value.isascii() and HALF_PAIR.search(value):
        raise Unreadable("a text holds half of a surrogate pair")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        raise twice(next(key for key in keys if keys.count(key) > 1))
    return value


def _no_constant(name: str) -> None:
    raise Unreadable(f"{name} is no value")


_strict = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=whole, parse_float=fractional, parse_constant=_no_constant
)
