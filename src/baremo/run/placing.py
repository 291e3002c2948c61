"""People's marks on a scale: the judge's own where they can be, else the one that they used."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from baremo.core.barem import Level
from baremo.core.label import Label
from baremo.core.numbers import Value, decimal
from baremo.errors import Problem, SetupError
from baremo.stats.ratings import Scale

ODD = 0.05
"""Marks off the scale, as a share, up to which they are slips to be mended and not another scale."""
SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    scale: Scale
    at: Mapping[Value, int]
    """Place of each mark that people may have given."""
    mapped: str = ""
    """How marks were put on the judge's scale, where they are others."""


def scale_of(levels: Iterable[Level]) -> Scale:
    known = tuple(levels)
    return Scale(labels=tuple(one.label for one in known), values=tuple(float(one.value) for one in known))


def placing(counts: Counter[Value], levels: Sequence[Level]) -> Placing:
    """What the marks mean: levels of the scale, or their numbers counted from 1, or a scale of their own."""
    own = {level.value: place for place, level in enumerate(levels)}
    by_number: dict[Value, int] = {place + 1: place for place in range(len(levels))}
    for at in (own, by_number):
        off = sum(count for value, count in counts.items() if value not in at)
        if off <= ODD * counts.total():
            return Placing(scale=scale_of(levels), at=at, mapped="" if at == own else _mapped(levels))
    values = sorted(counts)
    return Placing(
        scale=Scale(labels=tuple(decimal(value) for value in values), values=tuple(float(value) for value in values)),
        at={value: place for place, value in enumerate(values)},
    )


def _mapped(levels: Sequence[Level]) -> str:
    return f"1–{len(levels)} read as {levels[0].label}–{levels[-1].label}"


def refuse_slips(slips: Sequence[Label], placed: Placing) -> None:
    """A few marks off a scale that all others are on."""
    known = ", ".join(decimal(value) for value in placed.at)
    problems = [
        Problem(
            slip.where or f"dialogue {slip.case}",
            f"{decimal(slip.level)} for {slip.criterion or 'the whole'} is on no scale that the other marks are on",
            f"mend it: they are {known}",
        )
        for slip in slips[:SHOWN]
    ]
    if problems:
        raise SetupError(problems, more=len(slips) - len(problems))
