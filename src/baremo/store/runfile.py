"""A run: one SQLite file, append-only. Whatever was committed survives a kill; nothing in it is ever changed.

Each record's digest is linked to the one before it, from the header on, and each batch is sealed with the last link:
a record that is changed, taken out or slipped in breaks the chain.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import msgspec

from baremo.core.ask import Exchange, Reply, Role
from baremo.core.dialogue import Dialogue
from baremo.core.digest import digest
from baremo.core.observation import Observation
from baremo.core.verdict import Record, Scored
from baremo.errors import BusyError, SetupError, StorageError
from baremo.store.codec import (
    decode_checked,
    decode_flags,
    decode_panel,
    decode_reply,
    decode_verdict,
    encode,
    encode_about,
    parts_of,
    record_digest,
)
from baremo.store.journal import (
    Answered,
    Batch,
    Entry,
    Kind,
    Mark,
    answered_digest,
    entry_link,
    journal_faults,
    mark_digest,
)
from baremo.store.ledger import Ledger
from baremo.store.lock import Lock
from baremo.store.schema import APPLICATION, SCHEMA, create_tables, protect, transaction, unprotect, upgrade


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstHeader:
    """What holds for the whole run, as format 1 had it."""

    barem: str
    """Digest of the barem."""
    barem_name: str
    barem_document: str
    """The barem itself, so that a run explains itself without any other file."""
    judge: str
    version: str
    """Of Baremo."""
    created: str
    parent: str = ""
    """The seal of the run that this one was derived from without asking a judge again, if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header(FirstHeader):
    """What holds for the whole run."""

    settings: str = ""
    """How the judges were set up, as JSON; empty in runs of format 1."""

    @property
    def digest(self) -> str:
        if self.settings:
            return digest("run-v2", self)
        return digest("run-v1", FirstHeader(**{field.name: getattr(self, field.name) for field in fields(FirstHeader)}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What the file keeps about a record besides the record."""

    number: int
    id: str
    dialogue_digest: str
    overall: str | None
    mean: str | None
    unscored: str | None
    digest: str
    link: str
    forgotten: bool


@dataclass(frozen=True, slots=True)
class _About:
    """The part of a dialogue that is not its words."""

    metadata: Mapping[str, msgspec.Raw]


JOURNALLED = 3
"""The format since which runs have a journal."""
_about = msgspec.json.Decoder(_About)
_dialogue = msgspec.json.Decoder(Dialogue)
_observed = msgspec.json.Decoder(tuple[Observation, ...])


def link(previous: str, record: str) -> str:
    return digest("link-v1", [previous, record])


def id_order(collation: str) -> str:
    """What `ORDER BY` sorts dialogues by: ids of digits alone by their number, then the others by code point. Numbers of
    any length are compared as text, which every database can. `collation` is the one that compares bytes."""
    digits = "ltrim(id, '0123456789') = ''"
    number = f"CASE WHEN {digits} THEN ltrim(id, '0') ELSE id END"
    size = f"CASE WHEN {digits} THEN length({number}) END"
    return f"NOT ({digits}), {size}, {number} COLLATE {collation}, id COLLATE {collation}"


def forgotten_id(case: int | str) -> str:
    """What stands in place of a forgotten dialogue's id: enough to know it again, not to read it."""
    return digest("forgotten-v1", str(case))


class RunFile:
    def __init__(self, connection: sqlite3.Connection, path: Path, header: Header, lock: Lock | None) -> None:
        self._db = connection
        self.path = path
        self.header = header
        self._lock = lock
        """Held by the one who writes."""
        self._format: int = connection.execute("PRAGMA user_version").fetchone()[0]

    @classmethod
    def create(cls, path: Path, header: Header) -> "RunFile":
        """Written beside its place and renamed, so that a kill leaves no half run in the way of the next try."""
        lock = Lock(path)
        try:
            if path.exists():
                raise BusyError(f"{path} was made by another process just now: try again to go on with it")
            waiting = path.with_name(f".{path.name}.part")
            waiting.unlink(missing_ok=True)
            with closing(_connect(waiting)) as db:
                db.execute("PRAGMA synchronous = OFF")  # until it is renamed, losing it loses nothing
                with transaction(db):
                    create_tables(db)
                    db.executemany("INSERT INTO run VALUES (?, ?)", msgspec.to_builtins(header).items())
                    db.execute("INSERT INTO seals VALUES (0, ?)", (header.digest,))
                    _enter(db, [Entry(kind=Kind.OPENED, at=header.created, ask=header.digest)])
            waiting.replace(path)
            return cls._opened(path, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, source: str | Path, *, write: bool = False) -> "RunFile":
        """To read, unless told otherwise: a run that is shared may well be read-only."""
        path = Path(source)
        if not path.is_file():
            what = "is a directory" if path.is_dir() else "no such run"
            raise SetupError.single(str(path), what, "make a run with: baremo judge FILE -o RUN.baremo")
        lock = Lock(path) if write else None
        try:
            return cls._opened(path, lock)
        except BaseException:
            if lock:
                lock.release()
            raise

    @classmethod
    def _opened(cls, path: Path, lock: Lock | None) -> "RunFile":
        db = _connect(path) if lock else _connect_to_read(path)
        try:
            header = _header(db, path)
            if lock:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = NORMAL")
                upgrade(db, partial(_begin_journal, db, header))
            return cls(db, path, header, lock)
        except (sqlite3.DatabaseError, msgspec.ValidationError) as error:
            db.close()
            raise SetupError.single(str(path), f"cannot be read as a run: {error}", "is it the right file?") from error
        except SetupError:
            db.close()
            raise

    def close(self) -> None:
        """A run that is at rest is one file, without a journal beside it."""
        if self._lock:
            with suppress(sqlite3.OperationalError):  # where the disk is full, the journal stays beside it
                self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()
        if self._lock:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> "RunFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def ledger(self) -> Ledger:
        """What was handed in to providers' batch queues for this run. Runs of format 1 have none until written to."""
        return Ledger(self._db)

    def append(self, records: Sequence[Record], *, now: str = "") -> None:
        """All of them or none, in one transaction."""
        self.commit(Batch(records=records, at=now))

    def commit(self, batch: Batch) -> None:
        """All of it or nothing, in one transaction."""
        try:
            with transaction(self._db):
                self._write(batch)
        except sqlite3.OperationalError as error:
            raise StorageError(f"{self.path} cannot be written: {error}") from error

    def _write(self, batch: Batch) -> None:
        entries = [*batch.entries]
        if batch.records:
            count, last = self.seal()
            for record in batch.records:
                last = _insert(self._db, record, last)
                count += 1
            self._db.execute("INSERT INTO seals VALUES (?, ?)", (count, last))
            entries.append(Entry(kind=Kind.KEPT, at=batch.at, ask=last))
            concluded = [(str(record.dialogue.id),) for record in batch.records if len(record.exchanges) > 1]
            self._db.executemany("DELETE FROM underway WHERE id = ?", concluded)
        _enter(self._db, entries)
        for one in batch.answered:
            reply = encode(one.reply)
            row = (one.key, one.case, one.judge, reply, answered_digest(one.key, one.case, one.judge, reply))
            self._db.execute("INSERT OR REPLACE INTO underway VALUES (?, ?, ?, ?, ?)", row)
        if mark := batch.mark:
            row = (mark.input, mark.written, mark_digest(mark, self.header.digest))
            self._db.execute("INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", row)

    def journal(self) -> Iterator[tuple[int, Entry, str]]:
        """Number, entry and link, in order. Runs had none before format 3."""
        if self._format < JOURNALLED:
            return
        query = "SELECT number, kind, at, id, ask, judge, outcome, detail, link FROM journal ORDER BY number"
        for number, kind, at, case, ask, judge, outcome, detail, last in self._db.execute(query):
            known = Kind(kind) if kind in list(Kind) else kind
            entry = Entry(kind=known, at=at, case=case, ask=ask, judge=judge, outcome=outcome, detail=detail)
            yield number, entry, last

    def troubles(self) -> Iterator[Entry]:
        """What the journal says of failures, in order, without reading all of it."""
        if self._format < JOURNALLED:
            return
        query = "SELECT kind, at, id, ask, judge, outcome, detail FROM journal WHERE kind IN (?, ?) ORDER BY number"
        for kind, at, case, ask, judge, outcome, detail in self._db.execute(query, (Kind.FAILURE, Kind.AGAIN)):
            yield Entry(kind=Kind(kind), at=at, case=case, ask=ask, judge=judge, outcome=outcome, detail=detail)

    def underway(self) -> Iterator[Answered]:
        """Replies that were had for dialogues without a verdict. One that is damaged is left out."""
        if self._format < JOURNALLED:
            return
        for key, case, judge, written, kept in self._db.execute("SELECT * FROM underway"):
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

    def seal(self) -> tuple[int, str]:
        """How many records were ever appended, and the last link."""
        count, last = self._db.execute("SELECT count, link FROM seals ORDER BY count DESC LIMIT 1").fetchone()
        return count, last

    def seals(self) -> dict[int, str]:
        return dict(self._db.execute("SELECT count, link FROM seals ORDER BY count"))

    def known(self) -> dict[str, str]:
        """Digest of every dialogue in the run, by id; forgotten ones by what stands in its place."""
        return dict(self._db.execute("SELECT id, digest FROM cases"))

    def count(self) -> int:
        """How many dialogues have a verdict that was not forgotten."""
        query = "SELECT count(*) FROM verdicts WHERE number NOT IN (SELECT number FROM forgotten)"
        count: int = self._db.execute(query).fetchone()[0]
        return count

    def records(self, case: str | None = None, *, exchanges: bool = True, by_id: bool = False) -> Iterator[Record]:
        """All records in the order they were made or by the ids of the dialogues, or the one of a dialogue; none that
        was forgotten. Without their exchanges they come faster."""
        query = "SELECT number FROM cases WHERE number NOT IN (SELECT number FROM forgotten)"
        numbers = (
            self._db.execute(f"{query} ORDER BY {id_order('BINARY') if by_id else 'number'}")
            if case is None
            else self._db.execute(f"{query} AND id = ?", (case,))
        )
        for (number,) in numbers:
            yield self.record(number, exchanges=exchanges)

    def metadata(self) -> Iterator[Mapping[str, msgspec.Raw]]:
        """What is known about each dialogue, its values unread: all of a run is looked through in a moment."""
        query = "SELECT dialogue FROM cases WHERE number NOT IN (SELECT number FROM forgotten)"
        for (told,) in self._db.execute(query):
            yield _about.decode(told).metadata

    def record(self, number: int, *, exchanges: bool = True) -> Record:
        dialogue, observed, checked, verdict, panel, flags = self.parts(number)
        return Record(
            dialogue=_dialogue.decode(dialogue),
            barem=self.header.barem,
            judge=self.header.judge,
            exchanges=tuple(self._exchanges(number)) if exchanges else (),
            observed=_observed.decode(observed),
            checked=decode_checked(checked),
            verdict=decode_verdict(verdict),
            panel=decode_panel(panel),
            flags=decode_flags(flags),
        )

    def parts(self, number: int) -> tuple[str, ...]:
        """The JSON of a record's parts, as it stands in the file and as `parts_of` writes it."""
        added = "panel, flags" if self._format > 1 else "'', ''"
        query = f"""SELECT dialogue, observed, checked, verdict, {added} FROM cases JOIN verdicts USING (number)
            WHERE number = ?"""  # noqa: S608
        parts: tuple[str, ...] = self._db.execute(query, (number,)).fetchone()
        return parts

    def rows(self) -> Iterator[Row]:
        """What is kept beside the records, forgotten ones included, in order."""
        query = """SELECT number, id, cases.digest, overall, mean, unscored, verdicts.digest, link,
            number IN (SELECT number FROM forgotten) FROM cases JOIN verdicts USING (number) ORDER BY number"""
        for number, case, dialogue_digest, overall, mean, unscored, record, last, forgotten in self._db.execute(query):
            yield Row(
                number=number,
                id=case,
                dialogue_digest=dialogue_digest,
                overall=overall,
                mean=mean,
                unscored=unscored,
                digest=record,
                link=last,
                forgotten=bool(forgotten),
            )

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
            if seal != _deletion_seal(number, at):
                yield f"the note that row {number} was forgotten has been changed"
        if self._format >= JOURNALLED:
            yield from journal_faults(self.journal(), self.seals(), self.forgotten())
            yield from self._scratch_faults()

    def _scratch_faults(self) -> Iterator[str]:
        for key, *rest, kept in self._db.execute("SELECT * FROM underway"):
            if answered_digest(key, *rest) != kept:
                yield f"a reply of dialogue {rest[0]}, which has no verdict yet, has been changed"
        for seen, written, kept in self._db.execute("SELECT * FROM marks"):
            if mark_digest(Mark(input=seen, written=written), self.header.digest) != kept:
                yield "the mark that says how far an input was judged has been changed"

    def digest(self, case: str) -> str:
        """The digest kept with a dialogue's verdict."""
        query = "SELECT verdicts.digest FROM verdicts JOIN cases USING (number) WHERE id = ?"
        value: str = self._db.execute(query, (case,)).fetchone()[0]
        return value

    def forget(self, case: str, *, now: str) -> bool:
        """All that was said and concluded is gone; digests, the links and the fact of deletion stay."""
        found = self._db.execute("SELECT number FROM cases WHERE id = ?", (case,)).fetchone()
        if found is None:
            return False
        (number,) = found
        self._db.execute("PRAGMA secure_delete = ON")
        with transaction(self._db):
            unprotect(self._db)
            self._db.execute("UPDATE cases SET id = ?, dialogue = '' WHERE number = ?", (forgotten_id(case), number))
            self._db.execute("DELETE FROM exchanges WHERE number = ?", (number,))
            self._db.execute(
                """UPDATE verdicts SET overall = NULL, mean = NULL, unscored = NULL, observed = '', checked = '',
                verdict = '', panel = '', flags = '' WHERE number = ?""",
                (number,),
            )
            self._db.execute("UPDATE missed SET detail = ''")  # a provider's words may repeat what was said
            self._db.execute(
                "UPDATE journal SET id = ?, detail = '' WHERE id = ?",
                (forgotten_id(case), case),
            )
            self._db.execute("DELETE FROM underway WHERE id = ?", (case,))
            self._db.execute("INSERT INTO forgotten VALUES (?, ?, ?)", (number, now, _deletion_seal(number, now)))
            protect(self._db)
        self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return True

    def forgotten(self) -> dict[str, str]:
        """When each forgotten dialogue was forgotten, by what stands in place of its id."""
        return dict(self._db.execute("SELECT id, at FROM forgotten JOIN cases USING (number) ORDER BY number"))

    def _exchanges(self, number: int) -> Iterator[Exchange]:
        added = "seat, about" if self._format > 1 else "0, ''"
        query = f"SELECT role, judge, ask, reply, {added} FROM exchanges WHERE number = ? ORDER BY step"  # noqa: S608
        for role, judge, ask, reply, seat, about in self._db.execute(query, (number,)):
            yield Exchange(role=Role(role), judge=judge, ask=ask, reply=decode_reply(reply, about), seat=seat)


def _begin_journal(db: sqlite3.Connection, header: Header) -> None:
    """In a run that had none."""
    (last,) = db.execute("SELECT link FROM seals ORDER BY count DESC LIMIT 1").fetchone()
    _enter(db, [Entry(kind=Kind.OPENED, at=header.created, ask=last)])


def _enter(db: sqlite3.Connection, entries: Iterable[Entry]) -> None:
    row = db.execute("SELECT number, link FROM journal ORDER BY number DESC LIMIT 1").fetchone()
    number, last = row or (0, "")
    rows = []
    for number, entry in enumerate(entries, start=number + 1):
        last = entry_link(last, entry)
        what = (entry.kind.value, entry.at, entry.case, entry.ask, entry.judge, entry.outcome, entry.detail)
        rows.append((number, *what, last))
    db.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _deletion_seal(number: int, at: str) -> str:
    return digest("deletion-v1", [number, at])


def _header(db: sqlite3.Connection, path: Path) -> Header:
    application, schema = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if application != APPLICATION:
        raise SetupError.single(str(path), "not a Baremo run", "give a file made with: baremo judge … -o")
    if not 1 <= schema <= SCHEMA:
        remedy = "use the version of Baremo that wrote it, or a newer one"
        raise SetupError.single(str(path), f"its format is {schema}, this Baremo reads {SCHEMA}", remedy)
    written = dict(db.execute("SELECT key, value FROM run"))
    known = {field.name for field in fields(Header if "settings" in written else FirstHeader)}
    if unlike := known.symmetric_difference(written):
        raise msgspec.ValidationError(f"its header has or lacks {', '.join(sorted(map(str, unlike)))}")
    return msgspec.convert(written, Header)


def _connect(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, isolation_level=None)
    except sqlite3.OperationalError as error:
        remedy = "check that its folder exists and can be written to"
        raise SetupError.single(str(path), f"cannot be opened: {error}", remedy) from error


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Where no other process is writing, the file alone is enough, even in a folder that cannot be written to."""
    journal = path.with_name(f"{path.name}-wal")
    how = "mode=ro" if journal.exists() else "immutable=1"
    try:
        return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise SetupError.single(str(path), f"cannot be opened: {error}", "check its permissions") from error


def columns(record: Record) -> tuple[str | None, str | None, str | None]:
    """What queries want to see of a verdict without reading its JSON: overall, mean, why unscored."""
    verdict = record.verdict
    if isinstance(verdict, Scored):
        return str(verdict.overall), str(verdict.mean), None
    return None, None, verdict.reason


def _insert(db: sqlite3.Connection, record: Record, last: str) -> str:
    """Returns the record's link."""
    dialogue, written = record.dialogue, parts_of(record)
    kept = record_digest(record, written)
    told, *parts, panel, flags = written
    number = db.execute(
        "INSERT INTO cases (id, digest, dialogue) VALUES (?, ?, ?)", (str(dialogue.id), dialogue.digest, told)
    ).lastrowid
    db.executemany(
        "INSERT INTO exchanges (number, step, role, judge, ask, reply, seat, about) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (number, step, one.role.value, one.judge, one.ask, one.reply.text, one.seat, encode_about(one.reply))
            for step, one in enumerate(record.exchanges, start=1)
        ],
    )
    last = link(last, kept)
    db.execute(
        """INSERT INTO verdicts
        (number, overall, mean, unscored, observed, checked, verdict, digest, link, panel, flags)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (number, *columns(record), *parts, kept, last, panel, flags),
    )
    return last
