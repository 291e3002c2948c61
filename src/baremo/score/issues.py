"""What the issues of a response allow its overall mark to be (SPEC P9), and what checks by code make of its levels."""

from collections.abc import Mapping
from dataclasses import dataclass

from baremo.core.barem import Barem, Criterion
from baremo.core.numbers import Value, decimal
from baremo.core.observation import Check
from baremo.core.verdict import Step

Levels = Mapping[str, Value]
ALIGNED = "P9"
"""The rule that holds the overall mark to the issues."""
MINOR, MAJOR = 1, 2
"""How many levels away from the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """The overall marks that the issues leave open, lowest first."""

    lowest: Value
    highest: Value
    because: str
    several: bool = False
    """Whether `because` speaks of more than one thing."""

    def held(self, value: Value) -> Value:
        """The nearest that is allowed."""
        return min(max(value, self.lowest), self.highest)

    def admits(self, value: Value) -> bool:
        return self.lowest <= value <= self.highest

    @property
    def says(self) -> str:
        low, high = decimal(self.lowest), decimal(self.highest)
        span = low if low == high else f"{low} {'or' if self.highest - self.lowest == 1 else 'to'} {high}"
        return f"{self.because} {'allow' if self.several else 'allows'} {span}."


def allowed(barem: Barem, levels: Levels) -> Allowed:
    dimensions = [(one, one.issue(levels[one.name])) for one in barem.criteria[:-1]]
    minor = [named(one, levels) for one, issue in dimensions if issue == MINOR]
    major = [named(one, levels) for one, issue in dimensions if issue >= MAJOR]
    worst, poor, middling, good, best = barem.overall.scale
    if major:
        what = "a major issue" if len(major) == 1 else f"{len(major)} major issues"
        return Allowed(lowest=worst, highest=poor, because=f"{what} ({', '.join(major)})", several=len(major) > 1)
    if len(minor) > 1:
        what = f"{len(minor)} minor issues ({', '.join(minor)})"
        return Allowed(lowest=middling, highest=middling, because=what, several=True)
    if minor:
        return Allowed(lowest=good, highest=good, because=f"one minor issue ({minor[0]})")
    return Allowed(lowest=good, highest=best, because="no issue in any dimension")


def named(criterion: Criterion, levels: Levels) -> str:
    return f"{criterion.name} {decimal(levels[criterion.name])}"


def aligned(barem: Barem, levels: Levels, value: Value) -> tuple[Value, list[Step]]:
    """The overall mark, held to what the issues allow, and the step that shows it."""
    room = allowed(barem, levels)
    after = room.held(value)
    if after == value:
        return value, []
    return after, [Step(rule=ALIGNED, target=barem.criteria[-1].name, before=value, after=after, because=room.says)]


def checked_levels(barem: Barem, levels: Levels, checks: tuple[Check, ...]) -> tuple[dict[str, Value], list[Step]]:
    """Levels that are no better than what code saw allows. A check about a criterion that is not there says nothing."""
    held, steps = dict(levels), []
    for check in checks:
        criterion = barem.named.get(check.dimension)
        if criterion is None or not check.sure:
            continue
        before = held[check.dimension]
        after = _bounded(criterion, before, check.steps)
        if after != before:
            held[check.dimension] = after
            steps.append(
                Step(rule=check.name, target=check.dimension, before=before, after=after, because=f"{check.says}.")
            )
    return held, steps


def _bounded(criterion: Criterion, level: Value, steps: int) -> Value:
    """The level, or the one so many steps from the best where it is better than that. Nothing is undone that leads to
    the other side of a scale around zero."""
    scale = criterion.scale
    best, now = scale.index(criterion.best), scale.index(level)
    bound = min(max(best + steps, 0), len(scale) - 1)
    return scale[min(now, bound) if steps < 0 else max(now, bound)]
