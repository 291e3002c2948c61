"""What `verify` catches in a file it catches in a store."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from typing import Any

import psycopg
import pytest

import baremo
from baremo.core.claims import Quote
from baremo.errors import SetupError
from baremo.run.batch import judge_all
from baremo.run.bench import Bench
from baremo.run.keep import open_run
from baremo.run.recheck import recheck
from baremo.store.opening import opened
from baremo.store.place import Stored
from baremo.store.postgres.tables import FIRST
from building import claims, dialogue, objection, six
from edits import EDITS, TABLES, other

_copies = count(1)
Database = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture(scope="module")
def sound(store: str) -> Stored:
    """The run of tests/run/test_recheck.py, in a store."""
    place = Stored(name="sound", store=store)
    held = {
        str(number): claims(
            six(80, 60, 100, 80, 80, 80),
            objection("TaskSuccess", 60, "Is that all?"),
            objection("Fluency", 40),
            quote="Hello there.",
            emotion=Quote(text="I am so happy", turn=2),
        )
        for number in range(1, 4)
    }
    talks = [
        dialogue("S: Hello there.", "U: I am so happy.", "S: Is that all?", case=int(case), overall=(2, 2))
        for case in held
    ]
    barem, bench = baremo.Barem.load("strict"), Bench.of(baremo.ScriptedModel.saying(held))
    with open_run(place, barem, bench, now="now") as run:
        asyncio.run(judge_all(talks, barem, bench, run, lambda record: None))
    return place


@pytest.fixture
def db(sound: Stored) -> Iterator[Database]:
    """With what protects the tables taken off."""
    with closing(psycopg.connect(sound.store, autocommit=True)) as db:
        db.execute("SET session_replication_role = replica")
        db.execute("SET search_path = baremo_run, baremo")
        yield db


def copied(sound: Stored, db: Database) -> Stored:
    """The session sees the copy."""
    place = replace(sound, name=f"copy {next(_copies)}")
    (number,) = db.execute("INSERT INTO runs (name) VALUES (%s) RETURNING run", (place.name,)).fetchone() or (0,)
    (first,) = db.execute("SELECT run FROM runs WHERE name = %s", (sound.name,)).fetchone() or (0,)
    for table, about in FIRST.items():
        names = ", ".join(column.split()[0] for column in about.columns.split(", "))
        rows = f"SELECT {number}, {names} FROM baremo.{table} WHERE run = {first}"
        db.execute(f"INSERT INTO baremo.{table} (run, {names}) {rows}".encode())
    db.execute("SELECT set_config('baremo.run', %s, false)", (str(number),))
    return place


def differences(place: Stored) -> list[str]:
    try:
        with opened(place) as run:
            return [f"{one.where}: {one.what}" for one in recheck(run)]
    except SetupError as error:
        return [str(error)]


def test_a_sound_run_has_no_differences(sound: Stored, db: Database) -> None:
    assert differences(sound) == differences(copied(sound, db)) == []


@pytest.mark.parametrize(("statement", "told"), EDITS)
def test_an_edit_is_caught_and_named(sound: Stored, db: Database, statement: str, told: str) -> None:
    place = copied(sound, db)
    assert db.execute(statement.encode()).rowcount > 0
    assert any(told in line for line in differences(place)), differences(place)


def random_edit(db: Database, rng: random.Random) -> str:
    """Empty where the database itself would not have it."""
    table = rng.choice(list(TABLES))
    keys = {"run": ["key"], "seals": ["count"], "exchanges": ["number", "step"]}.get(table, ["number"])
    row = rng.choice(db.execute(f"SELECT {', '.join(keys)} FROM {table}".encode()).fetchall())
    where = " AND ".join(f"{key} = %s" for key in keys)
    if rng.random() < 0.1:
        db.execute(f"DELETE FROM {table} WHERE {where}".encode(), row)
        return f"deleted {table} {row}"
    column = rng.choice(TABLES[table])
    (value,) = db.execute(f"SELECT {column} FROM {table} WHERE {where}".encode(), row).fetchone() or (None,)
    try:
        db.execute(f"UPDATE {table} SET {column} = %s WHERE {where}".encode(), (other(value, rng), *row))
    except psycopg.errors.UniqueViolation:
        return ""
    return f"{table}.{column} {row}"


def test_random_edits_are_detected(sound: Stored, db: Database) -> None:
    rng = random.Random(2026)
    for _ in range(80):
        place = copied(sound, db)
        made = random_edit(db, rng)
        assert differences(place) or not made, made
