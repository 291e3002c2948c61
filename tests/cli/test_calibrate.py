"""`baremo calibrate`, and what other commands make of its file."""

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import baremo
from baremo.cli.main import main
from building import claims, dialogue, six
from exporting import SOLO, kept

COUNT = 60


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty dialogues by a judge that is a level too kind, and people's marks for forty of them."""
    folder = tmp_path_factory.mktemp("calibrated")
    records, rows = [], ["id,Empathy,overall"]
    for case in range(COUNT):
        level = 40 + 20 * (case % 4)
        talk = dialogue("S: Hello.", "U: Hi.", case=case)
        judge = baremo.ScriptedModel.saying({str(case): claims(six(*[level] * 6))})
        records.append(baremo.judge(talk, barem=SOLO, judge=judge))
        slip = 20 if case % 7 == 0 else 0
        if case < 40:
            rows.append(f"{case},{level - 20 + slip},{level - 20}")
    kept(folder / "run.baremo", [records], SOLO)
    (folder / "marks.csv").write_text("\n".join(rows) + "\n")
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main([*arguments]) == code
    told = capsys.readouterr()
    return told.out + told.err


def calibrate(capsys: pytest.CaptureFixture[str], *more: str, code: int = 0) -> str:
    return said(capsys, "calibrate", "run.baremo", "--labels", "marks.csv", *more, code=code)


def document(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def test_it_tells_and_keeps_what_it_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(calibrate(capsys, "-o", "c.json").split())
    assert "run.baremo: scripted under solo, read as people would" in told
    assert "Empathy 40 of 60 scored dialogues have labels" in told
    assert "percentage points on average, where the judge at its word is off by" in told
    assert "Use it with --calibration: baremo show, export, judge, agree, passport" in told
    assert "20 never given" in told
    assert "by labels and judge (90 %, if the labelled dialogues were drawn by chance), worth" in told
    found = document(folder / "c.json")
    assert found["format"] == "baremo-calibration-1"
    assert (found["judge"], found["barem"], found["labels"]) == ("scripted", SOLO.digest, 80)
    assert [one["name"] for one in found["fits"]] == ["Empathy", ""]


def test_the_run_is_not_changed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "run.baremo").read_bytes()
    calibrate(capsys, "-o", "c.json")
    said(capsys, "show", "run.baremo", "1", "--calibration", "c.json")
    assert (folder / "run.baremo").read_bytes() == before


def test_one_criterion_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(capsys, "-o", "c.json", "--criterion", "Empathy", "--confidence", "0.8", "--seed", "4")
    found = document(folder / "c.json")
    assert ([one["name"] for one in found["fits"]], found["confidence"], found["seed"]) == (["Empathy"], 0.8, 4)
    assert "Overall  40 of 60" in calibrate(capsys, "--criterion", "overall")
    told = calibrate(capsys, "--criterion", "Empthy", code=2)
    assert "solo has no such criterion\n    marked were: Empathy, overall" in told
    assert "nobody marked it" in calibrate(capsys, "--criterion", "Fluency", code=2)


def test_too_few_labels(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "marks.csv").write_text("id,overall\n" + "".join(f"{case},60\n" for case in range(12)))
    told = calibrate(capsys, "-o", "c.json", code=2)
    assert "the whole: 12 scored dialogues have labels, and 20 are needed" in told
    assert not (folder / "c.json").exists()


def test_agreement_after_calibration_says_that_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(capsys, "-o", "c.json")
    told = said(capsys, "agree", "run.baremo", "--labels", "marks.csv", "--calibration", "c.json")
    assert told.startswith("scripted, calibrated against people")
    assert said(capsys, "agree", "run.baremo", "--labels", "marks.csv").startswith("scripted against people")


def test_a_mere_look_keeps_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(capsys, "-o", "c.json")
    told = said(capsys, "show", "run.baremo", "--calibration", "c.json")
    assert "Kept in" not in told
    assert "The whole trail of one dialogue: baremo show run.baremo ID" in told
    assert "\n\nAs people would mark them  means, 90 % intervals\n" in told
    row = next(line for line in told.splitlines() if line.startswith("  Empathy  ") and "…" in line)
    assert row.count("(") == 1


def test_nothing_is_overwritten_unasked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "c.json").write_text("mine")
    assert "is there already" in calibrate(capsys, "-o", "c.json", code=2)
    assert (folder / "c.json").read_text() == "mine"
    calibrate(capsys, "-o", "c.json", "--force")
    assert document(folder / "c.json")["format"] == "baremo-calibration-1"
    assert "is the run itself" in calibrate(capsys, "-o", "run.baremo", "--force", code=2)


