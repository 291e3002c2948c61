"""Where runs can be kept, so that one test can be about all of them; and how to get at them behind Baremo's back."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

import baremo
from baremo.core.claims import Absence, Kind, Objection, Quote
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.store.opening import created, opened
from baremo.store.place import Place, Stored
from baremo.store.run import Header, Run
from baremo.store.schema import unprotect
from building import claims, dialogue, objection, six

HEADER = Header(
    barem="barem-v1:x", barem_name="strict", barem_document="{}", judge="scripted", version="0", created="now"
)
TALK = dialogue("S: Hello.", "U: I am so happy\x00\u2028.", "S: Is that all?", case="a/1", overall=(2, 2))
_names = count(1)


def record(talk: Dialogue = TALK, **changes: object) -> Record:
    missing = Objection(
        criterion="Fluency", kind=Kind.MISSING, comment="c", level=40, absence=Absence(looked_for=("thank",), last=3)
    )
    refuted = Objection(
        criterion="Accuracy", kind=Kind.MISSING, comment="c", level=40, absence=Absence(looked_for=("hello",))
    )
    held = claims(
        six(80, 80, 80, 80, 80, 80),
        objection("Empathy", 40, "Is that all?", "never said"),
        missing,
        refuted,
        emotion=Quote(text="I am so happy", turn=2),
    )
    judge = baremo.ScriptedModel.saying({str(talk.id): held})
    made = baremo.judge(talk, barem="strict", judge=judge)
    return replace(made, barem=HEADER.barem, **changes)  # type: ignore[arg-type]


class Shelf(ABC):
    """A place for one run."""

    place: Place
    refused: tuple[type[Exception], ...]
    """What a database says to whoever would change a run."""

    def create(self, header: Header = HEADER) -> Run:
        return created(self.place, header)

    def open(self, *, write: bool = False) -> Run:
        return opened(self.place, write=write)

    @abstractmethod
    def edit(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """As anyone can who has the database. Statements are SQLite's."""

    @abstractmethod
    def tamper(self, statement: str) -> int:
        """As someone who first takes off what protects the tables. Returns how many rows were changed."""


class FileShelf(Shelf):
    refused = (sqlite3.IntegrityError,)

    def __init__(self, folder: Path) -> None:
        self.place: Path = folder / "a.baremo"

    def edit(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.place)) as db, db:
            return db.execute(statement, values).fetchall()

    def tamper(self, statement: str) -> int:
        with closing(sqlite3.connect(self.place)) as db, db:
            unprotect(db)
            return db.execute(statement).rowcount


class StoreShelf(Shelf):
    refused = (psycopg.errors.IntegrityError,)

    def __init__(self, address: str) -> None:
        self.place: Stored = Stored(name=f"run {next(_names)}", store=address)

    def edit(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self.connected() as db:
            found = db.execute(statement.replace("?", "%s").encode(), values or None)
            return found.fetchall() if found.description else []

    def tamper(self, statement: str) -> int:
        with self.connected() as db:
            db.execute("SET session_replication_role = replica")
            return db.execute(statement.encode()).rowcount

    def connected(self) -> "psycopg.Connection[tuple[Any, ...]]":
        db = psycopg.connect(self.place.store)
        (number,) = db.execute("SELECT run FROM baremo.runs WHERE name = %s", (self.place.name,)).fetchone() or (0,)
        db.execute("SELECT set_config('baremo.run', %s, false)", (str(number),))
        db.execute("SET search_path = baremo_run, baremo")
        return db


Shelves = Callable[[], Shelf]
