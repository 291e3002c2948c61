"""Where bytes come from, and what can be wrong with them before anything is parsed."""

import os
import sys
import threading
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from baremo.errors import SetupError
from baremo.load import jsontext, source
from baremo.load.dialogues import Inputs, check_dialogues, load_dialogues
from building import ROOT


def told(*given: str | Path | BinaryIO, format: str | None = None) -> list[tuple[str, str]]:  # noqa: A002
    with pytest.raises(SetupError) as caught:
        check_dialogues(given, format=format)
    assert all(problem.remedy for problem in caught.value.problems)
    return [(problem.where, problem.what) for problem in caught.value.problems]


def saved(folder: Path, data: bytes, name: str = "calls.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_what_cannot_be_read_is_told_for_all_sources_at_once(tmp_path: Path) -> None:
    missing, folder, within = tmp_path / "missing.txt", tmp_path / "folder", saved(tmp_path, b"Agent: a") / "x"
    folder.mkdir()
    empty, blank = (
        saved(tmp_path, b"", "empty.txt"),
        saved(tmp_path, b"\xef\xbb\xbf" + b"\n \r\n\t" * 30_000, "blank.txt"),
    )
    assert told(missing, str(folder), within, empty, blank) == [
        (str(missing), "no such file"),
        (str(folder), "this is a directory"),
        (str(within), "cannot be read: Not a directory"),
        (str(empty), "it is empty"),
        (str(blank), "it is empty"),
    ]


def test_no_sources_at_all() -> None:
    assert told() == [("input", "no files are given")]


def test_a_small_file_is_read_once_and_gives_the_same_ids_again(tmp_path: Path) -> None:
    path = saved(tmp_path, b"Agent: a\n---\nAgent: b\n")
    inputs = Inputs([path])
    assert inputs.check() == 2
    path.unlink()
    assert [dialogue.id for dialogue in inputs] == [dialogue.id for dialogue in inputs] == [1, 2]


def test_a_large_file_that_goes_away_between_the_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baremo.load.dialogues.SMALL", 0)
    path = saved(tmp_path, b"Agent: a\n")
    inputs = Inputs([path])
    inputs.check()
    path.unlink()
    with pytest.raises(SetupError, match="no such file"):
        list(inputs)


def test_a_large_file_that_changes_between_the_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baremo.load.dialogues.SMALL", 0)
    path = saved(tmp_path, b"Agent: a\n")
    inputs = Inputs([path])
    inputs.check()
    path.write_bytes(b"Agent: a\nBob: b\n")
    with pytest.raises(SetupError, match="unknown speaker 'Bob'"):
        list(inputs)


@pytest.mark.parametrize("data", [b"Agent: hi\nUser: ho", b"\xef\xbb\xbfAgent: hi\r\nUser: ho\r\n"])
def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path, data: bytes) -> None:
    (dialogue,) = load_dialogues(saved(tmp_path, data))
    assert [turn.text for turn in dialogue.turns] == ["hi", "ho"]


def test_only_a_newline_ends_a_line(tmp_path: Path) -> None:
    (dialogue,) = load_dialogues(saved(tmp_path, "Agent: a\u2028User: b\u0085\x0b\x0c\x1c\rUser: c".encode()))
    assert [turn.text for turn in dialogue.turns] == ["a\u2028User: b\u0085\x0b\x0c\x1c\rUser: c"]


def test_text_that_is_not_utf8_is_told_line_by_line(tmp_path: Path) -> None:
    path = saved(tmp_path, b"Agent: caf\xe9\nUser: ok\nUser: na\xefve\n")
    assert told(path) == [
        (f"{path}:1", "byte 0xE9 at position 11 is not UTF-8"),
        (f"{path}:3", "byte 0xEF at position 9 is not UTF-8"),
    ]
    document = saved(tmp_path, b'[{"messages":[{"role":"user",\n"content":"\xff"}]}]')
    assert told(document) == [(f"{document}:2", "byte 0xFF at position 12 is not UTF-8")]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_named(tmp_path: Path, encoding: str) -> None:
    path = saved(tmp_path, "\ufeffAgent: hi".encode(encoding))
    assert told(path) == [(str(path), "this is UTF-16, not UTF-8")]
    assert told(path, format="plain") == [(str(path), "this is UTF-16, not UTF-8")]


