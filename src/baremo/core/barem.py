"""A barem: criteria, weights, anchored levels, caps, deductions, the overall rule and worked examples."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING

from baremo.core.claims import Agreement, Claims, Kind, Quote
from baremo.core.dialogue import Dialogue
from baremo.core.digest import digest
from baremo.core.numbers import Value, decimal

if TYPE_CHECKING:
    from pathlib import Path


class Protocol(StrEnum):
    SOLO = "solo"
    """One judge."""
    DEBATE = "debate"
    """Evaluator, then Critic; the Referee is code."""
    DEBATE_IN_ONE = "debate-in-one"
    """One answer that holds the Evaluator's and the Critic's part; the Referee is code."""
    SIDEBYSIDE = "sidebyside"
    """Two responses, each judged alone, then both together in both orders; what somebody rated before is reviewed."""

    @property
    def debated(self) -> bool:
        """Whether there is a Critic."""
        return self in (Protocol.DEBATE, Protocol.DEBATE_IN_ONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    value: Value
    """What it counts in a mean."""
    anchor: str
    """What a dialogue at this level looks like."""
    name: str = ""
    """On a scale of named levels; judges then answer with the name."""

    @property
    def label(self) -> str:
        return self.name or decimal(self.value)


@dataclass(frozen=True, kw_only=True)
class Criterion:
    name: str
    weight: Fraction
    """Share of the mean; a barem's weights sum to 1."""
    question: str
    levels: tuple[Level, ...]
    """Ascending."""
    evidence: bool = True
    """Whether a judge must quote something for this mark."""

    @cached_property
    def scale(self) -> tuple[Value, ...]:
        return tuple(level.value for level in self.levels)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(level.label for level in self.levels)

    @cached_property
    def written(self) -> Mapping[Value | str, Value]:
        """The value of each level by all that judges may write for it: its label, and its number where it has no name.
        A label that two levels share says nothing."""
        labels = Counter(self.labels)
        numbers = {level.value: level.value for level in self.levels if not level.name}
        return numbers | {level.label: level.value for level in self.levels if labels[level.label] == 1}

    def label(self, value: Value) -> str:
        """The level's name, or its number."""
        return next((level.label for level in self.levels if level.value == value), decimal(value))

    def height(self, value: Value) -> Fraction:
        """Where a level stands between the lowest (0) and the highest (100) of this scale."""
        low, high = self.levels[0].value, self.levels[-1].value
        return Fraction(value - low) / (high - low) * 100

    @cached_property
    def best(self) -> Value:
        """The highest level; on a scale around zero, zero: there too little and too much are both wrong."""
        scale = self.scale
        return 0 if scale[0] < 0 < scale[-1] and 0 in scale else scale[-1]

    def issue(self, value: Value) -> int:
        """How many levels it is away from the best: 0 is no issue, 1 a minor one, more a major one."""
        return abs(self.scale.index(value) - self.scale.index(self.best))


class Comparison(StrEnum):
    BELOW = "below"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    ABOVE = "above"

    def holds(self, value: Value, bound: Value) -> bool:
        return _COMPARE[self](value, bound)


