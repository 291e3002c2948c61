"""What `verify` catches in a file it catches in a store."""

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from typing import Any

import psycopg
import pytest
from hypothesis import settings

from baremo.store.place import Stored
from baremo.store.postgres.tables import FIRST
from edits import EDITS, TABLES, differences, keep_sound, other

_copies = count(1)
Database = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture(scope="module")
def sound(store: str) -> Stored:
    """The run of tests/run/test_recheck.py, in a store."""
    place = Stored(name="sound", store=store)
    keep_sound(place)
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


@pytest.mark.property
def test_random_edits_are_detected(sound: Stored, db: Database) -> None:
    rng = random.Random(2026)
    for _ in range(settings().max_examples):
        place = copied(sound, db)
        made = random_edit(db, rng)
        assert differences(place) or not made, made