@pytest.mark.parametrize(
    ("data", "what", "remedy"),
    [
        (b"%PDF-1.7\n%\xe2", "this is a PDF, not text", "export it as text, CSV or JSON"),
        (b"PK\x03\x04\x14", "this is an archive (.docx, .xlsx, .zip), not text", "export it as text, CSV or JSON"),
        (b"PK\x05\x06" + bytes(18), "this is an empty archive, not text", "export"),
        (b"\x1f\x8b\x08", "this is compressed with gzip", "gunzip"),
        (b"SQLite format 3\x00" + bytes(90), "this is a SQLite database, not text", "export"),
        (b"\xd0\xcf\x11\xe0" + bytes(90), "this is a binary file: it holds NUL bytes", "export"),
        ("who: hi".encode("utf-16-le"), "this is a binary file: it holds NUL bytes", "-f UTF-16"),
    ],
)
@pytest.mark.parametrize("format", [None, "jsonl"])
def test_what_is_no_text_is_named(
    tmp_path: Path,
    data: bytes,
    what: str,
    remedy: str,
    format: str | None,  # noqa: A002
) -> None:
    path = saved(tmp_path, data)
    with pytest.raises(SetupError) as caught:
        check_dialogues([path], format=format)
    (problem,) = caught.value.problems
    assert (problem.where, problem.what) == (str(path), what)
    assert remedy in problem.remedy


def test_a_run_is_no_transcript() -> None:
    path = ROOT / "tests" / "golden" / "format-1.baremo"
    with pytest.raises(SetupError) as caught:
        check_dialogues([path])
    (problem,) = caught.value.problems
    assert problem.what == "this is a run, not a transcript"
    assert problem.remedy == f"see it with: baremo show {path}"


def test_a_nul_in_an_utterance_is_no_fault(tmp_path: Path) -> None:
    for format in (None, "plain"):  # noqa: A001
        (dialogue,) = load_dialogues(saved(tmp_path, b"Agent: a\x00b\n"), format=format)
        assert dialogue.turns[0].text == "a\x00b"


def test_lines_that_are_too_long_are_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "LINE_LIMIT", 100)
    path = saved(tmp_path, b"Agent: a\nUser: " + b"x" * 250 + b"\nBob: b\nUser: " + b"y" * 85 + b"\n")
    assert told(path) == [
        (f"{path}:2", "a line of more than 0 MiB"),
        (f"{path}:3", "unknown speaker 'Bob'"),
    ]


def test_a_json_value_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsontext, "LINE_LIMIT", 2**20)
    path = saved(tmp_path, b'[\n{"messages":"' + b"x" * 2**23 + b'"}]')
    assert told(path) == [(f"{path}:2", "a value of more than 1 MiB starts here")]


def test_standard_input_can_be_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"Agent: hi\n")))
    inputs = Inputs(["-"])
    assert inputs.check() == 1
    assert list(inputs) == list(inputs)


def test_standard_input_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"Agent: hi\nBob: b\n")))
    assert told("-", "-") == [
        ("<stdin>", "standard input is given twice"),
        ("<stdin>:2", "unknown speaker 'Bob'"),
    ]


def test_a_stream_is_named_by_its_file(tmp_path: Path) -> None:
    path = saved(tmp_path, b"Agent: hi\nBob: b\n")
    with path.open("rb") as stream:
        assert told(cast("BinaryIO", stream)) == [(f"{path}:2", "unknown speaker 'Bob'")]


def test_copies_of_streams_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    inputs = Inputs([BytesIO(b"Agent: hi\n")])
    inputs.check()
    assert len(list(tmp_path.iterdir())) == 1
    del inputs
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_can_be_read_twice(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"Agent: hi\n",))
    writer.start()
    inputs = Inputs([pipe])
    assert inputs.check() == len(list(inputs)) == 1
    writer.join()
