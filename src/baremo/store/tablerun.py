"""A run as tables, to read and to write: all that does not depend on which database they are in.

Each record's digest is linked to the one before it, from the header on, and each batch is sealed with the last link:
a record that is changed, taken out or slipped in breaks the chain.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager
from typing import Any

from baremo.core.record import Record
from baremo.errors import SetupError
from baremo.store.codec import encode
from baremo.store.decisions import decided_cases, erase_decisions
from baremo.store.journal import STAND, Batch, Entry, Kind, Mark, answered_digest, mark_digest
from baremo.store.rows import COLUMNS, Written, enter, insert, note_stand
from baremo.store.run import deletion_seal, forgotten_id, link
from baremo.store.tableread import JOURNALLED, TableRead


class TableRun(TableRead):
    @abstractmethod
    def _writing(self) -> AbstractContextManager[None]:
        """A transaction."""

    @abstractmethod
    def _forgetting(self) -> AbstractContextManager[None]:
        """A transaction in which rows may be changed."""

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
