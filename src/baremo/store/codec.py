"""Records to JSON and back. Numbers stay exact: a fraction is written as 47 or "193/3"."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct, structs

from baremo.core.ask import Exchange, Finish, Reply, Role
from baremo.core.claims import Absence, Agreement, Answer, Kind, Objection, Quote
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.core.digest import digest, encode_extra
from baremo.core.evidence import Checked, CheckedAbsence, CheckedAnswer, CheckedMark, Evidence
from baremo.core.numbers import Value
from baremo.core.observation import Check
from baremo.core.record import Record, Ruled
from baremo.core.review import Reviewed, Side
from baremo.core.verdict import Scored, Seat, Unscored, Verdict

_encoder = msgspec.json.Encoder(enc_hook=encode_extra)
_dialogue = msgspec.json.Decoder(Dialogue)
SHEET = '"sheet"'


def encode(value: Any) -> str:
    return _encoder.encode(value).decode()


def decode_checked(text: str) -> Checked | None:
    """Straight from JSON: this is what reading a record takes longest for."""
    raw = _straight.decode(text)
    if raw is None:
        return None
    return Checked(marks=raw.marks, emotion=raw.emotion, critique=tuple(map(_answered, raw.critique)))


def _checked(raw: dict[str, Any] | None) -> Checked | None:
    if raw is None:
        return None
    return Checked(
        marks=_convert(raw["marks"], tuple[CheckedMark, ...]),
        emotion=_convert(raw["emotion"], Evidence | None),
        critique=tuple(_checked_answer(item) for item in raw["critique"]),
    )


def _checked_answer(raw: dict[str, Any]) -> CheckedAnswer:
    kind: type[Agreement | Objection] = Objection if "kind" in raw["answer"] else Agreement
    return CheckedAnswer(
        answer=_convert(raw["answer"], kind),
        evidence=_convert(raw["evidence"], tuple[Evidence, ...]),
        absence=_convert(raw["absence"], CheckedAbsence | None),
    )


def decode_verdict(text: str) -> Ruled:
    if text.startswith('{"marks":'):  # as we write nearly all of them
        return _scored.decode(text)
    raw = msgspec.json.decode(text)
    return _reviewed(raw) if "sides" in raw else _verdict(raw)


def _reviewed(raw: dict[str, Any]) -> Reviewed:
    first, second = (_side(side) for side in raw["sides"])
    kinds = get_type_hints(Reviewed)
    rest = {name: _convert(value, kinds[name]) for name, value in raw.items() if name != "sides"}
    return Reviewed(sides=(first, second), **rest)


def _side(raw: dict[str, Any]) -> Side:
    checked = _checked(raw["checked"])
    if checked is None:
        raise ValueError("a response without its ratings")
    return Side(
        checked=checked,
        scored=_convert(raw["scored"], Scored),
        checks=_convert(raw["checks"], tuple[Check, ...]),
        panel=_panel(raw["panel"]),
    )


def _verdict(raw: dict[str, Any]) -> Verdict:
    verdict: Verdict = _convert(raw, Unscored if "reason" in raw else Scored)
    return verdict


def encode_about(reply: Reply) -> str:
    """What a reply says besides its text; empty where that is nothing."""
    return encode(structs.replace(reply, text="")) if _says_more(reply) else ""


def _says_more(reply: Reply) -> bool:
    told = reply.model or reply.usage or reply.chances or reply.notes
    kept = reply.estimate is not msgspec.UNSET or reply.agreed is not msgspec.UNSET
    return bool(told) or kept or reply.finish is not Finish.DONE


def decode_reply(text: str, about: str) -> Reply:
    if not about:
        return Reply(text=text)
    said: Reply = _convert(msgspec.json.decode(about), Reply)
    return structs.replace(said, text=text)


def encode_panel(panel: tuple[Seat, ...]) -> str:
    return encode(panel) if panel else ""


def decode_panel(text: str) -> tuple[Seat, ...]:
    return _panel(msgspec.json.decode(text)) if text else ()


def _panel(seats: list[dict[str, Any]]) -> tuple[Seat, ...]:
    return tuple(Seat(checked=_checked(raw["checked"]), verdict=_verdict(raw["verdict"])) for raw in seats)


def decode_dialogue(text: str) -> Dialogue:
    """A comparison has a sheet, empty or not."""
    return _comparison(msgspec.json.decode(text)) if SHEET in text else _dialogue.decode(text)


def _comparison(raw: dict[str, Any]) -> Dialogue:
    found: Dialogue = _convert(raw, Comparison if "sheet" in raw else Dialogue)
    return found


def encode_flags(flags: tuple[str, ...]) -> str:
    return encode(flags) if flags else ""


def decode_flags(text: str) -> tuple[str, ...]:
    return tuple(msgspec.json.decode(text)) if text else ()


def parts_of(record: Record) -> tuple[str, ...]:
    """A record's parts as JSON: dialogue, observations, checked claims, verdict, panel, flags."""
    return (
        encode(record.dialogue),
        encode(record.observed),
        encode(record.checked),
        encode(record.verdict),
        encode_panel(record.panel),
        encode_flags(record.flags),
    )


