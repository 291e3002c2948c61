"""What every queue speaks: asks are handed in as a batch, looked after, and fetched as results.

Handing in or fetching takes several calls, and which ones is the provider's matter. Its steps are therefore generators
that yield errands and receive bodies: whoever has a transport runs them, and tests need none.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from baremo.errors import CallFailed
from baremo.models.errand import Errand
from baremo.models.wires.wire import Call

ResultT = TypeVar("ResultT")

LARGEST = 64 * 2**20
"""Bytes of one batch. The providers take three or four times as much; this is what a round holds in memory."""

Steps = Generator[Errand, bytes, ResultT]


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Where a batch stands, as the provider says."""

    id: str
    word: str
    """The provider's own: `in_progress`, `completed`, …"""
    over: bool
    """Whether nothing more will come."""
    whole: bool = False
    """Whether it was worked off to its end: not failed, expired or cancelled."""
    total: int = 0
    done: int = 0
    failed: int = 0
    results: tuple[str, ...] = ()
    """Paths of what it brought."""
    detail: str = ""
    """Why it failed, in one line."""
    turned_away: bool = False
    """Whether the queue had no room for it: later, or smaller, it may go through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one ask: a response, as if it had been asked for directly, or the reason why there is none."""

    id: str
    status: int = 200
    body: bytes = b""
    failure: CallFailed | None = None
    served: bool = True
    """Whether the model was asked at all; not so where the time ran out before its turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One provider's queue."""

    most: int
    """Asks in one batch."""
    line: Callable[[str, Call], bytes]
    """An ask under its id, as it stands in a batch."""
    hand_in: Callable[[Sequence[bytes], str], Steps[Batch]]
    """Lines, and a tag to find the batch by, where the provider keeps one."""
    look: Callable[[str], Steps[Batch]]
    fetch: Callable[[Batch], Steps[tuple[Result, ...]]]
    find: Callable[[str], Steps[Batch | None]] | None = None
    """By its tag; None where the provider keeps no tags."""


def id_of(key: str) -> str:
    """What an ask is called in a batch: the hexadecimal part of its key, 64 characters, as long as it may be."""
    return key.rpartition(":")[2]


def each(decoder: "msgspec.json.Decoder[ResultT]", body: bytes) -> Iterator[ResultT]:
    """The lines of a file of results. One that cannot be read is passed over: its ask counts as without a result."""
    for line in body.splitlines():
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            continue
