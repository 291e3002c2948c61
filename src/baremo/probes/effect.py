"""What a probe found, and what that is called. The interval decides, never the middle of it."""

from dataclasses import dataclass
from enum import StrEnum

from baremo.probes.trial import Measure

FORMAT = "baremo-probe-1"
NEGLIGIBLE, LARGE = 0.10, 0.25
"""Of a level, or of a step of the Likert scale: what does not matter, and what must not be."""
RARE, OFTEN = 0.10, 0.25
"""Of cases that flip: what is surely passed fails, what is surely not reached is steady."""


class Standing(StrEnum):
    STEADY = "steady"
    LEANS = "leans"
    FAILS = "fails"
    NOT_TESTABLE = "not testable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """One trial that came out as it must not."""

    base: str
    """Id of the dialogue."""
    kind: str
    before: str
    """The overall level, or the preference."""
    after: str
    change: float
    words: str
    """Those that make the difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The effect of one kind of change, where a probe has several."""

    kind: str
    value: float
    trials: int
    changed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    probe: str
    asks: str
    measure: Measure
    upward: bool
    """Whether only a positive effect is a fault."""
    standing: Standing
    reason: str = ""
    """Why it is not testable."""
    value: float | None = None
    """In the measure's unit: levels, steps, or a share of the cases."""
    low: float | None = None
    high: float | None = None
    """The 95 % interval, with base dialogues as the units."""
    points: float | None = None
    """The same in points of the barem, where it is a change of the overall mark."""
    bases: int = 0
    trials: int = 0
    """What was compared."""
    changed: int = 0
    """Trials whose overall level, or winner, is another."""
    rose: int = 0
    fell: int = 0
    unscored: int = 0
    """Trials with no mark to compare. They count as nothing."""
    parts: tuple[Part, ...] = ()
    shifts: tuple[Shift, ...] = ()
    """The largest first."""

    @property
    def unit(self) -> str:
        return self.measure.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """A barem that was marked with."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Probed:
    """All that a passport needs to know."""

    judge: str
    barems: tuple[Used, ...]
    date: str
    version: str
    seed: int
    times: int
    """How often the same was asked."""
    own: bool
    """Whether the dialogues are the user's own."""
    dialogues: int
    comparisons: int
    material: str
    """A digest of all base dialogues."""
    effects: tuple[Effect, ...]
    format: str = FORMAT

    @property
    def fails(self) -> bool:
        return any(effect.standing is Standing.FAILS for effect in self.effects)


def of_change(low: float, high: float, *, upward: bool) -> Standing:
    """Of a mean difference. Where only a rise is a fault, a fall is none."""
    if upward:
        low, high = max(low, 0.0), max(high, 0.0)
    if low > LARGE or high < -LARGE:
        return Standing.FAILS
    if (low > 0 or high < 0) and max(-low, high) > NEGLIGIBLE:
        return Standing.LEANS
    return Standing.STEADY if max(-low, high) <= LARGE else Standing.NOT_TESTABLE


def of_share(value: float, low: float, high: float) -> Standing:
    """Of a share of cases that flip."""
    if low > RARE:
        return Standing.FAILS
    if high <= OFTEN:
        return Standing.STEADY
    return Standing.LEANS if value else Standing.NOT_TESTABLE


def standing(measure: Measure, value: float, low: float, high: float, *, upward: bool) -> Standing:
    return of_share(value, low, high) if measure.is_share else of_change(low, high, upward=upward)


def is_fault(change: float, *, upward: bool, moved: bool) -> bool:
    """Whether one trial is worth showing: it went the wrong way, to another level or by a large part of one."""
    wrong = change > 0 if upward else change != 0
    return wrong and (moved or abs(change) >= LARGE)
