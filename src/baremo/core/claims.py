"""What a judge claims. Nothing here has been checked."""

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct

from baremo.core.dialogue import Speaker
from baremo.core.numbers import Value


class Quote(Struct, frozen=True, kw_only=True, gc=False):
    text: str
    turn: int | None = None
    """The turn it is said to stand in, from 1."""
    speaker: Speaker | None = None


class Absence(Struct, frozen=True, kw_only=True, gc=False):
    """A claim that something was never said, with the words to look for."""

    looked_for: tuple[str, ...]
    speaker: Speaker = Speaker.SYSTEM
    first: int | None = None
    """The turns to look in, both included; all where left out."""
    last: int | None = None


class Mark(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    criterion: str
    justification: str
    quotes: tuple[Quote, ...]
    level: Value
    open: bool = False
    """Whether the judge cannot tell: nothing speaks against the level, and nothing for it. Of responses alone."""


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


class Agreement(Struct, frozen=True, kw_only=True, gc=False):
    criterion: str
    comment: str = ""


class Objection(Struct, frozen=True, kw_only=True, gc=False):
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
