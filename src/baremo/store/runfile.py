"""A run in one SQLite file. Whatever was committed survives a kill; nothing in it is ever changed."""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import msgspec

from baremo.errors import AlreadyThere, SetupError, StorageError
from baremo.store.lock import Lock
from baremo.store.rows import begin, begin_journal, read_header
from baremo.store.run import Header, forgotten_id
from baremo.store.schema import APPLICATION, SCHEMA, Connection, create_tables, protect, unprotect, upgrade
from baremo.store.tablerun import TableRun


class RunFile(TableRun):
    bytewise = "BINARY"
    broken = (sqlite3.DatabaseError,)
    _db: Connection

    def __init__(self, db: Connection, path: Path, header: Header, lock: Lock | None) -> None:
        super().__init__(db, header, db.execute("PRAGMA user_version").fetchone()[0])
        self._path = path
        self._lock = lock
        """Held by the one who writes."""

    @property
    def path(self) -> Path:
        return self._path

    @classmethod
    def create(cls, path: Path, header: Header) -> "RunFile":
        """Written beside its place and renamed, so that a kill leaves no half run in the way of the next try."""
        lock = Lock(path)
        try:
            if path.exists():
                raise AlreadyThere(f"{path} was made by another process just now: try again to go on with it")
            waiting = path.with_name(f".{path.name}.part")
            waiting.unlink(missing_ok=True)
            with closing(_connect(waiting)) as db:
                db.execute("PRAGMA synchronous = OFF")  # until it is renamed, losing it loses nothing
                with db.transaction():
                    create_tables(db)
                    begin(db, header)
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
            if not lock:
                db.execute("BEGIN")  # one moment is seen, whatever is written meanwhile
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

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if not self._lock:
            raise StorageError(f"{self.path} cannot be written: it was opened readonly")
        try:
            with self._db.transaction():
                yield
        except sqlite3.OperationalError as error:
            raise StorageError(f"{self.path} cannot be written: {error}") from error

    @contextmanager
    def _forgetting(self) -> Iterator[None]:
        """What is taken out is overwritten, not only unlinked."""
        self._db.execute("PRAGMA secure_delete = ON")
        with self._db.transaction():
            unprotect(self._db)
            yield
            protect(self._db)
        self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def loose_ends(self) -> Iterator[str]:
        for (found,) in self._db.execute("PRAGMA integrity_check(10)"):
            if found != "ok":
                yield f"the file is damaged: {found}"
        yield from super().loose_ends()

    def claim(self, cases: Collection[str]) -> set[str]:
        """Whoever writes to a file is alone: all that is not in it yet."""
        there = self._there([*cases, *map(forgotten_id, cases)])
        return {case for case in cases if case not in there and forgotten_id(case) not in there}

    def release(self, cases: Collection[str]) -> None:
        """Nobody else could take them."""

    def hold_queues(self) -> None:
        """Whoever writes to a file is alone."""


def _begin_journal(db: Connection, header: Header) -> None:
    """In a run that had none."""
    (last,) = db.execute("SELECT link FROM seals ORDER BY count DESC LIMIT 1").fetchone()
    begin_journal(db, header, last)


def _header(db: Connection, path: Path) -> Header:
    application, schema = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if application != APPLICATION:
        raise SetupError.single(str(path), "not a Baremo run", "give a file made with: baremo judge … -o")
    if not 1 <= schema <= SCHEMA:
        remedy = "use the version of Baremo that wrote it, or a newer one"
        raise SetupError.single(str(path), f"its format is {schema}, this Baremo reads {SCHEMA}", remedy)
    return read_header(db)


def _connect(path: Path) -> Connection:
    try:
        return sqlite3.connect(path, isolation_level=None, factory=Connection)
    except sqlite3.OperationalError as error:
        remedy = "check that its folder exists and can be written to"
        raise SetupError.single(str(path), f"cannot be opened: {error}", remedy) from error


def _connect_to_read(path: Path) -> Connection:
    """Where no other process is writing, the file alone is enough, even in a folder that cannot be written to."""
    journal = path.with_name(f"{path.name}-wal")
    how = "mode=ro" if journal.exists() else "immutable=1"
    try:
        return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, factory=Connection)
    except sqlite3.OperationalError as error:
        raise SetupError.single(str(path), f"cannot be opened: {error}", "check its permissions") from error
