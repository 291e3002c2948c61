"""From a judge's reply to claims. What is not a valid answer is refused, with what was wrong in words for the judge.

How it was written may be mended (`extract.py`); what it says never is.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin
from unicodedata import category

import msgspec

from baremo.core.ask import Finish, Reply, Role
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
    PreferenceShape,
    QuoteShape,
    Shape,
    ValidityShape,
)
from baremo.judging.steps import Unreadable
from baremo.judging.strict import long_number, signs_of_keys
from baremo.judging.visible import original

if TYPE_CHECKING:
    from baremo.judging.extract import Extracted

_evaluator = msgspec.json.Decoder(EvaluatorShape)
ShapeT = TypeVar("ShapeT", bound=Shape)
MOST_FAULTS = 10
"""How many of its faults a judge is told."""
LONGEST = 60
"""How much of a judge's own words is told back to it."""


def read_opinion(reply: Reply, barem: Barem) -> Opinion:
    """The Evaluator's opinion, in the barem's order."""
    shape = _ordinary(reply.text) or _shape(reply, EvaluatorShape, Role.EVALUATOR)
    _refuse(_opinion_faults(shape, barem), Role.EVALUATOR)
    return _opinion(shape, barem)


def read_critique(reply: Reply, barem: Barem) -> tuple[Answer, ...]:
    """The Critic's answers, in the barem's order."""
    shape = _shape(reply, CriticShape, Role.CRITIC)
    _refuse(_critique_faults(shape, barem), Role.CRITIC)
    return _critique(shape, barem)


def read_both(reply: Reply, barem: Barem) -> tuple[Opinion, tuple[Answer, ...]]:
    """The two parts of a debate in one reply."""
    shape = _shape(reply, BothShape, Role.BOTH)
    _refuse([*_opinion_faults(shape, barem), *_critique_faults(shape, barem)], Role.BOTH)
    return _opinion(shape, barem), _critique(shape, barem)


def read_validity(reply: Reply, _: Barem) -> str:
    """Why the task cannot be judged; empty where it can."""
    shape = _shape(reply, ValidityShape, Role.VALIDITY)
    if not shape.valid:
        _refuse(
            [] if shape.reason.strip() else ["reason: missing, though the task is said to be invalid"], Role.VALIDITY
        )
    return "" if shape.valid else shape.reason.strip()


def read_preference(reply: Reply, _: Barem) -> tuple[int, str, tuple[Quote, ...]]:
    """Which response, as they were shown: 1–7, the reason, and what it quotes."""
    shape = _shape(reply, PreferenceShape, Role.PREFERENCE)
    faults = [] if 1 <= shape.preference <= 7 else [f"preference: {_short(shape.preference)} is not on the scale 1–7"]
    faults += [] if shape.reason.strip() else ["reason: missing"]
    faults += [] if _all_speak(shape.quotes) else ["quotes: an empty quote"]
    _refuse(faults, Role.PREFERENCE)
    return shape.preference, shape.reason.strip(), tuple(_quote(quote) for quote in shape.quotes)


def _opinion_faults(shape: EvaluatorShape | BothShape, barem: Barem) -> list[str]:
    faults = [*_roll_call([mark.criterion for mark in shape.marks], barem.named)]
    for mark in shape.marks:
        faults += _mark_faults(mark, barem.named.get(mark.criterion))
        faults += [f"{mark.criterion}: open is no part of the answer"] if mark.open and not barem.review else []
    if shape.emotion and not _speaks(shape.emotion.text):
        faults.append("emotion: its quote is empty")
    return faults


def _critique_faults(shape: CriticShape | BothShape, barem: Barem) -> list[str]:
    faults = [*_roll_call([answer.criterion for answer in shape.answers], barem.named)]
    for answer in shape.answers:
        faults += _answer_faults(answer, barem.named.get(answer.criterion))
    return faults


def _opinion(shape: EvaluatorShape | BothShape, barem: Barem) -> Opinion:
    marks = {mark.criterion: mark for mark in shape.marks}
    return Opinion(
        marks=tuple([_mark(marks[criterion.name], criterion) for criterion in barem.criteria]),
        emotion=_quote(shape.emotion) if shape.emotion else None,
    )


def _critique(shape: CriticShape | BothShape, barem: Barem) -> tuple[Answer, ...]:
    answers = {answer.criterion: answer for answer in shape.answers}
    return tuple(_answer(answers[criterion.name], criterion) for criterion in barem.criteria)


def _ordinary(text: str) -> EvaluatorShape | None:
    """What is plain JSON of the asked shape, as nearly all replies are, is read at once; None where a closer look is
    needed. Every part is required, so every key stands there, and no more than once if there are not more of them."""
    try:
        shape = _evaluator.decode(text)
    except (msgspec.MsgspecError, UnicodeError):
        return None
    keys = 2 + sum(4 + 3 * len(mark.quotes) for mark in shape.marks) + (3 if shape.emotion else 0)
    keys += text.count('"open"')
    return None if signs_of_keys(text) > keys or long_number(text) else shape


