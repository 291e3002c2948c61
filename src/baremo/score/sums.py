"""The weighted mean, its sum written out, and the way down to a level."""

from collections.abc import Mapping
from fractions import Fraction

from baremo.core.barem import Criterion
from baremo.core.numbers import decimal


def weighted_mean(criteria: tuple[Criterion, ...], levels: Mapping[str, int]) -> Fraction:
    return sum((levels[criterion.name] * criterion.weight for criterion in criteria), Fraction(0))


def written_sum(criteria: tuple[Criterion, ...], levels: Mapping[str, int]) -> str:
    """`100*0.40 + 80*0.15 + … = 93.0`, from the same parts as `weighted_mean`."""
    terms = " + ".join(f"{levels[criterion.name]}*{decimal(criterion.weight, 2)}" for criterion in criteria)
    return f"{terms} = {decimal(weighted_mean(criteria, levels), 1)}"


def level_down(value: Fraction, scale: tuple[int, ...]) -> int:
    """The highest level that the value reaches; the lowest where it reaches none (SPEC C5)."""
    return max((level for level in scale if level <= value), default=min(scale))
