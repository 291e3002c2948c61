"""The tables of a run, and what makes them append-only."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from baremo.store.database import Database

APPLICATION = 0x42524D4F
"""'BRMO' in the file's header: what `file` and we know a run by."""
SCHEMA = 3
ADDED = {
    2: (
        ("exchanges", "seat", "INTEGER NOT NULL DEFAULT 0"),
        ("exchanges", "about", "TEXT NOT NULL DEFAULT ''"),
        ("verdicts", "panel", "TEXT NOT NULL DEFAULT ''"),
        ("verdicts", "flags", "TEXT NOT NULL DEFAULT ''"),
    ),
    3: (),
}
"""The columns that each format added to the tables of the one before it. Old records stay as they are."""
TABLES = {
    "run": "key TEXT PRIMARY KEY, value TEXT NOT NULL",
    "cases": "number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, dialogue TEXT NOT NULL",
    "exchanges": """number INTEGER NOT NULL REFERENCES cases, step INTEGER NOT NULL, role TEXT NOT NULL,
        judge TEXT NOT NULL, ask TEXT NOT NULL, reply TEXT NOT NULL, seat INTEGER NOT NULL DEFAULT 0,
        about TEXT NOT NULL DEFAULT '', PRIMARY KEY (number, step)""",
    "verdicts": """number INTEGER PRIMARY KEY REFERENCES cases, overall TEXT, mean TEXT, unscored TEXT,
        observed TEXT NOT NULL, checked TEXT NOT NULL, verdict TEXT NOT NULL, digest TEXT NOT NULL,
        link TEXT NOT NULL, panel TEXT NOT NULL DEFAULT '', flags TEXT NOT NULL DEFAULT ''""",
    "seals": "count INTEGER PRIMARY KEY, link TEXT NOT NULL",
    "forgotten": "number INTEGER PRIMARY KEY REFERENCES cases, at TEXT NOT NULL, seal TEXT NOT NULL",
    "batches": """number INTEGER PRIMARY KEY, round INTEGER NOT NULL, judge TEXT NOT NULL, requests INTEGER NOT NULL,
        expected TEXT NOT NULL, at TEXT NOT NULL""",
    "asked": "number INTEGER NOT NULL REFERENCES batches, key TEXT NOT NULL, PRIMARY KEY (number, key)",
    "accepted": "number INTEGER PRIMARY KEY REFERENCES batches, id TEXT NOT NULL, at TEXT NOT NULL",
    "collected": """number INTEGER PRIMARY KEY REFERENCES batches, ended TEXT NOT NULL, at TEXT NOT NULL,
        calls INTEGER NOT NULL, usage TEXT NOT NULL, cost TEXT NOT NULL, unpriced INTEGER NOT NULL""",
    "missed": """number INTEGER NOT NULL REFERENCES batches, key TEXT NOT NULL, served INTEGER NOT NULL,
        outcome TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (number, key)""",
    "rests": "number INTEGER PRIMARY KEY REFERENCES batches, at TEXT NOT NULL",
    "journal": """number INTEGER PRIMARY KEY, kind TEXT NOT NULL, at TEXT NOT NULL, id TEXT NOT NULL, ask TEXT NOT NULL,
        judge TEXT NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL, link TEXT NOT NULL""",
}
SCRATCH = {
    "underway": """key TEXT PRIMARY KEY, id TEXT NOT NULL, judge TEXT NOT NULL, reply TEXT NOT NULL,
        digest TEXT NOT NULL""",
    "marks": "input TEXT PRIMARY KEY, mark TEXT NOT NULL, digest TEXT NOT NULL",
}
"""What helps to go on and is taken away or overtaken: replies of dialogues that have no verdict yet, and how far an
input was judged. Each row has a checksum; one that is damaged counts for nothing."""
NEW_TABLES = {2: ("batches", "asked", "accepted", "collected", "missed", "rests"), 3: ("journal",)}
"""Those that each format added."""

KEYS = {
    "run": ("key",),
    "exchanges": ("number", "step"),
    "seals": ("count",),
    "asked": ("number", "key"),
    "missed": ("number", "key"),
}
"""Of the tables whose key is more or other than `number`."""


def create_tables(db: sqlite3.Connection) -> None:
    _create(db, TABLES | SCRATCH)
    protect(db)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {SCHEMA}")


def upgrade(db: sqlite3.Connection, begin_journal: Callable[[], None]) -> None:
    """From an older format to this one: columns and tables are added, no row is changed."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    with transaction(db):
        for number in range(version + 1, SCHEMA + 1):
            for table, column, kind in ADDED[number]:
                db.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
            _create(db, {name: TABLES[name] for name in NEW_TABLES[number]})
            protect(db, NEW_TABLES[number])
            if number == 3:
                _create(db, SCRATCH)
                begin_journal()
        db.execute(f"PRAGMA user_version = {SCHEMA}")


def tables_in(db: Database) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def misfits(db: Database) -> Iterator[str]:
    """What does not belong to the format that the file says it has: then something was taken out, or it was made to
    look older than it is, and what is newer would not be looked at."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    there = tables_in(db)
    since = {name: number for number, names in NEW_TABLES.items() for name in names} | dict.fromkeys(SCRATCH, 3)
    for name in TABLES | SCRATCH:
        yield from _misfit(f"the table {name}", since.get(name, 1), version, there=name in there)
    for number, columns in ADDED.items():
        for table, column, _ in columns:
            if table in there:
                named = {one[1] for one in db.execute(f"PRAGMA table_info({table})")}
                yield from _misfit(f"the column {column} of {table}", number, version, there=column in named)


def _misfit(what: str, since: int, version: int, *, there: bool) -> Iterator[str]:
    if there and since > version:
        yield f"it says that its format is {version}, and has {what} of format {since}"
    elif since <= version and not there:
        yield f"it lacks {what}, which format {version} has"


def _create(db: sqlite3.Connection, tables: Mapping[str, str]) -> None:
    for name, columns in tables.items():
        db.execute(f"CREATE TABLE {name} ({columns})")


def protect(db: sqlite3.Connection, tables: Iterable[str] = TABLES) -> None:
    """From here on rows can be added, and neither changed nor taken away. (A REPLACE fires no delete trigger.)"""
    for table in tables:
        same = " AND ".join(f"{column} = new.{column}" for column in KEYS.get(table, ("number",)))
        db.execute(
            f"CREATE TRIGGER {table}_keep_REPLACE BEFORE INSERT ON {table} "  # noqa: S608
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
            "BEGIN SELECT RAISE(ABORT, 'a run is append-only'); END"
        )
        for verb in ("UPDATE", "DELETE"):
            db.execute(
                f"CREATE TRIGGER {table}_keep_{verb} BEFORE {verb} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'a run is append-only'); END"
            )


def unprotect(db: sqlite3.Connection) -> None:
    """Only for forgetting, inside one transaction that protects again."""
    for table in TABLES:
        for verb in ("UPDATE", "DELETE", "REPLACE"):
            db.execute(f"DROP TRIGGER {table}_keep_{verb}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:  # a full disk may have ended it
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


class Connection(sqlite3.Connection):
    """To SQLite, as a run needs it."""

    def transaction(self) -> AbstractContextManager[None]:
        return transaction(self)

    def durable(self) -> None:
        self.execute("PRAGMA synchronous = FULL")
