"""A run that was damaged: what still holds goes into a new run, and the rest can be asked again."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from baremo.core.barem import Barem
from baremo.core.jury import Jury
from baremo.core.record import Record
from baremo.run.clerk import COMMIT_EVERY
from baremo.run.keep import barem_of, settings_of
from baremo.run.recheck import chain_faults, faults_of
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
    """Something that does not hold."""

    where: str
    """Which dialogue; the row, where not even its id can be read."""
    why: str
    count: int = 1
    """How many records or decisions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What all verdicts of a run rest on."""

    barem: Barem
    jury: Jury

    @classmethod
    def of(cls, run: Run) -> "Ground":
        """`SetupError` where it cannot be read: then nothing can be recomputed."""
        return cls(barem=barem_of(run), jury=settings_of(run).jury)


def mend(damaged: Run, fresh: Run, ground: Ground, tell: Callable[[], None] = lambda: None) -> Iterator[Lost]:
    """All that does not hold. What does is in `fresh` by then, as it was."""
    whole: list[Record] = []
    sealed, expected = _sealed(damaged), 1
    for number in damaged.numbers():
        yield from _gap(expected, min(number - 1, sealed))
        expected = max(expected, number + 1)
        found = _read(damaged, number, ground)
        if isinstance(found, Lost):
            yield found
        elif found:
            whole.append(found)
        if len(whole) == COMMIT_EVERY:
            fresh.append(whole, now=fresh.header.created)
            whole.clear()
        tell()
    yield from _gap(expected, sealed)
    fresh.append(whole, now=fresh.header.created)


def _sealed(damaged: Run) -> int:
    """How many records there were; 0 where that cannot be read."""
    with suppress(*UNREADABLE, *damaged.broken):
        return damaged.seal()[0]
    return 0


def _gap(first: int, last: int) -> Iterator[Lost]:
    """Rows that nothing is left of."""
    if first <= last:
        rows, verb = (f"row {first}", "is") if first == last else (f"rows {first} to {last}", "are")
        yield Lost(where=rows, why=f"{verb} not there", count=last - first + 1)


def _read(damaged: Run, number: int, ground: Ground) -> Record | Lost | None:
    """A record that holds; None for one that was forgotten."""
    where = f"row {number}"
    try:
        row = damaged.row(number)
        where = f"dialogue {row.id}"
        if row.forgotten:
            return None
        why = "; ".join(faults_of(damaged, row, ground.barem, ground.jury))
        return Lost(where=where, why=why) if why else damaged.record(number)
    except UNREADABLE + damaged.broken as error:
        return Lost(where=where, why=f"cannot be read any more: {error}")


def unchained(damaged: Run) -> Iterator[str]:
    """What was changed in the chain of the run, as far as it can be read."""
    with suppress(*UNREADABLE, *damaged.broken):
        yield from chain_faults(damaged)


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
                yield Lost(where=f"dialogue {entry.case}", why=why)
            previous = last
    except UNREADABLE + damaged.broken as error:
        yield Lost(where="the run", why=f"what people decided cannot be read to its end: {error}")
    fresh.commit(Batch(entries=held, at=fresh.header.created))


def tell_damage(damaged: Run) -> int:
    """How many dialogues were forgotten; 0 where that cannot be read."""
    with suppress(*damaged.broken):
        return len(damaged.forgotten())
    return 0
