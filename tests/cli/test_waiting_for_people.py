"""The list of what goes on to people: they fill it in, and it is read back as their marks."""

import csv
import json
from pathlib import Path

import pytest

from baremo.cli.main import main
from baremo.core.dialogue import Speaker, Turn
from baremo.report.queue import EXCERPT, excerpt
from escalating import chats


def queue(folder: Path, ending: str, *more: str) -> tuple[Path, Path]:
    run, labels = chats(folder)
    goal = folder / f"people.{ending}"
    assert main(["escalate", str(run), "--labels", str(labels), "--queue", str(goal), *more]) == 0
    return run, goal


def fill_in(goal: Path, levels: dict[str, str]) -> None:
    if goal.suffix == ".jsonl":
        lines = [json.loads(line) for line in goal.read_text(encoding="utf-8").splitlines()]
        filled = [one | {"level": levels.get(one["id"]), "rater": "ana"} for one in lines]
        goal.write_text("\n".join(json.dumps(one) for one in filled), encoding="utf-8")
        return
    with goal.open(newline="", encoding="utf-8") as stream:
        rows = [*csv.DictReader(stream)]
    with goal.open("w", newline="", encoding="utf-8") as stream:
        table = csv.DictWriter(stream, rows[0])
        table.writeheader()
        table.writerows(row | {"level": levels.get(row["id"], ""), "rater": "ana"} for row in rows)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_list_that_was_filled_in_is_a_file_of_labels(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, goal = queue(tmp_path, ending)
    fill_in(goal, {f"unsure {n}": "60" for n in range(20)} | {"unsure 20": "100"})
    capsys.readouterr()
    assert main(["agree", str(run), "--labels", str(goal), "--json"]) == 0
    (whole,) = json.loads(capsys.readouterr().out)["criteria"]
    assert (whole["marks"], whole["raters"], whole["exact"]["value"]) == (21, ["ana"], 0)


def test_the_judges_levels_may_be_taken_out_before(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, goal = queue(tmp_path, "jsonl")
    fill_in(goal, {"unsure 1": "100"})
    rows = [json.loads(line) for line in goal.read_text(encoding="utf-8").splitlines()]
    without = [{name: value for name, value in row.items() if name != "judge_level"} for row in rows]
    goal.write_text("\n".join(json.dumps(row) for row in without), encoding="utf-8")
    assert main(["agree", str(run), "--labels", str(goal)]) == 0


def test_a_list_that_nobody_filled_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, goal = queue(tmp_path, "csv")
    capsys.readouterr()
    assert main(["agree", str(run), "--labels", str(goal)]) == 2
    said = capsys.readouterr().err
    assert f"{goal}: nobody's marks are in it" in said
    assert "fill in a mark" in said


def test_what_a_row_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, goal = queue(tmp_path, "jsonl")
    row = json.loads(goal.read_text(encoding="utf-8").splitlines()[2])
    assert (row["id"], row["judge_level"], row["level"], row["rater"]) == ("unsure 0", "80", None, None)
    assert row["excerpt"] == "SYSTEM: Hello. / USER: Hi. / SYSTEM: unsure 0."
    assert row["criterion"] == "overall"


def test_a_list_about_one_criterion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, _ = chats(tmp_path)
    labels, goal = tmp_path / "empathy.csv", tmp_path / "q.csv"
    labels.write_text("id,Empathy\n" + "".join(f"sure {n},80\n" for n in range(50)), encoding="utf-8")
    about = ["--criterion", "Empathy", "--queue", str(goal)]
    assert main(["escalate", str(run), "--labels", str(labels), *about]) == 0
    fill_in(goal, {"lost 0": "60", "unsure 1": "60"})
    capsys.readouterr()
    assert main(["agree", str(run), "--labels", str(goal), "--json"]) == 0
    assert [one["criterion"] for one in json.loads(capsys.readouterr().out)["criteria"]] == ["Empathy"]


def test_a_long_dialogue_is_told_by_its_beginning_and_its_end() -> None:
    turns = [
        Turn(speaker=Speaker.CONTEXT, text="A note."),
        Turn(speaker=Speaker.USER, text="Where is\nmy order? " + "I waited. " * 60),
        Turn(speaker=Speaker.SYSTEM, text="It is on its way."),
    ]
    told = excerpt(turns)
    assert told.startswith("USER: Where is my order? I waited.")
    assert told.endswith("/ SYSTEM: It is on its way.")
    assert len(told) <= EXCERPT + 3
