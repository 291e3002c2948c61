"""The reply cache: what a model answered once is not paid for again. One SQLite file, shared by all runs of a user.

A reply is found by a key that says what was asked of whom (`reply-v1:…`); whoever asks models makes the key and needs
of the cache only `get` and `put`. Nothing of the request is kept: no prompt, no header, no API key.

Puts gather in memory and are committed together: when 64 are waiting, at the first put that comes 5 seconds after the
last commit, on `flush` and on `close`. A kill at any moment therefore loses at most the last 63 replies, and where they
come slowly none at all; it never harms the file. A power cut may also take commits of the last moments.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from baremo.core.ask import Reply
from baremo.errors import BusyError, SetupError, StorageError
from baremo.store.reply_row import COLUMNS, TABLE, reply_of, row_of

APPLICATION = 0x42524D43
"""'BRMC' in the file's header."""
SCHEMA = 1
EVERY = 64
SECONDS = 5.0
PATIENCE = 30.0
"""Seconds to wait for another process that writes."""
BRIEF = 0.1
"""The same in the middle of a run, where the event loop waits along and the next commit is as good as this one."""
ELSEWHERE = "name another file in BAREMO_CACHE, or judge with --no-cache"
AWAY = "move it away, or judge with --no-cache"

_FIND = f"SELECT {COLUMNS} FROM replies WHERE key = ?"  # noqa: S608
_KEEP = f"INSERT INTO replies ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"  # noqa: S608
_SHELVES = """SELECT judge, count(*), total(length(reply)), min(at), max(at), total(input), total(output),
    count(*) - count(input) FROM replies GROUP BY judge ORDER BY judge"""
_UNREADABLE = ("",) * 7
_KEY = re.compile(r"[a-z][a-z0-9-]*:[0-9a-f]+")
_UNWRITABLE = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """What is kept of one judge."""

    judge: str
    replies: int
    size: int
    """Bytes of the replies alone; the file is larger."""
    oldest: str
    newest: str
    input: int
    """Tokens, of the replies whose server counted them."""
    output: int
    uncounted: int
    """Replies of which no usage is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """A row that is not what was put."""

    row: int
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    replies: int
    freed: int
    """Bytes on disk."""


def cache_path() -> Path:
    """`$BAREMO_CACHE`, else `baremo/replies.sqlite` in the user's cache folder (XDG)."""
    try:
        if named := os.environ.get("BAREMO_CACHE"):
            return Path(named).expanduser()
        folder = Path(os.environ.get("XDG_CACHE_HOME", ""))
        # The XDG specification wants a relative path to be ignored.
        return (folder if folder.is_absolute() else Path.home() / ".cache") / "baremo" / "replies.sqlite"
    except RuntimeError as error:
        raise SetupError.single("the reply cache", "has no home directory to be in", ELSEWHERE) from error


