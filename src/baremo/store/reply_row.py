"""One kept reply as a row of the cache: its cells, and a checksum over all of them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any

import msgspec

from baremo.core.ask import Reply
from baremo.core.digest import digest, encode_extra

CHECKSUM = "kept-reply-v1"
TABLE = """CREATE TABLE replies (key TEXT NOT NULL PRIMARY KEY, judge TEXT NOT NULL, at TEXT NOT NULL, input INTEGER,
    output INTEGER, reply BLOB NOT NULL, checksum TEXT NOT NULL)"""
"""Tokens stand beside the reply so that they can be summed without reading it."""
COLUMNS = "key, judge, at, input, output, reply, checksum"

_exact = lru_cache(maxsize=4096)(Fraction)
"""The same few levels come again and again."""


def _level(kind: type, raw: Any) -> Any:
    if kind is Fraction:
        return _exact(raw)
    raise NotImplementedError(f"{kind} is not kept in a reply")


_encoder = msgspec.json.Encoder(enc_hook=encode_extra)
_decoder = msgspec.json.Decoder(Reply, dec_hook=_level)


def row_of(key: str, judge: str, reply: Reply, now: str) -> tuple[Any, ...]:
    """`ValueError` for a reply that would not come back as it is: JSON has no lone surrogate and no NaN."""
    for chances in reply.chances:
        if not all(map(isfinite, (chances.covered, *(chance for _, chance in chances.levels)))):
            raise ValueError(f"the chances of {chances.criterion} are no numbers: {chances}")
    counts = (reply.usage.input, reply.usage.output) if reply.usage else (None, None)
    # SQLite's integers end at 64 bits, a server's nonsense does not.
    tokens = [count if count is not None and abs(count) < 2**63 else None for count in counts]
    cells = (key, judge, now, *tokens, _encoder.encode(reply))
    return *cells, _checksum(cells)


def reply_of(row: Sequence[Any]) -> Reply | None:
    """None where any cell differs from what was put."""
    *cells, checksum = row
    try:
        if isinstance(cells[-1], bytes) and checksum == _checksum(cells):
            return _decoder.decode(cells[-1])
    except (UnicodeEncodeError, msgspec.DecodeError):  # no text; a reply of a shape that this version does not know
        pass
    return None


def _checksum(cells: Sequence[Any]) -> str:
    return digest(CHECKSUM, [*cells[:-1], msgspec.Raw(cells[-1])])
