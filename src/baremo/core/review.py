"""What code ruled about two responses and about the sheet that somebody had begun."""

from enum import StrEnum

from msgspec import Struct

from baremo.core.evidence import Checked, Evidence
from baremo.core.numbers import Value
from baremo.core.observation import Check
from baremo.core.verdict import Scored, Seat, Step


class Action(StrEnum):
    KEPT = "kept"
    CORRECTED = "corrected"
    FILLED = "filled"


class Weakness(StrEnum):
    """Why a justification cannot stay; the words that show it may follow in brackets."""

    MISSING = "there was none"
    UNFOUND = "it quotes words that are not in the response"
    CONTRADICTORY = "it contradicts its own rating"
    VAGUE = "it says nothing specific"
    FOREIGN = "it is not in English"
    MISPLACED = "it speaks of pleasantries, which count under Style & Clarity"
    """Under Verbosity."""
    FORM = "it is not a side-by-side justification"
    """No verdict at its beginning, not three or four sentences, or another story than the ratings."""
    CORRECTED = "it argues for another rating"
    UNRATED = "it stood without a rating"

    def shown(self, example: str) -> str:
        return f"{self} ({example})"


class Cell(Struct, frozen=True, kw_only=True, gc=False):
    """One row of the fixed sheet."""

    dimension: str
    written: str
    """The original rating as it stood there; empty where the cell was blank."""
    judged: Value
    """What the independent judgment came to, held to the rules."""
    final: Value
    action: Action
    reason: str = ""
    """Why it was corrected, or how it was filled; where it was kept, why it could not be checked, if so."""
    justification: str = ""
    rewritten: str = ""
    """Why the original justification was not kept; empty where it was."""


class Preference(Struct, frozen=True, kw_only=True, gc=False):
    """What a judge preferred who saw both responses, in one order."""

    first: int
    """Which response was shown first, 1 or 2."""
    likert: int
    """1–7, turned back to the order of the task: 1 is for Response 1 in both."""
    reason: str
    evidence: tuple[Evidence, ...] = ()


class Side(Struct, frozen=True, kw_only=True, gc=False):
    """One response, judged alone."""

    checked: Checked
    scored: Scored
    checks: tuple[Check, ...] = ()
    """What code saw in it, whatever the judge says."""
    panel: tuple[Seat, ...] = ()


class Confidence(StrEnum):
    FIRM = "firm"
    """Both orders prefer the same side, or neither."""
    LOW = "low"
    """The orders disagree, so that the preference rests on the ratings."""


class Reviewed(Struct, frozen=True, kw_only=True, gc=False):
    sides: tuple[Side, Side]
    preferences: tuple[Preference, ...]
    """In both orders, of each judge."""
    cells: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    """The fixed tables, in the barem's order."""
    likert: Cell
    steps: tuple[Step, ...]
    """What the rules of alignment did to Overall and Likert."""
    confidence: Confidence
    scratch: bool
    """Whether there were no original ratings at all."""
    strays: tuple[str, ...] = ()
    """Rows of the sheet that rate no dimension of the barem: `Response 1, Factuality: 2`."""
