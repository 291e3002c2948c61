"""Sums that a response writes out, worked again."""

import re
from collections.abc import Iterator
from typing import NamedTuple

NUMBER = r"-?\d{1,9}(?:\.\d{1,6})?"
SIGN = r"[-+*×÷/−]"
SUM = re.compile(
    rf"(?<![\w.,^/*×÷+=)(\\-])(?P<terms>{NUMBER}(?:\s*{SIGN}\s*{NUMBER}){{1,9}})\s*=\s*"
    rf"(?P<result>{NUMBER})(?![\w^/*×÷+(!=%°:]|[.,]\d|\s*[-+*×÷/^%(]|\s*\\)"
)
"""Two numbers or more."""
TERM = re.compile(rf"\s*(?P<sign>{SIGN}?)\s*(?P<number>{NUMBER})")
FIRST = re.compile(rf"(?P<sign>)(?P<number>{NUMBER})")
GOES_BEFORE = tuple("+*×÷/−=^([-")
"""What tells that a sum began before the number at which we could begin."""
BASE = re.compile(r"\bbase[\s-]*(\d{1,2})\b", re.IGNORECASE)
ELSEWHERE = re.compile(r"\bmod(?:ulo|ulus)?\b|\bbinary\b|\bhex|\boctal\b|\bclock\b|\bcarry\s+save\b", re.IGNORECASE)
"""Words of tasks in which 7 + 8 may well be 3."""


class Wrong(NamedTuple):
    start: int
    end: int
    right: str
    """What it comes to."""


def wrong_sums(text: str, asked: str) -> Iterator[Wrong]:
    """Nothing is worked where the task may count in another way; a base that it names is heeded."""
    bases = {int(found) for found in BASE.findall(asked)}
    if len(bases) > 1 or (not bases and ELSEWHERE.search(f"{asked}\n{text}")):
        return
    base = bases.pop() if bases else 10
    if not 2 <= base <= 10:
        return
    for found in SUM.finditer(text):
        right = None if begun(text, found.start()) else worked(found, base)
        if right is not None:
            yield Wrong(found.start(), found.end(), right)


def begun(text: str, start: int) -> bool:
    """Whether more of the sum stands before it on its line. A dash alone is the mark of a list."""
    before = text[text.rfind("\n", 0, start) + 1 : start].strip()
    return len(before) > 1 and before.endswith(GOES_BEFORE)


def worked(found: re.Match[str], base: int) -> str | None:
    """What it should be; None where it is right, rounded, or not to be worked."""
    terms = [(term["sign"], term["number"]) for term in _terms(found["terms"])]
    if base != 10:
        return _in_base(terms, found["result"], base)
    value = total(terms)
    if value is None:
        return None
    said, places = float(found["result"]), len(found["result"].partition(".")[2])
    if abs(value - said) <= 1.001 * 10**-places and value != int(value):
        return None
    return None if abs(value - said) < 1e-6 else f"{value:.10g}"


def _terms(written: str) -> Iterator[re.Match[str]]:
    """The first has no sign before it, so that its own minus is part of the number."""
    at = 0
    while at < len(written) and (term := TERM.match(written, at) if at else FIRST.match(written)):
        yield term
        at = term.end()


def total(terms: list[tuple[str, str]]) -> float | None:
    """Products before sums; None where something is divided by nothing."""
    added: list[float] = []
    for sign, written in terms:
        number = float(written)
        if sign in ("*", "×"):
            added[-1] *= number
        elif sign in ("/", "÷"):
            if not number:
                return None
            added[-1] /= number
        else:
            added.append(-number if sign in ("-", "−") else number)
    return sum(added)


def _in_base(terms: list[tuple[str, str]], result: str, base: int) -> str | None:
    if any(sign not in "+-−" or "." in number for sign, number in terms) or "." in result:
        return None
    try:
        numbers = [(sign, int(number, base)) for sign, number in terms]
    except ValueError:
        return None
    value = sum(-number if sign in ("-", "−") else number for sign, number in numbers)
    written = ("-" if value < 0 else "") + digits(abs(value), base)
    return None if written == result.lstrip("0").rjust(1, "0") else written


def digits(value: int, base: int) -> str:
    written = str(value % base)
    while value := value // base:
        written = str(value % base) + written
    return written
