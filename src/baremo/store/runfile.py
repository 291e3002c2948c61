"""A run in one SQLite file. Whatever was committed survives a kill; nothing in it is ever changed."""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path

import msgspec

from baremo.errors import AlreadyThere, BusyError, SetupError, StorageError
from baremo.store.lock import Lock
from baremo.store.place import on_command_line
from baremo.store.reader import Reader
from baremo.store.rows import begin, begin_journal, read_header
from baremo.store.run import Header, forgotten_id
from baremo.store.schema import APPLICATION, SCHEMA, Connection, create_tables, misfits, protect, unprotect, upgrade
from baremo.store.tablerun import TableRun


class RunFile(TableRun):
    bytewise = "BINARY"
    broken = (sqlite3.DatabaseError,)
    _db: Connection | Reader

    def __init__(self, db: Connection | Reader, path: Path, header: Header, lock: Lock | None) -> None:
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
            with _beside(path) as waiting, _told(path):
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
        db: Connection | Reader | None = None
        try:
            with _told(path) if lock else nullcontext():
                db = _connect(path) if lock else Reader(path)
                header = _header(db, path)
                _prepare(db, path, header)
                return cls(db, path, header, lock)
        except BaseException as error:
            if db:
                db.close()
            if isinstance(error, sqlite3.DatabaseError | msgspec.ValidationError):
                what = f"cannot be read as a run: {error}"
                raise SetupError.single(str(path), what, "is it the right file?") from error
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
        try:
            with self._db.transaction():
                yield
        except sqlite3.OperationalError as error:
            raise StorageError(f"{self.path} cannot be written: {error}") from error

    @contextmanager
    def _forgetting(self) -> Iterator[None]:
        """What is taken out is overwritten, not only unlinked."""
        db = self._db
        if isinstance(db, Reader):
            raise db.readonly()
        with _told(self.path):
            db.execute("PRAGMA secure_delete = ON")
            with db.transaction():
                unprotect(db)
                yield
                protect(db)
            self._sweep()

    def _sweep(self) -> None:
        """Of what was taken out, not a byte stays in unused corners of the file."""
        self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def forget(self, case: str, *, now: str) -> bool:
        """One that was forgotten already is swept out again: the first time, there may have been no room for it."""
        if super().forget(case, now=now):
            return True
        if self._there([forgotten_id(case)]):
            with _told(self.path):
                self._sweep()
        return False

    def loose_ends(self) -> Iterator[str]:
        for (found,) in self._db.execute("PRAGMA integrity_check(10)"):
            if found != "ok":
                yield f"the file is damaged: {found}"
        unlike = list(misfits(self._db))
        yield from unlike
        if not unlike:
            yield from super().loose_ends()

    def claim(self, cases: Collection[str]) -> set[str]:
        """Whoever writes to a file is alone: all that is not in it yet."""
        there = self._there([*cases, *map(forgotten_id, cases)])
        return {case for case in cases if case not in there and forgotten_id(case) not in there}

    def release(self, cases: Collection[str]) -> None:
        """Nobody else could take them."""

    def hold_queues(self) -> None:
        """Whoever writes to a file is alone."""


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Where it is written before it gets its name. Nothing stays of it where that fails."""
    waiting = path.with_name(f".{path.name}.part")
    waiting.unlink(missing_ok=True)
    try:
        yield waiting
    except BaseException:
        for one in (waiting, waiting.with_name(f"{waiting.name}-journal")):
            one.unlink(missing_ok=True)
        raise


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Where there is no room, or someone else keeps the file, that is said in words."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise StorageError(f"{path} cannot be written: {error}") from error
        if code == sqlite3.SQLITE_BUSY:
            raise BusyError(f"{path} is being read by another process: wait for it, or stop it") from error
        raise


def _prepare(db: Connection | Reader, path: Path, header: Header) -> None:
    """For reading, or for writing."""
    if isinstance(db, Reader):
        db.watch()
        return
    for unlike in misfits(db):
        remedy = f"see what holds with: baremo verify {on_command_line(path)}"
        raise SetupError.single(str(path), f"cannot be written to: {unlike}", remedy)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    upgrade(db, partial(_begin_journal, db, header))


def _begin_journal(db: Connection, header: Header) -> None:
    """In a run that had none."""
    (last,) = db.execute("SELECT link FROM seals ORDER BY count DESC LIMIT 1").fetchone()
    begin_journal(db, header, last)


def _header(db: Connection | Reader, path: Path) -> Header:
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
