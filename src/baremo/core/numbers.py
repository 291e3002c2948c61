"""Exact numbers as people write them."""

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Value = Fraction | int
else:
    # Whoever builds a value by hand may write a whole number; what is read back from JSON is always a fraction.
    Value = Fraction


def plain(value: Value) -> Value:
    """A whole number as such: as exact as a fraction, and many times faster to compare, to add and to write."""
    return value.numerator if value.denominator == 1 else value


def share(value: Value, places: int = 0) -> str:
    """As `decimal`, but a value with no finite decimal form is written as a ratio: `(1/3)`."""
    text = decimal(value, places)
    return f"({value})" if text.startswith("≈") else text


@lru_cache(maxsize=4096)
def decimal(value: Value, places: int = 0) -> str:
    """`decimal(Fraction(96), 1)` → `96.0`. At least `places` decimals; a value with no finite decimal form is
    rounded to four and marked with `≈`, so that no rounded figure passes for an exact one."""
    denominator, twos, fives = value.denominator, 0, 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    exact = denominator == 1
    digits = max(places, twos, fives) if exact else max(places, 4)
    scaled = round(abs(value) * 10**digits)
    whole, rest = divmod(scaled, 10**digits)
    sign = "-" if value < 0 else ""
    text = f"{sign}{whole}.{rest:0{digits}d}" if digits else f"{sign}{whole}"
    return text if exact else f"≈{text}"
