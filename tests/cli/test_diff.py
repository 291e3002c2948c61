"""`baremo diff` as a user meets it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import baremo
from baremo.cli.main import main
from baremo.core.ask import Usage
from baremo.core.record import Record
from building import claims, dialogue, six
from exporting import SOLO, STRICT, kept

PRICED = "openai:gpt-4o-mini"


def record(case: int, level: int, judge: str = PRICED) -> Record:
    talk = dialogue("S: Hello.", f"U: I am number {case}.", case=case)
    model = baremo.ScriptedModel.saying({str(case): claims(six(*[level] * 6))}, name=judge)
    made = baremo.judge(talk, barem=SOLO, judge=model)
    usage = Usage(input=1_000_000, output=0)
    said = tuple(structs.replace(one, reply=structs.replace(one.reply, usage=usage)) for one in made.exchanges)
    return replace(made, exchanges=said)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve dialogues: 80 each; then one at 60; then all at 40."""
    monkeypatch.chdir(tmp_path)
    for name, levels in (("a", [80] * 12), ("b", [60] + [80] * 11), ("c", [40] * 12)):
        records = [record(case, level) for case, level in enumerate(levels, start=1)]
        kept(tmp_path / f"{name}.baremo", [records], SOLO, judge=PRICED)


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


@pytest.mark.usefixtures("runs")
def test_two_runs_are_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "a.baremo", "b.baremo"]) == 0
    shown = told(capsys)
    assert shown.startswith("1 of 12 dialogues changed  a.baremo → b.baremo\n")
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "Set-up the same barem, judge, settings and version" in lines
    assert "Why 1 the same ask, another reply: the judge is not stable" in lines
    # 80 once 60 in twelve: 80 - 20/12 = 78.33
    (overall,) = [line for line in lines if line.startswith("Overall")]
    assert overall.startswith("Overall 80.0 78.3 -1.67 [")
    assert overall.split()[-5:-1] == ["1.000", "0", "1", "11"]
    assert any(line.startswith("Changed 1: overall 80 → 60, TaskSuccess 80 → 60") for line in lines)
    assert "Calls 12 12" in lines
    assert "Tokens in 12 M 12 M" in lines
    (cost,) = [line for line in lines if line.startswith("Cost")]
    assert cost.count("$") == 2
    assert "Time not kept not kept" in lines


@pytest.mark.usefixtures("runs")
def test_many_changes_are_listed_only_where_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "a.baremo", "c.baremo"]) == 0
    few = told(capsys)
    assert "… and 2 more: --list shows all" in few
    assert main(["diff", "a.baremo", "c.baremo", "--list"]) == 0
    assert " 12: overall 80 → 40" in told(capsys)
    assert " 12: overall" not in few


@pytest.mark.usefixtures("runs")
def test_several_runs_stand_against_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "a.baremo", "b.baremo", "c.baremo", "--gate", "overall.mean >= 50"]) == 1
    shown = told(capsys)
    assert shown.startswith("2 runs against a.baremo\n")
    rows = {line.split()[0]: line.split() for line in shown.splitlines() if line.startswith("  ")}
    assert rows["b.baremo"][1:6] == ["12", "1", "0", "78.3", "-1.67"]
    assert rows["c.baremo"][1:6] == ["12", "12", "0", "40.0", "-40.00"]
    assert "b.baremo: Gate: overall.mean >= 50 holds: it is 78.3333" in shown
    assert "c.baremo: Gate: overall.mean >= 50 fails: it is 40" in shown


@pytest.mark.usefixtures("runs")
def test_gates_decide_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["diff", "a.baremo", "b.baremo", "--gate"]
    assert main([*command, "changed <= 1", "--gate", "exact >= .9"]) == 0
    assert "Gate: exact >= .9 holds: it is 0.9167" in told(capsys)
    # All marks of the first are the same: there is nothing to agree on beyond chance
    assert main([*command, "TaskSuccess.p <= 0.05"]) == 1
    assert main([*command, "seconds < 1"]) == 1
    assert "Gate: seconds < 1 fails: the figure is not defined here" in told(capsys)


@pytest.mark.usefixtures("runs")
def test_json_holds_all_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "a.baremo", "b.baremo", "c.baremo", "--json", "--gate", "lost == 0"]) == 0
    first, second = (json.loads(line) for line in told(capsys).splitlines())
    assert (first["after"]["run"], second["after"]["run"]) == ("b.baremo", "c.baremo")
    (change,) = first["changes"]
    assert change["id"] == "1"
    assert change["moves"][0] == {"name": "overall", "before": "80", "after": "60"}
    assert first["reasons"][0]["dialogues"] == 1
    assert first["figures"]["changed"] == 1
    assert second["figures"]["overall.difference"] == -40
    assert first["gates"] == [{"gate": "lost == 0 holds: it is 0", "passed": True, "value": 0}]


@pytest.mark.usefixtures("runs")
def test_the_same_runs_give_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    def shown() -> str:
        assert main(["diff", "a.baremo", "b.baremo", "--json"]) == 0
        return told(capsys)

    assert shown() == shown()


@pytest.mark.usefixtures("runs")
@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["a.baremo"], "one run alone has no difference"),
        (["a.baremo", "a.baremo"], "a run is given twice"),
        (["a.baremo", "none.baremo"], "none.baremo"),
        (["a.baremo", "b.baremo", "--gate", "kapa > 1"], "did you mean 'kappa'? These can be gated: exact, "),
        (["a.baremo", "b.baremo", "--gate", "Emphaty.mean > 1"], "did you mean 'Empathy.mean'?"),
        (["a.baremo", "b.baremo", "--gate", "kappa"], "'kappa' is no gate"),
        (["a.baremo", "b.baremo", "--prices", "none.json"], "none.json"),
    ],
)
def test_mistakes_are_told_and_cost_exit_code_two(
    arguments: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *arguments]) == 2
    assert what in capsys.readouterr().err


def test_a_barem_that_differs_throughout_is_summed_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    talk = dialogue("S: Hello.", "U: I am so sad.\x1b[31m", case="red\x1b[31m")
    for barem in (SOLO, STRICT):
        kept(Path(f"{barem.name}.baremo"), [[baremo.judge(talk, barem=barem, judge="signals")]], barem, judge="signals")
    assert main(["diff", "solo.baremo", "strict.baremo"]) == 0
    shown = told(capsys)
    assert "\x1b" not in shown
    assert "barem protocol: solo → debate" in shown
    assert "more, mostly texts of the barem: see --json" in shown
    assert "Barem alone" in shown
    assert main(["diff", "solo.baremo", "strict.baremo", "--json"]) == 0
    found: dict[str, Any] = json.loads(told(capsys))
    assert len([one for one in found["setup"] if one["what"].endswith(".anchor")]) > 20
