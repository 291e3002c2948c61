"""`baremo show --plot`: the course of one dialogue, or of the lowest of a run."""

import json
from pathlib import Path

import pytest

import baremo
from baremo.cli.main import main
from building import claims, dialogue, six
from exporting import SOLO, kept

SAID = (
    ("U: I lost my card.", "S: I do not understand.", "U: No. This is useless, I give up."),
    ("U: I lost my card.", "S: I have blocked it, a new one is on its way.", "U: Wonderful, thank you so much!"),
    ("U: Ich habe meine Karte verloren.", "S: Das tut mir leid, ich sperre sie.", "U: Vielen Dank, das ist sehr nett."),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    talks = [dialogue(*said, case=number) for number, said in enumerate(SAID)]
    kept(tmp_path / "run.baremo", [[baremo.judge(talk, barem=SOLO) for talk in talks]], SOLO)
    judge = baremo.ScriptedModel.saying({"0": claims(six(*[60] * 6), quote="I lost my card.")})
    kept(tmp_path / "other.baremo", [[baremo.judge(talks[0], barem=SOLO, judge=judge)]], SOLO)
    return tmp_path


def test_one_dialogue_is_drawn(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "run.baremo", "0", "--plot", "course.svg"]) == 0
    told = capsys.readouterr()
    assert "Provenance" in told.out
    assert told.err == "Drawn: course.svg\n"
    drawn = (folder / "course.svg").read_text(encoding="utf-8")
    assert "How satisfied USER seems: dialogue 0" in drawn
    assert "3: lowest: “No. This is useless, I give up.”" in drawn


def test_of_a_run_the_lowest_come_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["show", "run.baremo", "--plot", "lowest.json", "--json"])
    assert [json.loads(line)["dialogue_id"] for line in capsys.readouterr().out.splitlines()[-1:]] == [2]
    parts = json.loads((folder / "lowest.json").read_text())["vconcat"]
    assert [part["title"]["text"].split(":")[0] for part in parts] == ["Dialogue 0", "Dialogue 1"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["other.baremo", "0"],
            "no judge of dialogue 0 estimated how satisfied USER is\n    judge with --judge signals",
        ),
        (["other.baremo"], "no judge of other.baremo estimated how satisfied USER is"),
        (["run.baremo", "2"], "no judge of dialogue 2 estimated how satisfied USER is\n    see why: leave --plot out"),
        (["run.baremo", "--by", "channel"], "draws dialogues from turn to turn, and --by counts them"),
        (["run.baremo", "0", "--plot", "c.gif"], ".svg, .png or .json"),
    ],
)
def test_what_cannot_be_drawn_is_told_before_anything_is_printed(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert main(["show", "--plot", "c.svg", *arguments]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert told in found.err
    assert not list(folder.glob("c.*"))
