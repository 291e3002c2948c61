"""`baremo fit`."""

import json
from pathlib import Path

import pytest

from baremo.cli.main import main
from baremo.models.signals.gauge.table import shipped
from fitting_world import talks, warm_talks, written, written_plain

DESK = talks("desk", 110)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "desk.txt", DESK)
    written(tmp_path / "shop.txt", talks("shop", 60))
    written_plain(tmp_path / "plain.jsonl", DESK)
    rows = [f"{one.id},{mark}" for one in DESK for mark in one.overall]
    (tmp_path / "marks.csv").write_text("\n".join(["id,overall", *rows]) + "\n")
    return tmp_path


def test_a_judge_is_fitted_kept_and_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--about", "desk=a desk for everything", "--folds", "3"]
    assert main(["fit", "desk.txt", "shop.txt", "-o", "judge.json", *words]) == 0
    printed = capsys.readouterr().out
    assert "170 dialogues" in printed
    assert "Across sets" in printed
    assert "Words up" in printed
    made = json.loads((folder / "judge.json").read_text())["made"]
    assert made["command"] == "baremo fit desk.txt shop.txt --about 'desk=a desk for everything' --folds 3 --seed 0"
    assert main(["judge", "plain.jsonl", "--limit", "1", "--judge", "signals:judge.json"]) == 0
    assert "Satisfaction" in capsys.readouterr().out


def test_the_same_command_writes_the_same_bytes(folder: Path) -> None:
    for name in ("one.json", "two.json"):
        assert main(["fit", "desk.txt", "-o", name, "--folds", "2"]) == 0
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()


