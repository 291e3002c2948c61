"""The options that say how people's marks are read, on the whole way from files to figures."""

import json
from pathlib import Path

import pytest

from baremo.cli.main import main
from escalating import chats


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return chats(tmp_path)[0]


def told(capsys: pytest.CaptureFixture[str], run: Path, text: str, *more: str, code: int = 0) -> str:
    labels = run.with_name("own.csv")
    labels.write_text(text, encoding="utf-8")
    assert main(["agree", str(run), "--labels", str(labels), *more]) == code
    said = capsys.readouterr()
    return " ".join((said.err if code == 2 else said.out).split())


def marks(levels: str) -> str:
    return "id,overall\n" + "".join(f"sure {n},{level}\n" for n, level in enumerate(levels))


def test_a_scale_that_is_told(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--label-scale 1..5" in told(capsys, run, marks("1232"), code=2)
    assert "1–5 read as 20–100" in told(capsys, run, marks("1232"), "--label-scale", "1..5")
    assert "on another scale (1, 2, 3)" in told(capsys, run, marks("1232"), "--label-scale", "1,2,3")
    assert "0–4 read as 20–100" in told(capsys, run, marks("1232"), "--label-scale", "0-4")


@pytest.mark.parametrize("scale", ["", "5", "5..1", "1..1", "1,3,2", "a..b", "1..9999"])
def test_what_is_no_scale(run: Path, scale: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"'{scale}' is no scale" in told(capsys, run, marks("12"), "--label-scale", scale, code=2)


def test_decimal_commas_are_noted(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = marks("1235").replace(",", ";").replace(";3\n", ";3,5\n")
    assert "commas are those of decimals, 3,5 is 3.5" in told(capsys, run, text)


def test_labels_for_other_dialogues_are_named(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = marks("12345") + "x1,5\nx2,5\n"
    assert "not in this run: x1, x2" in told(capsys, run, text)
    none = told(capsys, run, "id,overall\nx1,5\n", code=2)
    assert "the labels are for x1, and the run has sure 0, sure 1, sure 2, …" in none


def test_ids_that_differ_in_their_writing_are_not_guessed(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = marks("12345").replace("sure", "Sure")
    assert "upper and lower case: 'Sure 0' there, 'sure 0' in the run" in told(capsys, run, text, code=2)
    some = told(capsys, run, text + "sure 9,5\n", code=2)
    assert "of 6 dialogues with labels, 5 are not in" in some


@pytest.mark.parametrize("option", [("--label-scale", "1..5"), ("--label-ids", "x"), ("--label-columns", "id=x")])
def test_options_that_would_do_nothing(run: Path, option: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", str(run), *option]) == 2
    assert f"{option[0]}: there is no file of labels to read by it" in capsys.readouterr().err


def test_transcripts_with_other_words_need_ids(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def talk(name: str, said: str) -> str:
        turns = [("assistant", "Hello."), ("user", "Hi."), ("assistant", f"{said}.")]
        messages = [{"role": role, "content": text} for role, text in turns]
        return json.dumps({"id": name, "messages": messages, "overall": [4]}) + "\n"

    path = run.with_name("m.jsonl")
    path.write_text(talk("sure 0", "sure 0") + talk("sure 1", "sure 2"), encoding="utf-8")
    arguments = ["agree", str(run), "--labels", str(path)]
    assert main(arguments) == 2
    assert "dialogue sure 1 has other words than in the run" in capsys.readouterr().err
    path.write_text(talk("sure 0", "sure 0") + talk("sure 1", "sure 1"), encoding="utf-8")
    assert main(arguments) == 0
    assert main([*arguments, "--labels", str(path), "--label-ids", str(path)]) == 2
    assert "one file of ids for 2 files" in capsys.readouterr().err
