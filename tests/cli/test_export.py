"""`baremo export`: any run as a table, the same bytes for the same verdicts, nothing half written."""

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import Any

import pyarrow.parquet
import pytest

from asking_models import speaker
from baremo.cli import export
from baremo.cli.main import main
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.report.rows.kinds import KINDS
from baremo.report.tables.registry import FORMATS
from baremo.store.place import Stored
from baremo.store.runfile import RunFile
from building import ROOT, claims, dialogue, six
from exporting import ONE, SOLO, STRICT, TALK, Away, fill, judged, kept, marking, seated, torn, unscored
from stub_server import StubServer


def named(record: Record, case: int | str, **metadata: Any) -> Record:
    return replace(record, dialogue=Dialogue(id=case, turns=TALK.turns, overall=(2, 3), metadata=metadata))


MARKED, FAILED = judged(torn()), unscored()
PANEL = seated(marking("x:1", *[100] * 6), marking("x:2", *[20] * 6), marking("x:3", *[60] * 6), Away())
RECORDS = [
    named(MARKED, 10, channel="web", n=1),
    named(FAILED, 9),
    named(PANEL, "b", channel="phone"),
    named(MARKED, "a", n="=1"),
]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return kept(tmp_path / "run.baremo", [RECORDS])


def exported(path: Path, *options: str, to: str = "jsonl") -> bytes:
    goal = path.with_name(f"out.{to}")
    assert main(["export", str(path), "--to", to, "-o", str(goal), "--force", *options]) == 0
    return goal.read_bytes()


def lines(path: Path, *options: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in exported(path, *options).splitlines()]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("to", FORMATS)
def test_the_same_verdicts_are_the_same_bytes_however_the_run_was_made(tmp_path: Path, kind: str, to: str) -> None:
    one = kept(tmp_path / "one.baremo", [RECORDS])
    later = {"version": "9", "created": "later", "parent": "link-v1:x", "settings": '{"fence":"other"}'}
    other = kept(tmp_path / "other.baremo", [[record] for record in reversed(RECORDS)], STRICT, **later)
    first = exported(one, "--rows", kind, to=to)
    assert first == exported(other, "--rows", kind, to=to) == exported(one, "--rows", kind, to=to)
    assert first


@pytest.mark.parametrize("to", FORMATS)
def test_a_change_of_one_verdict_is_a_change_of_bytes(tmp_path: Path, to: str) -> None:
    """The test above could not see two exports that hold nothing."""
    one = kept(tmp_path / "one.baremo", [RECORDS])
    other = kept(tmp_path / "other.baremo", [[*RECORDS[:3], named(FAILED, "a", n="=1")]])
    assert exported(one, to=to) != exported(other, to=to)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("to", FORMATS)
def test_a_run_in_a_store_is_the_same_bytes(run: Path, store: str, kind: str, to: str) -> None:
    name = f"export {kind} {to}"
    fill(Stored(name=name, store=store), [[record] for record in reversed(RECORDS)])
    goal = run.with_name("out")
    assert main(["export", name, "--store", store, "--rows", kind, "--to", to, "-o", str(goal)]) == 0
    assert goal.read_bytes() == exported(run, "--rows", kind, to=to)


def test_rows_are_sorted_by_id(run: Path) -> None:
    assert [row["id"] for row in lines(run)] == ["9", "10", "a", "b"]
    assert [row["id"] for row in lines(run, "--rows", "turn")] == [
        case for case in ("9", "10", "a", "b") for _ in "123"
    ]
    rows = lines(run, "--rows", "criterion")
    assert [(row["id"], row["criterion"]) for row in rows[:7]] == [
        *(("9", criterion.name) for criterion in STRICT.criteria),
        ("10", "TaskSuccess"),
    ]


def test_metadata_are_columns(run: Path) -> None:
    table = list(csv.DictReader(io.StringIO(exported(run, to="csv").decode(), newline="")))
    assert list(table[0])[-2:] == ["metadata.channel", "metadata.n"]
    assert [(row["metadata.channel"], row["metadata.n"]) for row in table] == [
        ("", ""),
        ("web", "1"),
        ("", "'=1"),
        ("phone", ""),
    ]
    assert [row["metadata"] for row in lines(run)] == [
        {},
        {"channel": "web", "n": 1},
        {"n": "=1"},
        {"channel": "phone"},
    ]


