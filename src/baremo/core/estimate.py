"""How satisfied USER seems to be, from turn to turn and in the end: an estimate with an interval, beside the marks."""

from enum import StrEnum

from msgspec import UNSET, Struct, UnsetType


class Feels(StrEnum):
    """The likeliest class of a USER turn, were all three equally common: people's mean is below 3, 3 or above."""

    DISSATISFIED = "dissatisfied"
    NEITHER = "neither"
    SATISFIED = "satisfied"


class TurnEstimate(Struct, frozen=True, kw_only=True, gc=False):
    turn: int
    """Of USER, from 1."""
    value: float
    """On the scale that people marked on, 1–5."""
    feels: Feels | UnsetType = UNSET
    """Unset where an earlier version made the estimate. What is unset is not written."""


class Driver(Struct, frozen=True, kw_only=True, gc=False):
    """One of the things that moved an estimate most."""

    what: str
    """As a clause: `USER turns down what SYSTEM brings`."""
    effect: float
    """How far it moved it: up where above 0."""
    turn: int
    """Where to look."""


class Measured(Struct, frozen=True, kw_only=True, gc=False):
    """How far the judge agreed with people on dialogues like this one."""

    like: str
    """What they are: `booking hotels and trains (MWOZ)`."""
    dialogues: int
    rho: float
    """Spearman's, with the mean of people's marks, on dialogues that the judge was not fitted on."""
    low: float
    high: float
    """95 %."""
    person: float
    """What one person reaches against the others there."""


class CriterionAgreed(Struct, frozen=True, kw_only=True, gc=False):
    """How far the judge agreed with people on one criterion, where it was fitted to their marks."""

    criterion: str
    dialogues: int
    rho: float
    """As in `Measured`."""
    low: float
    high: float
    apart: str = ""
    """The field whose values, such as systems, were kept apart; empty where single dialogues were."""


class Estimate(Struct, frozen=True, kw_only=True, gc=False):
    value: float
    """1–5, for the dialogue as a whole."""
    low: float
    high: float
    confidence: float
    """How often the mean of people's marks lies between the two."""
    level: int
    """The whole mark that people would give, spread as theirs are."""
    turns: tuple[TurnEstimate, ...]
    drivers: tuple[Driver, ...] = ()
    measured: Measured | None = None
    """None where the dialogue is like none that the judge was measured on."""
    criteria: tuple[CriterionAgreed, ...] | UnsetType = UNSET
    """Of the criteria that go by people's marks. What is unset is not written."""
