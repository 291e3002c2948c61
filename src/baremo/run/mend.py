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
from baremo.store.journal import Batch, Entry, Kind, entry_link
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


def mend_decisions(damaged: Run, fresh: Run) -> Iterator[Lost]:
    """People's decisions on what is in `fresh` by now go there too, as they were. Those that cannot are told."""
    held: list[Entry] = []
    living, previous = fresh.known(), ""
    try:
        gone = damaged.forgotten()
        for _, entry, last in damaged.journal():
            if entry.kind is Kind.DECIDED and entry.case in living and entry_link(previous, entry) == last:
                held.append(entry)
            elif entry.kind is Kind.DECIDED and entry.case not in gone:
                why = "a decision on it was changed" if entry.case in living else "people decided on it"
                yield Lost(case=entry.case, why=why)
            previous = last
    except UNREADABLE + damaged.broken as error:
        yield Lost(case="(any)", why=f"what people decided cannot be read to its end: {error}")
    fresh.commit(Batch(entries=held, at=fresh.header.created))


def tell_damage(damaged: Run) -> int:
    """How many dialogues were forgotten; 0 where that cannot be read."""
    with suppress(*damaged.broken):
        return len(damaged.forgotten())
    return 0
