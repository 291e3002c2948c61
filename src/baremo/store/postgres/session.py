"""A session with a PostgreSQL server, as a run needs it: statements as SQLite takes them, troubles in words."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors
from psycopg.abc import Buffer
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.string import StrDumperUnknown, TextLoader

from baremo.errors import BusyError, SetupError, StorageError, StoreLost
from baremo.store.database import Rows
from baremo.store.place import shown

UPGRADES, APPENDS, WRITERS, QUEUES = (0x42524D40 + kind for kind in range(4))
"""What advisory locks are for. They are shared with whoever else uses the database, hence the odd numbers ('BRM@')."""
DEFAULTS = {
    "fallback_application_name": "baremo",
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
}
"""For what an address leaves open: who is gone is noticed within a minute or two, at both ends."""
_SETTINGS = {
    "search_path": "baremo_run, baremo",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
RIGHTS = "ask whoever owns the database; docs/teams-and-postgresql.md says which rights there are"


class _Dumper(StrDumperUnknown):
    """PostgreSQL's text has no NUL: it is written as two characters, of which the first stands for nothing else."""

    def dump(self, obj: str) -> Buffer | None:
        if "\x00" in obj or "\x01" in obj:
            obj = obj.replace("\x01", "\x011").replace("\x00", "\x010")
        return super().dump(obj)


class _Loader(TextLoader):
    def load(self, data: Buffer) -> bytes | str:
        text = super().load(data)
        if isinstance(text, str) and "\x01" in text:
            return text.replace("\x010", "\x00").replace("\x011", "\x01")
        return text


class Session:
    def __init__(self, address: str) -> None:
        self.address = address
        self._connection = _connected(address)
        self._connection.adapters.register_dumper(str, _Dumper)
        self._connection.adapters.register_loader("text", _Loader)
        self.run: int | None = None
        """The one that the views show."""
        settings = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in _SETTINGS.items())
        self.execute(f"SELECT {settings}")

    @property
    def encoding(self) -> str:
        return self._connection.info.parameter_status("server_encoding") or ""

    @property
    def lost(self) -> bool:
        return self._connection.closed

    def close(self) -> None:
        self._connection.close()

    def enter(self, run: int) -> None:
        self.execute("SELECT set_config('baremo.run', ?, false)", (str(run),))
        self.run = run

    def stand_still(self) -> None:
        """From here on, nothing but what is there now is seen, whatever others write. Nothing can be written."""
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        with self._in_words():
            return self._connection.execute(statement.replace("?", "%s").encode(), values or None)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> None:
        with self._in_words(), self._connection.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s").encode(), rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Writers of one run come one after the other, so that there is one chain; others do not wait for them."""
        with self.locked(APPENDS, self.run or 0):
            yield

    @contextmanager
    def locked(self, what: int, which: int) -> Iterator[None]:
        """A transaction that nobody else with the same lock is in."""
        with self._in_words(), self._connection.transaction():
            self.execute("SELECT pg_advisory_xact_lock(?, ?)", (what, which))
            yield

    def durable(self) -> None:
        self.execute("SET synchronous_commit = on")

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except errors.InsufficientPrivilege as error:
            raise SetupError.single(shown(self.address), f"refuses: {_first_line(error)}", RIGHTS) from error
        except (errors.DeadlockDetected, errors.LockNotAvailable, errors.QueryCanceled) as error:
            raise BusyError(f"{shown(self.address)}: {_first_line(error)}: try again") from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if self.lost:
                raise StoreLost(f"The connection to {shown(self.address)} is lost: {_first_line(error)}") from error
            raise StorageError(f"{shown(self.address)} cannot be written: {_first_line(error)}") from error
        except errors.ReadOnlySqlTransaction as error:
            raise StorageError(f"{shown(self.address)} cannot be written: {_first_line(error)}") from error


def _connected(address: str) -> psycopg.Connection[Any]:
    try:
        given = conninfo_to_dict(address)
    except psycopg.ProgrammingError:  # whose words may repeat a part of the password
        remedy = "check what stands after the ?, and that % is written as %25"
        raise SetupError.single(shown(address), "cannot be read as an address", remedy) from None
    defaults = {name: value for name, value in DEFAULTS.items() if name not in given}
    if "PGCONNECT_TIMEOUT" in os.environ:
        defaults.pop("connect_timeout", None)
    try:
        return psycopg.connect(make_conninfo(address, client_encoding="UTF8", **defaults), autocommit=True)
    except psycopg.OperationalError as error:
        words = _hidden(_first_line(error), str(given.get("password") or ""))
        if any(told in words for told in ("too many clients", "too many connections", "remaining connection slots")):
            remedy = "wait until others are done, or raise max_connections"
            raise BusyError(f"{shown(address)}: {words}: {remedy}") from None
        raise SetupError.single(shown(address), f"cannot be reached: {words}", _remedy(words)) from None


def _remedy(words: str) -> str:
    """The server's words are English unless it was set up otherwise."""
    for told, remedy in {
        "password authentication failed": "check the user and the password: in the address, PGPASSWORD or ~/.pgpass",
        "no password supplied": "give the password: in the address, PGPASSWORD or ~/.pgpass",
        "does not exist": "check the names of the user and the database, or make them: createuser, createdb",
        "pg_hba.conf": "the server does not let this user in from here: see its pg_hba.conf",
        "permission denied": RIGHTS,
        "SSL": "check sslmode and the certificates in the address",
        "starting up": "try again in a moment",
    }.items():
        if told in words:
            return remedy
    return "check the host and the port, and that the server is running"


def _hidden(words: str, password: str) -> str:
    return words.replace(password, "…") if len(password) > 2 else words


def _first_line(error: Exception) -> str:
    """Of what may be many, one per address that was tried."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].removeprefix("connection failed: ").rstrip(".") if lines else type(error).__name__
