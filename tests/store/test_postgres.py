"""What a store can that a file cannot: many runs, many writers, rights; and what can go wrong on the way to it."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from baremo.errors import AlreadyThere, BusyError, SetupError, StoreLost
from baremo.run.recheck import recheck
from baremo.store.opening import created, is_there, opened, runs_in
from baremo.store.place import Stored
from baremo.store.postgres import tables
from baremo.store.postgres.run import PostgresRun
from building import ROOT, dialogue
from postgres_server import PASSWORD, Server
from shelves import HEADER, StoreShelf, record

HERE = Path(__file__).parent.parent


@contextmanager
def writers(shelf: StoreShelf, how_many: int, what: str, cases: int) -> Iterator[list["subprocess.Popen[str]"]]:
    """Processes that all begin when all are there."""
    environment = {**os.environ, "PYTHONPATH": str(HERE)}
    command = [sys.executable, str(HERE / "store_writer.py"), shelf.place.store, shelf.place.name, what, str(cases)]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(how_many)
    ]
    try:
        for one in started:
            assert one.stdout is not None
            assert one.stdout.readline() == "ready\n"
        for one in started:
            assert one.stdin is not None
            one.stdin.write("\n")
            one.stdin.flush()
        yield started
    finally:
        for one in started:
            one.kill()
            one.communicate()


@pytest.mark.parametrize("what", ["claim", "append"])
def test_eight_writers_at_once_keep_every_dialogue_once_in_one_chain(store: str, what: str) -> None:
    shelf = StoreShelf(store)
    shelf.create().close()
    with writers(shelf, 8, what, 60) as started:
        kept = [one.communicate(timeout=120)[0].split() for one in started]
        assert [one.returncode for one in started] == [0] * 8
    assert sorted((case for some in kept for case in some), key=int) == [str(number) for number in range(60)]
    with shelf.open() as run:
        assert sorted(map(int, run.known())) == list(range(60))
        assert run.count() == run.seal()[0] == 60
        told = [one.what for one in recheck(run)]
        assert [what for what in told if "barem" not in what] == []  # the header's barem is made up
    assert shelf.edit("SELECT * FROM baremo.claims WHERE run = current_setting('baremo.run')::integer") == []


def test_claims_of_the_living_are_theirs_and_those_of_the_killed_are_taken_over(store: str) -> None:
    shelf = StoreShelf(store)
    with shelf.create() as run:
        assert run.claim(["0", "1", "9"]) == {"0", "1", "9"}
        with writers(shelf, 1, "hold", 4) as (other,):
            assert other.stdout is not None
            assert other.stdout.readline().split() == ["2", "3"]
            assert run.claim(["1", "2", "3", "4"]) == {"1", "4"}
            other.kill()
            other.wait()
            mine: set[str] = set()
            while mine != {"2", "3"}:  # until the server has noticed; it is told by the connection's end
                mine |= run.claim(["2", "3"])
        run.release(["9"])
        with shelf.open(write=True) as third:
            assert third.claim(["0", "2", "9"]) == {"9"}
        assert run.claim(["9"]) == {"9"}  # closing gave it up


def test_what_the_killed_had_claimed_is_cleared_away_by_who_comes_next(store: str) -> None:
    shelf = StoreShelf(store)
    with shelf.create() as run:
        run.claim(["1"])
        with writers(shelf, 1, "hold", 9) as (other,):
            assert other.stdout is not None
            other.stdout.readline()
            other.kill()
            other.wait()
        left = "SELECT id FROM baremo.claims WHERE run = current_setting('baremo.run')::integer"
        while len(shelf.edit(left)) > 1:
            shelf.open(write=True).close()
        assert shelf.edit(left) == [("1",)]


def test_two_who_make_the_same_run_at_once_both_have_it(store: str) -> None:
    place = StoreShelf(store).place
    outcomes: list[str] = []

    def make() -> None:
        try:
            created(place, HEADER).close()
            outcomes.append("made")
        except AlreadyThere:
            with opened(place, write=True) as run:
                assert run.header == HEADER
                assert run.seal() == (0, HEADER.digest)
            outcomes.append("there")

    threads = [threading.Thread(target=make) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(outcomes) == ["made"] + ["there"] * 5


def test_runs_of_one_store_do_not_see_each_other(store: str) -> None:
    one, other = StoreShelf(store), StoreShelf(store)
    with one.create() as first, other.create() as second:
        first.append([record()])
        assert second.known() == {}
        assert second.claim(["a/1"]) == {"a/1"}
        second.append([record()])
        assert second.forget("a/1", now="now")
        assert list(first.records()) == [record()]
        assert list(first.loose_ends()) == list(second.loose_ends()) == []


def test_one_process_hands_in_to_queues(store: str) -> None:
    shelf = StoreShelf(store)
    with shelf.create() as run, shelf.open(write=True) as other:
        run.hold_queues()
        with pytest.raises(BusyError, match="another process hands in"):
            other.hold_queues()
    with shelf.open(write=True) as other:
        other.hold_queues()


def test_rows_are_changed_only_to_forget_and_only_by_the_owner(store: str) -> None:
    shelf = StoreShelf(store)
    with shelf.create() as run:
        run.append([record()])
    for statement in (
        "TRUNCATE baremo.seals",
        "DELETE FROM baremo.runs",
        "INSERT INTO baremo.seals SELECT * FROM baremo.seals ON CONFLICT (run, count) DO UPDATE SET link = 'x'",
    ):
        with pytest.raises(shelf.refused, match="append-only"):
            shelf.edit(statement)
    with shelf.connected() as db:  # what lets `forget` through is for one run
        db.execute("SET baremo.forgetting = '0'")
        with pytest.raises(shelf.refused, match="append-only"):
            db.execute("UPDATE cases SET digest = 'x'")


def statements(number: int) -> list[bytes]:
    """Of a block of SQL in the page for teams."""
    page = (ROOT / "docs/teams-and-postgresql.md").read_text(encoding="utf-8")
    block = re.findall(r"^```sql\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[number]
    return [line.encode() for line in block.splitlines()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A database whose tables are the owner's, with a role that writes and one that reads, as the page says."""

    owner: str
    writer: str
    reader: str
    stranger: str


