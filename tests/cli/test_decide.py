"""`baremo decide`: a person's word on a verdict, beside it and never instead of it."""

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from baremo.cli.main import main
from baremo.core.barem import Barem, Level
from baremo.core.decision import Decision
from baremo.core.record import Record
from baremo.errors import SetupError
from baremo.run import decide as deciding
from baremo.store.lock import Lock
from baremo.store.place import Stored
from baremo.store.runfile import RunFile
from building import claims, six
from exporting import STRICT, TALK, fill, judged, unscored
from shelves import FileShelf, Shelf

NAMED = replace(
    STRICT,
    name="named",
    examples=(),
    overall=replace(
        STRICT.overall,
        levels=tuple(Level(value=Fraction(20 * n), anchor="", name=name) for n, name in ((1, "poor"), (3, "fine"))),
    ),
)


def marked(case: int | str, barem: Barem = STRICT) -> Record:
    return judged(claims(six(80, 80, 80, 80, 80, 80)), barem, replace(TALK, id=case))


class Errand:
    """Commands on the run of a shelf."""

    def __init__(self, shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
        self.shelf = shelf
        self._capsys = capsys
        self._store = ["--store", shelf.place.store] if isinstance(shelf.place, Stored) else []
        self._name = shelf.place.name if isinstance(shelf.place, Stored) else str(shelf.place)

    def run(self, command: str, *arguments: str) -> tuple[int, str]:
        """The exit code, and all that was said."""
        code = main([command, self._name, *arguments, *self._store])
        told = self._capsys.readouterr()
        return code, told.out + told.err

    def decide(self, *arguments: str, by: str = "Ana", because: str = "I read it.") -> tuple[int, str]:
        return self.run("decide", *arguments, "--by", by, "--because", because)

    def decisions(self) -> list[Decision]:
        with self.shelf.open() as run:
            return list(run.decisions())

    def rows(self, *options: str) -> list[dict[str, Any]]:
        code, told = self.run("export", *options)
        assert code == 0
        return [json.loads(line) for line in told.splitlines()]


@pytest.fixture
def errand(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> Errand:
    fill(shelf.place, [[marked(1), unscored(replace(TALK, id=2)), marked("c/3")]])
    return Errand(shelf, capsys)


def test_a_decision_stands_beside_the_verdict(errand: Errand) -> None:
    with errand.shelf.open() as run:
        before = [*run.records()], [*run.rows()]
    assert errand.decide("1", "20") == (0, "Dialogue 1: Ana gives 20 overall, where the judge gives 60.\n")
    assert errand.decide("1", "60", by=" Ben  Oe ")[1] == "Dialogue 1: Ben Oe gives 60 overall, as the judge does.\n"
    assert errand.decide("2", "40.0")[1] == "Dialogue 2: Ana gives 40 overall, where the judge gave no level.\n"
    told = errand.decide("c/3", "100", "--criterion", "Fluency", because="  Not a\nslip.  ")[1]
    assert told == "Dialogue c/3: Ana gives 100 for Fluency, where the judge gives 80.\n"
    said = [(one.case, one.by, one.criterion, one.level, one.because) for one in errand.decisions()]
    assert said == [
        ("1", "Ana", "", "20", "I read it."),
        ("1", "Ben Oe", "", "60", "I read it."),
        ("2", "Ana", "", "40", "I read it."),
        ("c/3", "Ana", "Fluency", "100", "Not a\nslip."),
    ]
    assert all(one.at.endswith("+00:00") for one in errand.decisions())
    with errand.shelf.open() as run:
        assert ([*run.records()], [*run.rows()]) == before
    code, told = errand.run("verify")
    assert (code, told.rstrip().endswith("everything holds")) == (0, True)


def test_a_word_is_taken_back_by_another_entry(errand: Errand) -> None:
    errand.decide("1", "20")
    errand.decide("1", "40", by="Ben")
    assert errand.decide("1", "--withdraw", by="Ben") == (0, "Dialogue 1: Ben takes back 40 overall.\n")
    assert [(one.by, one.level) for one in errand.decisions()] == [("Ana", "20"), ("Ben", "40"), ("Ben", "")]
    code, told = errand.decide("1", "--withdraw", by="Ben")
    assert code == 2
    assert "Ben has said nothing about dialogue 1 as a whole that stands\n    these have: Ana\n" in told
    code, told = errand.decide("1", "--withdraw", "--criterion", "Empathy")
    assert "Ana has said nothing about Empathy of dialogue 1 that stands\n    nobody has\n" in told
    assert len(errand.decisions()) == 3
    assert errand.run("verify")[0] == 0


def test_show_tells_who_when_what_and_why(errand: Errand) -> None:
    assert "\nPeople\n" not in errand.run("show", "1")[1]
    assert "  People  " not in errand.run("show")[1]
    errand.decide("1", "20", because="Nothing was done.")
    errand.decide("2", "20")
    at = errand.decisions()[0].at
    told = errand.run("show", "1")[1]
    assert f"\nPeople\n  Overall         20 by Ana, {at}: Nothing was done.\n\nProvenance\n" in told
    assert "\nPeople\n" not in errand.run("show", "c/3")[1]
    line = "  People          2 dialogues were decided by people, 1 of them otherwise than the judge\n"
    assert errand.run("show")[1].endswith(line)
    before = errand.run("show", "--json")[1]
    assert [json.loads(text)["dialogue_id"] for text in before.splitlines()] == [1, 2, "c/3"]


def test_exports_hold_them_in_order_and_no_time(errand: Errand, tmp_path: Path) -> None:
    assert [row["decisions"] for row in errand.rows()] == [[], [], []]
    errand.decide("1", "40", "--criterion", "Empathy", by="=Ben", because="a\nb")
    errand.decide("1", "20")
    errand.decide("1", "--withdraw")
    keys = ("by", "criterion", "level", "level_name", "because")
    said = [
        ("=Ben", "Empathy", 40, None, "a\nb"),
        ("Ana", None, 20, None, "I read it."),
        ("Ana", None, None, None, "I read it."),
    ]
    expected = [dict(zip(keys, one, strict=True)) for one in said]
    assert [row["decisions"] for row in errand.rows()] == [expected, [], []]
    (first, *_) = csv.DictReader(io.StringIO(errand.run("export", "--to", "csv")[1], newline=""))
    assert first["decisions.by"].splitlines() == ["'=Ben", "Ana", "Ana"]
    assert first["decisions.level"] == "40\n20\n"
    assert first["decisions.because"].splitlines()[0] == "a⏎b"
    assert errand.run("export", "-o", str(tmp_path / "out.parquet"))[0] == 0
    assert pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist()[0]["decisions"] == expected
    assert "decisions" not in errand.rows("--rows", "criterion")[0]


def test_a_level_has_a_name_or_a_number(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    fill(shelf.place, [[marked("a/1", NAMED)]], NAMED)
    errand = Errand(shelf, capsys)
    assert errand.decide("a/1", "poor")[1] == "Dialogue a/1: Ana gives poor overall, where the judge gives fine.\n"
    assert errand.decide("a/1", "60")[1] == "Dialogue a/1: Ana gives fine overall, as the judge does.\n"
    code, told = errand.decide("a/1", "bad")
    assert (code, told) == (2, "level 'bad': is not on the scale of the whole dialogue\n    it has: poor, fine\n")
    (row,) = errand.rows()
    assert [(one["level"], one["level_name"]) for one in row["decisions"]] == [(20, "poor"), (60, "fine")]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["1", "50"], "level '50': is not on the scale of the whole dialogue\n    it has: 20, 40, 60, 80, 100\n"),
        (["1", "70", "--criterion", "Fluency"], "level '70': is not on the scale of Fluency\n    it has: 20, 40"),
        (["1", ""], "level '': is not on the scale"),
        (["1", "20", "--criterion", "Empaty"], "strict has no such criterion\n    did you mean Empathy?\n"),
        (["1", "20", "--criterion", "Zzz"], "no such criterion\n    it has: TaskSuccess, Helpfulness,"),
        (["1", "20", "--criterion", ""], "--criterion: names none"),
        (["7", "20"], "holds no dialogue '7'"),
        (["", "20"], "holds no dialogue ''"),
        (["\udcff", "20"], "holds no dialogue '⟨DCFF⟩'"),
        (["1"], "LEVEL: is missing"),
        (["1", "20", "--withdraw"], "--withdraw: goes without a level"),
        (["1", "--withdraw"], "Ana has said nothing about dialogue 1 as a whole that stands\n    nobody has\n"),
        (["1", "20", "--by", "  "], "--by: says nothing"),
        (["1", "20", "--because", ""], "--because: says nothing"),
        (["1", "20", "--because", "\u200b\n"], "--because: says nothing"),
        (["1", "20", "--because", "\udcff"], "--because: is not UTF-8"),
        (["1", "20", "--by", "", "--because", "", "--criterion", "X"], "X: strict has no such criterion"),
    ],
)
def test_mistakes_are_exit_2_with_a_remedy_and_keep_nothing(errand: Errand, arguments: list[str], told: str) -> None:
    given = ["--by", "Ana", "--because", "x", *arguments]
    code, said = errand.run("decide", *given)
    assert code == 2
    assert told in said
    assert errand.decisions() == []