class ReplyCache:
    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._db = connection
        self.path = path
        self._waiting: dict[str, tuple[Any, ...]] = {}
        """Rows that are not committed yet, by key."""
        self._full = EVERY
        """With so many waiting, a put commits."""
        self._tried = monotonic()
        self._damaged: set[str] = set()

    @classmethod
    def open(cls, path: Path | None = None) -> "ReplyCache":
        """Made where it is not there yet. A file that is something else is left as it is."""
        place = cache_path() if path is None else path
        try:
            if place.is_dir():
                raise _unwritable(place, "it is a directory")
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not place.exists():
                place.touch(mode=0o600)  # replies quote what people said; the journal takes over the mode
        except OSError as error:
            raise _unwritable(place, error.strerror or str(error)) from error
        with ExitStack() as stack:
            try:
                db = sqlite3.connect(place, timeout=PATIENCE, isolation_level=None)
                stack.callback(db.close)
                _prepare(db, place)
            except sqlite3.DatabaseError as error:
                raise _trouble(place, error) from error
            stack.pop_all()
        return cls(db, place)

    def close(self) -> None:
        try:
            self.flush()
        finally:
            self._db.close()

    def __enter__(self) -> "ReplyCache":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def damaged(self) -> int:
        """How many damaged rows `get` met: each counted as absent, and mended by the next put of its key."""
        return len(self._damaged)

    @property
    def size(self) -> int:
        """Bytes on disk."""
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def get(self, key: str) -> Reply | None:
        row = self._found(key)
        if row is not None:
            reply = reply_of(row)
            if reply is not None:
                return reply
            self._damaged.add(key)
        waiting = self._waiting.get(key)
        return None if waiting is None else reply_of(waiting)

    def put(self, key: str, judge: str, reply: Reply, now: str) -> None:
        """The first reply put under a key stays. `now` is UTC in ISO 8601, to the second, as in runs.
        `ValueError` for a key of another form, and for a reply that JSON cannot hold."""
        if not _KEY.fullmatch(key):
            raise ValueError(f"not a key of the form recipe:hex: {key!r}")
        if key in self._waiting:
            return
        self._waiting[key] = row_of(key, judge, reply, now)
        if len(self._waiting) >= self._full or monotonic() - self._tried >= SECONDS:
            self._commit_if_free()

    def flush(self) -> None:
        """What waits is committed, or an error says why not; it then goes on waiting."""
        if self._waiting:
            self._commit()

    def shelves(self) -> list[Shelf]:
        """What is kept, by judge. Damaged rows are counted too: only `check` looks at every row."""
        self.flush()
        return [
            Shelf(
                judge=_plain(judge),
                replies=replies,
                size=int(size),
                oldest=_plain(oldest),
                newest=_plain(newest),
                input=int(tokens_in),
                output=int(tokens_out),
                uncounted=uncounted,
            )
            for judge, replies, size, oldest, newest, tokens_in, tokens_out, uncounted in self._rows(_SHELVES)
        ]

    def check(self) -> Iterator[Damage | None]:
        """Every row in turn: its damage, or None where it is as it was put. A file that is broken as a whole raises."""
        self.flush()
        for (found,) in self._rows("PRAGMA integrity_check(1)"):
            if found != "ok":
                raise _broken(self.path, found)
        for number, *row in self._rows(f"SELECT rowid, {COLUMNS} FROM replies ORDER BY rowid"):  # noqa: S608
            yield None if reply_of(row) else Damage(row=number, key=_plain(row[0]))

    def prune(self, *, before: str | None = None, judge: str | None = None) -> Pruned:
        """Takes out the replies that are older and of that judge; all, where neither is given."""
        return self._without(
            "DELETE FROM replies WHERE (?1 IS NULL OR at < ?1) AND (?2 IS NULL OR judge = ?2)", [(before, judge)]
        )

    def prune_damaged(self) -> Pruned:
        rows = [(found.row,) for found in self.check() if found]
        return self._without("DELETE FROM replies WHERE rowid = ?", rows)

    def _without(self, statement: str, values: list[tuple[Any, ...]]) -> Pruned:
        self.flush()
        before = self.size
        try:
            self._db.execute("PRAGMA secure_delete = ON")
            gone = self._db.executemany(statement, values).rowcount if values else 0
            if gone:
                self._db.execute("VACUUM")
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.DatabaseError as error:
            raise _trouble(self.path, error) from error
        return Pruned(replies=gone, freed=max(0, before - self.size))

    def _found(self, key: str) -> tuple[Any, ...] | None:
        try:
            row: tuple[Any, ...] | None = self._db.execute(_FIND, (key,)).fetchone()
        except sqlite3.DatabaseError as error:
            if not hasattr(error, "sqlite_errorcode"):  # SQLite found it, but Python cannot read a cell as text
                return _UNREADABLE
            raise _trouble(self.path, error) from error
        return row

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """Text that is no text is read somehow: one bad cell must not end the list. (Slower, so `get` does without.)"""
        self._db.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        try:
            yield from self._db.execute(query)
        except sqlite3.DatabaseError as error:
            raise _trouble(self.path, error) from error
        finally:
            self._db.text_factory = str

    def _commit_if_free(self) -> None:
        """A file that another process holds for long, to prune it, does not hold up the run: replies wait on."""
        try:
            self._db.execute(f"PRAGMA busy_timeout = {BRIEF * 1000:.0f}")
            self._commit()
        except BusyError:
            self._full = len(self._waiting) + EVERY
            self._tried = monotonic()
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")

    def _commit(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for key in self._damaged & self._waiting.keys():
                row = self._found(key)
                if row is not None and reply_of(row) is None:  # unless another process has mended it since
                    self._db.execute("DELETE FROM replies WHERE key = ?", (key,))
            self._db.executemany(_KEEP, self._waiting.values())
            self._db.execute("COMMIT")
        except BaseException as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.DatabaseError):
                raise _trouble(self.path, error) from error
            raise
        self._waiting.clear()
        self._full = EVERY
        self._tried = monotonic()


def _plain(cell: Any) -> str:
    """A cell to be shown, whatever became of it."""
    return str(cell).encode(errors="replace").decode()


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Writes in any case: a place that cannot be written to is found before anything is paid for."""
    db.execute("BEGIN IMMEDIATE")
    application, schema = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    new = (application, schema, tables) == (0, 0, 0)
    if new:
        db.execute(TABLE)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
    elif application != APPLICATION:
        raise SetupError.single(str(path), "not a reply cache of Baremo", ELSEWHERE)
    elif schema != SCHEMA:
        what = f"its format is {schema}, this Baremo reads {SCHEMA}"
        raise SetupError.single(str(path), what, f"use a newer version of Baremo, {ELSEWHERE}")
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.execute("COMMIT" if new else "ROLLBACK")
    _journal(db)


def _journal(db: sqlite3.Connection) -> None:
    """SQLite does not wait for others by itself where the kind of journal changes."""
    end = monotonic() + PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(0.01)
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA wal_autocheckpoint = 4000")  # in pages: pages of the index are copied less often


def _trouble(path: Path, error: sqlite3.DatabaseError) -> SetupError | BusyError | StorageError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BusyError(f"{path} is being written by another process: wait for it, or judge with --no-cache")
    if code == sqlite3.SQLITE_FULL:
        return StorageError(f"the reply cache {path} cannot be written: {error}")
    return _unwritable(path, str(error)) if code in _UNWRITABLE else _broken(path, str(error))


def _unwritable(path: Path, why: str) -> SetupError:
    return SetupError.single(str(path), f"the reply cache cannot be written: {why}", f"check its folder, {ELSEWHERE}")


def _broken(path: Path, why: str) -> SetupError:
    return SetupError.single(str(path), f"cannot be read as a reply cache: {why}", AWAY)
