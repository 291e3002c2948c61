"""Whoever reads a run file sees one moment of it, or hears that it is over; and keeps no writer away."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copy, disk_usage

import pytest

from baremo.core.record import Record
from baremo.errors import BusyError, SetupError, StorageError
from baremo.store.runfile import RunFile
from building import ROOT, dialogue
from shelves import HEADER, record

MANY = 400


def case(number: int) -> Record:
    return record(dialogue("S: Hello.", "U: I am so happy.", f"S: Is that all? {number}", case=number))


@pytest.fixture(scope="module")
def more() -> list[Record]:
    return [case(number) for number in range(10, 10 + MANY)]


@pytest.fixture
def resting(tmp_path: Path) -> Path:
    path = tmp_path / "a.baremo"
    with RunFile.create(path, HEADER) as run:
        run.append([case(number) for number in range(5)])
    return path


def ids(run: RunFile) -> list[str]:
    return [str(one.dialogue.id) for one in run.records()]


def test_a_moment_is_kept_where_a_writer_comes_and_waits(resting: Path, more: list[Record]) -> None:
    with RunFile.open(resting) as reader:
        before = ids(reader)
        with RunFile.open(resting, write=True) as writer:
            assert ids(reader) == before
            for start in range(0, MANY, 50):
                writer.append(more[start : start + 50])
            writer.forget("1", now="now")
            assert ids(reader) == before
            assert list(reader.loose_ends()) == []
            assert reader.seal()[0] == 5
        assert ids(reader) == before


def test_whoever_comes_back_too_late_hears_it(resting: Path, more: list[Record]) -> None:
    with RunFile.open(resting) as reader:
        reading = reader.records()
        next(reading)
        with RunFile.open(resting, write=True) as writer:
            for start in range(0, MANY, 50):
                writer.append(more[start : start + 50])
            with pytest.raises(BusyError, match="was written to by another process meanwhile"):
                ids(reader)
            writer.forget("1", now="now")
        for _ in range(2):
            with pytest.raises(BusyError, match="give the command again"):
                reader.seal()
    with RunFile.open(resting) as reader:
        assert len(ids(reader)) == MANY + 4


@pytest.mark.parametrize("what", ["forget", "append"])
def test_each_kind_of_change_is_noticed(resting: Path, what: str) -> None:
    with RunFile.open(resting) as reader:
        with RunFile.open(resting, write=True) as writer:
            if what == "forget":
                writer.forget("1", now="now")
            else:
                writer.append([case(7)])
        with pytest.raises(BusyError):
            reader.count()


def test_a_writer_that_changes_nothing_is_none(resting: Path) -> None:
    with RunFile.open(resting) as reader:
        RunFile.open(resting, write=True).close()
        assert len(ids(reader)) == 5


def test_a_run_of_an_older_format_that_is_upgraded_meanwhile(tmp_path: Path) -> None:
    path = Path(copy(ROOT / "tests/golden/format-1.baremo", tmp_path / "old.baremo"))
    with RunFile.open(path) as reader:
        RunFile.open(path, write=True).close()
        with pytest.raises(BusyError):
            reader.count()


def test_a_writer_does_not_wait_for_a_reader_that_dawdles(resting: Path) -> None:
    """Though it is in the middle of its records."""
    with RunFile.open(resting) as reader:
        reading = reader.records()
        next(reading)
        told = iter(reader.metadata())
        next(told)
        with RunFile.open(resting, write=True) as writer:
            writer.append([case(7)])
            assert writer.count() == 6


def test_a_writer_that_cannot_come_in_is_told_why(resting: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    with closing(connect(resting, isolation_level=None)) as db:
        db.execute("BEGIN")
        db.execute("SELECT * FROM seals").fetchall()
        monkeypatch.setattr("sqlite3.connect", lambda path, **how: connect(path, timeout=0, **how))
        with pytest.raises(BusyError, match="is being read by another process"):
            RunFile.open(resting, write=True)
    RunFile.open(resting, write=True).close()


def test_a_reader_writes_nothing(resting: Path) -> None:
    with RunFile.open(resting) as run:
        for write in (lambda: run.append([case(9)]), lambda: run.forget("1", now="now")):
            with pytest.raises(StorageError, match="opened readonly"):
                write()


@pytest.fixture
def sealed_folder(tmp_path: Path) -> Iterator[Path]:
    """One that can be written to until it is mounted a second time."""
    folder = tmp_path / "sealed"
    folder.mkdir()
    if subprocess.run(["mount", "--bind", folder, folder], capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a folder read-only")
    yield folder
    subprocess.run(["umount", folder], check=True)


def seal(folder: Path) -> None:
    subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)


def test_a_folder_that_cannot_be_written_to(resting: Path, sealed_folder: Path) -> None:
    path = Path(copy(resting, sealed_folder))
    seal(sealed_folder)
    with RunFile.open(path) as run:
        assert len(ids(run)) == 5


def test_a_file_that_was_copied_from_under_its_writer(resting: Path, sealed_folder: Path) -> None:
    """It says that there is a journal beside it."""
    with RunFile.open(resting, write=True) as run:
        alone = Path(copy(resting, sealed_folder / "alone.baremo"))
        run.append([case(7)])
        both = Path(copy(resting, sealed_folder / "both.baremo"))
        copy(resting.with_name("a.baremo-wal"), sealed_folder / "both.baremo-wal")
    seal(sealed_folder)
    with RunFile.open(alone) as run:
        assert len(ids(run)) == 5
    with pytest.raises(SetupError, match="has a journal that cannot be read here"):
        RunFile.open(both)


FULL = """
import resource, sys
from pathlib import Path
from baremo.cli.main import main
size = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
sys.exit(main(sys.argv[2:]))
"""
TALK = '{"id": 1, "messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello there."}]}\n'


def confined(size: int, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """A command that can write no file beyond a size."""
    given = [sys.executable, "-c", FULL, str(size), *map(str, arguments)]
    return subprocess.run(given, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("size", [0, 5000, 20000, 60000])
def test_no_room_for_a_new_run(tmp_path: Path, size: int) -> None:
    given = tmp_path / "given.jsonl"
    given.write_text(TALK)
    made = confined(size, "judge", given, "-o", tmp_path / "y.baremo")
    assert (made.returncode, "cannot be written" in made.stderr) == (74, True), made.stderr
    assert not list(tmp_path.glob(".y*"))
    assert confined(2**30, "judge", given, "-o", tmp_path / "y.baremo").returncode == 0


def test_no_room_to_forget(resting: Path) -> None:
    before = resting.read_bytes()
    told = confined(9000, "forget", resting, "1")
    assert (told.returncode, "cannot be written" in told.stderr) == (74, True), told.stderr
    with RunFile.open(resting) as run:
        assert "1" in ids(run)
    assert len(before) > 9000
    assert confined(2**30, "forget", resting, "1").returncode == 0


def test_no_room_to_sweep_out_what_is_forgotten(resting: Path, more: list[Record]) -> None:
    with RunFile.open(resting, write=True) as run:
        run.append(more)
    told = confined(resting.stat().st_size // 2, "forget", resting, "1")
    assert (told.returncode, "give the same command again" in told.stderr) == (74, True), told.stderr
    again = confined(2**30, "forget", resting, "1")
    assert (again.returncode, again.stdout[:24]) == (0, "Dialogue 1 is forgotten."), again.stderr
    assert confined(2**30, "forget", resting, "99999").returncode == 2


def test_no_room_to_bring_an_old_run_to_this_format(tmp_path: Path) -> None:
    path = Path(copy(ROOT / "tests/golden/format-1.baremo", tmp_path / "old.baremo"))
    told = confined(9000, "forget", path, "1")
    assert (told.returncode, "cannot be written" in told.stderr) == (74, True), told.stderr


def test_a_full_disk(tmp_path: Path, resting: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    size = resting.stat().st_size + 8192
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        path = Path(copy(resting, disk))
        given = tmp_path / "given.jsonl"
        given.write_text(TALK)
        (disk / "ballast").write_bytes(bytes(disk_usage(disk).free))
        for command in (["judge", str(given), "-o", str(disk / "y.baremo")], ["forget", str(path), "1"]):
            told = confined(2**30, *command)
            assert told.returncode == 74, told.stderr
            assert "mend" not in told.stderr
        assert sorted(one.name for one in disk.iterdir() if one.name[0] == ".") == []
    finally:
        subprocess.run(["umount", disk], check=True)
