"""A run as tables, to read: all that does not depend on which database they are in."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import merge
from typing import Any, Self

import msgspec

from baremo.core.ask import Exchange, Reply, Role
from baremo.core.decision import Decision
from baremo.core.observation import Observation
from baremo.core.record import Record
from baremo.store.codec import (
    decode_checked,
    decode_dialogue,
    decode_flags,
    decode_panel,
    decode_reply,
    decode_verdict,
)
from baremo.store.database import Database, Rows
from baremo.store.decisions import read_decisions
from baremo.store.glance import Glance
from baremo.store.journal import (
    STAND,
    Answered,
    Entry,
    Kind,
    Mark,
    answered_digest,
    journal_faults,
    mark_digest,
    stand_digest,
)
from baremo.store.ledger import Ledger
from baremo.store.place import Place
from baremo.store.rows import COLUMNS, stand
from baremo.store.run import Header, Row, deletion_seal
from baremo.store.trace import Asked, Trace, asked, trace

JOURNALLED = 3
"""The format since which runs have a journal."""
PAGE = 100
"""Records that are read at once: few enough for memory, enough for the way to a server."""
_KEPT = "number NOT IN (SELECT number FROM forgotten)"
_ROWS = """SELECT number, id, cases.digest, overall, mean, unscored, verdicts.digest, link,
    number IN (SELECT number FROM forgotten) FROM cases JOIN verdicts USING (number)"""
_ROW = ("number", "id", "dialogue_digest", "overall", "mean", "unscored", "digest", "link")


@dataclass(frozen=True, slots=True)
class _About:
    """The part of a dialogue that is not its words."""

    metadata: Mapping[str, msgspec.Raw]


_about = msgspec.json.Decoder(_About)
_observed = msgspec.json.Decoder(tuple[Observation, ...])


class TableRead(ABC):
    bytewise: str
    """The collation that compares bytes."""
    broken: tuple[type[Exception], ...]
    """What reading raises where the database itself is damaged."""
    _db: Database

    def __init__(self, db: Database, header: Header, version: int) -> None:
        self._db = db
        self.header = header
        self._format = version
        """Of the tables: older ones lack some."""

    @property
    @abstractmethod
    def path(self) -> Place: ...

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def ledger(self) -> Ledger:
        """What was handed in to providers' batch queues for this run. Runs of format 1 have none until written to."""
        return Ledger(self._db)

    def journal(self) -> Iterator[tuple[int, Entry, str]]:
        """Number, entry and link, in order. Runs had none before format 3."""
        if self._format < JOURNALLED:
            return
        query = f"""SELECT number, kind, at, id, ask, judge, outcome, detail, link FROM journal
            WHERE number > ? ORDER BY number LIMIT {10 * PAGE}"""  # noqa: S608
        for number, kind, at, case, ask, judge, outcome, detail, last in self._paged(query):
            known = Kind(kind) if kind in list(Kind) else kind
            entry = Entry(kind=known, at=at, case=case, ask=ask, judge=judge, outcome=outcome, detail=detail)
            yield number, entry, last

    def troubles(self) -> Iterator[Entry]:
        """What the journal says of failures, in order, without reading all of it."""
        if self._format < JOURNALLED:
            return
        query = "SELECT kind, at, id, ask, judge, outcome, detail FROM journal WHERE kind IN (?, ?) ORDER BY number"
        wanted = (Kind.FAILURE.value, Kind.AGAIN.value)
        for kind, at, case, ask, judge, outcome, detail in self._db.execute(query, wanted):
            yield Entry(kind=Kind(kind), at=at, case=case, ask=ask, judge=judge, outcome=outcome, detail=detail)

    def decisions(self, case: str | None = None) -> Iterator[Decision]:
        """What people said of the verdicts, or of the one of a dialogue, in the order in which they said it; nothing
        about a dialogue that was forgotten."""
        if self._format >= JOURNALLED:
            yield from read_decisions(self._db, case)

    def underway(self) -> Iterator[Answered]:
        """Replies that were had for dialogues without a verdict. One that is damaged is left out."""
        for key, case, judge, written, kept in self._scratch("underway"):
            if answered_digest(key, case, judge, written) == kept:
                yield Answered(key=key, case=case, judge=judge, reply=msgspec.json.decode(written, type=Reply))

    def mark(self, seen: str) -> Mark | None:
        """How far an input that looks like this was judged."""
        if self._format < JOURNALLED:
            return None
        for written, kept in self._db.execute("SELECT mark, digest FROM marks WHERE input = ?", (seen,)):
            mark = Mark(input=seen, written=written)
            if mark_digest(mark, self.header.digest) == kept:
                return mark
        return None

    def _scratch(self, table: str) -> Rows | tuple[()]:
        if self._format < JOURNALLED:
            return ()
        return self._db.execute(f"SELECT {', '.join(COLUMNS[table])} FROM {table}")  # noqa: S608

    def seal(self) -> tuple[int, str]:
        """How many records were ever appended, and the last link."""
        count, last = self._db.execute("SELECT count, link FROM seals ORDER BY count DESC LIMIT 1").fetchone()
        return count, last

    def seals(self) -> dict[int, str]:
        return dict(self._db.execute("SELECT count, link FROM seals ORDER BY count"))

    def known(self) -> dict[str, str]:
        """Digest of every dialogue in the run, by id; forgotten ones by what stands in its place."""
        return dict(self._db.execute("SELECT id, digest FROM cases ORDER BY number"))

    def count(self) -> int:
        """How many dialogues have a verdict that was not forgotten."""
        count: int = self._db.execute(f"SELECT count(*) FROM verdicts WHERE {_KEPT}").fetchone()[0]  # noqa: S608
        return count

    def records(self, case: str | None = None, *, exchanges: bool = True, by_id: bool = False) -> Iterator[Record]:
        """All records in the order they were made or by the ids of the dialogues, or the one of a dialogue; none that
        was forgotten. Without their exchanges they come faster."""
        numbers = self._numbers(id_order(self.bytewise) if by_id else "number", case)
        for start in range(0, len(numbers), PAGE):
            yield from self._page(numbers[start : start + PAGE], exchanges=exchanges)

    def _numbers(self, order: str, case: str | None = None) -> list[int]:
        """Of the dialogues that were not forgotten."""
        query = f"SELECT number FROM cases WHERE {_KEPT}"  # noqa: S608
        if case is None:
            found = self._db.execute(f"{query} ORDER BY {order}")
        else:
            found = self._db.execute(f"{query} AND id = ?", (case,))
        return [number for (number,) in found]

    def metadata(self) -> Iterator[Mapping[str, msgspec.Raw]]:
        """What is known about each dialogue, its values unread: all of a run is looked through in a moment."""
        for rows in self._some("SELECT dialogue FROM cases WHERE number IN", self._numbers("number")):
            for (told,) in rows:
                yield _about.decode(told).metadata

    def glances(self) -> Iterator[Glance]:
        """Levels and labels of all that was not forgotten, in order: far faster than records."""
        query = f"""SELECT number, id, dialogue, verdict FROM cases JOIN verdicts USING (number)
            WHERE number > ? AND {_KEPT} ORDER BY number LIMIT {10 * PAGE}"""  # noqa: S608
        return (Glance(*row) for row in self._paged(query))

    def traces(self) -> Iterator[Trace]:
        """Levels and fingerprints of all that was not forgotten, in order: what two runs are compared by."""
        numbers = self._numbers("number")
        query = """SELECT number, id, cases.digest, dialogue, checked, verdict FROM cases
            JOIN verdicts USING (number) WHERE number IN"""
        added = "seat, judge, ask, reply, about" if self._format > 1 else "0, judge, ask, reply, ''"
        answers = f"SELECT number, {added} FROM exchanges WHERE number IN"  # noqa: S608
        for start in range(0, len(numbers), 4 * PAGE):
            some = numbers[start : start + 4 * PAGE]
            said: dict[int, list[Asked]] = {number: [] for number in some}
            for number, *told in (row for rows in self._some(answers, some, " ORDER BY number, step") for row in rows):
                said[number].append(asked(*told))
            for row in (row for rows in self._some(query, some, " ORDER BY number") for row in rows):
                yield trace(row[:3], row[3:], said[row[0]])

    def record(self, number: int, *, exchanges: bool = True) -> Record:
        return next(self._page([number], exchanges=exchanges))

    def _page(self, numbers: list[int], *, exchanges: bool) -> Iterator[Record]:
        """Some records, in this order."""
        query = f"SELECT number, {self._parts} FROM cases JOIN verdicts USING (number) WHERE number IN"  # noqa: S608
        parts = {number: told for rows in self._some(query, numbers) for number, *told in rows}
        said: dict[int, list[Exchange]] = {number: [] for number in numbers}
        for number, exchange in self._exchanges(numbers) if exchanges else ():
            said[number].append(exchange)
        for number in numbers:
            dialogue, observed, checked, verdict, panel, flags = parts[number]
            yield Record(
                dialogue=decode_dialogue(dialogue),
                barem=self.header.barem,
                judge=self.header.judge,
                exchanges=tuple(said[number]),
                observed=_observed.decode(observed),
                checked=decode_checked(checked),
                verdict=decode_verdict(verdict),
                panel=decode_panel(panel),
                flags=decode_flags(flags),
            )

    @property
    def _parts(self) -> str:
        added = "panel, flags" if self._format > 1 else "'', ''"
        return f"dialogue, observed, checked, verdict, {added}"

    def _exchanges(self, numbers: list[int]) -> Iterator[tuple[int, Exchange]]:
        added = "seat, about" if self._format > 1 else "0, ''"
        query = f"SELECT number, role, judge, ask, reply, {added} FROM exchanges WHERE number IN"  # noqa: S608
        for rows in self._some(query, numbers, " ORDER BY number, step"):
            for number, role, judge, ask, reply, seat, about in rows:
                said = decode_reply(reply, about)
                yield number, Exchange(role=Role(role), judge=judge, ask=ask, reply=said, seat=seat)

    def parts(self, number: int) -> tuple[str, ...]:
        """The JSON of a record's parts, as it is kept and as `parts_of` writes it."""
        query = f"SELECT {self._parts} FROM cases JOIN verdicts USING (number) WHERE number = ?"  # noqa: S608
        parts: tuple[str, ...] = self._db.execute(query, (number,)).fetchone()
        return parts

    def rows(self) -> Iterator[Row]:
        """What is kept beside the records, forgotten ones included, in order."""
        for values in self._paged(f"{_ROWS} WHERE number > ? ORDER BY number LIMIT {10 * PAGE}"):
            yield _row(values)

    def row(self, number: int) -> Row:
        """`LookupError` where there is none."""
        found = self._db.execute(f"{_ROWS} WHERE number = ?", (number,)).fetchone()
        if found is None:
            raise LookupError(f"row {number} is not there")
        return _row(found)

    def numbers(self) -> Iterator[int]:
        """Of all records that are there, in order, whatever the seals say. Where a table is damaged, of all that may
        be there."""
        page = f"WHERE number > ? ORDER BY number LIMIT {10 * PAGE}"
        last = -(2**63)
        try:
            for (number,) in merge(*(self._paged(f"SELECT number FROM {one} {page}") for one in ("cases", "verdicts"))):  # noqa: S608
                if number != last:
                    yield number
                    last = number
        except self.broken:
            yield from range(max(last, 0) + 1, self._largest() + 1)

    def _largest(self) -> int:
        """Number that any table still tells of."""
        found = [0]
        for column, table in (("number", "cases"), ("number", "verdicts"), ("number", "exchanges"), ("count", "seals")):
            with suppress(*self.broken):
                (largest,) = self._db.execute(f"SELECT max({column}) FROM {table}").fetchone()  # noqa: S608
                found.append(largest or 0)
        return max(found)

    def _paged(self, query: str) -> Iterator[Any]:
        """Rows that come in the order of their number, which is their first column."""
        last = -(2**62)
        while page := list(self._db.execute(query, (last,))):
            yield from page
            last = page[-1][0]

    def _some(self, query: str, values: list[Any], order: str = "") -> Iterator[Rows]:
        """A query for any number of values, so many at a time that every database takes them."""
        for start in range(0, len(values), 4 * PAGE):
            some = values[start : start + 4 * PAGE]
            yield self._db.execute(f"{query} ({', '.join('?' * len(some))}){order}", some)

    def loose_ends(self) -> Iterator[str]:
        """Rows that belong to nothing."""
        for table, other in (
            ("verdicts", "cases"),
            ("cases", "verdicts"),
            ("exchanges", "cases"),
            ("forgotten", "cases"),
        ):
            query = f"SELECT DISTINCT number FROM {table} WHERE number NOT IN (SELECT number FROM {other})"  # noqa: S608
            for (number,) in self._db.execute(query):
                yield f"{table} has a row {number} without one in {other}"
        gaps = "SELECT number FROM exchanges GROUP BY number HAVING min(step) != 1 OR max(step) != count(*)"
        for (number,) in self._db.execute(gaps):
            yield f"the exchanges of row {number} are not numbered 1, 2, 3"
        for number, at, seal in self._db.execute("SELECT number, at, seal FROM forgotten"):
            if seal != deletion_seal(number, at):
                yield f"the note that row {number} was forgotten has been changed"
        if self._format >= JOURNALLED:
            yield from journal_faults(self.journal(), self.seals(), self.forgotten())
            yield from self._scratch_faults()
            yield from self.ledger.faults()

    def _scratch_faults(self) -> Iterator[str]:
        for key, *rest, kept in self._scratch("underway"):
            if answered_digest(key, *rest) != kept:
                yield f"a reply of dialogue {rest[0]}, which has no verdict yet, has been changed"
        for seen, written, kept in self._scratch("marks"):
            if seen == STAND:
                continue
            if mark_digest(Mark(input=seen, written=written), self.header.digest) != kept:
                yield "the mark that says how far an input was judged has been changed"
        kept = "SELECT mark, digest FROM marks WHERE input = ?"
        if list(self._db.execute(kept, (STAND,))) != [(stand(self._db), stand_digest(stand(self._db)))]:
            yield "the journal does not end where it should, or something beside it is gone"

    def digest(self, case: str) -> str:
        """The digest kept with a dialogue's verdict."""
        query = "SELECT verdicts.digest FROM verdicts JOIN cases USING (number) WHERE id = ?"
        value: str = self._db.execute(query, (case,)).fetchone()[0]
        return value

    def forgotten(self) -> dict[str, str]:
        """When each forgotten dialogue was forgotten, by what stands in place of its id."""
        return dict(self._db.execute("SELECT id, at FROM forgotten JOIN cases USING (number) ORDER BY number"))


def _row(values: Sequence[Any]) -> Row:
    *told, gone = values
    return Row(**dict(zip(_ROW, told, strict=True)), forgotten=bool(gone))


def id_order(collation: str) -> str:
    """What `ORDER BY` sorts dialogues by: ids of digits alone by their number, then the others by code point. Numbers
    of any length are compared as text, which every database can. `collation` is the one that compares bytes."""
    digits = "ltrim(id, '0123456789') = ''"
    number = f"CASE WHEN {digits} THEN ltrim(id, '0') ELSE id END"
    size = f"CASE WHEN {digits} THEN length({number}) END"
    return f"NOT ({digits}), {size}, {number} COLLATE {collation}, id COLLATE {collation}"