@pytest.fixture(scope="module")
def team(postgres: Server) -> Team:
    with postgres.connect() as db:
        for statement in statements(0):
            db.execute(statement)
        db.execute("CREATE ROLE stranger LOGIN PASSWORD 'pw'")
        db.execute("GRANT CONNECT ON DATABASE marks TO stranger")
    made = Team(
        owner=postgres.address("marks", "marks_owner", "choose%20one"),
        writer=postgres.address("marks", "marks_writer", "choose%20another"),
        reader=postgres.address("marks", "marks_reader", "and%20another"),
        stranger=postgres.address("marks", "stranger", "pw"),
    )
    assert runs_in(made.owner, make=True) == []
    grant(made)
    return made


def grant(team: Team) -> None:
    with psycopg.connect(team.owner) as db:
        for statement in statements(1):
            db.execute(statement)


def test_a_writer_needs_no_right_to_change_anything(team: Team) -> None:
    place = Stored(name="x", store=team.writer)
    with created(place, HEADER) as run:
        run.append([record()])
        run.claim(["b"])
        run.ledger.rest(now="now")
        assert list(run.loose_ends()) == []
        with pytest.raises(SetupError, match=r"refuses: permission denied for view cases[\s\S]*ask whoever owns"):
            run.forget("a/1", now="now")
        assert run.count() == 1
    with (
        psycopg.connect(team.writer) as db,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        db.execute("UPDATE baremo.cases SET dialogue = ''")
    reading = Stored(name="x", store=team.reader)
    with opened(reading) as run:
        assert list(run.records()) == [record()]
    with pytest.raises(SetupError, match="refuses: permission denied"):
        opened(reading, write=True)
    with opened(Stored(name="x", store=team.owner), write=True) as run:
        assert run.forget("a/1", now="now")


def test_who_may_change_rows_without_owning_them_still_cannot(team: Team) -> None:
    place = Stored(name="y", store=team.writer)
    with psycopg.connect(team.owner) as db:
        db.execute("GRANT UPDATE, DELETE ON ALL TABLES IN SCHEMA baremo, baremo_run TO marks_writer")
    try:
        with created(place, HEADER) as run:
            run.append([record()])
            with pytest.raises(psycopg.errors.IntegrityError, match="append-only"):
                run.forget("a/1", now="now")
            assert run.count() == 1
    finally:
        with psycopg.connect(team.owner) as db:
            db.execute("REVOKE UPDATE, DELETE ON ALL TABLES IN SCHEMA baremo, baremo_run FROM marks_writer")
        grant(team)


def test_a_stranger_is_told_that_rights_are_missing(postgres: Server, team: Team) -> None:
    place = Stored(name="x", store=team.stranger)
    for attempt in (is_there, opened, lambda place: created(place, HEADER)):
        with pytest.raises(SetupError, match="refuses: permission denied for schema baremo"):
            attempt(place)
    bare = postgres.new_database()
    with pytest.raises(SetupError, match="refuses: permission denied for database"):
        created(Stored(name="x", store=postgres.address(bare, "stranger", "pw")), HEADER)


def test_reading_makes_no_tables(postgres: Server) -> None:
    address = postgres.address(postgres.new_database())
    assert not is_there(Stored(name="x", store=address))
    assert runs_in(address) == []
    with pytest.raises(SetupError, match="the store has none"):
        opened(Stored(name="x", store=address))
    with psycopg.connect(address) as db:
        assert db.execute("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'baremo%'").fetchone() == (0,)


def test_runs_are_listed_and_near_names_told(postgres: Server) -> None:
    address = postgres.address(postgres.new_database())
    for name in ("chats-march", "chats-april", "calls"):
        with created(Stored(name=name, store=address), HEADER) as run:
            run.append([record()])
    with opened(Stored(name="calls", store=address), write=True) as run:
        run.forget("a/1", now="now")
    assert [(one.name, one.dialogues) for one in runs_in(address)] == [
        ("chats-march", 1),
        ("chats-april", 1),
        ("calls", 0),
    ]
    with pytest.raises(SetupError, match="did you mean chats-april"):
        opened(Stored(name="chats-apil", store=address))
    with pytest.raises(SetupError, match="the store has 3"):
        opened(Stored(name="zzzzz", store=address))


def test_tables_of_a_later_version_are_left_alone(postgres: Server) -> None:
    address = postgres.address(postgres.new_database())
    created(Stored(name="x", store=address), HEADER).close()
    with psycopg.connect(address) as db:
        db.execute("INSERT INTO baremo.versions VALUES (99)")
    for attempt in (lambda: opened(Stored(name="x", store=address)), lambda: runs_in(address)):
        with pytest.raises(SetupError, match="its tables have version 99"):
            attempt()


def test_tables_of_an_earlier_version_are_upgraded_once_by_whoever_comes(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.address(postgres.new_database())
    place = Stored(name="x", store=address)
    with created(place, HEADER) as run:
        run.append([record()])
    later = ("CREATE TABLE baremo.added (x integer)", "INSERT INTO baremo.added VALUES (1)")
    monkeypatch.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, later))
    counts: list[int] = []

    def look() -> None:
        with opened(place) as run:
            counts.append(run.count())

    threads = [threading.Thread(target=look) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert counts == [1] * 6
    with psycopg.connect(address) as db:
        assert db.execute("SELECT version FROM baremo.versions ORDER BY 1").fetchall() == [(1,), (2,)]
        assert db.execute("SELECT count(*) FROM baremo.added").fetchone() == (1,)


def test_an_upgrade_that_fails_changes_nothing(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    address = postgres.address(postgres.new_database())
    runs_in(address, make=True)
    monkeypatch.setattr(
        tables, "MIGRATIONS", (*tables.MIGRATIONS, ("CREATE TABLE baremo.added (x integer)", "SELECT 1/0"))
    )
    with pytest.raises(psycopg.errors.DivisionByZero):
        runs_in(address)
    monkeypatch.undo()
    assert runs_in(address) == []
    with psycopg.connect(address) as db:
        assert db.execute("SELECT to_regclass('baremo.added')").fetchone() == (None,)


def test_a_database_that_cannot_hold_every_character_is_refused(postgres: Server) -> None:
    address = postgres.address(postgres.new_database("ENCODING 'LATIN1' TEMPLATE template0"))
    with pytest.raises(SetupError, match="its encoding is LATIN1"):
        created(Stored(name="x", store=address), HEADER)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"password": "wrong-pw"},
            r"password authentication failed for user .owner.[\s\S]*check the user and the pass",
        ),
        ({"password": ""}, r"no password supplied[\s\S]*PGPASSWORD or ~/.pgpass"),
        ({"user": "nobody-at-all"}, r"nobody-at-all"),
        ({"database": "none-such"}, r"database .none-such. does not exist[\s\S]*createdb"),
    ],
)
def test_why_a_store_cannot_be_reached(postgres: Server, change: dict[str, str], told: str) -> None:
    with pytest.raises(SetupError, match=told) as caught:
        PostgresRun.open(Stored(name="x", store=postgres.address(**change)))
    assert PASSWORD not in str(caught.value)
    assert "wrong-pw" not in str(caught.value)


