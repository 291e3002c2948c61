"""`baremo agree`: figures beside what one person achieves, blind, with gates; people against people."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score

import baremo
from baremo.cli.main import main
from baremo.core.jury import Jury
from baremo.core.record import Record
from baremo.run.settings import Settings
from building import SHARED, SIX, claims, dialogue, six
from exporting import SOLO, fill

LEVELS = (20, 40, 60, 80, 100)
TRUTH = Random(3)
MARKS = [[TRUTH.choice(LEVELS) for _ in SIX] for _ in range(60)]


def near(level: int, rng: Random) -> int:
    place = LEVELS.index(level) + rng.choice((-1, 0, 0, 0, 1))
    return LEVELS[min(max(place, 0), 4)]


def record(number: int, levels: list[int]) -> Record:
    talk = dialogue("S: Hello.", "U: Hi.", case=number)
    talk = replace(talk, metadata={"channel": "web" if number % 3 else "phone"} | ({"rare": 1} if number < 3 else {}))
    held = claims(six(*levels))
    return baremo.judge(talk, barem=SOLO, judge=baremo.ScriptedModel.saying({str(number): held}))


JUDGED = [record(number, [near(level, TRUTH) for level in levels]) for number, levels in enumerate(MARKS)]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    fill(tmp_path / "run.baremo", [JUDGED], SOLO)
    return tmp_path / "run.baremo"


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    rng = Random(5)
    with (tmp_path / "marks.csv").open("w", newline="", encoding="utf-8") as stream:
        table = csv.writer(stream)
        table.writerow(["id", "rater", "Empathy", "Fluency", "overall"])
        for number, levels in enumerate(MARKS):
            for rater in ("ana", "ben", "cy"):
                table.writerow([number, rater, near(levels[4], rng), near(levels[5], rng), near(levels[0], rng)])
    return tmp_path / "marks.csv"


def told(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    assert main(["agree", *map(str, arguments)]) == code
    said = capsys.readouterr()
    return said.out if code != 2 else said.err


def documents(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told(capsys, *arguments, "--json").splitlines()]


def test_figures_are_those_of_others(run: Path, labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole way from files to figures, beside scikit-learn and scipy on the same files read again."""
    (document,) = documents(capsys, run, "--labels", labels)
    empathy = next(one for one in document["criteria"] if one["criterion"] == "Empathy")
    people: dict[int, list[int]] = {}
    for row in csv.DictReader(labels.read_text(encoding="utf-8").splitlines()):
        people.setdefault(int(row["id"]), []).append(int(row["Empathy"]))
    marks = [one.verdict.marks[4].level for one in JUDGED if isinstance(one.verdict, baremo.Scored)]
    judge = [int(level) for level in marks]
    means = [sum(people[n]) / 3 for n in range(60)]
    consensus = [min(LEVELS, key=lambda level, mean=mean: (abs(level - mean), level)) for mean in means]  # type: ignore[misc]
    assert empathy["kappa"]["value"] == pytest.approx(
        cohen_kappa_score(consensus, judge, weights="quadratic", labels=LEVELS)
    )
    assert empathy["spearman"]["value"] == pytest.approx(stats.spearmanr(judge, means).statistic)
    assert empathy["kendall"]["value"] == pytest.approx(stats.kendalltau(judge, means).statistic)
    assert empathy["exact"]["value"] == pytest.approx(sum(map(int.__eq__, consensus, judge)) / 60)
    assert empathy["bias"]["value"] == pytest.approx((sum(judge) - sum(means)) / 60 / 20)
    for name in ("kappa", "spearman", "exact", "bias", "alpha"):
        assert empathy[name]["low"] < empathy[name]["value"] < empathy[name]["high"], name
    assert sum(map(sum, empathy["confusion"])) == 60
    assert (empathy["both"], empathy["marks"], empathy["raters"]) == (60, 180, ["ana", "ben", "cy"])
    assert empathy["people"]["kappa"]["value"] > 0