def _shape(reply: Reply, kind: type[ShapeT], role: Role) -> ShapeT:
    try:
        value = _extracted(reply).value
    except Unreadable as error:
        raise ReplyRefused(f"the reply is no JSON of the asked shape: {error.reason}", stage=role) from error
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        faults = _told([*_misshapen(value, kind)])
        raise ReplyRefused(f"the reply is not of the asked shape: {faults}", stage=role) from error


def _extracted(reply: Reply) -> "Extracted":
    """A judge that was stopped has not finished, whatever can be made of its words: only plain JSON is surely whole."""
    from baremo.judging.extract import extract  # most replies are read without it

    if reply.finish is Finish.DONE:
        return extract(reply.text)
    cut_off = Unreadable("it is cut off at the most that the judge may write")
    try:
        found = extract(reply.text)
    except Unreadable:
        raise cut_off from None
    if found.how:
        raise cut_off
    return found


def _misshapen(value: dict[str, Any], kind: type[ShapeT]) -> Iterator[str]:
    """Every part that does not fit: msgspec alone stops at the first."""
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    yield from (f"{name}: missing" for name in fields if name not in value)
    yield from (f"{_short(name)}: no part of the answer" for name in value if name not in fields)
    for name, type_ in fields.items():
        if name in value:
            yield from _unfit(value[name], type_, name)


def _unfit(value: Any, type_: Any, name: str) -> Iterator[str]:
    if isinstance(value, list) and get_origin(type_) is list:
        for number, item in enumerate(value):
            criterion = item.get("criterion") if isinstance(item, dict) else None
            yield from _unfit(item, get_args(type_)[0], _short(criterion) if criterion else f"{name}[{number}]")
        return
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        yield f"{name}{path.rstrip('`')}: {what[0].lower()}{what[1:]}"


def _short(words: object) -> str:
    text = str(words)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _refuse(faults: list[str], role: Role) -> None:
    if faults:
        raise ReplyRefused(_told(faults), stage=role)


def _told(faults: list[str]) -> str:
    more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
    return "; ".join([*faults[:MOST_FAULTS], *more])


def _roll_call(named: list[str], wanted: Collection[str]) -> Iterator[str]:
    """Every criterion once, and no other."""
    if named == list(wanted):
        return
    counts = Counter(named)
    for name in wanted:
        if counts[name] == 0:
            yield f"{name}: missing"
        elif counts[name] > 1:
            yield f"{name}: answered {counts[name]} times"
    for name in counts:
        if name not in wanted:
            yield f"{_short(name)!r}: no criterion of this barem"


def _value(criterion: Criterion, level: LevelShape) -> Value | None:
    """The value of a level on this criterion's scale; None where it is not on it."""
    return criterion.written.get(Fraction(str(level)) if isinstance(level, float) else level)


def _level_fault(criterion: Criterion | None, level: LevelShape) -> str:
    if criterion is None or _value(criterion, level) is not None:
        return ""
    return f"{criterion.name}: level {_short(level)} is not on the scale {', '.join(criterion.labels)}"


def _mark_faults(mark: MarkShape, criterion: Criterion | None) -> Iterator[str]:
    if fault := _level_fault(criterion, mark.level):
        yield fault
    if not mark.justification.strip():
        yield f"{mark.criterion}: no justification"
    if not mark.quotes and criterion and criterion.evidence:
        yield f"{mark.criterion}: quotes nothing"
    if not _all_speak(mark.quotes):
        yield f"{mark.criterion}: an empty quote"


def _all_speak(quotes: list[QuoteShape]) -> bool:
    for quote in quotes:  # noqa: SIM110  there is one, mostly: a generator would take longer than all else here
        if not _speaks(quote.text):
            return False
    return True


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
    if fault := _objected_level_fault(answer, criterion):
        yield fault
    if not _all_speak(answer.quotes):
        yield f"{name}: an empty quote"
    if answer.absence and not any(_speaks(words) for words in answer.absence.looked_for):
        yield f"{name}: an absence that names nothing to look for"


def _objected_level_fault(answer: AnswerShape, criterion: Criterion | None) -> str:
    if answer.level is None:
        return f"{answer.criterion}: an objection without another level"
    return _level_fault(criterion, answer.level)


def _quote(shape: QuoteShape) -> Quote:
    """In the words of the dialogue: a judge may copy what `visible` made of a character that cannot be seen."""
    text = original(shape.text) if "⟨" in shape.text else shape.text
    return Quote(text=text, turn=shape.turn, speaker=shape.speaker)


def _absence(shape: AbsenceShape) -> Absence:
    words = tuple(words for words in shape.looked_for if _speaks(words))
    return Absence(looked_for=words, speaker=shape.speaker, first=shape.first_turn, last=shape.last_turn)


def _mark(shape: MarkShape, criterion: Criterion) -> Mark:
    return Mark(
        criterion=shape.criterion,
        justification=shape.justification,
        quotes=tuple([_quote(quote) for quote in shape.quotes]),
        level=_on_scale(criterion, shape.level),
        open=shape.open,
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
    value = None if level is None else _value(criterion, level)
    assert value is not None  # noqa: S101  a level off the scale was refused before
    return value
