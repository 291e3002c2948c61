"""Files that commands write: whole, beside, and never over what is read."""

import stat
from argparse import Namespace
from pathlib import Path

import pytest

from baremo.cli.writing import beside, refuse_taken
from baremo.errors import SetupError


def asked(force: bool = False, **given: object) -> Namespace:
    return Namespace(force=force, **given)


def refused(goal: Path, run: Path, options: Namespace) -> str:
    with pytest.raises(SetupError) as error:
        refuse_taken(goal, run, "-o", options)
    return error.value.problems[0].what


@pytest.mark.parametrize("option", ["labels", "label_ids", "calibration", "probes", "prices", "redact_names"])
def test_what_is_read_is_never_written_over(option: str, tmp_path: Path) -> None:
    read, run = tmp_path / "read.csv", tmp_path / "run.baremo"
    read.write_text("id,overall\n")
    (tmp_path / "link").symlink_to(read)
    given = [tmp_path / "other.csv", read] if option == "labels" else read
    for name in ("read.csv", "link"):
        what = refused(tmp_path / name, run, asked(force=True, **{option: given}))
        assert what == "is read by this very command", name
    assert read.read_text() == "id,overall\n"


def test_what_else_is_there_takes_force(tmp_path: Path) -> None:
    goal, run = tmp_path / "goal.csv", tmp_path / "run.baremo"
    refuse_taken(goal, run, "-o", asked())
    goal.write_text("old")
    assert refused(goal, run, asked()) == "is there already"
    refuse_taken(goal, run, "-o", asked(force=True, labels=[tmp_path / "marks.csv"], calibration=None))
    assert refused(goal, goal, asked(force=True)) == "is the run itself"
    assert refused(tmp_path, run, asked(force=True)) == "is not a file"


def test_two_things_do_not_go_to_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    same = asked(plot=Path("./c.json"))
    assert refused(tmp_path / "c.json", Path("run.baremo"), same) == "is drawn by --plot too"
    refuse_taken(Path("d.json"), Path("run.baremo"), "-o", same)


def test_what_fails_midway_leaves_what_was_there(tmp_path: Path) -> None:
    goal = tmp_path / "goal.csv"
    goal.write_text("old")
    with pytest.raises(ZeroDivisionError), beside(goal) as stream:
        stream.write(b"half" * (1 // 0))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("goal.csv", "old")]


def test_two_at_once_and_folders_of_a_like_name_do_no_harm(tmp_path: Path) -> None:
    goal = tmp_path / ("long" * 60 + ".csv")
    (tmp_path / f".{goal.name}.part").mkdir()
    with beside(goal) as one, beside(goal) as other:
        one.write(b"one")
        other.write(b"other")
    assert goal.read_bytes() == b"one", "the last to end stays"
    assert len([*tmp_path.iterdir()]) == 2
    (tmp_path / "plain").touch()
    assert stat.S_IMODE(goal.stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be written"), beside(tmp_path / "none" / "goal.csv"):
        pass
