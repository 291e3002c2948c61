"""A record as another is held against it: its levels, who was asked what, and fingerprints of what was said."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from msgspec import Struct

from baremo.core.ask import Usage
from baremo.store.glance import Written


class Asked(NamedTuple):
    seat: int
    judge: str
    ask: str
    """The key of the ask."""
    reply: bytes
    """Fingerprint of the text."""
    model: str
    """What answered, as the server names it."""
    usage: Usage | None


class Trace(NamedTuple):
    number: int
    id: str
    digest: str
    """Of the dialogue."""
    words: bytes
    """Fingerprint of its turns, without people's marks and metadata."""
    levels: Mapping[str, Written]
    """Final, by criterion as a decision names it; empty where it is unscored."""
    overall: Written | None
    """Of two responses, the preference."""
    mean: Written | None
    """What was rounded to the overall level, as it was before deductions."""
    unscored: str
    checked: bytes
    """Fingerprint of the claims and of what was found of them."""
    asked: tuple[Asked, ...]
    """In order."""


class _Turn(Struct, gc=False):
    speaker: str
    text: str
    act: str = ""
    name: str = ""


class _Dialogue(Struct, gc=False):
    turns: tuple[_Turn, ...]


class _Level(Struct, gc=False):
    criterion: str
    level: Written


class _Cell(Struct, gc=False):
    dimension: str
    final: Written


class _Likert(Struct, gc=False):
    final: Written


class _Verdict(Struct, gc=False):
    """Whichever of the three it is."""

    marks: tuple[_Level, ...] = ()
    overall: Written | None = None
    mean: Written | None = None
    reason: str = ""
    cells: tuple[tuple[_Cell, ...], ...] = ()
    likert: _Likert | None = None
    sides: msgspec.Raw = msgspec.Raw(b"")
    preferences: msgspec.Raw = msgspec.Raw(b"")


class _About(Struct, gc=False):
    model: str = ""
    usage: Usage | None = None


_dialogue = msgspec.json.Decoder(_Dialogue)
_encode = msgspec.json.Encoder().encode
_verdict = msgspec.json.Decoder(_Verdict)
_about = msgspec.json.Decoder(_About)
_NOTHING = _About()


def fingerprint(*texts: str | bytes) -> bytes:
    parts = [text.encode(errors="surrogatepass") if isinstance(text, str) else text for text in texts]
    return blake2b(b"".join(b"%d:%b" % (len(part), part) for part in parts), digest_size=8).digest()


def asked(seat: int, judge: str, ask: str, reply: str, about: str) -> Asked:
    """From a row of the exchanges."""
    told = _about.decode(about) if about else _NOTHING
    return Asked(seat=seat, judge=judge, ask=ask, reply=fingerprint(reply), model=told.model, usage=told.usage)


def trace(about: tuple[int, str, str], parts: tuple[str, str, str], said: Sequence[Asked]) -> Trace:
    """`about`: number, id and digest of the dialogue. `parts`: dialogue, checked claims and verdict, as kept."""
    dialogue, checked, verdict = parts
    ruled = _verdict.decode(verdict)
    levels = {one.criterion: one.level for one in ruled.marks}
    for side, cells in enumerate(ruled.cells, start=1):
        levels |= {f"Response {side} {cell.dimension}": cell.final for cell in cells}
    return Trace(
        *about,
        words=fingerprint(_encode(_dialogue.decode(dialogue).turns)),
        levels=levels,
        overall=ruled.likert.final if ruled.likert else ruled.overall,
        mean=ruled.mean,
        unscored=ruled.reason,
        checked=fingerprint(checked, bytes(ruled.sides), bytes(ruled.preferences)),
        asked=tuple(said),
    )