def test_the_same_seed_prints_the_same_bytes(run: Path, labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = told(capsys, run, "--labels", labels)
    assert told(capsys, run, "--labels", labels) == first
    assert told(capsys, run, "--labels", labels, "--seed", 1) != first


def test_what_people_read(run: Path, labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, run, "--labels", labels, "--criterion", "Empathy", "--by", "channel", "--by", "rare")
    assert "scripted against people" in text
    assert "60 of 60 dialogues are scored, 100 %; 60 have people's marks (540 marks in all)" in text
    assert "one person        180 marks" in text
    assert "Empathy: people's level (rows) by the judge's (columns)" in text
    assert "web (40)" in text
    assert "phone (20)" in text
    assert "fewer than 10 dialogues: rare 1" in text
    assert "the judge agrees with people" in text


def test_two_runs_side_by_side(run: Path, labels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.baremo"
    fill(other, [JUDGED[:50]], SOLO, judge="someone else")
    text = told(capsys, run, other, "--labels", labels)
    beside = text.partition("Side by side")[2]
    assert beside.count("scripted") == 3
    assert beside.count("someone else") == 3
    assert "labels of 10 dialogues are not in this run" in text


def test_gates(run: Path, labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "kappa >= .2 holds: it is" in told(capsys, run, "--labels", labels, "--gate", "kappa >= .2")
    failed = told(capsys, run, "--labels", labels, "--gate", "Empathy.kappa.low >= .99", code=1)
    assert "Empathy.kappa.low >= .99 fails: it is" in failed
    assert "there is no figure 'charm'" in told(capsys, run, "--labels", labels, "--gate", "charm > 1", code=2)
    assert main(["agree", str(run), "--labels", str(labels), "--json", "--gate", "kappa > 2"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["judge"] == "scripted"
    assert "kappa > 2 fails" in said.err


def test_marks_on_another_scale_give_ranks_alone(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stars = tmp_path / "stars.csv"
    rows = "".join(f"{n},{levels[4] // 10}\n" for n, levels in enumerate(MARKS))
    stars.write_text(f"id,Empathy\n{rows}", encoding="utf-8")
    text = told(capsys, run, "--labels", stars)
    assert "people's marks are on another scale (2, 4, 6, 8, 10): only ranks compare" in text
    (document,) = documents(capsys, run, "--labels", stars)
    (empathy,) = document["criteria"]
    assert empathy["kappa"]["value"] is None
    assert empathy["spearman"]["value"] > 0.5


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ([], "nobody's marks are in it"),
        (["--labels", "none.csv"], "no such file"),
        (["--labels", "other.csv"], "none of the labels is for a dialogue"),
        (["--labels", "marks.csv", "--criterion", "Accuracy"], "nobody marked it"),
        (["--labels", "marks.csv", "--criterion", "Charm"], "solo has no such criterion"),
        (["--labels", "marks.csv", "--by", "moon"], "no dialogue of the run has this field"),
        (["--humans", "--gate", "kappa > 0"], "there is no judge to hold to it"),
        (["--labels", "marks.csv", "--label-columns", "id"], "'id' is not WHAT=HEADER"),
    ],
)
def test_what_must_be_mended(
    run: Path,
    labels: Path,
    more: list[str],
    what: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(run.parent)
    Path("other.csv").write_text("id,overall\nx,3\ny,4\n", encoding="utf-8")
    assert what in told(capsys, run.name, *more, code=2)


@pytest.mark.parametrize("option", [("--draws", "9"), ("--draws", "x"), ("--confidence", "2"), ("--confidence", "x")])
def test_options_out_of_bounds(run: Path, option: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["agree", str(run), *option])
    assert "is no number" in capsys.readouterr().err


def test_a_judge_that_saw_the_labels(tmp_path: Path, labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(tmp_path / "seen.baremo", [JUDGED], SOLO, settings=Settings(jury=Jury(labels=True)).written)
    assert "judge again without --show-labels" in told(capsys, tmp_path / "seen.baremo", "--labels", labels, code=2)


def test_people_of_a_run(run: Path, labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = documents(capsys, run, "--labels", labels, "--humans")
    assert [(one["thing"], one["things"], one["marks"]) for one in found] == [
        ("Empathy", 60, 180),
        ("Fluency", 60, 180),
        ("Overall", 60, 180),
    ]
    assert "People against people" in told(capsys, run, "--labels", labels, "--humans")


def test_people_of_dialogues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk = "USER\tHello\tGREET\t{}\nSYSTEM\tHi\t\t\nUSER\tOVERALL\tOTHER\t{}\n\n"
    rows = [talk.format("3,3", f"{1 + n % 5},{1 + (n + n % 2) % 5}") for n in range(30)]
    (tmp_path / "t.txt").write_text("\n" + "".join(rows), encoding="utf-8")
    turn, whole = documents(capsys, "--humans", tmp_path / "t.txt")
    assert (turn["thing"], turn["things"], turn["marks"], turn["alpha"]["value"]) == ("turn", 30, 60, None)
    assert (whole["thing"], whole["rates"]["1"]) == ("dialogue", pytest.approx(9 / 60, abs=0.1))
    (tmp_path / "plain.txt").write_text("Agent: Hello\nCustomer: Hi\n", encoding="utf-8")
    assert "nobody's marks are in it" in told(capsys, "--humans", tmp_path / "plain.txt", code=2)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not beside the project")
@pytest.mark.parametrize(
    ("name", "alpha", "rho"),
    [
        ("CCPE", (0.209, 0.192), (0.287, 0.276)),
        ("MWOZ", (0.203, 0.173), (0.272, 0.246)),
        ("SGD", (0.262, 0.227), (0.337, 0.311)),
        ("ReDial", (0.241, 0.292), (0.320, 0.384)),
    ],
)
def test_real_people(
    name: str, alpha: tuple[float, float], rho: tuple[float, float], capsys: pytest.CaptureFixture[str]
) -> None:
    """The figures that stand beside the data, to two decimals: turns, then dialogues."""
    path = SHARED / "data" / "uss" / f"{name}.txt"
    found = documents(capsys, "--humans", path, "--draws", 100)
    assert [one["alpha"]["value"] for one in found] == pytest.approx(alpha, abs=0.005)
    assert [one["spearman"]["value"] for one in found] == pytest.approx(rho, abs=0.005)


def test_marks_read_by_a_calibration(
    run: Path, labels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A judge that marks one level too high agrees in rank alone, and after calibration in levels too."""
    high = tmp_path / "high.csv"
    rows = "".join(f"{n},{max(20, levels[4] - 20)}\n" for n, levels in enumerate(MARKS))
    high.write_text(f"id,Empathy\n{rows}", encoding="utf-8")
    calibration = tmp_path / "calib.json"
    assert main(["calibrate", str(run), "--labels", str(high), "-o", str(calibration)]) == 0
    capsys.readouterr()
    (before,) = documents(capsys, run, "--labels", high)
    (after,) = documents(capsys, run, "--labels", high, "--calibration", calibration)
    assert abs(after["criteria"][0]["bias"]["value"]) < 0.3 < before["criteria"][0]["bias"]["value"]
    assert "that flatters" in told(capsys, run, "--labels", high, "--calibration", calibration)
    fluency = tmp_path / "fluency.csv"
    fluency.write_text("id,Fluency\n1,20\n2,40\n", encoding="utf-8")
    refused = told(capsys, run, "--labels", fluency, "--calibration", calibration, code=2)
    assert "nothing that people marked here is calibrated by it" in refused


def test_decisions_are_told_and_no_promise_rests_on_them(
    run: Path, labels: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "could see the judge's mark" in told(capsys, run, "--labels", labels, "--decisions")
    assert main(["escalate", str(run), "--labels", str(labels), "--decisions"]) == 2
    assert "no promise can rest on that" in capsys.readouterr().err


def test_overall_is_the_whole_and_seeds_are_whole_numbers(
    run: Path, labels: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Overall: people's level (rows)" in told(capsys, run, "--labels", labels, "--criterion", "overall")
    with pytest.raises(SystemExit, match="2"):
        main(["agree", str(run), "--seed", "-1"])
    assert "is no whole number" in capsys.readouterr().err
