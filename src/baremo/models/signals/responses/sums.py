"""Sums that a response writes out, worked again."""

import re
from collections.abc import Iterator
from typing import NamedTuple

NUMBER = r"-?\d{1,9}(?:\.\d{1,6})?"
SUM = re.compile(
    rf"(?<![\w.,^/*×÷+=)(\\-])(?P<left>{NUMBER})\s*(?P<sign>[-+*×÷/−])\s*(?P<right>{NUMBER})\s*=\s*"
    rf"(?P<result>{NUMBER})(?![\w^/*×÷+(!=%°:]|[.,]\d|\s*[-+*×÷/^%(]|\s*\\)"
)
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
        right = worked(found, base)
        if right is not None:
            yield Wrong(found.start(), found.end(), right)


def worked(found: re.Match[str], base: int) -> str | None:
    """What it should be; None where it is right, rounded, or not to be worked."""
    left, sign, right, result = found["left"], found["sign"], found["right"], found["result"]
    if base != 10:
        return _in_base(left, sign, right, result, base)
    one, other, said = float(left), float(right), float(result)
    if sign in "/÷" and not other:
        return None
    value = {"+": one + other, "*": one * other, "×": one * other, "-": one - other, "−": one - other}.get(
        sign, one / (other or 1)
    )
    places = len(result.partition(".")[2])
    if abs(value - said) <= 1.001 * 10**-places and value != int(value):
        return None
    return None if abs(value - said) < 1e-6 else f"{value:.10g}"


def _in_base(left: str, sign: str, right: str, result: str, base: int) -> str | None:
    if sign not in "+-−" or "." in left + right + result:
        return None
    try:
        one, other = int(left, base), int(right, base)
    except ValueError:
        return None
    value = one + other if sign == "+" else one - other
    written = ("-" if value < 0 else "") + digits(abs(value), base)
    return None if written == result.lstrip("0").rjust(1, "0") else written


def digits(value: int, base: int) -> str:
    written = str(value % base)
    while value := value // base:
        written = str(value % base) + written
    return written
