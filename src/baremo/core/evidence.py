"""What was found in the transcript when the claims were looked up."""

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct

from baremo.core.claims import Absence, Answer, Mark, Quote
from baremo.core.dialogue import Speaker


class Match(StrEnum):
    """The evidence ladder, from the firmest rung down."""

    EXACT = "exact"
    NORMALISED = "normalised"
    """The same but for case, spaces, quotes and dashes, edge punctuation and ordered elisions."""
    NEAR = "near"
    """Misspelt or with a filler more or less, within one turn, with the same digits and negations."""
    ABSENT = "absent"


class Evidence(Struct, frozen=True, kw_only=True, gc=False):
    quote: Quote
    match: Match
    turn: int | None = None
    """Where it was found; None where it was not."""
    speaker: Speaker | None = None
    start: int | None = None
    end: int | None = None
    fault: str = ""
    """Why it does not count: not found, another turn or speaker than stated, a suggested rewrite."""

    @property
    def verified(self) -> bool:
        return not self.fault


class CheckedAbsence(Struct, frozen=True, kw_only=True, gc=False):
    absence: Absence
    found: Evidence | None
    """The words that refute it; None where the absence is confirmed."""
    fault: str = ""
    """Why it could not be confirmed, though nothing was found."""

    @property
    def confirmed(self) -> bool:
        return self.found is None and not self.fault


class CheckedMark(Struct, frozen=True, kw_only=True, gc=False):
    mark: Mark
    evidence: tuple[Evidence, ...]


class CheckedAnswer(Struct, frozen=True, kw_only=True, gc=False):
    answer: Answer
    evidence: tuple[Evidence, ...] = ()
    absence: CheckedAbsence | None = None

    @property
    def evidenced(self) -> bool:
        """It rests on quotes that were all found, or on an absence that was confirmed, and on nothing that failed."""
        if any(not item.verified for item in self.evidence) or (self.absence and not self.absence.confirmed):
            return False
        return bool(self.evidence) or self.absence is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The claims of one dialogue, each with what was found."""

    marks: tuple[CheckedMark, ...]
    emotion: Evidence | None
    critique: tuple[CheckedAnswer, ...] = ()

    @property
    def emotional(self) -> bool:
        """Something emotional was said: a quote was given and found."""
        return self.emotion is not None and self.emotion.verified
