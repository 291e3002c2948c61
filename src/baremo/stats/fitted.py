"""The figures of a judge that was fitted to people's marks, on dialogues that it was not fitted on."""

from dataclasses import dataclass, field

from baremo.stats.ratings import UNKNOWN, Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFigures:
    """One set, read by judges that were fitted on other dialogues."""

    name: str
    dialogues: int
    rho: Figure
    """Spearman's, with the mean of people's marks."""
    person: Figure
    """The same of one person with the mean of the others."""
    kappa: Figure
    """Quadratic, of the levels after the cuts, with the mark nearest to the mean."""
    person_kappa: Figure
    turns: int
    """Of USER, with marks of their own."""
    f1: Figure
    """Macro-F1 of three classes of turns: mean below 3, 3, above."""
    coverage: float
    """How often the mean of people's marks lies within the interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Across:
    """One set, read by a judge that was fitted on other sets."""

    fitted_on: tuple[str, ...]
    name: str
    dialogues: int
    rho: Figure
    coverage: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighty:
    """Something that counts for much."""

    name: str
    sees: str
    """In words; empty where the name says it."""
    weight: float
    """On the scale of marks: for a feature, of one standard deviation; for a word, of its being there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitReport:
    """All that is told of a fit."""

    dialogues: int
    turns: int
    seed: int
    folds: int
    confidence: float
    """Of the interval around an estimate."""
    radius: float
    sets: tuple[SetFigures, ...]
    across: tuple[Across, ...]
    """Empty where there is one set."""
    features: tuple[Weighty, ...]
    words: tuple[Weighty, ...]
    left_out: dict[str, int] = field(default_factory=dict)
    """Dialogues that nothing was fitted on: why, and how many."""
    apart: str = ""
    """The field whose values were kept apart in folds; empty where single dialogues were."""
    groups: int = 0
    """How many values it has."""

    @property
    def coverage(self) -> float:
        return sum(one.coverage * one.dialogues for one in self.sets) / self.dialogues


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionFigures:
    """One criterion, read by models that were fitted on other dialogues."""

    name: str
    dialogues: int
    rho: Figure
    """Spearman's with the mean of people's marks."""
    hand: Figure = UNKNOWN
    """The same of the hand-set table, where it knows the criterion."""
    gain: Figure = UNKNOWN
    """The first less the second."""
    within: Figure = UNKNOWN
    """As `rho`, of ranks within groups: which group it is does not count. Unknown where groups are not kept apart."""
    within_gain: Figure = UNKNOWN
    kappa: float | None = None
    """Quadratic, of the levels."""
    kept: bool
    why: str
    """It was kept, or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriteriaReport:
    """All that is told of criteria that were fitted."""

    criteria: tuple[CriterionFigures, ...]
    apart: str
    """The field whose values were kept apart; empty where single dialogues were."""
    groups: int
    """How many values it has."""
    too_few: dict[str, int] = field(default_factory=dict)
    """Criteria with too few marked dialogues, and how many they have."""
    left_out: dict[str, int] = field(default_factory=dict)
    """Dialogues that nothing was fitted on: why, and how many."""
    notes: tuple[str, ...] = ()
    """How people's marks were read."""
