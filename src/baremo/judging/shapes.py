"""The JSON that judges answer with. Reasons stand before levels, so that a model argues before it marks."""

import msgspec

from baremo.core.barem import Barem, Criterion
from baremo.core.claims import Agreement, Answer, Kind, Opinion, Quote
from baremo.core.dialogue import Dialogue, Speaker
from baremo.core.numbers import Value

LevelShape = int | float | str
"""A level as a judge writes it: its number, or its name on a scale of named levels."""


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all reply shapes share: nothing unknown is let through."""


class QuoteShape(Shape, frozen=True, kw_only=True):
    turn: int
    speaker: Speaker
    text: str


class AbsenceShape(Shape, frozen=True, kw_only=True):
    speaker: Speaker
    looked_for: list[str]
    first_turn: int | None = None
    last_turn: int | None = None


class MarkShape(Shape, frozen=True, kw_only=True):
    criterion: str
    justification: str
    quotes: list[QuoteShape]
    open: bool = False
    """Of responses: whether the judge cannot tell."""
    level: LevelShape


class EvaluatorShape(Shape, frozen=True, kw_only=True):
    marks: list[MarkShape]
    emotion: QuoteShape | None
    """Something emotional that was said, or null; never left out."""


class AnswerShape(Shape, frozen=True, kw_only=True):
    criterion: str
    agree: bool
    comment: str = ""
    kind: Kind | None = None
    quotes: list[QuoteShape] = []
    absence: AbsenceShape | None = None
    level: LevelShape | None = None


class CriticShape(Shape, frozen=True, kw_only=True):
    answers: list[AnswerShape]


class BothShape(Shape, frozen=True, kw_only=True):
    """The Evaluator's and the Critic's part in one reply."""

    marks: list[MarkShape]
    emotion: QuoteShape | None
    answers: list[AnswerShape]


class ValidityShape(Shape, frozen=True, kw_only=True):
    reason: str
    valid: bool


class PreferenceShape(Shape, frozen=True, kw_only=True):
    reason: str
    """Why, in three or four sentences that open with the verdict."""
    quotes: list[QuoteShape]
    preference: int
    """1–7: 1 is for the first response as shown, 7 for the second."""


def shape_level(criterion: Criterion, value: Value) -> LevelShape:
    name = next((level.name for level in criterion.levels if level.value == value), "")
    return name or (value.numerator if value.denominator == 1 else float(value))


def shape_opinion(opinion: Opinion, barem: Barem, dialogue: Dialogue) -> EvaluatorShape:
    """The reply that a judge of this opinion would have given: for scripts and for worked examples."""
    return EvaluatorShape(
        marks=[
            MarkShape(
                criterion=mark.criterion,
                justification=mark.justification,
                quotes=[_shape_quote(quote, dialogue) for quote in mark.quotes],
                open=mark.open,
                level=shape_level(barem.criterion(mark.criterion), mark.level),
            )
            for mark in opinion.marks
        ],
        emotion=_shape_quote(opinion.emotion, dialogue) if opinion.emotion else None,
    )


def shape_critique(critique: tuple[Answer, ...], barem: Barem, dialogue: Dialogue) -> CriticShape:
    return CriticShape(answers=[_shape_answer(answer, barem, dialogue) for answer in critique])


def _shape_answer(answer: Answer, barem: Barem, dialogue: Dialogue) -> AnswerShape:
    if isinstance(answer, Agreement):
        return AnswerShape(criterion=answer.criterion, agree=True, comment=answer.comment)
    absence = answer.absence
    return AnswerShape(
        criterion=answer.criterion,
        agree=False,
        comment=answer.comment,
        kind=answer.kind,
        quotes=[_shape_quote(quote, dialogue) for quote in answer.quotes],
        absence=AbsenceShape(
            speaker=absence.speaker,
            looked_for=list(absence.looked_for),
            first_turn=absence.first,
            last_turn=absence.last,
        )
        if absence
        else None,
        level=shape_level(barem.criterion(answer.criterion), answer.level),
    )


def _shape_quote(quote: Quote, dialogue: Dialogue) -> QuoteShape:
    """A reply must place its quotes. One that leaves its turn open gets the first turn with its words, else turn 1."""
    holding = (number for number, turn in dialogue.numbered() if quote.text in turn.text)
    number = quote.turn or next(holding, 1)
    there = dialogue.turns[number - 1].speaker if 1 <= number <= len(dialogue.turns) else Speaker.SYSTEM
    return QuoteShape(turn=number, speaker=quote.speaker or there, text=quote.text)
