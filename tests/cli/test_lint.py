"""`baremo lint` as its user meets it: every problem at once, a count, exit codes."""

import json
from pathlib import Path

import pytest

from baremo.cli.main import main
from building import ROOT

BROKEN = ROOT / "tests/lint/broken"
SHARES = BROKEN / "13-shares.yaml"
WARNED = BROKEN / "44-dialogues-for-nothing.yaml"
UNREADABLE = BROKEN / "01-tab.yaml"


def test_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "solo", "strict"]) == 0
    assert capsys.readouterr().out == "Nothing to mend in 2 barems.\n"


def test_all_problems_of_all_barems_with_line_code_and_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(SHARES), str(UNREADABLE), str(WARNED)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{SHARES}:7: B008 the weights sum to 0.9, not to 1: 0.5 + 0.4"
    assert lines[1] == "    make them sum to 1, or write parts such as 4, 2, 1"
    assert lines[2].startswith(f"{UNREADABLE}:14: B001 not valid YAML")
    assert lines[4].startswith(f"{WARNED}:21: warning B032 ")
    assert lines[-1] == "2 errors and 1 warning in 3 barems."


def test_warnings_alone_do_not_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(WARNED)]) == 0
    assert capsys.readouterr().out.endswith("1 warning in 1 barem.\n")


def test_json_lines_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(SHARES), str(WARNED), "solo", "--json"]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["file"] == str(SHARES)
    assert (first["line"], first["code"], first["severity"]) == (7, "B008", "error")
    assert (second["code"], second["severity"]) == ("B032", "warning")
    assert first["what"]
    assert first["remedy"]


def test_a_file_of_dialogues_that_is_missing_or_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes((BROKEN / "51-wrong-sum.yaml").read_bytes())
    assert main(["lint", str(path), "--json"]) == 1
    problem = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (problem["file"], problem["line"], problem["code"]) == (str(path), 25, "B011")
    assert "no such file" in problem["what"]
    (tmp_path / "desk.jsonl").write_text('{"id": 1, "messages": []}\n', encoding="utf-8")
    assert main(["lint", str(path), "--json"]) == 1
    problem = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (problem["line"], problem["code"]) == (1, "B011")


def test_no_such_barem_is_told_after_what_was_found_in_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "stricct", str(SHARES)]) == 2
    shown = capsys.readouterr()
    assert "B008" in shown.out
    assert "1 error in 1 barem." in shown.out
    assert "no such barem and no such file" in shown.err


def test_without_a_name_the_built_in_ones_and_those_of_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.yaml").write_bytes(SHARES.read_bytes())
    (tmp_path / "child.yml").write_text("extends: mine.yaml\nname: child\n", encoding="utf-8")
    (tmp_path / "compose.yaml").write_text("services: {web: {image: x}}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["lint"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("mine.yaml:7: B008")
    assert lines[-1] == "1 error in 6 barems."  # the child inherits the fault: it is told once, where it stands


def test_what_stands_in_a_file_cannot_reach_the_terminal_as_a_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        SHARES.read_text(encoding="utf-8").replace("protocol: solo", 'protocol: "\\e[31mred"'), encoding="utf-8"
    )
    assert main(["lint", str(path)]) == 1
    assert "\x1b" not in capsys.readouterr().out
