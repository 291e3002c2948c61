"""A connection that only reads a run file, beside whoever writes to it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from baremo.errors import BusyError, SetupError, StorageError
from baremo.store.rows import stand
from baremo.store.schema import Connection, tables_in

_NO_PLACE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}
"""What reading a file that was being written raises where its folder cannot be written to."""


class Found:
    """Rows that were read to their end."""

    def __init__(self, rows: list[Any]) -> None:
        self._rows = iter(rows)

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


class Reader:
    """Sees one moment of a run.

    While a writer is there, SQLite keeps that moment. A file at rest has no place for it: reading would keep a writer
    away. So it is locked only as long as a statement takes. When a writer has come in between and has written nothing
    yet, the moment is kept from then on; if it has, `BusyError` says so."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = _connected(path)
        self._watched = False
        self._version = 0
        """What SQLite counts up with each change by others."""
        self._stand: tuple[Any, ...] = ()

    def watch(self) -> None:
        """From here on it is one moment. Whatever is no run has no such thing."""
        self._db.execute("BEGIN")
        self._version, self._stand = self._seen(), self._told()
        self._watched = True
        if not self._is_kept():
            self._db.execute("ROLLBACK")

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> "Found | sqlite3.Cursor":
        if self._db.in_transaction or not self._watched:
            return self._db.execute(statement, values)
        self._db.execute("BEGIN")
        kept = False
        try:
            staying = self._same_moment()
            found = Found(self._db.execute(statement, values).fetchall())
            kept = staying
            return found
        finally:
            if not kept:
                self._db.execute("ROLLBACK")

    def executemany(self, *_: object) -> object:
        raise self.readonly()

    def transaction(self) -> AbstractContextManager[None]:
        raise self.readonly()

    def durable(self) -> None:
        """It does not write."""

    def close(self) -> None:
        self._db.close()

    def _seen(self) -> int:
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version

    def _told(self) -> tuple[Any, ...]:
        """Each commit changes something of it."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        counted = self._db.execute("SELECT (SELECT max(count) FROM seals), (SELECT count(*) FROM forgotten)").fetchone()
        journalled = {"journal", "underway", "marks"} <= tables_in(self._db)
        return version, *counted, stand(self._db) if journalled else ""

    def _same_moment(self) -> bool:
        """Whether it is also kept from now on. `BusyError` where it is over."""
        version = self._seen()
        if version == self._version:
            return False
        if self._told() != self._stand:
            raise BusyError(f"{self._path} was written to by another process meanwhile: give the command again")
        self._version = version
        return self._is_kept()

    def _is_kept(self) -> bool:
        """Where a writer is there, SQLite keeps what we see, and nobody has to wait for us."""
        mode: str = self._db.execute("PRAGMA journal_mode").fetchone()[0]
        return mode == "wal"

    def readonly(self) -> StorageError:
        return StorageError(f"{self._path} cannot be written: it was opened readonly")


def _connected(path: Path) -> Connection:
    """A file at rest can be read anywhere. One that was copied from under its writer wants to be written to, even by
    those who read; where that cannot be, nobody else writes there either, and the file alone is enough."""
    try:
        return _probed(path, "mode=ro")
    except sqlite3.OperationalError as error:
        beside = [path.with_name(f"{path.name}{ending}") for ending in ("-wal", "-journal")]
        if error.sqlite_errorcode & 0xFF not in _NO_PLACE:
            raise
        if any(one.exists() and one.stat().st_size for one in beside):
            remedy = "copy all its files to a folder that can be written to, and read it there"
            raise SetupError.single(str(path), f"has a journal that cannot be read here: {error}", remedy) from error
    try:
        return _probed(path, "immutable=1")
    except sqlite3.OperationalError as error:
        raise SetupError.single(str(path), f"cannot be opened: {error}", "check its permissions") from error


def _probed(path: Path, how: str) -> Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, factory=Connection)
    try:
        db.execute("PRAGMA schema_version").fetchone()
    except BaseException:
        db.close()
        raise
    return db
