"""The tables of a store, and what makes them append-only.

They are those of a run file with a column `run` before the others. Each has a view beside it, in the schema
`baremo_run`, that shows the one run that the session is set to and adds to it: so every statement is the same for a run
file and for a store.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from baremo.errors import SetupError
from baremo.store.place import shown
from baremo.store.postgres.session import UPGRADES, Session

_RUN = "current_setting('baremo.run')::integer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Columns are text that must be there, unless they say otherwise."""

    columns: str
    key: str
    unique: str = ""
    part_of: str = ""
    """The table that has a row with the same number."""
    view: str = ""
    """The name in a run file, where that is another."""
    scratch: bool = False
    """Whether its rows may be taken away again."""


FIRST = {
    "headers": Table(columns="key, value", key="key", view="run"),
    "cases": Table(columns="number bigint, id, digest, dialogue", key="number", unique="id"),
    "exchanges": Table(
        columns="number bigint, step integer, role, judge, ask, reply, seat integer, about",
        key="number, step",
        part_of="cases",
    ),
    "verdicts": Table(
        columns="number bigint, overall null, mean null, unscored null, observed, checked, verdict, digest, link, "
        "panel, flags",
        key="number",
        part_of="cases",
    ),
    "seals": Table(columns="count bigint, link", key="count"),
    "forgotten": Table(columns="number bigint, at, seal", key="number", part_of="cases"),
    "batches": Table(columns="number bigint, round bigint, judge, requests bigint, expected, at", key="number"),
    "asked": Table(columns="number bigint, key", key="number, key", part_of="batches"),
    "accepted": Table(columns="number bigint, id, at", key="number", part_of="batches"),
    "collected": Table(
        columns="number bigint, ended, at, calls bigint, usage, cost, unpriced bigint", key="number", part_of="batches"
    ),
    "missed": Table(
        columns="number bigint, key, served boolean, outcome, detail", key="number, key", part_of="batches"
    ),
    "rests": Table(columns="number bigint, at", key="number", part_of="batches"),
    "journal": Table(columns="number bigint, kind, at, id, ask, judge, outcome, detail, link", key="number"),
    "underway": Table(columns="key, id, judge, reply, digest", key="key", scratch=True),
    "marks": Table(columns="input, mark, digest", key="input", scratch=True),
}
_KEEP = """CREATE FUNCTION baremo.keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' THEN
        IF OLD.run::text = current_setting('baremo.forgetting', true)
            AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
            IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'a run is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$"""
"""Rows are changed only to forget, for the time of one transaction, by whoever owns the tables."""


def _first() -> Iterator[str]:
    yield "CREATE SCHEMA baremo"
    yield "CREATE SCHEMA baremo_run"
    yield "CREATE TABLE baremo.versions (version integer PRIMARY KEY)"
    yield """CREATE TABLE baremo.runs (run integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text COLLATE "C" NOT NULL UNIQUE)"""
    yield _KEEP
    for name, table in FIRST.items():
        yield from _table(name, table)
    for name in ("runs", *(name for name, table in FIRST.items() if not table.scratch)):
        yield f"""CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON baremo.{name}
            FOR EACH ROW EXECUTE FUNCTION baremo.keep()"""
        yield f"""CREATE TRIGGER keep_all BEFORE TRUNCATE ON baremo.{name}
            FOR EACH STATEMENT EXECUTE FUNCTION baremo.keep()"""
    yield "CREATE SEQUENCE baremo.writers AS integer CYCLE"
    yield """CREATE TABLE baremo.claims (run integer NOT NULL, id text COLLATE "C" NOT NULL, writer integer NOT NULL,
        PRIMARY KEY (run, id))"""
    yield "CREATE INDEX ON baremo.claims (run, writer)"
    yield "CREATE INDEX ON baremo.journal (run, id)"
    yield "CREATE INDEX ON baremo.underway (run, id)"


def _table(name: str, table: Table) -> Iterator[str]:
    columns = [column.split() for column in table.columns.split(", ")]
    declared = [f"run integer NOT NULL DEFAULT {_RUN}", *(_declared(*column) for column in columns)]
    declared.append(f"PRIMARY KEY (run, {table.key})")
    if table.unique:
        declared.append(f"UNIQUE (run, {table.unique})")
    if table.part_of:
        declared.append(f"FOREIGN KEY (run, number) REFERENCES baremo.{table.part_of}")
    yield f"CREATE TABLE baremo.{name} ({', '.join(declared)})"
    names = ", ".join(column for column, *_ in columns)
    yield f"CREATE VIEW baremo_run.{table.view or name} AS SELECT {names} FROM baremo.{name} WHERE run = {_RUN}"  # noqa: S608


def _declared(name: str, kind: str = "") -> str:
    if kind == "null":
        return f'{name} text COLLATE "C"'
    return f"{name} {kind} NOT NULL" if kind else f'{name} text COLLATE "C" NOT NULL'


MIGRATIONS = (tuple(_first()),)
"""What leads from each version of the tables to the next. Once released, they are never changed."""


def version_of(session: Session) -> int:
    """0 where there are no tables yet."""
    (there,) = session.execute("SELECT to_regclass('baremo.versions') IS NOT NULL").fetchone()
    if not there:
        return 0
    version: int = session.execute("SELECT coalesce(max(version), 0) FROM baremo.versions").fetchone()[0]
    return version


def is_ready(session: Session, *, make: bool = False) -> bool:
    """Older tables are upgraded, newer ones refused. Whether there are any; with `make`, there are."""
    version = version_of(session)
    if version > len(MIGRATIONS):
        what = f"its tables have version {version}, this Baremo knows {len(MIGRATIONS)}"
        remedy = "use the version of Baremo that made them, or a newer one"
        raise SetupError.single(shown(session.address), what, remedy)
    if version < len(MIGRATIONS) and (version or make):
        _upgrade(session)
    return bool(version or make)


def _upgrade(session: Session) -> None:
    """One after the other, if several want to; who comes second finds it done."""
    if session.encoding != "UTF8":
        what = f"its encoding is {session.encoding}, which cannot hold every dialogue"
        remedy = "make the database with: createdb --encoding UTF8 --template template0 NAME"
        raise SetupError.single(shown(session.address), what, remedy)
    with session.locked(UPGRADES, 0):
        for number, statements in enumerate(MIGRATIONS[version_of(session) :], start=version_of(session) + 1):
            for statement in statements:
                session.execute(statement)
            session.execute("INSERT INTO baremo.versions VALUES (?)", (number,))
