"""`baremo passport`: from a run, people's marks, a calibration and probes to one page."""

import json
import shutil
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

import baremo
from baremo.cli.main import main
from baremo.core.ask import Ask, Reply, Usage
from baremo.probes.effect import Effect, Probed, Standing, Used
from baremo.probes.trial import Measure
from building import claims, dialogue, six
from exporting import SOLO, STRICT, kept, unscored

COUNT = 40
PROBED = Probed(
    judge="scripted",
    barems=(Used(name="solo", digest=SOLO.digest),),
    date="2026-11-02T00:00:00+00:00",
    version="0",
    seed=0,
    times=3,
    own=False,
    dialogues=24,
    comparisons=12,
    material="probe-material-v1:00",
    effects=(),
)


class Counting:
    """A judge whose server counts tokens."""

    name = "openai:counting"

    def __init__(self, case: int, level: int) -> None:
        self._inner = baremo.ScriptedModel.saying({str(case): claims(six(*[level] * 6))})

    async def answer(self, ask: Ask) -> Reply:
        reply = await self._inner.answer(ask)
        return msgspec.structs.replace(reply, model="counting-7", usage=Usage(input=1000, output=500))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty dialogues by a judge that is a level too kind, and people's marks for them."""
    folder = tmp_path_factory.mktemp("passport")
    records, rows = [], ["id,overall"]
    for case in range(COUNT):
        level = 40 + 20 * (case % 4)
        judge = Counting(case, level)
        records.append(baremo.judge(dialogue("S: Hello.", "U: Hi.", case=case), barem=SOLO, judge=judge))
        rows.append(f"{case},{level - 20}")
    kept(folder / "run.baremo", [records], SOLO)
    (folder / "marks.csv").write_text("\n".join(rows) + "\n")
    (folder / "probes.json").write_bytes(msgspec.json.encode(PROBED))
    (folder / "prices.json").write_text('{"models": {"openai:counting": {"input": 1, "output": 2}}}')
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


def passport(capsys: pytest.CaptureFixture[str], *more: str, code: int = 0) -> str:
    return said(capsys, "passport", "run.baremo", *more, code=code)


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def test_everything_on_one_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "calibrate", "run.baremo", "--labels", "marks.csv", "-o", "c.json")
    told = passport(
        capsys,
        *("--labels", "marks.csv", "--calibration", "c.json", "--probes", "probes.json", "--prices", "prices.json"),
        *("-o", "p.html"),
    )
    assert "Coverage                   100 %" in told
    assert "$2.00" in told  # 1,000 in at $1 and 500 out at $2 per million: $0.002 per dialogue
    assert "Written: p.html" in told
    text = (folder / "p.html").read_text()
    assert text.startswith("<!doctype html>")
    for words in ("Reliability: Overall", "Agreement with people", "counting-7", "40 of 40 dialogues scored"):
        assert words in text, words
    for name in ("marks.csv", "c.json", "probes.json"):
        assert sha256((folder / name).read_bytes()).hexdigest() in text


def test_json_has_the_same_content(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "calibrate", "run.baremo", "--labels", "marks.csv", "-o", "c.json")
    passport(capsys, "--labels", "marks.csv", "--calibration", "c.json", "--prices", "prices.json", "-o", "p.json")
    found = read(folder / "p.json")
    assert found["format"] == "baremo-passport-1"
    assert found["data"]["dialogues"] == COUNT
    assert found["data"]["marks"] == [0, 10, 10, 10, 10]
    assert found["barem"]["digest"] == SOLO.digest
    assert found["barem"]["parts"][-1]["mean"] == 70  # 40, 60, 80 and 100, as often
    assert found["agreement"]["criteria"][0]["bias"]["value"] == 1  # a level too kind
    assert found["calibration"]["criteria"][0]["labelled"] == COUNT
    assert found["cost"]["dollars_per_1000_dialogues"] == pytest.approx(2)
    assert found["biases"]["measured"] is False


def test_what_was_not_measured_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = passport(capsys, "-o", "p.json")
    assert "not measured      give --labels FILE" in told
    found = read(folder / "p.json")
    assert found["agreement"]["why"] == "not measured: the dialogues carry no marks of people; give --labels FILE"
    assert found["cost"]["dollars_per_1000_dialogues"] is None  # nobody knows what this judge charges