_COMPARE: dict[Comparison, Callable[[Value, Value], bool]] = {
    Comparison.BELOW: lt,
    Comparison.AT_MOST: le,
    Comparison.AT_LEAST: ge,
    Comparison.ABOVE: gt,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    comparison: Comparison
    value: Value

    def admits(self, value: Value) -> bool:
        return self.comparison.holds(value, self.value)

    @property
    def words(self) -> str:
        return f"{self.comparison.replace('_', ' ')} {decimal(self.value)}"


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
class AllCriteria:
    level: Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCriterion:
    criterion: str
    level: Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotes:
    """How many of the Evaluator's quotes were found."""

    count: Bound
    criterion: str = ""
    """Those of one criterion; of all where empty."""
    match: str = ""
    """Those of one class of evidence; all that count where empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """How often an observer saw its event."""

    observer: str
    count: Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """A field of the dialogue's metadata equals a text or is a number within a bound. A missing one never holds."""

    field: str
    equals: str = ""
    bound: Bound | None = None


Condition = OverallMarks | Emotion | AnyCriterion | AllCriteria | OneCriterion | Quotes | Observed | Metadata
"""The closed vocabulary of `when:` in a barem file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cap:
    """`criterion` is at most `at` when the condition holds."""

    id: str
    criterion: str
    at: Value
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


class Need(StrEnum):
    """How much of an objection's evidence must hold."""

    ALL = "all"
    """Every quote was found, and a stated absence confirmed."""
    ANY = "any"
    """One quote was found, or the absence confirmed."""
    NONE = "none"
    """The Critic's word is enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Referee:
    adopt_from: int = 3
    """From how many disputes the Critic's version may be adopted."""
    adopt: Adoption = Adoption.ALL_OR_NONE
    overturn: tuple[Kind, ...] = (Kind.CONTRADICTS, Kind.MISSING)
    """Kinds of objection that overturn a level on their own."""
    evidence: Need = Need.ALL


class Combine(StrEnum):
    WEIGHTED_MEAN = "weighted-mean"
    MINIMUM = "minimum"
    GATE = "gate"
    """The weighted mean, unless a gate is missed: then the lowest level."""
    ISSUES = "issues"
    """The last criterion is the overall mark, held to what the issues in the others allow (SPEC P9)."""


class Rounding(StrEnum):
    DOWN = "down"
    NEAREST = "nearest"
    """A tie goes down."""
    UP = "up"
    NONE = "none"
    """The value itself is the overall mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    criterion: str
    level: Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Overall:
    """From the final levels to the overall mark."""

    levels: tuple[Level, ...]
    """Ascending; the value is where the level begins. Their anchors may be empty."""
    combine: Combine = Combine.WEIGHTED_MEAN
    rounding: Rounding = Rounding.DOWN
    normalise: bool = False
    """Whether each criterion's level is first put on a scale from 0 to 100: for criteria with unlike scales."""
    gates: tuple[Gate, ...] = ()

    @property
    def scale(self) -> tuple[Value, ...]:
        return tuple(level.value for level in self.levels)

    def label(self, value: Value) -> str:
        return next((level.label for level in self.levels if level.value == value), decimal(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What a worked example must come out at."""

    levels: tuple[tuple[str, Value], ...]
    """Final level per criterion, in the barem's order."""
    evaluator_mean: Value
    mean: Value
    overall: Value
    calculation: str = ""
    """The sum as the example writes it out, if it does."""
    evidence: tuple[Quote, ...] = ()
    """Quotes that the example names as used, if it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    dialogue: Dialogue
    claims: Claims
    expect: Expectation


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """How a reviewer goes about a sheet that somebody has begun."""

    lenient: bool = False
    """Whether a rating that differs by one level stays where no evidence speaks against it."""
    languages: tuple[str, ...] = ()
    """The only ones in scope, as codes (`en`, `pt`); none is outside where empty."""
    pleasantries: tuple[str, ...] = ()
    """Phrases that count as such beside the built-in ones."""
    pleasantries_lengthen: bool = False
    """Whether heavy pleasantries also count as verbose."""
    ignore: tuple[str, ...] = ()
    """Checks by code that are switched off, by name."""


LIKERT_LEVELS = tuple(
    Level(value=value, anchor=anchor)
    for value, anchor in enumerate(
        (
            "Response 1 is much better.",
            "Response 1 is better.",
            "Response 1 is slightly better.",
            "No preference.",
            "Response 2 is slightly better.",
            "Response 2 is better.",
            "Response 2 is much better.",
        ),
        start=1,
    )
)


@dataclass(frozen=True, kw_only=True)
class FirstBarem:
    """A barem for dialogues: what the first recipe of the digest knew."""

    name: str
    title: str
    protocol: Protocol
    stance: str = ""
    """What the judges are told beyond the criteria, e.g. what to be severe about."""
    sentences: int = 1
    """How many sentences a justification may have."""
    criteria: tuple[Criterion, ...]
    unit: Value = Fraction(1)
    """What the weights sum to as they are written; `Criterion.weight` is a share of it."""
    rules: tuple[Rule, ...] = ()
    overall: Overall
    referee: Referee = field(default_factory=Referee)
    examples: tuple[Example, ...] = ()

    @cached_property
    def shares(self) -> tuple[tuple[int, ...], int]:
        """The weights as whole numbers, and what they sum to: sums in whole numbers are as exact, and much faster."""
        whole = lcm(*(criterion.weight.denominator for criterion in self.criteria))
        return tuple(int(criterion.weight * whole) for criterion in self.criteria), whole

    @cached_property
    def observers(self) -> tuple[str, ...]:
        """Those that its rules ask about."""
        return tuple(rule.when.observer for rule in self.rules if isinstance(rule.when, Observed))

    @cached_property
    def named(self) -> Mapping[str, Criterion]:
        """The criteria by name."""
        return {criterion.name: criterion for criterion in self.criteria}

    def criterion(self, name: str) -> Criterion:
        return self.named[name]


@dataclass(frozen=True, kw_only=True)
class Barem(FirstBarem):
    review: Review | None = None
    """For two responses side by side; None for dialogues."""

    @cached_property
    def digest(self) -> str:
        if self.review:
            return digest("barem-v2", self)
        return digest("barem-v1", FirstBarem(**{each.name: getattr(self, each.name) for each in fields(FirstBarem)}))

    @cached_property
    def blind(self) -> "Barem":
        """Without the rules that look at people's marks: what measures of a judge go by. Itself where it has none."""
        rules = tuple(rule for rule in self.rules if not isinstance(rule.when, OverallMarks))
        return self if len(rules) == len(self.rules) else replace(self, rules=rules)

    def under(self, protocol: Protocol) -> "Barem":
        """The same marks, asked for in another way. In worked examples without a word on the Critic, it agrees."""
        agreed = tuple(Agreement(criterion=criterion.name) for criterion in self.criteria if protocol.debated)
        examples = tuple(
            example if example.claims.critique else replace(example, claims=replace(example.claims, critique=agreed))
            for example in self.examples
        )
        return replace(self, protocol=protocol, examples=examples)

    @property
    def outcomes(self) -> tuple[Level, ...]:
        """What a case as a whole can come to: a preference between two responses, or an overall mark."""
        return LIKERT_LEVELS if self.review else self.overall.levels

    @classmethod
    def load(cls, source: "str | Path") -> "Barem":
        """A built-in barem by name (`solo`, `debate`, `strict`, `sidebyside`) or any barem from a YAML file."""
        from baremo.load.barems import load_barem

        return load_barem(source)
