"""A run as tables: all that does not depend on which database they are in.

Each record's digest is linked to the one before it, from the header on, and each batch is sealed with the last link:
a record that is changed, taken out or slipped in breaks the chain.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from heapq import merge
from typing import Any, Self

import msgspec

from baremo.core.ask import Exchange, Reply, Role
from baremo.core.decision import Decision
from baremo.core.observation import Observation
from baremo.core.record import Record
from baremo.errors import SetupError
from baremo.store.codec import (
    decode_checked,
    decode_dialogue,
    decode_flags,
    decode_panel,
    decode_reply,
    decode_verdict,
    encode,
)
from baremo.store.database import Database, Rows
from baremo.store.decisions import decided_cases, erase_decisions, read_decisions
from baremo.store.journal import (
    STAND,
    Answered,
    Batch,
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
from baremo.store.rows import COLUMNS, Written, enter, insert, note_stand, stand
from baremo.store.run import Header, Row, deletion_seal, forgotten_id, link

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


class TableRun(ABC):
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

    @abstractmethod
    def _writing(self) -> AbstractContextManager[None]:
        """A transaction."""

    @abstractmethod
    def _forgetting(self) -> AbstractContextManager[None]:
        """A transaction in which rows may be changed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def ledger(self) -> Ledger:
        """What was handed in to providers' batch queues for this run. Runs of format 1 have none until written to."""
        return Ledger(self._db)

    def append(self, records: Iterable[Record], *, now: str = "") -> tuple[Record, ...]:
        """All of them or none, in one transaction. Returns those that were not there already."""
        return self.commit(Batch(records=tuple(records), at=now))

    def commit(self, batch: Batch) -> tuple[Record, ...]:
        """All of it or nothing, in one transaction. Returns the records that were not there already: another writer may
        have been faster, or a dialogue was forgotten in between."""
        written = [Written.of(record) for record in batch.records]  # before others have to wait for it
        with self._writing():
            return self._write(batch, written)

    def _write(self, batch: Batch, written: list[Written]) -> tuple[Record, ...]:
        fresh = self._not_there(written)
        self._refuse_strangers(decided_cases(batch.entries))
        entries = [*batch.entries]
        if fresh:
            entries.append(Entry(kind=Kind.KEPT, at=batch.at, ask=self._chain(fresh)))
        if entries:
            enter(self._db, entries)
        for one in batch.answered:
            reply = encode(one.reply)
            kept = answered_digest(one.key, one.case, one.judge, reply)
            self._replace("underway", (one.key, one.case, one.judge, reply, kept))
        if written and self._db.execute("SELECT 1 FROM underway LIMIT 1").fetchone():
            self._db.executemany("DELETE FROM underway WHERE id = ?", [(one.id,) for one in written])
        if batch.mark:
            self._mark(batch.mark)
        note_stand(self._db)
        return tuple(one.record for one in fresh)

    def _mark(self, mark: Mark) -> None:
        """Of one input at a time: what another brings may be in the way of the first."""
        self._db.execute("DELETE FROM marks WHERE input <> ?", (STAND,))
        if mark.input:
            insert(self._db, "marks", [(mark.input, mark.written, mark_digest(mark, self.header.digest))])

    def _not_there(self, written: list[Written]) -> list[Written]:
        """`SetupError` for a dialogue that is there with other words."""
        ids = [one.id for one in written]
        there = self._there([*ids, *map(forgotten_id, ids)])
        fresh = []
        for one in written:
            if there.get(one.id, one.dialogue.digest) != one.dialogue.digest:
                what = f"is in {self.path} with another content"
                raise SetupError.single(f"dialogue {one.id}", what, "give it another id, or -o another name")
            if one.id not in there and forgotten_id(one.id) not in there:
                fresh.append(one)
                there[one.id] = one.dialogue.digest
        return fresh

    def _refuse_strangers(self, cases: Collection[str]) -> None:
        """`SetupError` for a dialogue that is not in the run: it may have been forgotten just now."""
        for case in sorted(set(cases).difference(self._there(cases))):
            raise SetupError.single(f"dialogue {case}", f"is not in {self.path}", f"baremo show {self.path} ID")

    def _there(self, ids: Collection[str]) -> dict[str, str]:
        """Which of the dialogues are in the run, with their digests."""
        found: dict[str, str] = {}
        for rows in self._some("SELECT id, digest FROM cases WHERE id IN", list(ids)):
            found |= dict(rows)
        return found

    def _chain(self, fresh: list[Written]) -> str:
        """Returns the last link."""
        count, last = self.seal()
        cases, verdicts = [], []
        exchanges: list[tuple[Any, ...]] = []
        for number, one in enumerate(fresh, start=count + 1):
            last = link(last, one.digest)
            cases.append(one.case(number))
            exchanges.extend(one.exchanges(number))
            verdicts.append(one.verdict(number, last))
        insert(self._db, "cases", cases)
        insert(self._db, "exchanges", exchanges)
        insert(self._db, "verdicts", verdicts)
        insert(self._db, "seals", [(count + len(fresh), last)])
        return last

    def _replace(self, table: str, row: tuple[Any, ...]) -> None:
        self._db.execute(f"DELETE FROM {table} WHERE {COLUMNS[table][0]} = ?", row[:1])  # noqa: S608
        insert(self._db, table, [row])

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

    def forget(self, case: str, *, now: str) -> bool:
        """All that was said and concluded is gone; digests, the links and the fact of deletion stay."""
        if case not in self._there([case]):
            return False
        with self._forgetting():
            found = self._db.execute("SELECT number FROM cases WHERE id = ?", (case,)).fetchone()
            if found:
                self._erase(found[0], case, now)
        return found is not None

    def _erase(self, number: int, case: str, now: str) -> None:
        self._db.execute("UPDATE cases SET id = ?, dialogue = '' WHERE number = ?", (forgotten_id(case), number))
        self._db.execute("DELETE FROM exchanges WHERE number = ?", (number,))
        self._db.execute(
            """UPDATE verdicts SET overall = NULL, mean = NULL, unscored = NULL, observed = '', checked = '',
            verdict = '', panel = '', flags = '' WHERE number = ?""",
            (number,),
        )
        self._db.execute("UPDATE missed SET detail = ''")  # a provider's words may repeat what was said
        erase_decisions(self._db, case)
        self._db.execute("UPDATE journal SET id = ?, detail = '' WHERE id = ?", (forgotten_id(case), case))
        self._db.execute("DELETE FROM underway WHERE id = ?", (case,))
        self._db.execute("DELETE FROM marks WHERE input <> ?", (STAND,))
        insert(self._db, "forgotten", [(number, now, deletion_seal(number, now))])
        if self._format >= JOURNALLED:
            note_stand(self._db)

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