def test_all_that_is_missing_is_told_at_once(errand: Errand) -> None:
    _, said = errand.decide("1", "20", "--criterion", "X", by="", because="")
    assert [line.split(":")[0] for line in said.splitlines()[::2]] == ["--by", "--because", "--criterion X"]


@pytest.mark.parametrize("missing", ["--by", "--because"])
def test_who_and_why_are_no_options(errand: Errand, missing: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = {"--by": "Ana", "--because": "x"}
    del given[missing]
    with pytest.raises(SystemExit) as left:
        errand.run("decide", "1", "20", *(part for pair in given.items() for part in pair))
    assert left.value.code == 2
    assert missing in capsys.readouterr().err


def test_what_was_forgotten_is_decided_no_more(errand: Errand) -> None:
    errand.decide("1", "20", because="she cried")
    assert errand.run("forget", "1")[0] == 0
    assert errand.decide("1", "20")[0] == 2
    assert errand.decisions() == []
    assert "1 forgotten: everything holds" in errand.run("verify")[1]
    assert "People" not in errand.run("show")[1]


def test_a_dialogue_that_is_forgotten_between_looking_and_writing(
    errand: Errand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a store others may write meanwhile."""
    found = deciding.record_of

    def slow(run: Any, case: str) -> Record:
        record = found(run, case)
        run.forget(case, now="now")
        return record

    monkeypatch.setattr(deciding, "record_of", slow)
    with errand.shelf.open(write=True) as run, pytest.raises(SetupError, match="is not in"):
        deciding.decide(run, Decision(case="1", by="Ana", level="20", because="she cried"), STRICT)
    assert errand.shelf.edit("SELECT count(*) FROM journal WHERE kind = 'decided'") == [(0,)]


def test_a_changed_decision_is_told_by_verify(errand: Errand) -> None:
    errand.decide("1", "20")
    assert errand.shelf.tamper("UPDATE journal SET outcome = '100' WHERE kind = 'decided'") == 1
    code, told = errand.run("verify")
    assert code == 1
    assert "of the journal has been changed" in told


def test_what_someone_slipped_in_does_not_break_what_is_shown(errand: Errand) -> None:
    errand.decide("1", "20")
    assert errand.shelf.tamper("UPDATE journal SET outcome = 'x', ask = 'Warmth' WHERE kind = 'decided'") == 1
    assert "  Warmth          x by Ana" in errand.run("show", "1")[1]
    assert "  People          1 dialogue was decided by people\n" in errand.run("show")[1]
    (said,) = errand.rows()[0]["decisions"]
    assert (said["criterion"], said["level"], said["level_name"]) == ("Warmth", None, "x")


def test_a_file_that_another_process_writes_is_exit_75(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    fill(path, [[marked("a/1")]])
    command = ["decide", str(path), "a/1", "20", "--by", "Ana", "--because", "x"]
    lock = Lock(path)
    try:
        done = subprocess.run([sys.executable, "-m", "baremo", *command], capture_output=True, text=True, check=False)
    finally:
        lock.release()
    assert done.returncode == 75
    assert "is being written by another process" in done.stderr
    assert main(command) == 0


def test_a_mended_run_keeps_the_decisions_that_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf = FileShelf(tmp_path)
    errand = Errand(shelf, capsys)
    fill(shelf.place, [[marked(case) for case in (1, 2, 3, 4)]])
    for case in "1234":
        errand.decide(case, "20")
    errand.decide("1", "--withdraw")
    errand.run("forget", "4")
    shelf.tamper("UPDATE journal SET outcome = '100' WHERE kind = 'decided' AND id = '2'")
    shelf.edit("UPDATE cases SET dialogue = '{}' WHERE id = '3'")
    mended = tmp_path / "mended.baremo"
    code, told = errand.run("mend", "-o", str(mended))
    assert code == 1
    assert "dialogue 2: a decision on it was changed\n" in told
    assert "dialogue 3: people decided on it\n" in told
    assert "2 of people's decisions hold and are in it, 2 do not.\n" in told
    with RunFile.open(mended) as run:
        assert [(one.case, one.level) for one in run.decisions()] == [("1", "20"), ("1", "")]
        assert list(run.loose_ends()) == []
