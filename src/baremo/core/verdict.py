"""What code ruled: a verdict with every step that led to it, and the record that keeps it."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from baremo.core.ask import Exchange
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Checked, Evidence


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    criterion: str
    ground: Ground
    evaluator: int
    critic: int
    final: int
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One cap or deduction whose condition held."""

    rule: str
    target: str
    """The criterion that is capped, or `mean`."""
    before: Fraction
    after: Fraction
    because: str

    @property
    def bites(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalMark:
    criterion: str
    level: int
    justification: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    marks: tuple[FinalMark, ...]
    rulings: tuple[Ruling, ...]
    """One per disputed criterion."""
    steps: tuple[Step, ...]
    evaluator_mean: Fraction
    """Of the Evaluator's own levels, uncapped."""
    mean: Fraction
    """Of the final levels, before any deduction."""
    adjusted: Fraction
    """After the deductions: what goes down to a level."""
    overall: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unscored:
    reason: str
    stage: str
    """Where it failed: `input`, `evaluator` or `critic`."""


Verdict = Scored | Unscored


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One case, whole: enough for anyone to re-derive the verdict."""

    dialogue: Dialogue
    barem: str
    """Digest of the barem."""
    judge: str
    exchanges: tuple[Exchange, ...]
    checked: Checked | None
    """None where no claims could be read."""
    verdict: Verdict
