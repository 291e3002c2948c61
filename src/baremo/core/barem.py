"""A barem: criteria, weights, anchored levels, caps, deductions, the overall rule and worked examples."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING

from baremo.core.claims import Claims
from baremo.core.dialogue import Dialogue
from baremo.core.digest import digest

if TYPE_CHECKING:
    from pathlib import Path


class Protocol(StrEnum):
    SOLO = "solo"
    """One judge."""
    DEBATE = "debate"
    """Evaluator, then Critic; the Referee is code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    value: int
    anchor: str
    """What a dialogue at this level looks like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    name: str
    weight: Fraction
    """Share of the mean; a barem's weights sum to 1."""
    question: str
    levels: tuple[Level, ...]
    """Ascending."""

    @property
    def scale(self) -> tuple[int, ...]:
        return tuple(level.value for level in self.levels)


class Comparison(StrEnum):
    BELOW = "below"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    ABOVE = "above"

    def holds(self, value: Fraction | int, bound: Fraction) -> bool:
        return _COMPARE[self](value, bound)


_COMPARE: dict[Comparison, Callable[[Fraction | int, Fraction], bool]] = {
    Comparison.BELOW: lt,
    Comparison.AT_MOST: le,
    Comparison.AT_LEAST: ge,
    Comparison.ABOVE: gt,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    comparison: Comparison
    value: Fraction

    def admits(self, value: Fraction | int) -> bool:
        return self.comparison.holds(value, self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallMarks:
    """The mean of the human marks for the whole dialogue; never holds where there are none."""

    mean: Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Emotion:
    """Whether anything emotional was said, with a quote that was found."""

    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyCriterion:
    level: Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCriterion:
    criterion: str
    level: Bound


Condition = OverallMarks | Emotion | AnyCriterion | OneCriterion
"""The closed vocabulary of `when:` in a barem file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cap:
    """`criterion` is at most `at` when the condition holds."""

    id: str
    criterion: str
    at: int
    when: Condition
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deduction:
    """`points` are taken off the mean, before it goes down to a level, when the condition holds."""

    id: str
    points: Fraction
    when: Condition
    because: str


Rule = Cap | Deduction


class Adoption(StrEnum):
    """What happens when enough criteria are disputed."""

    ALL_OR_NONE = "all-or-none"
    """The Critic's version is adopted where every dispute is evidenced."""
    EVIDENCED = "evidenced"
    """The Critic's levels are adopted on the evidenced disputes; the others stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Referee:
    adopt_from: int = 3
    """From how many disputes the Critic's version may be adopted."""
    adopt: Adoption = Adoption.ALL_OR_NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What a worked example must come out at."""

    levels: tuple[tuple[str, int], ...]
    """Final level per criterion, in the barem's order."""
    evaluator_mean: Fraction
    mean: Fraction
    overall: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    dialogue: Dialogue
    claims: Claims
    expect: Expectation


@dataclass(frozen=True, kw_only=True)
class Barem:
    name: str
    title: str
    protocol: Protocol
    stance: str = ""
    """What the judges are told beyond the criteria, e.g. what to be severe about."""
    sentences: int = 1
    """How many sentences a justification may have."""
    criteria: tuple[Criterion, ...]
    rules: tuple[Rule, ...] = ()
    scale: tuple[int, ...]
    """The levels of OverallExperience, ascending; the mean goes down to one of them."""
    referee: Referee = field(default_factory=Referee)
    examples: tuple[Example, ...] = ()

    @cached_property
    def digest(self) -> str:
        return digest("barem-v1", self)

    def criterion(self, name: str) -> Criterion:
        return next(criterion for criterion in self.criteria if criterion.name == name)

    @classmethod
    def load(cls, source: "str | Path") -> "Barem":
        """A built-in barem by name (`solo`, `debate`, `strict`) or any barem from a YAML file."""
        from baremo.load.barems import load_barem

        return load_barem(source)