def test_nobody_there(postgres: Server) -> None:
    with pytest.raises(SetupError, match=r"Connection refused[\s\S]*that the server is running"):
        opened(Stored(name="x", store="postgresql://u:pw@127.0.0.1:1/db"))
    with pytest.raises(SetupError, match="cannot be read as an address") as caught:
        opened(Stored(name="x", store=f"{postgres.address()}?no_such=option"))
    assert "s3cret" not in str(caught.value)


def test_a_full_house_is_no_mistake(postgres: Server) -> None:
    name = postgres.new_database()
    with postgres.connect(name) as db:
        db.execute("CREATE ROLE crowd LOGIN PASSWORD 'pw' CONNECTION LIMIT 0")
    with pytest.raises(BusyError, match="too many connections"):
        opened(Stored(name="x", store=postgres.address(name, "crowd", "pw")))


def test_a_lost_connection_is_told_and_what_was_committed_is_there(postgres: Server, store: str) -> None:
    shelf = StoreShelf(store)
    with shelf.create() as run:
        run.append([record()])
        with postgres.connect() as db:
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (_database(store),))
        other = record(dialogue("S: Hello.", "S: Is that all?", case=2))
        with pytest.raises(StoreLost, match="is lost") as caught:
            run.append([other])
        with pytest.raises(StoreLost):
            run.known()
        assert "s3cret" not in str(caught.value)
    with shelf.open(write=True) as run:
        assert list(run.records()) == [record()]
        run.append([other])
        assert list(run.loose_ends()) == []


def _database(address: str) -> str:
    return address.rpartition("/")[2]
