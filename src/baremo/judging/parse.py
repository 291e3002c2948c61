"""From a judge's reply to claims. What is not a valid answer is refused with every fault named, never mended."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from baremo.core.ask import Reply, Role
from baremo.core.barem import Barem
from baremo.core.claims import Absence, Agreement, Answer, Mark, Objection, Opinion, Quote
from baremo.errors import ReplyRefused
from baremo.judging.shapes import AbsenceShape, AnswerShape, CriticShape, EvaluatorShape, MarkShape, QuoteShape

ShapeT = TypeVar("ShapeT")

_evaluator = msgspec.json.Decoder(EvaluatorShape)
_critic = msgspec.json.Decoder(CriticShape)


def read_opinion(reply: Reply, barem: Barem) -> Opinion:
    """The Evaluator's opinion, in the barem's order."""
    shape = _decode(reply, _evaluator, Role.EVALUATOR)
    faults = [*_roll_call([mark.criterion for mark in shape.marks], barem)]
    for mark in shape.marks:
        faults += _mark_faults(mark, barem)
    if shape.emotion and not shape.emotion.text.strip():
        faults.append("emotion: its quote is empty")
    _refuse(faults, Role.EVALUATOR)
    marks = {mark.criterion: mark for mark in shape.marks}
    return Opinion(
        marks=tuple(_mark(marks[criterion.name]) for criterion in barem.criteria),
        emotion=_quote(shape.emotion) if shape.emotion else None,
    )


def read_critique(reply: Reply, barem: Barem) -> tuple[Answer, ...]:
    """The Critic's answers, in the barem's order."""
    shape = _decode(reply, _critic, Role.CRITIC)
    faults = [*_roll_call([answer.criterion for answer in shape.answers], barem)]
    for answer in shape.answers:
        faults += _answer_faults(answer, barem)
    _refuse(faults, Role.CRITIC)
    answers = {answer.criterion: answer for answer in shape.answers}
    return tuple(_answer(answers[criterion.name]) for criterion in barem.criteria)


def _decode(reply: Reply, decoder: "msgspec.json.Decoder[ShapeT]", role: Role) -> ShapeT:
    try:
        return decoder.decode(reply.text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ReplyRefused(f"the reply does not have the asked shape: {error}", stage=role) from error


def _refuse(faults: list[str], role: Role) -> None:
    if faults:
        raise ReplyRefused("; ".join(faults), stage=role)


def _roll_call(named: Iterable[str], barem: Barem) -> Iterator[str]:
    """Every criterion once, and no other."""
    counts = Counter(named)
    wanted = [criterion.name for criterion in barem.criteria]
    for name in wanted:
        if counts[name] == 0:
            yield f"{name}: missing"
        elif counts[name] > 1:
            yield f"{name}: answered {counts[name]} times"
    for name in counts:
        if name not in wanted:
            yield f"{name!r}: no criterion of this barem"


def _level_fault(criterion: str, level: int, barem: Barem) -> Iterator[str]:
    for known in barem.criteria:
        if known.name == criterion and level not in known.scale:
            yield f"{criterion}: level {level} is not on the scale {', '.join(map(str, known.scale))}"


def _mark_faults(mark: MarkShape, barem: Barem) -> Iterator[str]:
    yield from _level_fault(mark.criterion, mark.level, barem)
    if not mark.justification.strip():
        yield f"{mark.criterion}: no justification"
    if not mark.quotes:
        yield f"{mark.criterion}: quotes nothing"
    yield from _quote_faults(mark.criterion, mark.quotes)


def _quote_faults(criterion: str, quotes: list[QuoteShape]) -> Iterator[str]:
    if any(not quote.text.strip() for quote in quotes):
        yield f"{criterion}: an empty quote"


def _answer_faults(answer: AnswerShape, barem: Barem) -> Iterator[str]:
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
        yield from _level_fault(name, answer.level, barem)
    yield from _quote_faults(name, answer.quotes)
    if answer.absence and not any(word.strip() for word in answer.absence.looked_for):
        yield f"{name}: an absence that names nothing to look for"


def _quote(shape: QuoteShape) -> Quote:
    return Quote(text=shape.text, turn=shape.turn, speaker=shape.speaker)


def _absence(shape: AbsenceShape) -> Absence:
    words = tuple(word for word in shape.looked_for if word.strip())
    return Absence(looked_for=words, speaker=shape.speaker, first=shape.first_turn, last=shape.last_turn)


def _mark(shape: MarkShape) -> Mark:
    return Mark(
        criterion=shape.criterion,
        justification=shape.justification,
        quotes=tuple(_quote(quote) for quote in shape.quotes),
        level=shape.level,
    )


def _answer(shape: AnswerShape) -> Answer:
    if shape.agree or shape.kind is None or shape.level is None:
        return Agreement(criterion=shape.criterion, comment=shape.comment)
    return Objection(
        criterion=shape.criterion,
        kind=shape.kind,
        comment=shape.comment,
        level=shape.level,
        quotes=tuple(_quote(quote) for quote in shape.quotes),
        absence=_absence(shape.absence) if shape.absence else None,
    )
