"""A run that was damaged: what still holds goes into a new run, and the rest can be asked again."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from baremo.core.verdict import Record
from baremo.run.clerk import COMMIT_EVERY
from baremo.run.keep import barem_of
from baremo.run.recheck import faults_of
from baremo.run.settings import read_settings
from baremo.store.run import Run

UNREADABLE: tuple[type[Exception], ...] = (
    LookupError,
    TypeError,
    ValueError,
    StopIteration,
    RuntimeError,
    msgspec.MsgspecError,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A record that does not hold."""

    case: str
    """The dialogue's id; the row, where not even that can be read."""
    why: str


def mend(damaged: Run, fresh: Run, tell: Callable[[], None] = lambda: None) -> Iterator[Lost]:
    """All that does not hold. What does is in `fresh` by then, as it was."""
    barem, jury = barem_of(damaged), read_settings(damaged.header.settings).jury
    whole: list[Record] = []
    unreadable = UNREADABLE + damaged.broken
    for number in damaged.numbers():
        case, why = f"row {number}", ""
        try:
            row = damaged.row(number)
            case = row.id
            if not row.forgotten:
                why = "; ".join(faults_of(damaged, row, barem, jury))
                record = None if why else damaged.record(number)
                if record:
                    whole.append(record)
        except unreadable as error:
            why = f"cannot be read any more: {error}"
        if why:
            yield Lost(case=case, why=why)
        if len(whole) == COMMIT_EVERY:
            fresh.append(whole, now=fresh.header.created)
            whole.clear()
        tell()
    fresh.append(whole, now=fresh.header.created)


def tell_damage(damaged: Run) -> int:
    """How many dialogues were forgotten; 0 where that cannot be read."""
    with suppress(*damaged.broken):
        return len(damaged.forgotten())
    return 0
