"""A run in PostgreSQL: one of many in its store, and written by as many at once as like."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from difflib import get_close_matches

import msgspec
from psycopg import errors

from baremo.errors import AlreadyThere, BaremoError, BusyError, SetupError
from baremo.store.place import Stored
from baremo.store.postgres.session import QUEUES, WRITERS, Session
from baremo.store.postgres.tables import FIRST, is_ready
from baremo.store.rows import begin, read_header
from baremo.store.run import Header, forgotten_id
from baremo.store.schema import SCHEMA
from baremo.store.tablerun import TableRun

MAKE = "make a run with: baremo judge FILE --store URL -o NAME"


class PostgresRun(TableRun):
    bytewise = '"C"'
    broken = (errors.DataCorrupted, errors.IndexCorrupted)
    _db: Session

    def __init__(self, session: Session, place: Stored, header: Header, *, write: bool) -> None:
        super().__init__(session, header, SCHEMA)
        self._place = place
        self._run = session.run
        self._writer = self._registered() if write else None

    @property
    def path(self) -> Stored:
        return self._place

    @classmethod
    def is_there(cls, place: Stored) -> bool:
        session = Session(place.store)
        try:
            return is_ready(session) and _number(session, place.name) is not None
        finally:
            session.close()

    @classmethod
    def create(cls, place: Stored, header: Header) -> "PostgresRun":
        """Of several processes that create it at once, one does; the others hear `AlreadyThere` when it is done."""
        session = Session(place.store)
        try:
            is_ready(session, make=True)
            with session.transaction():
                statement = "INSERT INTO baremo.runs (name) VALUES (?) ON CONFLICT (name) DO NOTHING RETURNING run"
                made = session.execute(statement, (place.name,)).fetchone()
                if made is None:
                    raise AlreadyThere(f"{place} was made by another process just now: try again to go on with it")
                session.enter(made[0])
                begin(session, header)
            return cls(session, place, header, write=True)
        except BaseException:
            session.close()
            raise

    @classmethod
    def open(cls, place: Stored, *, write: bool = False) -> "PostgresRun":
        """To read, unless told otherwise: then one moment of the run is seen, whatever others write."""
        session = Session(place.store)
        try:
            number = _number(session, place.name) if is_ready(session) else None
            if number is None:
                raise _no_such_run(session, place)
            session.enter(number)
            if not write:
                session.stand_still()
            return cls(session, place, read_header(session), write=write)
        except msgspec.ValidationError as error:
            session.close()
            raise SetupError.single(str(place), f"cannot be read as a run: {error}", "was it changed?") from error
        except BaseException:
            session.close()
            raise

    def close(self) -> None:
        if self._writer and not self._db.lost:
            with suppress(BaremoError):  # whatever is not given up now is when the session is gone
                self._db.execute("DELETE FROM baremo.claims WHERE run = ? AND writer = ?", (self._run, self._writer))
        self._db.close()

    def _writing(self) -> AbstractContextManager[None]:
        return self._db.transaction()

    @contextmanager
    def _forgetting(self) -> Iterator[None]:
        with self._db.transaction():
            self._db.execute("SELECT set_config('baremo.forgetting', ?, true)", (str(self._run),))
            yield
        self._db.execute(f"VACUUM {', '.join(f'baremo.{name}' for name in FIRST)}")

    def _erase(self, number: int, case: str, now: str) -> None:
        super()._erase(number, case, now)
        self._db.execute("DELETE FROM baremo.claims WHERE run = ? AND id = ?", (self._run, case))

    def _registered(self) -> int:
        """A number that is this session's: alive is who holds the lock of that number, and a server takes it from whom
        is gone. What the dead had claimed is cleared away."""
        writer: int = self._db.execute("SELECT nextval('baremo.writers')::integer").fetchone()[0]
        self._db.execute("SELECT pg_advisory_lock(?, ?)", (WRITERS, writer))
        self._db.execute(
            """DELETE FROM baremo.claims WHERE run = ? AND writer IN (
            SELECT writer FROM (SELECT DISTINCT writer FROM baremo.claims WHERE run = ? OFFSET 0) AS writers
            WHERE pg_try_advisory_xact_lock_shared(?, writer))""",
            (self._run, self._run, WRITERS),
        )
        return writer

    def claim(self, cases: Collection[str]) -> set[str]:
        """In one statement. Ids are taken in one order by all, so that nobody waits in a circle."""
        wanted = sorted(set(cases))
        found = self._db.execute(
            """INSERT INTO baremo.claims AS held (run, id, writer)
            SELECT ?, wanted.id, ? FROM unnest(?::text[], ?::text[]) AS wanted (id, forgotten)
            WHERE NOT EXISTS (SELECT 1 FROM cases WHERE cases.id = wanted.id)
            AND NOT EXISTS (SELECT 1 FROM cases WHERE cases.id = wanted.forgotten)
            ORDER BY wanted.id COLLATE "C"
            ON CONFLICT (run, id) DO UPDATE SET writer = excluded.writer
            WHERE held.writer = excluded.writer OR pg_try_advisory_xact_lock_shared(?, held.writer)
            RETURNING id""",
            (self._run, self._writer, wanted, [forgotten_id(case) for case in wanted], WRITERS),
        )
        return {case for (case,) in found}

    def release(self, cases: Collection[str]) -> None:
        statement = "DELETE FROM baremo.claims WHERE run = ? AND writer = ? AND id = ANY (?::text[])"
        self._db.execute(statement, (self._run, self._writer, list(cases)))

    def hold_queues(self) -> None:
        (alone,) = self._db.execute("SELECT pg_try_advisory_lock(?, ?)", (QUEUES, self._run)).fetchone()
        if not alone:
            raise BusyError(f"another process hands in to batch queues for {self.path}: wait for it, or stop it")


def _number(session: Session, name: str) -> int | None:
    found = session.execute("SELECT run FROM baremo.runs WHERE name = ?", (name,)).fetchone()
    return found[0] if found else None


def _no_such_run(session: Session, place: Stored) -> SetupError:
    found = session.execute("SELECT name FROM baremo.runs ORDER BY run") if is_ready(session) else ()
    names = [name for (name,) in found]
    near = get_close_matches(place.name, names)
    if near:
        remedy = f"did you mean {' or '.join(near)}? The store has {len(names)}: baremo runs"
    else:
        remedy = f"the store has {len(names)}: baremo runs lists them" if names else f"the store has none: {MAKE}"
    return SetupError.single(str(place), "no such run in the store", remedy)
