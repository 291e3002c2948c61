"""A run: one SQLite file, append-only. Whatever was committed survives a kill; nothing in it is ever changed."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from baremo.core.ask import Exchange, Role
from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Record, Scored
from baremo.errors import SetupError
from baremo.store.codec import decode_checked, decode_verdict, encode, record_digest

APPLICATION = 0x42524D4F
"""'BRMO' in the file's header: what `file` and we know a run by."""
SCHEMA = 1
TABLES = """
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE cases (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, dialogue TEXT NOT NULL);
CREATE TABLE exchanges (
    number INTEGER NOT NULL REFERENCES cases, step INTEGER NOT NULL, role TEXT NOT NULL, judge TEXT NOT NULL,
    ask TEXT NOT NULL, reply TEXT NOT NULL, PRIMARY KEY (number, step));
CREATE TABLE verdicts (
    number INTEGER PRIMARY KEY REFERENCES cases, overall INTEGER, mean TEXT, unscored TEXT,
    checked TEXT NOT NULL, verdict TEXT NOT NULL, digest TEXT NOT NULL);
"""
APPEND_ONLY = """
CREATE TRIGGER {table}_keep_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'a run is append-only'); END;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What holds for the whole run."""

    barem: str
    """Digest of the barem."""
    barem_name: str
    barem_document: str
    """The barem itself, so that a run explains itself without any other file."""
    judge: str
    version: str
    """Of Baremo."""
    created: str


class RunFile:
    def __init__(self, connection: sqlite3.Connection, path: Path, header: Header) -> None:
        self._db = connection
        self.path = path
        self.header = header

    @classmethod
    def create(cls, path: Path, header: Header) -> "RunFile":
        db = _connect(path)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        with _transaction(db):
            for statement in filter(str.strip, TABLES.split(";")):
                db.execute(statement)
            for table in ("run", "cases", "exchanges", "verdicts"):
                for verb in ("UPDATE", "DELETE"):
                    db.execute(APPEND_ONLY.format(table=table, verb=verb))
            db.executemany("INSERT INTO run VALUES (?, ?)", msgspec.to_builtins(header).items())
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {SCHEMA}")
        return cls(db, path, header)

    @classmethod
    def open(cls, source: str | Path) -> "RunFile":
        path = Path(source)
        if not path.is_file():
            raise SetupError.single(str(path), "no such run", "make one with: baremo judge FILE -o RUN.baremo")
        db = _connect(path)
        try:
            db.execute("PRAGMA synchronous = NORMAL")
            return cls(db, path, _header(db, path))
        except (sqlite3.DatabaseError, msgspec.ValidationError) as error:
            db.close()
            raise SetupError.single(str(path), f"cannot be read as a run: {error}", "is it the right file?") from error
        except SetupError:
            db.close()
            raise

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> "RunFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, records: Iterable[Record]) -> None:
        """All of them or none, in one transaction."""
        with _transaction(self._db):
            for record in records:
                _insert(self._db, record)

    def known(self) -> dict[str, str]:
        """Digest of every dialogue in the run, by id."""
        return dict(self._db.execute("SELECT id, digest FROM cases"))

    def count(self) -> int:
        """How many dialogues have a verdict."""
        count: int = self._db.execute("SELECT count(*) FROM verdicts").fetchone()[0]
        return count

    def records(self, case: str | None = None) -> Iterator[Record]:
        """All records in the order they were made, or the one of a dialogue."""
        query = "SELECT number, dialogue, checked, verdict FROM cases JOIN verdicts USING (number)"
        rows = (
            self._db.execute(f"{query} WHERE id = ?", (case,)) if case else self._db.execute(f"{query} ORDER BY number")
        )
        for number, dialogue, checked, verdict in rows:
            yield Record(
                dialogue=msgspec.json.decode(dialogue, type=Dialogue),
                barem=self.header.barem,
                judge=self.header.judge,
                exchanges=tuple(self._exchanges(number)),
                checked=decode_checked(checked),
                verdict=decode_verdict(verdict),
            )

    def digest(self, case: str) -> str:
        """The digest kept with a dialogue's verdict."""
        query = "SELECT verdicts.digest FROM verdicts JOIN cases USING (number) WHERE id = ?"
        value: str = self._db.execute(query, (case,)).fetchone()[0]
        return value

    def _exchanges(self, number: int) -> Iterator[Exchange]:
        query = "SELECT role, judge, ask, reply FROM exchanges WHERE number = ? ORDER BY step"
        for role, judge, ask, reply in self._db.execute(query, (number,)):
            yield Exchange(role=Role(role), judge=judge, ask=ask, reply=reply)


def _header(db: sqlite3.Connection, path: Path) -> Header:
    application, schema = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if application != APPLICATION:
        raise SetupError.single(str(path), "not a Baremo run", "give a file made with: baremo judge … -o")
    if schema != SCHEMA:
        remedy = "use the version of Baremo that wrote it, or a newer one"
        raise SetupError.single(str(path), f"its format is {schema}, this Baremo reads {SCHEMA}", remedy)
    return msgspec.convert(dict(db.execute("SELECT key, value FROM run")), Header)


def _connect(path: Path) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(path, isolation_level=None)
    except sqlite3.OperationalError as error:
        remedy = "check that its folder exists and can be written to"
        raise SetupError.single(str(path), f"cannot be opened: {error}", remedy) from error
    return db


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _insert(db: sqlite3.Connection, record: Record) -> None:
    dialogue, verdict = record.dialogue, record.verdict
    number = db.execute(
        "INSERT INTO cases (id, digest, dialogue) VALUES (?, ?, ?)",
        (str(dialogue.id), dialogue.digest, encode(dialogue)),
    ).lastrowid
    db.executemany(
        "INSERT INTO exchanges VALUES (?, ?, ?, ?, ?, ?)",
        [
            (number, step, exchange.role.value, exchange.judge, exchange.ask, exchange.reply)
            for step, exchange in enumerate(record.exchanges, start=1)
        ],
    )
    overall, mean, unscored = (
        (verdict.overall, str(verdict.mean), None) if isinstance(verdict, Scored) else (None, None, verdict.reason)
    )
    db.execute(
        "INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?)",
        (number, overall, mean, unscored, encode(record.checked), encode(verdict), record_digest(record)),
    )
