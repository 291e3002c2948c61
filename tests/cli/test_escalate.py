"""`baremo escalate`: keep what is sure, pass on the rest."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from asking_models import speaker
from baremo.cli.main import main
from building import claims, six
from escalating import chats, talk
from exporting import SOLO
from stub_server import StubServer


class Errand:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], **many: int) -> None:
        self.folder = folder
        self._capsys = capsys
        self.chats, self._labels = chats(folder, **many)

    def run(self, *arguments: str | Path) -> tuple[int, str, str]:
        code = main(["escalate", str(self.chats), "--labels", str(self._labels), *map(str, arguments)])
        told = self._capsys.readouterr()
        return code, told.out, told.err

    def document(self, *arguments: str | Path) -> dict[str, Any]:
        _, out, _ = self.run("--json", *arguments)
        found: dict[str, Any] = json.loads(out)
        return found


def test_it_tells_what_is_kept_and_what_that_is_worth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = Errand(tmp_path, capsys).run()
    assert code == 0
    assert "87 of 92 dialogues have labels" in out
    assert "50 of 92 dialogues (54.3 %): those with a sureness of 1.000 or more" in out
    assert "42 that are less sure or have no verdict" in out
    # .95 ** 45 = .0994: what all of 45 agreeing leaves open
    assert "45 of the 45 with labels among those kept (100 %), so at least 95 %" in out
    assert "testing stops at the first threshold that fails: a sureness of" in out
    assert "the judge does not surely beat that" in out  # people say 80 of all that is kept
    promise = "With 90 % confidence, judge and people come to the same level on at least 85 % of dialogues like those"
    assert promise in " ".join(out.split())
    assert " .85 ┤┄" in out
    assert {path.name for path in tmp_path.iterdir()} == {"chats.baremo", "marks.csv"}


def test_where_nothing_qualifies_it_says_why_and_does_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = Errand(tmp_path, capsys, sure=5, unsure=0, lost=0)
    code, out, _ = few.run("--queue", tmp_path / "q.csv", "--to", "signals", "-o", tmp_path / "new.baremo")
    assert code == 1
    assert "too few labels (5) for so much confidence: about 15 would do" in " ".join(out.split())
    assert not (tmp_path / "q.csv").exists()
    assert not (tmp_path / "new.baremo").exists()


def test_an_agreement_that_is_too_low(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = Errand(tmp_path, capsys, sure=0, unsure=60).run()
    assert code == 1
    assert "even the surest do not agree often enough" in out
    assert "ask for less, with --agreement and --queue FILE" in out


def test_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = Errand(tmp_path, capsys).document()
    assert (found["qualifies"], found["cases"], found["labelled"], found["escalated"]) == (True, 92, 87, 42)
    assert (found["kept"]["cases"], found["kept"]["agreed"], found["by"], found["within"]) == (50, 45, "auto", 0)
    assert [one["passed"] for one in found["curve"]] == [True, False]
    assert found["onward"][0] == "lost 0"
    assert found["again"] is None
    assert set(found["commonest"]) == {"level", "labelled", "agreed", "agreement", "beaten"}


def test_what_the_marks_were_read_as_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errand = Errand(tmp_path, capsys)
    marks = (tmp_path / "marks.csv").read_text(encoding="utf-8").replace(",80", ",4").replace(",100", ",5")
    (tmp_path / "marks.csv").write_text(marks, encoding="utf-8")
    code, out, _ = errand.run()
    assert code == 0
    assert "people's marks: 1–5 read as 20–100" in out


def test_sureness_that_tells_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errand = Errand(tmp_path, capsys, sure=80, unsure=200)
    marks = "".join(f"sure {n},60\n" for n in range(80)) + "".join(f"unsure {n},80\n" for n in range(200))
    (tmp_path / "marks.csv").write_text(f"id,overall\n{marks}", encoding="utf-8")
    code, out, _ = errand.run("--agreement", "0.6")
    assert code == 1
    assert "the surest agree less often than the others" in out


def test_with_marks_for_nothing_that_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errand = Errand(tmp_path, capsys, sure=3, unsure=0, lost=1)
    (tmp_path / "marks.csv").write_text("id,overall\nlost 0,80\n", encoding="utf-8")
    code, out, _ = errand.run()
    assert code == 1
    assert "too few labels (1)\n" in out
    assert "none has a label; 85 % is aimed at" in " ".join(out.split())


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_the_queue_for_people(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errand, goal = Errand(tmp_path, capsys), tmp_path / f"people.{ending}"
    code, _, err = errand.run("--queue", goal)
    assert code == 0
    assert "42 dialogues are in" in err
    text = goal.read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = (
        [*csv.DictReader(text.splitlines())] if ending == "csv" else [json.loads(line) for line in text.splitlines()]
    )
    assert [row["id"] for row in rows[:3]] == ["lost 0", "lost 1", "unsure 0"]
    assert rows[2]["judge_level"] == "80"
    assert float(rows[2]["sureness"]) == pytest.approx(0.2)
    assert rows[2]["show"] == f"baremo show {errand.chats} 'unsure 0'"
    assert rows[2]["decide"].startswith(f"baremo decide {errand.chats} 'unsure 0' LEVEL --by")
    assert main(rows[2]["show"].replace("'", "").split(" ", 3)[1:]) == 0
    code, _, err = errand.run("--queue", goal)
    assert (code, "is there already" in err) == (2, True)
    assert errand.run("--queue", goal, "--force")[0] == 0


def test_a_stronger_judge_judges_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errand, new = Errand(tmp_path, capsys, lost=1), tmp_path / "new.baremo"
    strong = speaker(claims(six(100, 100, 100, 100, 100, 100)), SOLO, talk("unsure 0").dialogue)
    with StubServer(strong) as server:
        judge = f"openai:strong@{server.url}/v1"
        code, out, _ = errand.run("--to", judge, "-o", new, "--dry-run")
        assert (code, server.requests) == (0, [])
        assert "Nothing was sent" in out
        assert not new.exists()
        code, out, err = errand.run("--to", judge, "-o", new, "--max-calls", "5", "--concurrency", "1")
        assert (code, len(server.requests)) == (1, 5)
        assert f"baremo resume {new}" in err
        assert "5 of 5 dialogues judged again came to another level. 36 are still to be judged." in out
        code, out, _ = errand.run("--to", judge, "-o", new)
        assert code == 0
        assert "41 of 41 dialogues judged again came to another level." in out
        again = errand.document("--to", judge, "-o", new)["again"]
        assert again == {"judged": 41, "changed": 41, "left": 0}
        assert len(server.requests) == 41
    assert main(["verify", str(new)]) == 0


def test_resume_goes_on_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errand, new = Errand(tmp_path, capsys, lost=0), tmp_path / "new.baremo"
    strong = speaker(claims(six(80, 80, 80, 80, 80, 80)), SOLO, talk("unsure 0").dialogue)
    with StubServer(strong) as server:
        assert errand.run("--to", f"openai:strong@{server.url}/v1", "-o", new, "--concurrency", "1")[0] == 0
        assert main(["resume", str(new)]) == 0
        assert "0 of 40 dialogues judged again came to another level." in capsys.readouterr().out
        assert len(server.requests) == 40


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-o", "new.baremo"], "nobody is asked to judge again"),
        (["--dry-run"], "nobody is asked to judge again"),
        (["--to", "signals"], "must be kept somewhere"),
        (["--queue", "people.txt"], "end it in .jsonl or .csv"),
        (["--criterion", "Warmth"], "has no such criterion"),
        (["--by", "spread"], "no record of"),
    ],
)
def test_what_must_be_mended(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = Errand(tmp_path, capsys, sure=3, unsure=1).run(*arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_the_run_itself_is_no_place_for_what_is_judged_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    errand = Errand(tmp_path, capsys)
    monkeypatch.chdir(tmp_path)
    before = errand.chats.read_bytes()
    for name in (errand.chats, Path(errand.chats.name)):
        code, _, err = errand.run("--to", "signals", "-o", name)
        assert (code, "is the run itself" in err) == (2, True)
    assert errand.chats.read_bytes() == before


def test_more_than_anybody_can_promise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So near to 1 that no number of labels would do."""
    errand = Errand(tmp_path, capsys)
    code, out, _ = errand.run("--agreement", "0.9999999999999999", "--confidence", "0.999999999999999")
    assert code == 1
    assert "too few labels (87)" in out


@pytest.mark.parametrize("arguments", [["--agreement", "85"], ["--confidence", "x"], ["--within", "2"]])
def test_numbers_out_of_range(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        Errand(tmp_path, capsys, sure=1, unsure=0).run(*arguments)
    assert left.value.code == 2


def test_the_curve_can_be_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = Errand(tmp_path, capsys).run("--plot", tmp_path / "curve.json")
    assert (code, "Drawn:" in err) == (0, True)
    assert "aimed at: 85 %" in (tmp_path / "curve.json").read_text(encoding="utf-8")
