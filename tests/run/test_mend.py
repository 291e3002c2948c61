"""A damaged run: what holds is saved, the rest is named, and asking about it alone makes the run whole again."""

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from baremo.cli.main import main
from baremo.store.runfile import RunFile
from baremo.store.schema import unprotect

SIEGE = os.environ.get("HYPOTHESIS_PROFILE") == "siege"
CASES = 60
TALK = """{"id": "%d", "messages": [{"role": "user", "content": "My lamp number %d is broken, can you help?"},
{"role": "assistant", "content": "I am sorry to hear that. I have sent you a new lamp, number %d, today."},
{"role": "user", "content": "Thank you, that is great!"}]}""".replace("\n", " ")


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("judged")
    (folder / "given.jsonl").write_text("".join(f"{TALK % ((number,) * 3)}\n" for number in range(CASES)))
    assert main(["judge", str(folder / "given.jsonl"), "--barem", "debate", "-o", str(folder / "whole.baremo")]) == 0
    return folder / "whole.baremo"


def exported(run: Path, folder: Path) -> bytes:
    table = folder / f"{run.name}.jsonl"
    assert main(["export", str(run), "-o", str(table)]) == 0
    return table.read_bytes()


def copied(judged: Path, folder: Path) -> Path:
    damaged = folder / "damaged.baremo"
    damaged.write_bytes(judged.read_bytes())
    return damaged


def made_whole(damaged: Path, folder: Path) -> int:
    """The exit code of mending; afterwards the run is as it was."""
    mended = folder / "mended.baremo"
    code = main(["mend", str(damaged), "-o", str(mended)])
    if code < 2:
        assert main(["verify", str(mended)]) == 0
        assert main(["resume", str(mended)]) == 0
        assert main(["verify", str(mended)]) == 0
    return code


