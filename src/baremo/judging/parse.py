"""From a judge's reply to claims. What is not a valid answer is refused with every fault named, never mended."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeVar
from unicodedata import category

import msgspec

from baremo.core.ask import Reply, Role
from baremo.core.barem import Barem, Criterion
from baremo.core.claims import Absence, Agreement, Answer, Mark, Objection, Opinion, Quote
from baremo.core.numbers import Value
from baremo.errors import ReplyRefused
from baremo.judging.shapes import (
    AbsenceShape,
    AnswerShape,
    BothShape,
    CriticShape,
    EvaluatorShape,
    LevelShape,
    MarkShape,
    QuoteShape,
)

ShapeT = TypeVar("ShapeT")

_evaluator = msgspec.json.Decoder(EvaluatorShape)
_critic = msgspec.json.Decoder(CriticShape)
_both = msgspec.json.Decoder(BothShape)


def read_opinion(reply: Reply, barem: Barem) -> Opinion:
    """The Evaluator's opinion, in the barem's order."""
    shape = _decode(reply, _evaluator, Role.EVALUATOR)
    _refuse(_opinion_faults(shape, barem), Role.EVALUATOR)
    return _opinion(shape, barem)


def read_critique(reply: Reply, barem: Barem) -> tuple[Answer, ...]:
    """The Critic's answers, in the barem's order."""
    shape = _decode(reply, _critic, Role.CRITIC)
    _refuse(_critique_faults(shape, barem), Role.CRITIC)
    return _critique(shape, barem)


def read_both(reply: Reply, barem: Barem) -> tuple[Opinion, tuple[Answer, ...]]:
    """The two parts of a debate in one reply."""
    shape = _decode(reply, _both, Role.BOTH)
    _refuse([*_opinion_faults(shape, barem), *_critique_faults(shape, barem)], Role.BOTH)
    return _opinion(shape, barem), _critique(shape, barem)


def _opinion_faults(shape: EvaluatorShape | BothShape, barem: Barem) -> list[str]:
    criteria = {criterion.name: criterion for criterion in barem.criteria}
    faults = [*_roll_call([mark.criterion for mark in shape.marks], criteria)]
    for mark in shape.marks:
        faults += _mark_faults(mark, criteria.get(mark.criterion))
    if shape.emotion and not _speaks(shape.emotion.text):
        faults.append("emotion: its quote is empty")
    return faults


def _critique_faults(shape: CriticShape | BothShape, barem: Barem) -> list[str]:
    criteria = {criterion.name: criterion for criterion in barem.criteria}
    faults = [*_roll_call([answer.criterion for answer in shape.answers], criteria)]
    for answer in shape.answers:
        faults += _answer_faults(answer, criteria.get(answer.criterion))
    return faults


def _opinion(shape: EvaluatorShape | BothShape, barem: Barem) -> Opinion:
    marks = {mark.criterion: mark for mark in shape.marks}
    return Opinion(
        marks=tuple(_mark(marks[criterion.name], criterion) for criterion in barem.criteria),
        emotion=_quote(shape.emotion) if shape.emotion else None,
    )


def _critique(shape: CriticShape | BothShape, barem: Barem) -> tuple[Answer, ...]:
    answers = {answer.criterion: answer for answer in shape.answers}
    return tuple(_answer(answers[criterion.name], criterion) for criterion in barem.criteria)


def _decode(reply: Reply, decoder: "msgspec.json.Decoder[ShapeT]", role: Role) -> ShapeT:
    try:
        return decoder.decode(reply.text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ReplyRefused(f"the reply does not have the asked shape: {error}", stage=role) from error


def _refuse(faults: list[str], role: Role) -> None:
    if faults:
        raise ReplyRefused("; ".join(faults), stage=role)


def _roll_call(named: Iterable[str], wanted: Iterable[str]) -> Iterator[str]:
    """Every criterion once, and no other."""
    counts = Counter(named)
    for name in wanted:
        if counts[name] == 0:
            yield f"{name}: missing"
        elif counts[name] > 1:
            yield f"{name}: answered {counts[name]} times"
    for name in counts:
        if name not in wanted:
            yield f"{name!r}: no criterion of this barem"


def _value(criterion: Criterion, level: LevelShape | None) -> Value | None:
    """The value of a level on this criterion's scale; None where it is not on it."""
    written = Fraction(str(level)) if isinstance(level, float) else level
    on_scale = (known.value for known in criterion.levels if written == (known.name or known.value))
    return next(on_scale, None)


def _level_fault(criterion: Criterion | None, level: LevelShape | None) -> Iterator[str]:
    if criterion and _value(criterion, level) is None:
        yield f"{criterion.name}: level {level} is not on the scale {', '.join(criterion.labels)}"


def _mark_faults(mark: MarkShape, criterion: Criterion | None) -> Iterator[str]:
    yield from _level_fault(criterion, mark.level)
    if not mark.justification.strip():
        yield f"{mark.criterion}: no justification"
    if not mark.quotes and criterion and criterion.evidence:
        yield f"{mark.criterion}: quotes nothing"
    yield from _quote_faults(mark.criterion, mark.quotes)


def _quote_faults(criterion: str, quotes: list[QuoteShape]) -> Iterator[str]:
    if any(not _speaks(quote.text) for quote in quotes):
        yield f"{criterion}: an empty quote"


def _speaks(text: str) -> bool:
    """Whether there is a letter, a digit or a symbol in it: punctuation alone can be neither quoted nor missed."""
    return any(map(str.isalnum, text)) or any(category(char) in ("So", "Sc") for char in text)


def _answer_faults(answer: AnswerShape, criterion: Criterion | None) -> Iterator[str]:
    name = answer.criterion
    if answer.agree:
        if answer.level is not None or answer.kind is not None:
            yield f"{name}: agrees and objects at once"
        return
    if answer.kind is None:
        yield f"{name}: an objection without its kind"
    if not answer.comment.strip():
        yield f"{name}: an objection without a comment"
    if answer.level is None:
        yield f"{name}: an objection without another level"
    else:
        yield from _level_fault(criterion, answer.level)
    yield from _quote_faults(name, answer.quotes)
    if answer.absence and not any(_speaks(words) for words in answer.absence.looked_for):
        yield f"{name}: an absence that names nothing to look for"


def _quote(shape: QuoteShape) -> Quote:
    return Quote(text=shape.text, turn=shape.turn, speaker=shape.speaker)


def _absence(shape: AbsenceShape) -> Absence:
    words = tuple(words for words in shape.looked_for if _speaks(words))
    return Absence(looked_for=words, speaker=shape.speaker, first=shape.first_turn, last=shape.last_turn)


def _mark(shape: MarkShape, criterion: Criterion) -> Mark:
    return Mark(
        criterion=shape.criterion,
        justification=shape.justification,
        quotes=tuple(_quote(quote) for quote in shape.quotes),
        level=_on_scale(criterion, shape.level),
    )


def _answer(shape: AnswerShape, criterion: Criterion) -> Answer:
    if shape.agree or shape.kind is None:
        return Agreement(criterion=shape.criterion, comment=shape.comment)
    return Objection(
        criterion=shape.criterion,
        kind=shape.kind,
        comment=shape.comment,
        level=_on_scale(criterion, shape.level),
        quotes=tuple(_quote(quote) for quote in shape.quotes),
        absence=_absence(shape.absence) if shape.absence else None,
    )


def _on_scale(criterion: Criterion, level: LevelShape | None) -> Value:
    """Of a level that was found to be on the scale."""
    value = _value(criterion, level)
    assert value is not None  # noqa: S101  a level off the scale was refused before
    return value