@pytest.mark.parametrize("words", [("--confidence", "1.5"), ("--confidence", "much"), ("--seed", "-1")])
def test_numbers_that_are_none(folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as ended:
        calibrate(capsys, *words)
    assert ended.value.code == 2


def test_show_puts_people_beside_the_judge(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(capsys, "-o", "c.json")
    plain = said(capsys, "show", "run.baremo", "2")
    told = said(capsys, "show", "run.baremo", "2", "--calibration", "c.json")
    assert told.startswith(plain)
    beside = told.removeprefix(plain)
    assert "As people would mark it" in beside
    row = next(line.split() for line in beside.splitlines() if line.strip().startswith("Overall"))
    assert row[1] == "60"  # the judge says 80
    told = said(capsys, "show", "run.baremo", "--calibration", "c.json")
    assert "As people would mark them  means, 90 % intervals" in told
    assert "by 80 labels of run.baremo" in told


def test_export_has_columns_after_those_of_the_judge(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(capsys, "-o", "c.json")
    said(capsys, "export", "run.baremo", "-o", "plain.csv")
    said(capsys, "export", "run.baremo", "-o", "more.csv", "--calibration", "c.json")
    with (folder / "plain.csv").open() as one, (folder / "more.csv").open() as other:
        plain, more = [*csv.reader(one)], [*csv.reader(other)]
    assert [row[: len(plain[0])] for row in more] == plain
    assert more[0][len(plain[0]) :] == [
        f"{part}.{name}"
        for part in ("calibrated", "calibrated_expected", "calibrated_low", "calibrated_high")
        for name in ("Empathy", "overall")
    ]
    by_id = {row[0]: row[len(plain[0]) :] for row in more[1:]}
    assert by_id["2"][1] == "60"
    low, expected, high = (float(by_id["2"][place]) for place in (5, 3, 7))
    assert low <= 60 <= high
    assert 20 < expected < 80


def test_export_by_criterion(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(capsys, "-o", "c.json")
    said(capsys, "export", "run.baremo", "--rows", "criterion", "-o", "marks.jsonl", "--calibration", "c.json")
    rows = [json.loads(line) for line in (folder / "marks.jsonl").read_text().splitlines()]
    known = {row["criterion"]: row for row in rows if row["id"] == "2"}
    assert known["Empathy"]["calibrated"] == 60
    assert known["Fluency"]["calibrated"] is None
    told = said(capsys, "export", "run.baremo", "--rows", "turn", "--calibration", "c.json", code=2)
    assert "turns have no marks of their own" in told


def test_another_judge_is_refused_before_anything_is_judged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(capsys, "-o", "c.json")
    (folder / "chat.txt").write_text("Agent: Hello.\nCustomer: Hi.\n")
    told = said(capsys, "judge", "chat.txt", "--calibration", "c.json", "-o", "new.baremo", code=2)
    assert "is for the judge scripted, and this is signals" in told
    assert not (folder / "new.baremo").exists()


def test_judge_prints_it_beside_each_mark(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A calibration of the embedded judge itself."""
    talks = [
        {"id": case, "messages": [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": said}]}
        for case, said in enumerate(["Thank you, perfect!", "This is ridiculous.", "Fine."] * 10)
    ]
    (folder / "talks.jsonl").write_text("".join(json.dumps(talk) + "\n" for talk in talks))
    (folder / "own.csv").write_text("id,overall\n" + "".join(f"{case},{20 + 20 * (case % 3)}\n" for case in range(30)))
    said(capsys, "judge", "talks.jsonl", "--barem", "solo", "-o", "talks.baremo")
    said(capsys, "calibrate", "talks.baremo", "--labels", "own.csv", "-o", "own.json")
    one = json.dumps(talks[0] | {"id": "new"})
    (folder / "new.jsonl").write_text(one + "\n")
    told = said(capsys, "judge", "new.jsonl", "--barem", "solo", "--calibration", "own.json")
    assert "As people would mark it" in told
    told = said(capsys, "judge", "talks.jsonl", "--barem", "solo", "-o", "talks.baremo", "--calibration", "own.json")
    assert "As people would mark them" in told
    told = said(capsys, "judge", "new.jsonl", "--barem", "solo", "--calibration", "own.json", "--json", code=2)
    assert "baremo export RUN --calibration FILE" in told


def as_table(text: str) -> dict[str, Any]:
    """The same file with a table for its first mapping, whichever it had."""
    found: dict[str, Any] = json.loads(text)
    found["fits"][0]["mapping"] |= {"model": None, "table": [[0.2] * 5] * 5}
    return found


def emptied(text: str, part: str) -> str:
    found = as_table(text)
    mapping = found["fits"][0]["mapping"]
    mapping[part] = [] if part == "table" else {"labels": mapping[part]["labels"], "values": [1.0]}
    return json.dumps(found)


def heavier(text: str) -> str:
    found = as_table(text)
    found["fits"][0]["mapping"]["table"] = [[0.5] * 5] * 5
    return json.dumps(found)


def modelled(text: str, **parts: Any) -> str:
    """A model with numbers that none can have."""
    found = json.loads(text)
    mapping = found["fits"][0]["mapping"]
    whole = {"centres": [2.0], "widths": [1.0], "slopes": [1.0], "cuts": [-2.0, -1.0, 1.0, 2.0]}
    mapping |= {"method": "model", "table": [], "model": whole | parts, "with_expected": False, "with_spread": False}
    return json.dumps(found)


def with_band(text: str, **parts: Any) -> str:
    found = json.loads(text)
    found["fits"][0]["band"] |= parts
    return json.dumps(found)


def reversed_scale(text: str) -> str:
    found = json.loads(text)
    found["fits"][0]["mapping"]["people"]["values"].reverse()
    return json.dumps(found)


def test_a_model_that_is_whole_is_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(capsys, "-o", "c.json")
    (folder / "c.json").write_text(modelled((folder / "c.json").read_text()))
    assert "As people would mark it" in said(capsys, "show", "run.baremo", "1", "--calibration", "c.json")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda text: modelled(text, widths=[0.0]), "the model of Empathy has numbers"),
        (lambda text: modelled(text, widths=[-1.0]), "the model of Empathy has numbers"),
        (lambda text: modelled(text, cuts=[1.0, 0.0, -1.0, -2.0]), "the shares of Empathy"),
        (lambda text: modelled(text, slopes=[1e308], centres=[-1e308]), "changed or cut off: overflow"),
        (lambda text: with_band(text, margin=-1.0), "the intervals of Empathy have no width"),
        (lambda text: with_band(text, margin=1.0, levels=[-7.0, 900.0]), "the intervals of Empathy leave the scale"),
        (reversed_scale, "the scales of Empathy are not whole"),
        (lambda text: "[" * 100_000, "is no calibration"),
        (lambda text: text[:2] + '"notes": ' + "[" * 100_000, "is no calibration"),
        (lambda text: text.replace('"notes":', '"notes": ' + "[" * 100_000 + "]" * 100_000 + ', "x":'), "calibration"),
        (lambda text: "id,overall\n1,20\n", "is no calibration"),
        (lambda text: text[: len(text) // 2], "is no calibration"),
        (lambda text: text.replace("calibration-1", "calibration-9"), "another format: baremo-calibration-9"),
        (lambda text: text.replace('"confidence"', '"confidense"', 1), "changed or cut off"),
        (lambda text: emptied(text, "table"), "the table of Empathy has too few rows"),
        (lambda text: emptied(text, "people"), "the scales of Empathy are not whole"),
        (heavier, "the shares of Empathy do not sum to 1"),
    ],
    ids=[
        "no width",
        "a width below 0",
        "cuts out of order",
        "too large",
        "margin",
        "levels",
        "a scale that falls",
        "deep",
        "deep within",
        "deep to the end",
        "a table",
        "cut off",
        "another format",
        "a field",
        "a table of nothing",
        "a scale",
        "shares",
    ],
)
def test_files_that_are_none(folder: Path, capsys: pytest.CaptureFixture[str], change: Any, what: str) -> None:
    calibrate(capsys, "-o", "c.json")
    path = folder / "c.json"
    path.write_text(change(path.read_text()))
    assert what in said(capsys, "show", "run.baremo", "--calibration", "c.json", code=2)


def test_two_things_to_one_file_and_over_what_is_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = calibrate(capsys, "-o", "c.json", "--plot", "c.json", code=2)
    assert "c.json: is drawn by --plot too" in told
    assert not (folder / "c.json").exists()
    before = (folder / "marks.csv").read_bytes()
    assert "is read by this very command" in calibrate(capsys, "-o", "marks.csv", "--force", code=2)
    assert (folder / "marks.csv").read_bytes() == before
    calibrate(capsys, "-o", "c.csv")
    told = said(capsys, "export", "run.baremo", "--calibration", "c.csv", "-o", "c.csv", "--force", code=2)
    assert "is read by this very command" in told


def test_a_file_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "show", "run.baremo", "--calibration", "none.json", code=2)
    assert "none.json: cannot be read" in told
    told = said(capsys, "show", "run.baremo", "--by", "channel", "--calibration", "none.json", code=2)
    assert "leave --calibration out" in told