def test_marks_from_a_table_are_as_good_as_those_in_the_dialogues(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", "plain.jsonl", "--labels", "marks.csv", "--json", "--folds", "3"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["sets"]
    assert (found["name"], found["dialogues"], found["turns"]) == ("plain", 110, 0)
    assert found["rho"]["low"] > 0.3
    assert found["turn_macro_f1"] == {"value": None, "low": None, "high": None}


def test_the_command_that_is_kept_says_how_all_was_read(folder: Path) -> None:
    rows = [f"{one.id},{one.overall[0]}" for one in DESK]
    (folder / "stars.csv").write_text("\n".join(["ticket,stars", *rows]) + "\n")
    read = ["--format", "jsonl", "--system-name", "Desk", "--system-name", "Bot"]
    labels = ["--labels", "stars.csv", "--label-columns", "id=ticket,overall=stars", "--label-scale", "1..5"]
    rest = ["--folds", "2", "--seed", "0"]
    assert main(["fit", "plain.jsonl", *read, *labels, *rest, "-o", "judge.json"]) == 0
    made = json.loads((folder / "judge.json").read_text())["made"]
    assert made["command"].split() == ["baremo", "fit", "plain.jsonl", *read, *labels, *rest]


def test_sets_by_a_field(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = [*DESK, *talks("shop", 60)]
    written_plain(folder / "both.jsonl", both)
    rows = [f"{one.id},{one.overall[0]}" for one in both]
    (folder / "all.csv").write_text("\n".join(["id,overall", *rows]) + "\n")
    options = ["--labels", "all.csv", "--by", "channel", "--json", "--folds", "2"]
    assert main(["fit", "both.jsonl", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found["sets"]] == ["desk", "shop"]
    assert [one["fitted_on"] for one in found["across"]] == [["shop"], ["desk"]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["shop.txt"], "100 are needed"),
        (["plain.jsonl"], "nobody marked the whole"),
        (["desk.txt", "--about", "desk"], "is not SET=WORDS"),
        (["desk.txt", "--about", "bank=banking"], "the sets are: desk"),
        (["desk.txt", "--by", "chanel"], "no dialogue has this field"),
        (["desk.txt", "-o", "desk.txt", "--force"], "is read by this very command"),
        (["plain.jsonl", "--barem", "desk.txt", "-o", "desk.txt", "--force"], "is read by this very command"),
        (["desk.txt", "--ids", "marks.csv", "-o", "marks.csv", "--force"], "is read by this very command"),
        (["desk.txt", "-o", "marks.csv"], "is there already"),
        (["desk.txt", "-o", "."], "is not a file"),
        (["desk.txt", "-o", "fit.json", "--plot", "fit.json"], "is drawn by --plot too"),
        (["desk.txt", "--plot", "fit.gif"], ".svg, .png or .json"),
        (["desk.txt", "-o", "nowhere/judge.json"], "its folder is not there"),
        (["plain.jsonl", "copy.jsonl", "--labels", "marks.csv"], "cannot tell which is meant"),
        (["plain.jsonl", "--labels", "stars.csv"], "7 is no mark from 1 to 5"),
        (["desk.txt", "shop.txt", "--ids", "marks.csv"], "one file of ids for 2 files"),
        (["desk.txt", "shop.txt", "./desk.txt"], "is given twice"),
        (["nowhere.txt"], "nowhere.txt"),
    ],
)
def test_mistakes_are_told(folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    (folder / "copy.jsonl").write_bytes((folder / "plain.jsonl").read_bytes())
    (folder / "stars.csv").write_text("id,overall\ndesk-0,7\ndesk-1,3\n")
    assert main(["fit", *arguments]) == 2
    found = capsys.readouterr().err
    assert told in found
    assert "Traceback" not in found


@pytest.mark.parametrize("option", [["--folds", "1"], ["--folds", "x"], ["--seed", "-1"]])
def test_impossible_numbers_are_refused(folder: Path, option: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["fit", "desk.txt", *option])
    assert caught.value.code == 2


def test_the_figures_are_drawn(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", "desk.txt", "shop.txt", "--folds", "2", "--json", "--plot", "fit.json"]) == 0
    told = capsys.readouterr()
    assert "Drawn: fit.json" in told.err
    figures, picture = json.loads(told.out), json.loads((folder / "fit.json").read_text())
    ranks, _, across = ({row["name"]: row["value"] for row in part["data"]["values"]} for part in picture["vconcat"])
    assert ranks == {one["name"]: one["rho"]["value"] for one in figures["sets"]}
    assert across == {one["name"]: one["rho"]["value"] for one in figures["across"]}


def test_what_fails_midway_leaves_what_was_there(folder: Path) -> None:
    (folder / "judge.json").write_text("before")
    assert main(["fit", "shop.txt", "-o", "judge.json", "--force"]) == 2
    assert (folder / "judge.json").read_text() == "before"
    assert not list(folder.glob(".*"))


MINE = """\
format: 1
name: mine
title: Of one's own
protocol: debate
sentences: 2
criteria:
  Warmth:
    weight: 0.5
    question: Was SYSTEM warm?
    levels: {5: Very., 4: Rather., 3: Somewhat., 2: Hardly., 1: Not at all.}
  Empathy:
    weight: 0.5
    question: Did SYSTEM answer feelings?
    levels: {5: Very., 4: Rather., 3: Somewhat., 2: Hardly., 1: Not at all.}
scale: [1, 2, 3, 4, 5]
overall: {combine: weighted-mean, round: down}
"""


@pytest.fixture
def warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    dialogues, marks = warm_talks(130)
    written_plain(tmp_path / "warm.jsonl", dialogues)
    (tmp_path / "mine.yaml").write_text(MINE)
    rows = [f"{case},{1 + 4 * one['Warmth']:g},{1 + 4 * one['Empathy']:g}" for case, one in marks.items()]
    (tmp_path / "marks.csv").write_text("\n".join(["id,Warmth,Empathy", *rows]) + "\n")
    (tmp_path / "few.csv").write_text("\n".join(["id,Warmth,Empathy", *rows[:60]]) + "\n")
    return tmp_path


def test_criteria_of_ones_own_are_fitted_and_marked(warm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--labels", "marks.csv", "--barem", "mine.yaml", "--apart", "system"]
    assert main(["judge", "warm.jsonl", "--barem", "mine.yaml", "--limit", "1"]) != 0
    assert "cannot mark Warmth" in capsys.readouterr().out
    assert main(["fit", "warm.jsonl", *words, "-o", "judge.json"]) == 0
    printed = capsys.readouterr().out
    assert "2 of 2 kept" in printed
    assert "each of 3 values of system" in printed
    assert "the one in the package" in " ".join(printed.split())
    made, ours = json.loads((warm / "judge.json").read_text()), shipped()
    assert made["made"]["command"] == ours.made.command
    assert len(made["kinds"]) == len(ours.kinds)
    assert made["criteria_made"]["command"] == f"baremo fit warm.jsonl {' '.join(words)} --folds 10 --seed 0"
    assert main(["judge", "warm.jsonl", "--barem", "mine.yaml", "--limit", "1", "--judge", "signals:judge.json"]) == 0
    assert "each system kept apart" in " ".join(capsys.readouterr().out.split())


def test_where_nothing_is_better_nothing_is_written(warm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every dialogue got the same marks: there is nothing to learn."""
    head, *rows = (warm / "marks.csv").read_text().split()
    (warm / "same.csv").write_text("\n".join([head, *[f"{row.split(',')[0]},3,3" for row in rows]]) + "\n")
    assert main(["fit", "warm.jsonl", "--labels", "same.csv", "--barem", "mine.yaml", "-o", "judge.json"]) == 0
    assert "judge.json is not written" in " ".join(capsys.readouterr().out.split())
    assert not (warm / "judge.json").exists()


def test_criteria_and_the_whole_together(warm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole is marked for all but five; those five are left out of the criteria, too."""
    rows = (warm / "marks.csv").read_text().split()
    both = [
        f"{rows[0]},overall",
        *(f"{row},{1 + place % 5 if place > 4 else ''}" for place, row in enumerate(rows[1:])),
    ]
    (warm / "both.csv").write_text("\n".join(both) + "\n")
    words = ["--labels", "both.csv", "--barem", "mine.yaml", "--apart", "system", "--folds", "3", "--json"]
    assert main(["fit", "warm.jsonl", *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sets"][0]["dialogues"] == 125
    assert [one["dialogues"] for one in found["criteria"]["criteria"]] == [125, 125]
    assert [*found["criteria"]["left_out"].values()] == [5]
    assert all(one["kept"] for one in found["criteria"]["criteria"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--labels", "few.csv", "--barem", "mine.yaml"], "60 dialogues with marks for Warmth"),
        (["--labels", "marks.csv", "--barem", "mine.yaml", "--apart", "sistem"], "no dialogue has this field"),
        (["--labels", "marks.csv", "--barem", "nowhere.yaml"], "nowhere.yaml"),
        (["--labels", "marks.csv", "--barem", "mine.yaml", "--label-scale", "5..1"], "is no scale"),
        (["--labels", "marks.csv", "--barem", "mine.yaml", "--about", "warm=x"], "no dialogue has marks of the whole"),
    ],
)
def test_mistakes_about_criteria_are_told(
    warm: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert main(["fit", "warm.jsonl", *arguments]) == 2
    found = capsys.readouterr().err
    assert told in found
    assert "Traceback" not in found
