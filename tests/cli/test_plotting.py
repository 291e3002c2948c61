"""`--plot`: each command that has figures draws them, and JSON on standard output stays JSON."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import baremo
from baremo.cli.main import main
from baremo.core.barem import Rounding
from building import claims, dialogue, six
from exporting import SOLO, STRICT, kept

COUNT = 40


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs of forty dialogues, and people's marks for them."""
    folder = tmp_path_factory.mktemp("plotting")
    runs: dict[str, list[baremo.Record]] = {"one": [], "two": []}
    rows = ["id,Empathy,overall"]
    for case in range(COUNT):
        level = 40 + 20 * (case % 4)
        talk = dialogue("S: Hello.", "U: Hi.", case=case)
        for name, given in (("one", level), ("two", 60 if case % 5 else level)):
            judge = baremo.ScriptedModel.saying({str(case): claims(six(*[given] * 6))})
            runs[name].append(baremo.judge(talk, barem=SOLO, judge=judge))
        rows.append(f"{case},{level},{level - 20 * (case % 3 == 0)}")
    for name, records in runs.items():
        kept(folder / f"{name}.baremo", [records], SOLO)
    (folder / "marks.csv").write_text("\n".join(rows) + "\n")
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


LABELS = ("--labels", "marks.csv")
COMMANDS = {
    "agree": (("agree", "one.baremo", *LABELS), "Agreement with people: scripted"),
    "agree two": (("agree", "one.baremo", "two.baremo", *LABELS), "scripted, two.baremo"),
    "diff": (("diff", "one.baremo", "two.baremo"), "Who moved where: Overall"),
    "calibrate": (("calibrate", "one.baremo", *LABELS), "Reliability: Empathy"),
    "escalate": (("escalate", "one.baremo", *LABELS, "--agreement", ".5"), "aimed at: 50 %"),
    "probe": (("probe", "--probe", "names", "--probe", "position", "--limit", "4"), "What moves signals"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_figures_are_drawn(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, words = COMMANDS[name]
    main([*command, "--plot", "p.svg"])
    assert "Drawn: p.svg" in capsys.readouterr().err
    assert words in (folder / "p.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "calibrate"])
def test_json_stays_json(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([*COMMANDS[name][0], "--plot", "p.json", "--json"])
    for line in capsys.readouterr().out.splitlines():
        json.loads(line)
    assert json.loads((folder / "p.json").read_text())["$schema"].endswith("v5.json")


@pytest.mark.parametrize("name", COMMANDS)
def test_what_cannot_be_drawn_is_refused_before_anything_else(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*COMMANDS[name][0], "--plot", "p.gif"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert ".svg, .png or .json" in told.err


def titles(path: Path) -> list[str]:
    return [part["title"]["text"] for part in json.loads(path.read_text())["vconcat"]]


def test_several_runs_are_drawn_against_the_first(folder: Path) -> None:
    shutil.copy("one.baremo", "three.baremo")
    main(["diff", "one.baremo", "two.baremo", "three.baremo", "--plot", "p.json"])
    assert titles(folder / "p.json") == ["two.baremo against one.baremo", "three.baremo against one.baremo"]


def test_runs_that_do_not_differ(folder: Path) -> None:
    shutil.copy("one.baremo", "same.baremo")
    main(["diff", "one.baremo", "same.baremo", "--plot", "p.json"])
    assert titles(folder / "p.json")[1:] == ["By how many levels the overall mark changed"]


def test_marks_that_are_no_levels_are_not_counted(folder: Path) -> None:
    barem = replace(SOLO, overall=replace(SOLO.overall, rounding=Rounding.NONE))
    for name, level in (("low", 20), ("high", 100)):
        judge = baremo.ScriptedModel.saying({"1": claims(six(80, 60, level, 60, 60, 60))})
        record = baremo.judge(dialogue("S: Hello.", "U: Hi."), barem=barem, judge=judge)
        kept(folder / f"{name}.baremo", [[record]], barem)
    main(["diff", "low.baremo", "high.baremo", "--plot", "p.json"])
    assert titles(folder / "p.json") == ["high.baremo against low.baremo"]


def test_people_alone_are_drawn(folder: Path) -> None:
    assert main(["agree", "--humans", "one.baremo", *LABELS, "--plot", "p.svg"]) == 0
    drawn = (folder / "p.svg").read_text(encoding="utf-8")
    assert "People against people: one.baremo" in drawn
    assert "One person against the others" in drawn
    assert "marks" in drawn


def test_groups_are_drawn_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    records = []
    for case in range(24):
        plain = dialogue("S: Hello.", "U: Hi.", case=case, overall=(1 + case % 5, 1 + (case + 1) % 5))
        talk = replace(plain, metadata={"channel": ("web", "phone")[case % 2]})
        judge = baremo.ScriptedModel.saying({str(case): claims(six(*[20 + 20 * (case % 5)] * 6))})
        records.append(baremo.judge(talk, barem=STRICT, judge=judge))
    kept(tmp_path / "run.baremo", [records], STRICT)
    main(["agree", "run.baremo", "--by", "channel", "--plot", "p.svg"])
    assert "Agreement with people: by channel" in (tmp_path / "p.svg").read_text(encoding="utf-8")
