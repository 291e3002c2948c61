"""Gates and criteria as people write them on a command line, and files that are no runs."""

from pathlib import Path

import pytest

from baremo.cli.main import main
from escalating import chats


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    run, labels = chats(tmp_path)
    assert main(["agree", str(run), "--labels", str(labels), "--gate", "charm > 1"]) == 2
    return capsys.readouterr().err


def test_the_list_of_figures_is_short(told: str) -> None:
    assert "of overall the same, as in overall.exact; the ends of intervals as in overall.exact.low" in told
    assert told.count("kappa.low") == 0
    assert len(told) < 500


def test_gates_by_the_names_of_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, labels = chats(tmp_path)
    gates = ["--gate", "abs(bias) <= 1", "--gate", "±1 >= .9"]
    code = main(["agree", str(run), "--labels", str(labels), *gates])
    said = capsys.readouterr().out
    assert "abs(bias) <= 1 holds: it is" in said
    assert "±1 >= .9 holds: it is 1" in said
    assert code == 0


def test_the_example_is_one_of_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", str(tmp_path / "run.baremo"), "--gate", "kappa"]) == 2
    assert "e.g. 'kappa.low >= .3'" in capsys.readouterr().err


def test_a_criterion_that_is_nearly_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, labels = chats(tmp_path)
    assert main(["agree", str(run), "--labels", str(labels), "--criterion", "emphaty"]) == 2
    assert "did you mean Empathy?" in capsys.readouterr().err


def test_dialogues_are_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chats.jsonl"
    path.write_text('{"id": 0, "messages": [{"role": "user", "content": "Hello"}], "overall": [4]}\n', encoding="utf-8")
    assert main(["agree", str(path)]) == 2
    said = capsys.readouterr().err
    assert "is no run" in said
    assert f"judge it first: baremo judge {path} -o RUN.baremo" in said
