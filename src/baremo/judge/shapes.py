"""The JSON that judges answer with. Reasons stand before levels, so that a model argues before it marks."""

import msgspec

from baremo.core.claims import Kind
from baremo.core.dialogue import Speaker


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all reply shapes share: nothing unknown is let through."""


class QuoteShape(Shape):
    turn: int
    speaker: Speaker
    text: str


class AbsenceShape(Shape):
    speaker: Speaker
    looked_for: list[str]
    first_turn: int | None = None
    last_turn: int | None = None


class MarkShape(Shape):
    criterion: str
    justification: str
    quotes: list[QuoteShape]
    level: int


class EvaluatorShape(Shape):
    marks: list[MarkShape]
    emotion: QuoteShape | None
    """Something emotional that was said, or null; never left out."""


class AnswerShape(Shape):
    criterion: str
    agree: bool
    comment: str = ""
    kind: Kind | None = None
    quotes: list[QuoteShape] = []
    absence: AbsenceShape | None = None
    level: int | None = None


class CriticShape(Shape):
    answers: list[AnswerShape]