def record_digest(record: Record, parts: tuple[str, ...] = ()) -> str:
    """Covers all that a verdict rests on and the verdict itself. What needs no more than recipe 1 keeps it. `parts`:
    those of the record, where they are written already."""
    _, *middle, panel, flags = (msgspec.Raw(part or "[]") for part in parts or parts_of(record))
    head = [record.dialogue.digest, record.barem, record.judge]
    if record.panel or record.flags or any(one.seat or _says_more(one.reply) for one in record.exchanges):
        return digest("record-v2", [*head, record.exchanges, *middle, panel, flags])
    return digest("record-v1", [*head, [_v1(exchange) for exchange in record.exchanges], *middle])


@dataclass(frozen=True, slots=True)
class _FirstExchange:
    """An exchange as recipe 1 saw it."""

    role: Role
    judge: str
    ask: str
    reply: str


def _v1(exchange: Exchange) -> _FirstExchange:
    return _FirstExchange(exchange.role, exchange.judge, exchange.ask, exchange.reply.text)


def _convert(raw: Any, kind: Any) -> Any:
    return msgspec.convert(raw, kind, dec_hook=_fraction)


_exact = lru_cache(maxsize=4096)(Fraction)
"""The same few levels come again and again."""


def _fraction(kind: type, raw: Any) -> Any:
    if kind is Fraction:
        return _exact(raw)
    raise NotImplementedError(f"{kind} is not kept in a record")


class _Answer(Struct, gc=False):
    """An agreement or an objection, which has a kind."""

    criterion: str
    comment: str = ""
    kind: Kind | None = None
    level: Value | None = None
    quotes: tuple[Quote, ...] = ()
    absence: Absence | None = None


class _Answered(Struct, gc=False):
    answer: _Answer
    evidence: tuple[Evidence, ...]
    absence: CheckedAbsence | None


class _Checked(Struct, gc=False):
    marks: tuple[CheckedMark, ...]
    emotion: Evidence | None
    critique: tuple[_Answered, ...]


_scored = msgspec.json.Decoder(Scored, dec_hook=_fraction)
_straight = msgspec.json.Decoder(_Checked | None, dec_hook=_fraction)


def _answered(raw: _Answered) -> CheckedAnswer:
    said = raw.answer
    answer: Answer = Agreement(criterion=said.criterion, comment=said.comment)
    if said.kind is not None:
        if said.level is None:
            raise ValueError("an objection without a level")
        answer = Objection(
            criterion=said.criterion,
            kind=said.kind,
            comment=said.comment,
            level=said.level,
            quotes=said.quotes,
            absence=said.absence,
        )
    return CheckedAnswer(answer=answer, evidence=raw.evidence, absence=raw.absence)
