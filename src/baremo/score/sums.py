"""From final levels to one value, the sum written out, and the way from the value to a level."""

from collections.abc import Mapping
from fractions import Fraction

from baremo.core.barem import Barem, Combine, Level, Overall, Rounding
from baremo.core.numbers import Value, decimal, plain, share
from baremo.core.verdict import Step

Levels = Mapping[str, Value]


def combined(barem: Barem, levels: Levels) -> Value:
    """The weighted mean of the levels, the lowest of them, or the last: the overall mark as judged."""
    values = _values(barem, levels)
    if barem.overall.combine is Combine.MINIMUM:
        return min(values)
    if barem.overall.combine is Combine.ISSUES:
        return values[-1]
    weights, whole = barem.shares
    total = sum([weight * plain(value) for weight, value in zip(weights, values, strict=True)])
    return plain(Fraction(total, whole)) if total % whole else total // whole


def written_sum(barem: Barem, levels: Levels) -> str:
    """`100*0.40 + 80*0.15 + … = 93.0`, from the same parts as `combined`."""
    values = _values(barem, levels)
    total = decimal(combined(barem, levels), 1)
    if barem.overall.combine is Combine.MINIMUM:
        return f"min({', '.join(share(value) for value in values)}) = {total}"
    if barem.overall.combine is Combine.ISSUES:
        return f"{barem.criteria[-1].name} as judged = {total}"
    weights = (criterion.weight for criterion in barem.criteria)
    parts = (f"{share(value)}*{share(weight, 2)}" for weight, value in zip(weights, values, strict=True))
    return f"{' + '.join(parts)} = {total}"


def _values(barem: Barem, levels: Levels) -> list[Value]:
    """What counts of each criterion."""
    if barem.overall.normalise:
        return [one.height(levels[one.name]) for one in barem.criteria]
    return [levels[one.name] for one in barem.criteria]


def missed_gates(overall: Overall, levels: Levels, value: Value) -> tuple[Value, list[Step]]:
    """A criterion that misses its gate sends the value to the lowest level, whatever the mean."""
    steps = []
    for gate in overall.gates:
        if not gate.level.admits(levels[gate.criterion]):
            lowest = min(value, overall.levels[0].value)
            because = f"{gate.criterion} misses its gate ({gate.level.words})."
            steps.append(Step(rule="gate", target="mean", before=value, after=lowest, because=because))
            value = lowest
    return value, steps


def rounded(overall: Overall, value: Value) -> Value:
    """The level that the value comes to (SPEC C5 for `down`); the value itself where nothing is rounded."""
    match overall.rounding:
        case Rounding.DOWN:
            return _below(overall.levels, value)
        case Rounding.UP:
            return _above(overall.levels, value)
        case Rounding.NEAREST:
            below, above = _below(overall.levels, value), _above(overall.levels, value)
            return below if value - below <= above - value else above
        case _:
            return value


def _below(levels: tuple[Level, ...], value: Value) -> Value:
    return next((level.value for level in reversed(levels) if level.value <= value), levels[0].value)


def _above(levels: tuple[Level, ...], value: Value) -> Value:
    return next((level.value for level in levels if level.value >= value), levels[-1].value)
