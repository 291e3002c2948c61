"""Sums that an author wrote out: figures as printed against the exact value."""

import re
from collections.abc import Iterator
from fractions import Fraction

from baremo.core.barem import Barem
from baremo.core.numbers import Value, decimal
from baremo.score.sums import Levels

_NUMBER = r"\(?(-?\d+(?:\.\d+|/\d+)?)\)?"
_TERM = re.compile(rf"\s*{_NUMBER}\s*[*×·x]\s*{_NUMBER}\s*")


def states(text: str, value: Value) -> bool:
    """Whether a printed figure is this value: exactly, or rounded to the decimals that it shows."""
    printed, decimals = Fraction(text), len(text.partition(".")[2])
    return printed == value or (decimals > 0 and abs(printed - value) * 2 * 10**decimals <= 1)


def faults_of_sum(text: str, barem: Barem, levels: Levels) -> Iterator[str]:
    """What is wrong with `100*0.40 + 80*0.15 = 52`; nothing is said of a sum that is written in another way."""
    left, _, right = text.partition("=")
    terms = [_TERM.fullmatch(part) for part in left.split("+")]
    total = right.strip().removeprefix("≈")
    if not all(terms) or not re.fullmatch(r"-?\d+(?:\.\d+)?", total):
        return
    pairs = [(term[1], term[2]) for term in terms if term]
    yield from _other_terms(pairs, barem, levels)
    value = sum((Fraction(level) * Fraction(weight) for level, weight in pairs), Fraction(0))
    if not states(total, value):
        yield f"its terms sum to {decimal(value)}, not to {total}"


def _other_terms(pairs: list[tuple[str, str]], barem: Barem, levels: Levels) -> Iterator[str]:
    if len(pairs) != len(barem.criteria):
        yield f"it has {len(pairs)} terms for {len(barem.criteria)} criteria"
        return
    for (level, weight), criterion in zip(pairs, barem.criteria, strict=True):
        given = levels[criterion.name]
        counted = criterion.height(given) if barem.overall.normalise else given
        if not states(level, counted):
            yield f"it counts {criterion.name} as {level}, the final level is {decimal(counted)}"
        if not states(weight, criterion.weight):
            yield f"it weighs {criterion.name} with {weight}, the barem with {decimal(criterion.weight)}"
