"""What the rules of a barem leave within reach: found by trying, where all combinations can be tried."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, product
from math import prod

from baremo.core.barem import Barem, Cap, Deduction, Rounding, Rule
from baremo.core.numbers import Value
from baremo.lint.idle import why_idle
from baremo.lint.worlds import worlds
from baremo.score.rules import Facts, apply_caps, apply_deductions
from baremo.score.sums import combined, missed_gates, rounded

MOST = 100_000
"""Combinations of levels and facts that are tried at most; a sound barem shows itself within a few dozen."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """What no combination has brought about yet."""

    finals: set[tuple[str, Value]]
    """Criterion and final level."""
    overall: set[Value]
    caps: set[str]
    """Those that have changed nothing."""
    deductions: set[str]
    values: set[Value] = field(default_factory=set)
    """That were rounded before."""

    def __bool__(self) -> bool:
        return bool(self.finals or self.overall or self.rules)

    @property
    def rules(self) -> set[str]:
        return self.caps | self.deductions


def unmet(barem: Barem) -> Unmet | None:
    """What no combination brings about; None where there are too many of them to tell."""
    ways = worlds(barem)
    if not ways or prod(len(one.levels) for one in barem.criteria) * len(ways) > MOST:
        return None
    acting = [rule for rule in barem.rules if not why_idle(rule, barem)]
    left = Unmet(
        finals={(one.name, value) for one in barem.criteria for value in one.scale},
        overall=set() if barem.overall.rounding is Rounding.NONE else set(barem.overall.scale),
        caps={rule.id for rule in acting if isinstance(rule, Cap)},
        deductions={rule.id for rule in acting if isinstance(rule, Deduction)},
    )
    for levels, facts in ((levels, facts) for levels in _combinations(barem) for facts in ways):
        _try(barem, levels, facts, left)
        if not left:
            break
    return left


def unreachable_levels(barem: Barem, left: Unmet | None) -> list[Value]:
    """Overall levels out of reach: exactly where all could be tried, else those beyond the lowest and highest value."""
    if left is not None:
        return sorted(left.overall)
    low, high = value_range(barem)
    low -= sum(rule.points for rule in barem.rules if isinstance(rule, Deduction))
    overall = barem.overall
    lowest = rounded(overall, min(low, overall.scale[0]) if overall.gates else low)
    return [level for level in overall.scale if not lowest <= level <= rounded(overall, high)]


def value_range(barem: Barem) -> tuple[Value, Value]:
    """The lowest and the highest value that the criteria can give, before any deduction."""
    lowest = {one.name: one.scale[0] for one in barem.criteria}
    highest = {one.name: one.scale[-1] for one in barem.criteria}
    return combined(barem, lowest), combined(barem, highest)


def without(barem: Barem, rule: Rule) -> Barem:
    return replace(barem, rules=tuple(other for other in barem.rules if other != rule))


def _combinations(barem: Barem) -> Iterator[dict[str, Value]]:
    """All of them; first those of two heights, which reach most: some criteria this high, the others that."""
    scales = [[_plain(value) for value in one.scale] for one in barem.criteria]
    steps = range(max(len(scale) for scale in scales))
    two = (
        [scale[min(one if place < cut else other, len(scale) - 1)] for place, scale in enumerate(scales)]
        for cut in range(len(scales))
        for one, other in product(steps, steps)
    )
    names = [one.name for one in barem.criteria]
    return (dict(zip(names, levels, strict=True)) for levels in chain(two, product(*scales)))


def _plain(value: Value) -> Value:
    """Whole numbers as such: they are compared far faster."""
    return int(value) if value.denominator == 1 else value


def _try(barem: Barem, levels: dict[str, Value], facts: Facts, left: Unmet) -> None:
    final, caps = apply_caps(barem.rules, levels, facts)
    left.finals.difference_update(final.items())
    left.caps.difference_update([step.rule for step in caps if step.bites])
    if left.overall or left.deductions:
        value, deductions = apply_deductions(barem.rules, final, facts, combined(barem, final))
        left.deductions.difference_update([step.rule for step in deductions if step.bites])
        value, _ = missed_gates(barem.overall, final, value)
        if value not in left.values:
            left.values.add(value)
            left.overall.discard(rounded(barem.overall, value))