def test_more_fields_than_a_table_can_have(run: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(export, "MOST_FIELDS", 1)
    assert main(["export", str(run), "--to", "csv"]) == 2
    assert "--to jsonl" in capsys.readouterr().err
    assert main(["export", str(run), "--to", "csv", "--rows", "turn"]) == 0


def test_the_digest_is_the_one_that_the_run_keeps(run: Path) -> None:
    with RunFile.open(run) as opened:
        assert [row["record_digest"] for row in lines(run)] == [opened.digest(case) for case in ("9", "10", "a", "b")]


def test_what_was_forgotten_is_not_exported(run: Path) -> None:
    assert main(["forget", str(run), "10"]) == 0
    assert [row["id"] for row in lines(run)] == ["9", "a", "b"]
    assert b"web" not in exported(run, to="csv")


@pytest.mark.parametrize("path", sorted((ROOT / "tests/golden").glob("*.baremo")), ids=lambda path: path.stem)
@pytest.mark.parametrize("kind", KINDS)
def test_runs_of_earlier_formats(tmp_path: Path, path: Path, kind: str) -> None:
    place = Path(copy(path, tmp_path))
    found = {to: exported(place, "--rows", kind, to=to) for to in FORMATS}
    rows = [json.loads(line) for line in found["jsonl"].splitlines()]
    with RunFile.open(place) as opened:
        assert len({row["id"] for row in rows}) == opened.count() > 0
    assert len(list(csv.reader(io.StringIO(found["csv"].decode(), newline="")))) == len(rows) + 1
    assert pyarrow.parquet.read_table(io.BytesIO(found["parquet"])).num_rows == len(rows)


@pytest.mark.parametrize("barem", [SOLO, ONE], ids=["solo", "debate-in-one"])
def test_runs_of_other_protocols(tmp_path: Path, barem: Barem) -> None:
    record = judged(torn(), barem)
    (row,) = lines(kept(tmp_path / "run.baremo", [[record]], barem))
    assert row["state"] == "scored"
    assert (row["disputed"] is None) == (barem is SOLO)


def test_a_derived_run(run: Path, tmp_path: Path) -> None:
    derived = tmp_path / "derived.baremo"
    settings = ["--set", "rules.deduct=null", "--set", "rules.cap-task=null"]
    assert main(["whatif", str(run), *settings, "-o", str(derived)]) == 0
    before, after = (next(row for row in lines(path) if row["id"] == "10") for path in (run, derived))
    # 80 but for Fluency: 76, with no cap and no deduction.
    assert (before["overall"], before["mean"], after["overall"], after["mean"]) == (40, 68, 60, 76)
    assert before["barem_digest"] != after["barem_digest"]


def test_a_panel_and_repeats_from_the_command_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    talk = dialogue("S: Hello.", "U: Hi.")
    chats = tmp_path / "chats.jsonl"
    chats.write_text(
        '{"id": 1, "messages": [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": "Hi."}]}'
    )
    path = tmp_path / "panel.baremo"
    with StubServer(speaker(claims(six(*[60] * 6)), STRICT, talk)) as server:
        judges = ["--judge", f"openai:gpt-x@{server.url}", "--repeat", "3"]
        assert main(["judge", str(chats), *judges, "-o", str(path)]) in (0, 1)
    (row,) = lines(path)
    assert [seat["overall"] for seat in row["seats"]] == [row["overall"]] * 3
    assert all(seat["judge"].startswith("openai:gpt-x") for seat in row["seats"])
    assert lines(path, "--rows", "criterion")[1]["panel"]["levels"] == [60, 60, 60]


def test_the_format_follows_the_name_of_the_file(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, start in (("a.csv", b"id,state"), ("a.JSONL", b'{"id"'), ("a.parquet", b"PAR1"), ("plain", b'{"id"')):
        assert main(["export", str(run), "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    assert "4 rows written to" in capsys.readouterr().out
    assert main(["export", str(run), "-o", str(tmp_path / "a.xlsx")]) == 2
    assert "--to: jsonl, csv, parquet" in capsys.readouterr().err


def test_to_standard_output(run: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["export", str(run)]) == 0
    assert capfdbinary.readouterr().out == exported(run)
    capfdbinary.readouterr()
    assert main(["export", str(run), "--to", "csv", "--excel"]) == 0
    assert capfdbinary.readouterr().out == b"\xef\xbb\xbf" + exported(run, to="csv")


def test_whoever_reads_may_leave(run: Path) -> None:
    command = [sys.executable, "-m", "baremo", "export", str(run)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--to", "parquet"], "say -o FILE.parquet"),
        (["--excel"], "goes with CSV"),
        (["-o", "there.csv"], "is there already"),
        (["-o", "run.baremo", "--to", "csv", "--force"], "is the run itself"),
        (["-o", ".", "--to", "csv", "--force"], "is not a file"),
        (["-o", "no/such/folder.csv"], "cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be(
    run: Path, options: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(run.parent)
    Path("there.csv").write_text("mine")
    before = run.read_bytes()
    assert main(["export", str(run), *options]) == 2
    assert said in capsys.readouterr().err
    assert (Path("there.csv").read_text(), run.read_bytes()) == ("mine", before)


def test_force_overwrites(run: Path, tmp_path: Path) -> None:
    goal = tmp_path / "there.csv"
    goal.write_text("mine")
    assert main(["export", str(run), "-o", str(goal), "--force"]) == 0
    assert goal.read_text().startswith("id,")


@pytest.mark.parametrize("to", FORMATS)
def test_a_failure_midway_leaves_no_half_file(run: Path, to: str, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = run.with_name("out")
    goal.write_text("mine")

    def broken(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(RunFile, "digest", broken)
    assert main(["export", str(run), "--to", to, "-o", str(goal), "--force"]) == 130
    assert goal.read_text() == "mine"
    assert sorted(one.name for one in run.parent.iterdir()) == ["out", "run.baremo"]


def test_records_are_read_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: each row is made when the one before it has been handed on."""
    path = kept(tmp_path / "run.baremo", [[named(FAILED, case) for case in range(50)]])
    alive: list[int] = []
    made = RunFile.records

    def watched(self: RunFile, *args: Any, **options: Any) -> Any:
        assert options == {"exchanges": False, "by_id": True}
        for at, record in enumerate(made(self, *args, **options)):
            alive.append(at)
            yield record

    def taken(_: object, rows: Any, __: object) -> None:
        for at, _row in enumerate(rows):
            assert len(alive) == at + 1

    monkeypatch.setattr(RunFile, "records", watched)
    monkeypatch.setitem(FORMATS, "jsonl", replace(FORMATS["jsonl"], write=taken))
    assert main(["export", str(path), "--to", "jsonl"]) == 0
    assert len(alive) == 50


def test_no_such_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(tmp_path / "none.baremo")]) == 2
    assert "no such run" in capsys.readouterr().err


def test_a_name_that_is_no_unicode(run: Path) -> None:
    """Such as an old archive may unpack."""
    name = run.parent / "caf\udce9.csv"
    command = [sys.executable, "-m", "baremo", "export", str(run), "-o", str(name)]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert name.exists()
