"""Records to JSON and back. Numbers stay exact: a fraction is written as 47 or "193/3"."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from baremo.core.ask import Exchange, Role
from baremo.core.claims import Agreement, Objection
from baremo.core.digest import digest, encode_extra
from baremo.core.evidence import Checked, CheckedAbsence, CheckedAnswer, CheckedMark, Evidence
from baremo.core.verdict import Record, Scored, Unscored, Verdict

_encoder = msgspec.json.Encoder(enc_hook=encode_extra)


def encode(value: Any) -> str:
    return _encoder.encode(value).decode()


def decode_checked(text: str) -> Checked | None:
    raw = msgspec.json.decode(text)
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


def decode_verdict(text: str) -> Verdict:
    raw = msgspec.json.decode(text)
    verdict: Verdict = _convert(raw, Unscored if "reason" in raw else Scored)
    return verdict


def record_digest(record: Record) -> str:
    """Covers all that a verdict rests on and the verdict itself."""
    return digest(
        "record-v1",
        [
            record.dialogue.digest,
            record.barem,
            record.judge,
            [_v1(exchange) for exchange in record.exchanges],
            record.observed,
            record.checked,
            record.verdict,
        ],
    )


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