def test_a_sound_run_is_copied_whole(judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made_whole(judged, tmp_path) == 0
    assert f"{CASES} verdicts hold and are in {tmp_path / 'mended.baremo'}, 0 do not." in capsys.readouterr().out
    assert exported(tmp_path / "mended.baremo", tmp_path) == exported(judged, tmp_path)


def test_only_what_was_touched_is_asked_again(
    judged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = copied(judged, tmp_path)
    with closing(sqlite3.connect(damaged)) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE verdicts SET verdict = replace(replace(verdict, '80', '60'), '100', '40') WHERE number = 7")
        db.execute("UPDATE exchanges SET reply = 'lost' WHERE number = 30 AND step = 1")
        db.execute("DELETE FROM verdicts WHERE number = 41")
    asked: list[str] = []
    from baremo.run.evaluate import evaluate

    def counted(dialogue: object, *rest: object) -> object:
        asked.append(str(dialogue.id))  # type: ignore[attr-defined]
        return evaluate(dialogue, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("baremo.run.engine.evaluate", counted)
    assert made_whole(damaged, tmp_path) == 1
    assert asked == ["6", "29", "40"]
    told = capsys.readouterr().out
    assert "dialogue 6: " in told
    assert "dialogue 29: " in told
    assert f"{CASES - 3} verdicts hold" in told
    assert exported(tmp_path / "mended.baremo", tmp_path) == exported(judged, tmp_path)


@pytest.mark.property
@pytest.mark.parametrize("seed", range(300 if SIEGE else 12))
def test_bad_sectors_cost_what_stood_in_them(
    judged: Path, tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page is overwritten with zeros or with chance; not the first, which holds the tables' names."""
    rng = random.Random(seed)
    damaged = copied(judged, tmp_path)
    data = bytearray(damaged.read_bytes())
    page = rng.randrange(1, len(data) // 4096)
    noise: Callable[[int], bytes] = bytes if rng.random() < 0.5 else rng.randbytes
    data[4096 * page : 4096 * (page + 1)] = noise(4096)
    damaged.write_bytes(data)
    code = main(["verify", str(damaged)])
    assert code in (1, 2), "nobody noticed"
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    if made_whole(damaged, tmp_path) == 2:
        assert "Traceback" not in capsys.readouterr().err
        return
    with RunFile.open(tmp_path / "mended.baremo") as run:
        assert run.count() == CASES
    assert exported(tmp_path / "mended.baremo", tmp_path) == exported(judged, tmp_path)


def test_nothing_is_overwritten(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mend", str(judged), "-o", str(judged)]) == 2
    assert "is there already" in capsys.readouterr().err


def tampered(judged: Path, folder: Path, *statements: str) -> Path:
    damaged = copied(judged, folder)
    with closing(sqlite3.connect(damaged)) as db, db:
        unprotect(db)
        for statement in statements:
            assert db.execute(statement).rowcount
    return damaged


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM seals WHERE count > 0", f"it was sealed with 0 records and holds {CASES}"),
        ("UPDATE OR REPLACE seals SET count = 2 WHERE count > 0", f"it was sealed with 2 records and holds {CASES}"),
        ("DELETE FROM seals", "its header has been changed"),
    ],
)
def test_records_are_there_whatever_the_seals_say(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, told: str
) -> None:
    damaged = tampered(judged, tmp_path, statement)
    assert main(["mend", str(damaged), "-o", str(tmp_path / "mended.baremo")]) == 1
    said = capsys.readouterr().out
    assert told in said
    assert f"{CASES} verdicts hold and are in {tmp_path / 'mended.baremo'}, 0 do not." in said
    assert exported(tmp_path / "mended.baremo", tmp_path) == exported(judged, tmp_path)


@pytest.mark.parametrize(
    ("first", "last", "told"), [(41, 41, "row 41"), (41, 43, "rows 41 to 43"), (CASES, CASES, f"row {CASES}")]
)
def test_rows_that_are_gone_whole_are_named(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], first: int, last: int, told: str
) -> None:
    there = f"WHERE number BETWEEN {first} AND {last}"
    gone = [f"DELETE FROM {table} {there}" for table in ("cases", "verdicts", "exchanges")]
    assert made_whole(tampered(judged, tmp_path, *gone), tmp_path) == 1
    said = capsys.readouterr().out
    assert f"{told}: " in said
    lost = last - first + 1
    assert f"{CASES - lost} verdicts hold and are in {tmp_path / 'mended.baremo'}, {lost} do not." in said
    assert exported(tmp_path / "mended.baremo", tmp_path) == exported(judged, tmp_path)


def test_a_row_far_away_costs_no_walk_to_it(judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    far = [f"UPDATE {table} SET number = {10**15} WHERE number = 5" for table in ("cases", "verdicts", "exchanges")]
    assert main(["mend", str(tampered(judged, tmp_path, *far)), "-o", str(tmp_path / "mended.baremo")]) == 1
    said = capsys.readouterr().out
    assert "row 5: is not there" in said
    assert f"{CASES} verdicts hold" in said


@pytest.mark.parametrize("key", ["created", "version"])
def test_a_header_that_was_changed_is_told_of(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    damaged = tampered(judged, tmp_path, f"UPDATE run SET value = '1999-01-01' WHERE key = '{key}'")
    assert main(["mend", str(damaged), "-o", str(tmp_path / "mended.baremo")]) == 1
    said = capsys.readouterr().out
    assert f"{damaged}: the run: its header has been changed" in said
    assert f"The header of {damaged} was changed after it was made. " in said
    assert f"{CASES} verdicts hold" in said


READERS: list[list[str]] = [["show"], ["show", "1"], ["export"], ["whatif", "--set", "criteria.Empathy.weight=0.3"]]
DECIDE = ["decide", "1", "60", "--by", "Ana", "--because", "x"]


@pytest.mark.parametrize("document", ["{", "[]", "7", "null", "{}", '{"name": {"a": []}}', "[" * 5000])
@pytest.mark.parametrize("command", [*READERS, DECIDE, ["mend"]], ids=lambda command: command[0])
def test_a_barem_that_cannot_be_read_is_no_traceback(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], document: str, command: list[str]
) -> None:
    damaged = tampered(judged, tmp_path, f"UPDATE run SET value = '{document}' WHERE key = 'barem_document'")
    before = sorted(tmp_path.iterdir())
    name, *rest = command
    output = {"export": ["-o", str(tmp_path / "table.csv")], "mend": ["-o", str(tmp_path / "mended.baremo")]}
    assert main([name, str(damaged), *rest, *output.get(name, [])]) == 2
    assert f"{damaged}: its barem cannot be read any more" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before
    assert main(["verify", str(damaged)]) == 1
    assert "its barem cannot be read any more" in capsys.readouterr().out


@pytest.mark.parametrize("settings", ["{", "[]", '{"fence": "no hex"}', '{"jury": 3}', "[" * 5000])
@pytest.mark.parametrize("command", ["mend", "resume", "judge", "show"])
def test_settings_that_cannot_be_read_are_no_traceback(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: str, command: str
) -> None:
    damaged = tampered(judged, tmp_path, f"UPDATE run SET value = '{settings}' WHERE key = 'settings'")
    given = {
        "mend": ["mend", str(damaged), "-o", str(tmp_path / "mended.baremo")],
        "resume": ["resume", str(damaged)],
        "judge": ["judge", str(judged.parent / "given.jsonl"), "--barem", "debate", "-o", str(damaged)],
        "show": ["show", str(damaged), "1"],
    }
    assert main(given[command]) == 2
    assert f"{damaged}: its settings cannot be read any more" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == [damaged]
    assert main(["verify", str(damaged)]) == 1
    assert "its settings cannot be read any more" in capsys.readouterr().out
