"""`baremo new` and `baremo barems`: from nothing to a barem that works."""

from pathlib import Path

import pytest

from baremo.cli.main import main
from baremo.core.barem import Barem
from building import ROOT

CHAT = ROOT / "examples/dialogues/hotel-booking.jsonl"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_barem_can_be_used_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "friendly"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Wrote friendly.yaml and barem.schema.json")
    assert "baremo lint friendly.yaml" in said
    assert "baremo judge FILE --barem friendly.yaml" in said
    first = Path("friendly.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=./barem.schema.json"
    shipped = (ROOT / "src/baremo/barems/schema.json").read_text(encoding="utf-8")
    assert Path("barem.schema.json").read_text(encoding="utf-8") == shipped
    assert Barem.load("friendly.yaml").name == "friendly"
    assert main(["lint", "friendly.yaml"]) == 0
    assert main(["judge", str(CHAT), "--barem", "friendly.yaml"]) == 0
    assert "friendly · judged by signals" in capsys.readouterr().out


@pytest.mark.parametrize("parent", ["solo", "debate", "strict"])
def test_a_child_of_a_built_in_barem_differs_in_name_alone(parent: str) -> None:
    assert main(["new", "ours", "--from", parent]) == 0
    ours, theirs = Barem.load("ours.yaml"), Barem.load(parent)
    assert ours.name == "ours"
    assert (ours.criteria, ours.rules, ours.overall) == (theirs.criteria, theirs.rules, theirs.overall)
    assert ours.examples == ()
    assert main(["lint", "ours.yaml"]) == 0


def test_a_child_of_a_file_finds_it_from_its_own_folder() -> None:
    Path("barems").mkdir()
    assert main(["new", "first.yaml"]) == 0
    assert main(["new", "barems/second", "--from", "first.yaml"]) == 0
    assert Barem.load("barems/second.yaml").criteria == Barem.load("first.yaml").criteria
    for path in sorted((ROOT / "examples/barems").glob("*.yaml")):
        assert main(["new", f"barems/on {path.stem}", "--from", str(path)]) == 0
        assert Barem.load(f"barems/on {path.stem}.yaml").criteria == Barem.load(path).criteria


@pytest.mark.parametrize("name", ["yes", "1", "a: b", "über uns", '"', "x #y", "v1.2"])
def test_any_name_comes_back_as_it_was_given(name: str) -> None:
    assert main(["new", name]) == 0
    assert Barem.load(f"{name}.yaml").name == name
    assert main(["new", f"{name} too", "--from", f"{name}.yaml"]) == 0
    assert Barem.load(f"{name} too.yaml").name == f"{name} too"


def test_a_schema_that_is_there_stays() -> None:
    Path("barem.schema.json").write_text("{}", encoding="utf-8")
    assert main(["new", "friendly"]) == 0
    assert Path("barem.schema.json").read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["mine"], "mine.yaml: is there already"),
        (["mine.yaml"], "mine.yaml: is there already"),
        (["strict"], "'strict' is built in"),
        (["nowhere/at-all"], "cannot be written"),
        (["other", "--from", "stricct"], "no such barem"),
        (["other", "--from", "mine.yaml"], "B003 the barem lacks 'name'"),
    ],
)
def test_what_is_refused(arguments: list[str], what: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.yaml").write_text("format: 1\n", encoding="utf-8")
    assert main(["new", *arguments]) == 2
    assert what in capsys.readouterr().err
    assert Path("mine.yaml").read_text(encoding="utf-8") == "format: 1\n"
    assert [path.name for path in Path().iterdir()] == ["mine.yaml"]


def test_built_in_barems_and_those_here_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("barems").mkdir()
    main(["new", "friendly"])
    main(["new", "barems/thirds", "--from", str(ROOT / "examples/barems/complaint-handling.yaml")])
    capsys.readouterr()
    assert main(["barems"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line.endswith((".yaml", "solo", "debate", "strict"))] == [
        "solo",
        "debate",
        "strict",
        "friendly.yaml",
        "barems/thirds.yaml",
    ]
    assert "Did the agent help, and kindly? (debate)" in lines
    assert "TaskSuccess 0.50 · Helpfulness 0.30 · Empathy 0.20" in lines
    assert "Ownership 1/3 · Remedy 1/3 · Acknowledgement 1/6 · Clarity 1/6" in lines


def test_a_broken_one_is_listed_with_its_first_problem(capsys: pytest.CaptureFixture[str]) -> None:
    Path("torn.yaml").write_text("format: 1\ncriteria: {a: [}\n", encoding="utf-8")
    Path("half.yml").write_text("extends: nowhere.yaml\nname: half\n", encoding="utf-8")
    Path("bytes.yaml").write_bytes(b"format: 1\nname: caf\xe9\ncriteria: {}\n")
    assert main(["barems"]) == 0
    shown = capsys.readouterr().out
    assert "torn.yaml\n    does not load: line 2: not valid YAML" in shown
    assert "half.yml\n    does not load: line 1: no barem 'nowhere.yaml' to extend" in shown
    assert "bytes.yaml\n    does not load: not UTF-8" in shown


def test_other_yaml_is_not_listed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("compose.yaml").write_text("services:\n  web: {extends: base}\n", encoding="utf-8")
    Path("eslint.yml").write_text("root: true\nextends: standard\nrules: {}\n", encoding="utf-8")
    Path("folder.yaml").mkdir()
    Path("notes.txt").write_text("format: 1\ncriteria: {}\n", encoding="utf-8")
    Path("huge.yaml").write_text("format: 1\ncriteria: {}\n" + "#" * 2**20, encoding="utf-8")
    assert main(["barems"]) == 0
    assert capsys.readouterr().out.endswith("\nNone here: baremo new NAME writes one\n")


def test_the_sixteen_good_barems_raise_no_alarm(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", *map(str, sorted((ROOT / "examples/barems").glob("*.yaml")))]) == 0
    assert capsys.readouterr().out == "Nothing to mend in 16 barems.\n"