def test_marks_that_dialogues_carry_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    records = []
    for case in range(4):
        talk = dialogue("S: Hello.", "U: Hi.", case=case, overall=(case + 1, case + 2))
        judge = baremo.ScriptedModel.saying({str(case): claims(six(*[40 + 20 * case] * 6))})
        records.append(baremo.judge(talk, barem=SOLO, judge=judge))
    kept(tmp_path / "run.baremo", [records], SOLO)
    passport(capsys, "-o", "p.json")
    assert read(tmp_path / "p.json")["agreement"]["labels"] == 8


def test_a_judge_that_saw_the_marks_is_not_measured_by_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = '{"jury": {"seats": 1, "further": 0, "labels": true}}'
    kept(folder / "sighted.baremo", [[unscored()]], STRICT, settings=settings)
    said(capsys, "passport", "sighted.baremo", "-o", "p.json")
    found = read(folder / "p.json")
    assert "--show-labels" in found["agreement"]["why"]
    assert found["judge"]["saw_labels"]
    assert found["coverage"]["unscored"] == 1
    assert said(capsys, "passport", "sighted.baremo", "--labels", "marks.csv", "-o", "q.json", code=2)


def test_what_is_about_another_judge_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.json").write_bytes(msgspec.json.encode(replace(PROBED, judge="openai:other")))
    told = passport(capsys, "--probes", "other.json", "-o", "p.html", code=2)
    assert "openai:other" in told
    said(capsys, "calibrate", "run.baremo", "--labels", "marks.csv", "-o", "c.json")
    text = (folder / "c.json").read_text().replace('"judge": "scripted"', '"judge": "openai:other"')
    (folder / "c.json").write_text(text)
    assert "openai:other" in passport(capsys, "--calibration", "c.json", "-o", "p.html", code=2)
    assert not (folder / "p.html").exists()


def test_probes_under_another_barem_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strict = Used(name="strict", digest=STRICT.digest)
    (folder / "other.json").write_bytes(msgspec.json.encode(replace(PROBED, barems=(strict,))))
    told = passport(capsys, "--probes", "other.json", "-o", "p.html", code=2)
    assert "is not measured under solo: the judge was probed under strict" in told
    assert not (folder / "p.html").exists()


def test_probes_of_two_responses_say_nothing_about_dialogues(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = Effect(
        probe="position",
        asks="Does it?",
        measure=Measure.FLIPS,
        upward=False,
        standing=Standing.STEADY,
        value=0.0,
        low=0.0,
        high=0.2,
        trials=12,
    )
    names = replace(plain, probe="names", measure=Measure.CHANGE)
    both = replace(PROBED, effects=(plain, names), barems=(Used(name="sidebyside", digest="x"), *PROBED.barems))
    (folder / "both.json").write_bytes(msgspec.json.encode(both))
    passport(capsys, "--probes", "both.json", "-o", "p.json")
    found = read(folder / "p.json")["biases"]
    assert [one["probe"] for one in found["probes"]] == ["names"]
    assert [one["name"] for one in found["barems"]] == ["solo"]


@pytest.mark.parametrize("option", ["--probes", "--calibration", "--labels"])
def test_a_file_that_is_not_there(folder: Path, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nowhere.json" in passport(capsys, option, "nowhere.json", "-o", "p.html", code=2)
    assert not (folder / "p.html").exists()


def test_another_ending_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ".html or .json" in passport(capsys, "-o", "p.pdf", code=2)


def test_nothing_is_overwritten_unless_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "p.html").write_text("mine")
    assert "--force" in passport(capsys, "-o", "p.html", code=2)
    assert (folder / "p.html").read_text() == "mine"
    passport(capsys, "-o", "p.html", "--force")
    assert (folder / "p.html").read_text() != "mine"


def test_its_pictures_can_be_had_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = passport(capsys, "--labels", "marks.csv", "-o", "p.html", "--plot", "p.svg")
    assert "Drawn: p.svg" in told
    assert "Overall marks" in (folder / "p.svg").read_text()


def test_the_run_is_left_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "run.baremo").read_bytes()
    passport(capsys, "--labels", "marks.csv", "-o", "p.html")
    assert (folder / "run.baremo").read_bytes() == before
