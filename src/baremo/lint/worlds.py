"""All that a dialogue could be like, as far as the rules of a barem can tell: one `Facts` for each way."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor, prod
from typing import Any

from baremo.core.barem import Barem, Bound, Condition, Emotion, Metadata, Observed, OverallMarks, Quotes
from baremo.core.dialogue import HIGHEST_MARK, LOWEST_MARK
from baremo.core.evidence import Match
from baremo.score.rules import Facts, holds

Cell = tuple[str, str]
"""Criterion and class of a quote."""
ELSEWHERE = ""
"""A criterion that no condition names."""
ON_FACTS = (OverallMarks, Emotion, Quotes, Observed, Metadata)
MOST = 10_000
"""Ways that are looked at: a barem with more of them has dozens of rules."""


def worlds(barem: Barem) -> list[Facts]:
    """One for each way in which the conditions can hold or not; none at all where there are too many to list."""
    conditions = [rule.when for rule in barem.rules if isinstance(rule.when, ON_FACTS)]
    every = _Worlds(barem)
    if len(every) > MOST:
        return []
    return list({tuple(holds(one, {}, facts) for one in conditions): facts for facts in every}.values())


class _Worlds:
    """The values that matter are those on, below and above each bound."""

    def __init__(self, barem: Barem) -> None:
        conditions = [rule.when for rule in barem.rules]
        self._marks = _marks([one.mean for one in conditions if isinstance(one, OverallMarks)])
        self._emotional = (False, True) if any(isinstance(one, Emotion) for one in conditions) else (False,)
        self._quotes = {
            (one.criterion or ELSEWHERE, one.match or Match.EXACT.value): _counts(
                [other.count for other in conditions if isinstance(other, Quotes)]
            )
            for one in conditions
            if isinstance(one, Quotes)
        }
        self._seen = {one.observer: _counts(_of_observer(one.observer, conditions)) for one in _observed(conditions)}
        self._fields = {one.field: _values(one.field, conditions) for one in conditions if isinstance(one, Metadata)}

    def __len__(self) -> int:
        return prod(len(options) for options in self._options())

    def __iter__(self) -> Iterator[Facts]:
        for mark, emotional, *rest in product(*self._options()):
            counts = iter(rest)
            yield Facts(
                overall_mean=mark,
                emotional=emotional,
                quotes=tuple(cell for cell in self._quotes for _ in range(next(counts))),
                observed=tuple(name for name in self._seen for _ in range(next(counts))),
                metadata={name: value for name in self._fields if (value := next(counts)) is not None},
            )

    def _options(self) -> list[Any]:
        parts = (self._quotes, self._seen, self._fields)
        return [self._marks, self._emotional, *(options for part in parts for options in part.values())]


def _observed(conditions: list[Condition]) -> list[Observed]:
    return [one for one in conditions if isinstance(one, Observed)]


def _of_observer(name: str, conditions: list[Condition]) -> list[Bound]:
    return [one.count for one in _observed(conditions) if one.observer == name]


def _marks(bounds: list[Bound]) -> list[Fraction | None]:
    """No marks at all, each bound, and a mean between each two."""
    if not bounds:
        return [None]
    low, high = Fraction(LOWEST_MARK), Fraction(HIGHEST_MARK)
    points = sorted({low, high, *(Fraction(bound.value) for bound in bounds if low <= bound.value <= high)})
    between = [(one + other) / 2 for one, other in pairwise(points)]
    return [None, *points, *between]


def _counts(bounds: list[Bound]) -> list[int]:
    near = {count for bound in bounds for count in (ceil(bound.value) - 1, floor(bound.value), floor(bound.value) + 1)}
    return sorted({0, *(count for count in near if 0 <= count <= 100)})


def _values(field: str, conditions: list[Condition]) -> list[Any]:
    """None where the field is missing."""
    values: list[Any] = [None]
    for one in conditions:
        if isinstance(one, Metadata) and one.field == field:
            values += [one.equals] if one.bound is None else [float(one.bound.value) + step for step in (-1, 0, 1)]
    return values
