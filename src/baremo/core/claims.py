"""What a judge claims. Nothing here has been checked."""

from dataclasses import dataclass
from enum import StrEnum

from baremo.core.dialogue import Speaker
from baremo.core.numbers import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    text: str
    turn: int | None = None
    """The turn it is said to stand in, from 1."""
    speaker: Speaker | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """A claim that something was never said, with the words to look for."""

    looked_for: tuple[str, ...]
    speaker: Speaker = Speaker.SYSTEM
    first: int | None = None
    """The turns to look in, both included; all where left out."""
    last: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    criterion: str
    justification: str
    quotes: tuple[Quote, ...]
    level: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    marks: tuple[Mark, ...]
    """One per criterion, in the barem's order."""
    emotion: Quote | None
    """Something emotional that was said, or None where nothing was."""

    def mark(self, criterion: str) -> Mark:
        return next(mark for mark in self.marks if mark.criterion == criterion)


class Kind(StrEnum):
    CONTRADICTS = "contradicts"
    """The quoted words contradict the justification."""
    MISSING = "missing"
    """Something that the level needs was never said."""
    WEAK = "weak"
    """The justification does not carry the level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    criterion: str
    comment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    criterion: str
    kind: Kind
    comment: str
    level: Value
    quotes: tuple[Quote, ...] = ()
    absence: Absence | None = None


Answer = Agreement | Objection


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """All that a plan brings home for one dialogue."""

    opinion: Opinion
    critique: tuple[Answer, ...] = ()
    """One per criterion, in the barem's order; empty where the protocol has no Critic."""
