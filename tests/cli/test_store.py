"""The command with runs in a store: the same as with files, for many at once, and no password is ever shown."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from baremo.cli.main import main
from baremo.errors import SetupError
from baremo.run.keep import open_run
from baremo.run.settings import Settings, read_settings
from baremo.store.opening import opened
from baremo.store.place import Stored, on_command_line, place_of, shown, without_secrets
from postgres_server import PASSWORD, QUOTED, Server

GOOD = '{"id": %d, "channel": "web", "messages": [{"role": "user", "content": "Hello, my order %d is late."}, \
{"role": "assistant", "content": "I am sorry to hear that. It will arrive today, shall I send you the link?"}]}\n'


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    path = tmp_path / "chats.jsonl"
    path.write_text("".join(GOOD % (number, number) for number in range(1, 9)), encoding="utf-8")
    return path


@pytest.fixture
def fresh(postgres: Server) -> str:
    """A store of one's own."""
    return postgres.address(postgres.new_database())


def start(*arguments: str | Path, **environment: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "baremo", *map(str, arguments)]
    environment = {**os.environ, **environment}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def secrets_in(text: str) -> list[str]:
    return [secret for secret in (PASSWORD, QUOTED, "s3cret") if secret in text]


def test_every_command_works_with_a_store_and_none_shows_the_password(
    chats: Path, fresh: str, capfd: pytest.CaptureFixture[str]
) -> None:
    told = ""

    def baremo(*arguments: str | Path) -> str:
        nonlocal told
        code = main([*map(str, arguments)])
        out, err = capfd.readouterr()
        told += out + err
        assert code == 0, err
        return out + err

    kept = baremo("judge", chats, "--store", fresh, "-o", "chats")
    assert f"baremo show chats --store {shown(fresh)} ID" in kept
    assert "8 dialogues, 8 scored" in baremo("show", "chats", "--store", fresh)
    assert "Dialogue 3" in baremo("show", "chats", "3", "--store", fresh)
    assert "web" in baremo("show", "chats", "--by", "channel", "--store", fresh)
    assert "everything holds" in baremo("verify", "chats", "--store", fresh)
    assert "8 dialogues" in baremo("judge", chats, f"--store={fresh}", "-o", "chats")  # nothing is left to judge
    assert "0 of 8" in baremo(
        "whatif", "chats", "--set", "criteria.Empathy.weight=0.11", "--store", fresh, "-o", "other"
    )
    assert "everything holds" in baremo("verify", "other", "--store", fresh)
    assert "is forgotten" in baremo("forget", "chats", "3", "--store", fresh)
    assert "7 verdicts recomputed, 1 forgotten" in baremo("verify", "chats", "--store", fresh)
    assert len(baremo("export", "chats", "--store", fresh).splitlines()) == 7
    listed = baremo("runs", "--store", fresh).splitlines()
    assert [line.split()[:4] for line in listed[1:]] == [
        ["chats", "strict", "signals", "7"],
        ["other", "strict", "signals", "8"],
    ]
    objects = [json.loads(line) for line in baremo("runs", "--store", fresh, "--json").splitlines()]
    assert [one["dialogues"] for one in objects] == [7, 8]
    assert not secrets_in(told)


def test_the_password_is_not_in_the_database_either(chats: Path, fresh: str) -> None:
    assert main(["judge", str(chats), "--store", fresh, "-o", "chats"]) == 0
    with opened(Stored(name="chats", store=fresh)) as run:
        command = read_settings(run.header.settings).command
    assert command == ("judge", str(chats), "--store", shown(fresh), "-o", "chats")
    with closing(psycopg.connect(fresh)) as db:
        tables = db.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'baremo'").fetchall()
        for (name,) in tables:
            assert not secrets_in(str(db.execute(f"SELECT * FROM baremo.{name}".encode()).fetchall()))


def test_the_environment_names_the_store_and_files_stay_files(
    chats: Path, fresh: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(chats.parent)
    monkeypatch.setenv("BAREMO_STORE", fresh)
    assert main(["judge", "chats.jsonl", "-o", "chats"]) == 0
    assert "baremo show chats ID" in capfd.readouterr().out
    assert main(["judge", "chats.jsonl", "-o", "chats.baremo"]) == 0
    assert Path("chats.baremo").is_file()
    assert not Path("chats").exists()
    assert main(["verify", "./chats.baremo"]) == 0
    assert main(["verify", "chats"]) == 0
    assert main(["runs"]) == 0
    assert main(["verify", "chats", "--store", ""]) == 2  # a file of that name, after all
    assert "no such run" in capfd.readouterr().err


def test_resume_takes_the_address_anew(chats: Path, fresh: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(chats), "--store", fresh, "-o", "chats"]) == 0
    chats.write_text(chats.read_text(encoding="utf-8") + GOOD % (9, 9), encoding="utf-8")
    capfd.readouterr()
    assert main(["resume", "chats", "--store", fresh]) == 0
    out, err = capfd.readouterr()
    assert "9 dialogues" in out
    assert f"Going on with: baremo judge {chats} --store {shown(fresh)} -o chats" in err
    assert not secrets_in(out + err)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["verify", "x", "--store", "mysql://h/db"], "--store: is not the address of a store"),
        (["verify", "x", "--store", f"postgresql://u:{PASSWORD}@h/db"], "in names and passwords, write"),
        (["verify", "x.baremo", "--store", "postgresql://h/db"], "is the name of a file"),
        (["verify", "\x07", "--store", "postgresql://h/db"], "characters that can be seen"),
        (["judge", "x", "--store", "postgresql://h/db"], "nothing is kept without a name"),
        (["runs"], "which store?"),
        (["verify", "x", "--store", f"postgresql://u:{QUOTED}@127.0.0.1:1/db"], "that the server is running"),
        (["verify", "x", "--sotre", f"postgresql://u:{QUOTED}@h/db"], "unrecognized arguments"),
        (["verify", "x", "--sotre", f"postgresql://u:{PASSWORD}@h/db"], "unrecognized arguments"),
    ],
)
def test_a_mistake_is_told_without_the_password(
    arguments: list[str], told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(arguments)
    except SystemExit as left:
        code = left.code
    out, err = capfd.readouterr()
    assert code == 2
    assert told in err
    assert "Traceback" not in err
    assert not secrets_in(out + err)


def test_without_the_driver_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "psycopg.py").write_text("raise ImportError('no psycopg', name='psycopg')", encoding="utf-8")
    process = start("verify", "x", "--store", "postgresql://h/db", PYTHONPATH=str(tmp_path))
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "pip install 'baremo[postgres]'" in err
    assert "Traceback" not in err


