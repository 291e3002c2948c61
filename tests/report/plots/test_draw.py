"""Files of pictures: by their ending, whole or not at all."""

import sys
from pathlib import Path

import msgspec
import pytest

from baremo.errors import SetupError
from baremo.report.plots.draw import can_draw, check, draw
from baremo.report.plots.look import nothing

PICTURE = nothing("A title", "Some words.")


def refused(goal: Path) -> str:
    with pytest.raises(SetupError) as caught:
        draw(PICTURE, goal)
    return str(caught.value)


def test_the_ending_says_what_is_written(tmp_path: Path) -> None:
    for name in ("a.svg", "a.PNG", "a.json", "a.vl.json"):
        draw(PICTURE, tmp_path / name)
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")
    assert msgspec.json.decode((tmp_path / "a.json").read_bytes()) == PICTURE
    assert (tmp_path / "a.vl.json").read_bytes() == (tmp_path / "a.json").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.PNG", "a.json", "a.svg", "a.vl.json"]


def test_the_same_picture_is_the_same_bytes(tmp_path: Path) -> None:
    draw(PICTURE, tmp_path / "a.svg")
    draw(PICTURE, tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_another_ending_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    words = refused(tmp_path / "a.pdf")
    assert ".svg, .png or .json" in words
    assert not list(tmp_path.iterdir())


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert not can_draw()
    assert "pip install 'baremo[plots]'" in refused(tmp_path / "a.svg")
    draw(PICTURE, tmp_path / "a.json")  # which needs nobody's help
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_a_picture_replaces_a_picture_and_nothing_else(tmp_path: Path) -> None:
    labels = tmp_path / "labels.json"
    labels.write_text('{"1": 80}', encoding="utf-8")
    assert "is no picture" in refused(labels)
    assert labels.read_text(encoding="utf-8") == '{"1": 80}'
    for _ in range(2):
        draw(PICTURE, tmp_path / "a.json")
        draw(PICTURE, tmp_path / "a.svg")


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    assert "is not a file" in refused(tmp_path / "a.svg")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "its folder is not there" in refused(tmp_path / "nowhere" / "a.json")


def test_a_folder_that_may_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", denied)
    assert "cannot be written: Permission denied" in refused(tmp_path / "a.json")


def test_nothing_half_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = tmp_path / "a.json"
    draw(PICTURE, goal)
    before = goal.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        draw(nothing("Another", "one"), goal)
    assert goal.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_it_is_known_beforehand_whether_it_can_be_drawn(tmp_path: Path) -> None:
    check(tmp_path / "a.svg")
    assert not list(tmp_path.iterdir())
