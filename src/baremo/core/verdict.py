"""What code ruled: a verdict with every step that led to it, and the record that keeps it."""

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct

from baremo.core.evidence import Checked, Evidence
from baremo.core.numbers import Value
from baremo.errors import Outcome


class Ground(StrEnum):
    """Which rule of the Referee settled a dispute."""

    ACCEPTED = "D3a"
    """Evidence contradicts the Evaluator: the Critic's level."""
    KEPT = "D3b"
    """The Critic is ambiguous: the Evaluator's level."""
    ADOPTED = "D3c"
    """Enough evidenced disputes: the Critic's level."""
    NO_OP = "no-op"
    """The objection proposes the level already given: agreement."""


class Ruling(Struct, frozen=True, kw_only=True, gc=False):
    criterion: str
    ground: Ground
    evaluator: Value
    critic: Value
    final: Value
    because: str


class Step(Struct, frozen=True, kw_only=True, gc=False):
    """One cap, deduction or missed gate."""

    rule: str
    target: str
    """The criterion that is capped, or `mean`."""
    before: Value
    after: Value
    because: str

    @property
    def bites(self) -> bool:
        return self.before != self.after


class FinalMark(Struct, frozen=True, kw_only=True, gc=False):
    criterion: str
    level: Value
    justification: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    marks: tuple[FinalMark, ...]
    rulings: tuple[Ruling, ...]
    """One per disputed criterion."""
    steps: tuple[Step, ...]
    evaluator_mean: Value
    """Of the Evaluator's own levels, uncapped."""
    mean: Value
    """Of the final levels (or their minimum, where the barem says so), before any deduction."""
    adjusted: Value
    """After deductions and gates: what is rounded to a level."""
    overall: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Unscored:
    reason: str
    stage: str
    """Where it failed: `input`, `evaluator`, `critic`, `both` or `panel`."""

    @property
    def outcome(self) -> Outcome | None:
        """How the call to the model failed, where that was it."""
        return next((outcome for outcome in Outcome if self.reason.startswith(outcome)), None)

    @property
    def passing(self) -> bool:
        """Whether asking again may help."""
        return bool(self.outcome and self.outcome.passing)


Verdict = Scored | Unscored


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What one judge of a panel came to, on its own."""

    checked: Checked | None
    verdict: Verdict
