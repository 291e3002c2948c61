"""A run: what goes in comes out, nothing in it can be changed, and what is no run is said to be none."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

import baremo
from baremo.core.claims import Absence, Kind, Objection, Quote
from baremo.core.verdict import Record
from baremo.errors import BusyError, SetupError, StorageError
from baremo.store.codec import record_digest
from baremo.store.run import Header, forgotten_id
from baremo.store.runfile import RunFile
from building import ROOT, claims, dialogue, objection, six

HEADER = Header(
    barem="barem-v1:x", barem_name="strict", barem_document="{}", judge="scripted", version="0", created="now"
)
TALK = dialogue("S: Hello.", "U: I am so happy\x00\u2028.", "S: Is that all?", case="a/1", overall=(2, 2))


def record(**changes: object) -> Record:
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
    judge = baremo.ScriptedModel.saying({"a/1": held})
    made = baremo.judge(TALK, barem="strict", judge=judge)
    return replace(made, barem=HEADER.barem, **changes)  # type: ignore[arg-type]


def test_a_record_comes_back_equal_with_its_digest(tmp_path: Path) -> None:
    kept = record()
    with RunFile.create(tmp_path / "a.baremo", HEADER) as run:
        run.append([kept])
    with RunFile.open(tmp_path / "a.baremo") as run:
        assert run.header == HEADER
        assert run.count() == 1
        (back,) = run.records()
        assert back == kept
        assert next(run.records("a/1")) == kept
        assert list(run.records("other")) == []
        assert run.digest("a/1") == record_digest(back) == record_digest(kept)
        assert run.known() == {"a/1": TALK.digest}


def test_an_unscored_record_comes_back_too(tmp_path: Path) -> None:
    judge = baremo.ScriptedModel({baremo.Role.EVALUATOR: "no JSON"})
    kept = replace(baremo.judge(TALK, judge=judge), barem=HEADER.barem)
    assert isinstance(kept.verdict, baremo.Unscored)
    with RunFile.create(tmp_path / "a.baremo", HEADER) as run:
        run.append([kept])
        assert list(run.records()) == [kept]
        assert next(run.records()).exchanges[0].reply.text == "no JSON"


@pytest.mark.parametrize("table", ["run", "cases", "exchanges", "verdicts"])
@pytest.mark.parametrize("verb", ["UPDATE {} SET {} = 'x'", "DELETE FROM {}"])
def test_a_run_is_append_only(tmp_path: Path, table: str, verb: str) -> None:
    path = tmp_path / "a.baremo"
    with RunFile.create(path, HEADER) as run:
        run.append([record()])
    column = {"run": "value", "cases": "digest", "exchanges": "reply", "verdicts": "verdict"}[table]
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(verb.format(table, column))


def test_a_batch_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    other = replace(record(), dialogue=dialogue("S: Hello.", case="a/1"))
    with RunFile.create(tmp_path / "a.baremo", HEADER) as run:
        with pytest.raises(SetupError, match="with another content"):
            run.append([record(), other])
        assert run.count() == 0
        assert len(run.append([record(), record()])) == 1
        assert run.append([record()]) == ()
        assert run.count() == 1


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
        run.append([record(dialogue=replace(TALK, id="b"))])
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


def test_forgetting_leaves_the_fact_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    with RunFile.create(path, HEADER) as run:
        run.append([record()])
        before = list(run.rows())
        assert run.forget("a/1", now="2026-01-01")
        assert not run.forget("a/1", now="2026-01-01")
        (after,) = run.rows()
        assert (after.digest, after.link, after.dialogue_digest) == (
            before[0].digest,
            before[0].link,
            before[0].dialogue_digest,
        )
        assert after.forgotten
        assert list(run.records()) == []
        assert run.count() == 0
        assert run.forgotten() == {forgotten_id("a/1"): "2026-01-01"}
    data = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for words in (b"Hello.", b"so happy", b"Is that all", b"a/1", b"deserves"):
        assert words not in data
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute("DELETE FROM forgotten")
