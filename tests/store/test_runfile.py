"""A run in a file: one writer, any number of readers, and what is no run is said to be none."""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from baremo.cli.main import main
from baremo.errors import BusyError, SetupError, StorageError
from baremo.store.codec import record_digest
from baremo.store.runfile import RunFile
from building import ROOT
from shelves import HEADER, record

TALK = '{"id": 1, "messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello there."}]}\n'


def test_what_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no such run"):
        RunFile.open(tmp_path / "none.baremo")
    text = tmp_path / "text.baremo"
    text.write_text("hello " * 1000, encoding="utf-8")
    with pytest.raises(SetupError, match="cannot be read as a run"):
        RunFile.open(text)
    other = tmp_path / "other.baremo"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE t (x)")
    with pytest.raises(SetupError, match="not a Baremo run"):
        RunFile.open(other)
    with pytest.raises(SetupError, match="cannot be opened"):
        RunFile.create(tmp_path / "no" / "such" / "folder.baremo", HEADER)


def test_a_run_of_a_later_format_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    RunFile.create(path, HEADER).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
        db.commit()
    with pytest.raises(SetupError, match="its format is 99"):
        RunFile.open(path)


def test_a_run_of_an_earlier_version_still_opens(tmp_path: Path) -> None:
    """tests/golden/*.baremo were written once and are never rewritten."""
    runs = sorted((ROOT / "tests/golden").glob("*.baremo"))
    assert runs
    for path in runs:
        with RunFile.open(Path(copy(path, tmp_path))) as run:
            for kept in run.records():
                assert run.digest(str(kept.dialogue.id)) == record_digest(kept)


def test_replace_is_a_change_too(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    with RunFile.create(path, HEADER) as run:
        run.append([record()])
    with closing(sqlite3.connect(path)) as db:
        for table in ("run", "cases", "exchanges", "verdicts", "seals"):
            rows = db.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()
            marks = ", ".join("?" * len(rows[0]))
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows[0])


def test_a_run_is_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    with RunFile.create(path, HEADER) as run:
        run.append([record()])
    with RunFile.open(path) as run, pytest.raises(StorageError, match="readonly"):
        run.append([record()])
    assert [one.name for one in tmp_path.iterdir()] == ["a.baremo"]


def test_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    with RunFile.create(path, HEADER) as first:
        with pytest.raises(BusyError, match="another process"):
            RunFile.open(path, write=True)
        first.append([record()])
        with RunFile.open(path) as reader:
            assert reader.count() == 1
    RunFile.open(path, write=True).close()
    assert [one.name for one in tmp_path.iterdir()] == ["a.baremo"]


def test_what_is_forgotten_is_not_even_in_the_bytes_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    with RunFile.create(path, HEADER) as run:
        run.append([record()])
        run.forget("a/1", now="2026-01-01")
    data = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for words in (b"Hello.", b"so happy", b"Is that all", b"a/1", b"deserves"):
        assert words not in data


@pytest.mark.parametrize(
    ("source", "statements", "told"),
    [
        (None, ["PRAGMA user_version = 2"], "its format is 2, and has the table journal of format 3"),
        (None, ["PRAGMA user_version = 1"], "its format is 1, and has the table batches of format 2"),
        ("format-2", ["PRAGMA user_version = 1"], "its format is 1, and has the table batches of format 2"),
        ("format-2", ["PRAGMA user_version = 3"], "lacks the table journal, which format 3 has"),
        ("format-1", ["PRAGMA user_version = 2"], "lacks the column seat of exchanges, which format 2 has"),
        (None, ["DROP TABLE marks"], "lacks the table marks, which format 3 has"),
    ],
)
def test_a_file_that_is_not_of_the_format_that_it_names(
    tmp_path: Path, source: str | None, statements: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.baremo"
    if source:
        copy(ROOT / f"tests/golden/{source}.baremo", path)
    else:
        (tmp_path / "given.jsonl").write_text(TALK)
        assert main(["judge", str(tmp_path / "given.jsonl"), "-o", str(path)]) == 0
    assert main(["verify", str(path)]) == 0
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    capsys.readouterr()
    assert main(["verify", str(path)]) == 1
    assert told in capsys.readouterr().out
    with pytest.raises(SetupError, match="cannot be written to: it"):
        RunFile.open(path, write=True)


@pytest.mark.parametrize("command", ["show", "forget"])
def test_an_id_that_is_no_text(tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.baremo"
    (tmp_path / "given.jsonl").write_text(TALK)
    assert main(["judge", str(tmp_path / "given.jsonl"), "-o", str(path)]) == 0
    assert main([command, str(path), "caf\udce9"]) == 2
    assert "holds no dialogue 'caf⟨DCE9⟩'" in capsys.readouterr().err