def test_eight_of_the_same_command_at_once_share_the_work(tmp_path: Path, fresh: str) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(GOOD % (number, number) for number in range(300)), encoding="utf-8")
    started = [start("judge", path, "--store", fresh, "-o", "many") for _ in range(8)]
    ends = [(*one.communicate(timeout=300), one.returncode) for one in started]
    assert {code for _, _, code in ends} <= {0, 75}, ends  # 75: others are still at it
    assert main(["judge", str(path), "--store", fresh, "-o", "many"]) == 0
    with opened(Stored(name="many", store=fresh)) as run:
        assert sorted(map(int, run.known())) == list(range(300))
        assert run.seal()[0] == run.count() == 300
    assert main(["verify", "many", "--store", fresh]) == 0


def test_a_lost_connection_ends_with_75_and_the_command_that_goes_on(tmp_path: Path, fresh: str) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(GOOD % (number, number) for number in range(600)), encoding="utf-8")
    process = start("judge", path, "--store", fresh, "-o", "many")
    with closing(psycopg.connect(fresh, autocommit=True)) as db:
        while not _kept(db):
            assert process.poll() is None
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'baremo'")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 75, err
    assert "is lost" in err
    assert f"Go on with:\n  baremo resume many --store {shown(fresh)}\n" in err
    assert "Traceback" not in err
    assert not secrets_in(out + err)
    assert main(["resume", "many", "--store", fresh]) == 0
    assert main(["verify", "many", "--store", fresh]) == 0
    with opened(Stored(name="many", store=fresh)) as run:
        assert run.count() == 600


def _kept(db: "psycopg.Connection[tuple[object, ...]]") -> bool:
    if db.execute("SELECT to_regclass('baremo.verdicts')").fetchone() == (None,):
        return False
    return db.execute("SELECT EXISTS (SELECT 1 FROM baremo.verdicts)").fetchone() == (True,)


def test_who_comes_second_goes_on_with_the_run_of_the_first(fresh: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find no run, both make one; the fence is the first's."""
    import baremo
    from baremo.run import keep
    from baremo.run.bench import Bench

    barem, bench = baremo.Barem.load("strict"), Bench.of(baremo.ScriptedModel({}))
    place = Stored(name="x", store=fresh)
    monkeypatch.setattr(keep, "is_there", lambda place: False)
    first = open_run(place, barem, bench, now="1", settings=Settings(fence="aa", command=("judge", "a")))
    second = open_run(place, barem, bench, now="2", settings=Settings(fence="bb", command=("judge", "b")))
    with first, second:
        assert second.header == first.header
        assert read_settings(second.header.settings).fence == "aa"
    with pytest.raises(SetupError, match="give -o another name"):
        open_run(place, baremo.Barem.load("solo"), bench, now="3")


@pytest.mark.parametrize(
    ("address", "safe"),
    [
        ("postgresql://u:pw@h:5432/db", "postgresql://u@h:5432/db"),
        ("postgres://u:p%40w@h/db?sslmode=require", "postgres://u@h/db?sslmode=require"),
        ("postgresql://h/db?user=u&password=pw", "postgresql://h/db?user=u"),
        ("postgresql://h/db?password=pw&user=u&sslpassword=pw", "postgresql://h/db?user=u"),
        ("postgresql:///db", "postgresql:///db"),
        ("postgresql://u:@[::1]:1,b:2/db", "postgresql://u@[::1]:1,b:2/db"),
        ("postgresql://%2Fvar%2Frun/db", "postgresql://%2Fvar%2Frun/db"),
        ("postgresql://u:p@w@h/db", "postgresql://u@h/db"),
        ("postgresql://u:p/w@h/db", "postgresql://u@h/db"),
        ("postgresql://u:p w@h/db", "postgresql://u@h/db"),
        ("postgresql://u:p\nw@h/db", "postgresql://u@h/db"),
        ("postgresql://u:p?a=b/w@h/db", "postgresql://u@h/db"),
    ],
)
def test_what_is_shown_of_an_address(address: str, safe: str) -> None:
    assert shown(address) == safe
    assert without_secrets([f"--store={address}", address, "chats.jsonl"]) == [f"--store={safe}", safe, "chats.jsonl"]


def test_a_place_is_written_as_a_user_would(monkeypatch: pytest.MonkeyPatch) -> None:
    assert on_command_line(place_of("a b.baremo")) == "'a b.baremo'"
    assert on_command_line(place_of("a b", "postgresql://u:pw@h/db")) == "'a b' --store postgresql://u@h/db"
    monkeypatch.setenv("BAREMO_STORE", "postgresql://u:pw@h/db")
    assert on_command_line(place_of("a")) == "a"
    assert "pw" not in repr(place_of("a"))
    assert place_of("./a") == Path("a")
