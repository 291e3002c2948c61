"""The rows of a run's tables: what is written, and in which columns."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

import msgspec

from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.store.codec import encode_about, parts_of, record_digest
from baremo.store.database import Database
from baremo.store.journal import STAND, Entry, Kind, entry_link, stand_digest
from baremo.store.run import FirstHeader, Header, columns

COLUMNS = {
    "run": ("key", "value"),
    "cases": ("number", "id", "digest", "dialogue"),
    "exchanges": ("number", "step", "role", "judge", "ask", "reply", "seat", "about"),
    "verdicts": (
        *("number", "overall", "mean", "unscored", "observed", "checked", "verdict", "digest", "link"),
        *("panel", "flags"),
    ),
    "seals": ("count", "link"),
    "forgotten": ("number", "at", "seal"),
    "journal": ("number", "kind", "at", "id", "ask", "judge", "outcome", "detail", "link"),
    "underway": ("key", "id", "judge", "reply", "digest"),
    "marks": ("input", "mark", "digest"),
}
"""Of the tables that are written here."""


def insert(db: Database, table: str, rows: Collection[tuple[Any, ...]]) -> None:
    names = COLUMNS[table]
    statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608
    if rows:
        db.executemany(statement, rows)


def enter(db: Database, entries: Iterable[Entry]) -> None:
    """Into the journal, each linked to the one before it."""
    row = db.execute("SELECT number, link FROM journal ORDER BY number DESC LIMIT 1").fetchone()
    before, last = row or (0, "")
    rows = []
    for number, entry in enumerate(entries, start=before + 1):
        last = entry_link(last, entry)
        what = (entry.kind.value, entry.at, entry.case, entry.ask, entry.judge, entry.outcome, entry.detail)
        rows.append((number, *what, last))
    insert(db, "journal", rows)


def stand(db: Database) -> str:
    """Where the journal ends, and how much there is besides. Kept by the last statement of whatever writes, so that not
    even the last entry can be taken away unseen."""
    number, last = db.execute("SELECT number, link FROM journal ORDER BY number DESC LIMIT 1").fetchone() or (0, "")
    (underway,) = db.execute("SELECT count(*) FROM underway").fetchone()
    (marks,) = db.execute("SELECT count(*) FROM marks WHERE input <> ?", (STAND,)).fetchone()
    return f"{number} {last} {underway} {marks}"


def note_stand(db: Database) -> None:
    written = stand(db)
    db.execute("DELETE FROM marks WHERE input = ?", (STAND,))
    insert(db, "marks", [(STAND, written, stand_digest(written))])


def begin(db: Database, header: Header) -> None:
    """What a run holds before anything is judged."""
    insert(db, "run", list(msgspec.to_builtins(header).items()))
    insert(db, "seals", [(0, header.digest)])
    begin_journal(db, header, header.digest)


def begin_journal(db: Database, header: Header, last: str) -> None:
    """`last` is the link of the last record by then."""
    enter(db, [Entry(kind=Kind.OPENED, at=header.created, ask=last)])
    note_stand(db)


def read_header(db: Database) -> Header:
    """`msgspec.ValidationError` where it is not one."""
    written = dict(db.execute("SELECT key, value FROM run"))
    known = {one.name for one in fields(Header if "settings" in written else FirstHeader)}
    if unlike := known.symmetric_difference(written):
        raise msgspec.ValidationError(f"its header has or lacks {', '.join(sorted(map(str, unlike)))}")
    return msgspec.convert(written, Header)


@dataclass(frozen=True, slots=True)
class Written:
    """A record as it goes into the tables; only its number and its link are not known yet."""

    record: Record
    parts: tuple[str, ...]
    digest: str

    @classmethod
    def of(cls, record: Record) -> "Written":
        parts = parts_of(record)
        return cls(record, parts, record_digest(record, parts))

    @property
    def dialogue(self) -> Dialogue:
        return self.record.dialogue

    @property
    def id(self) -> str:
        return str(self.record.dialogue.id)

    def case(self, number: int) -> tuple[Any, ...]:
        return number, self.id, self.dialogue.digest, self.parts[0]

    def exchanges(self, number: int) -> Iterator[tuple[Any, ...]]:
        for step, one in enumerate(self.record.exchanges, start=1):
            yield number, step, one.role.value, one.judge, one.ask, one.reply.text, one.seat, encode_about(one.reply)

    def verdict(self, number: int, last: str) -> tuple[Any, ...]:
        _, *middle, panel, flags = self.parts
        return (number, *columns(self.record), *middle, self.digest, last, panel, flags)
