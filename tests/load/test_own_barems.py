"""Barems of one's own: what extends what, scales of every kind, and the traps that are refused."""

from fractions import Fraction
from pathlib import Path

import pytest

import baremo
from baremo.core.barem import AllCriteria, AnyCriterion, Barem, Bound, Cap, Comparison, Deduction, Example, OneCriterion
from baremo.core.claims import Agreement
from baremo.core.verdict import Scored
from baremo.errors import SetupError
from baremo.load.barems import load_barem, restore_barem
from baremo.load.dump import dump_barem
from building import ROOT

GOOD = sorted((ROOT / "examples/barems").glob("*.yaml"))
WORKED = [(path.stem, example) for path in GOOD for example in load_barem(path).examples]
PARENT = """\
format: 1
name: parent
title: The parent
protocol: debate
criteria:
  Care:
    weight: 2
    question: Was it done with care?
    levels: {careless: Things were missed., careful: Nothing was missed., exact: Every detail was checked.}
  Speed:
    weight: 1
    question: Was it quick?
    levels: {careless: Nobody watched the time., careful: In good time., exact: At the minute.}
rules:
  rushed:
    cap: Care
    at: careful
    when: {criterion: {name: Speed, below: careful}}
    because: there was no time for care.
  below:
    points: 0.5
    when: {any_criterion: {at_most: careless}}
    because: something was careless.
scale: {poor: 1, fair: 2, good: 3}
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def child(folder: Path, text: str) -> Barem:
    write(folder, "parent", PARENT)
    return load_barem(write(folder, "child", f"extends: parent.yaml\nname: child\n{text}"))


def refusals(folder: Path, text: str) -> list[str]:
    with pytest.raises(SetupError) as error:
        load_barem(write(folder, "mine", text))
    return [f"{one.code} {one.what}" for one in error.value.problems]


def test_a_child_changes_what_it_names_and_keeps_the_rest(tmp_path: Path) -> None:
    barem = child(tmp_path, "criteria:\n  Care: {weight: 3, levels: {exact: Twice checked.}}\n")
    care, speed = barem.criteria
    assert (barem.name, barem.title) == ("child", "The parent")
    assert (care.weight, speed.weight) == (Fraction(3, 4), Fraction(1, 4))
    assert [(level.name, level.value) for level in care.levels] == [("careless", 1), ("careful", 2), ("exact", 3)]
    assert (care.levels[1].anchor, care.levels[2].anchor) == ("Nothing was missed.", "Twice checked.")


def test_a_part_set_to_nothing_is_taken_out(tmp_path: Path) -> None:
    barem = child(tmp_path, "criteria: {Speed: null}\nrules: {rushed: ~}\n")
    assert [one.name for one in barem.criteria] == ["Care"]
    assert [rule.id for rule in barem.rules] == ["below"]


def test_another_condition_replaces_the_old_one(tmp_path: Path) -> None:
    barem = child(tmp_path, "rules: {rushed: {when: {all_criteria: {below: exact}}}}\n")
    assert barem.rules[0].when == AllCriteria(level=Bound(comparison=Comparison.BELOW, value=Fraction(3)))


def test_another_comparison_replaces_the_old_one_and_keeps_its_subject(tmp_path: Path) -> None:
    barem = child(tmp_path, "rules: {rushed: {when: {criterion: {at_most: careful}}}}\n")
    bound = Bound(comparison=Comparison.AT_MOST, value=Fraction(2))
    assert barem.rules[0].when == OneCriterion(criterion="Speed", level=bound)


def test_rules_and_levels_may_be_called_like_comparisons(tmp_path: Path) -> None:
    above = "above: {points: 1, when: {emotion: present}, because: it was moving.}"
    levels = "Care: {levels: {below: Not yet., meets: As agreed., above: More than agreed.}}"
    barem = child(tmp_path, f"criteria: {{{levels}}}\nrules: {{rushed: null, below: null, {above}}}\n")
    assert [rule.id for rule in barem.rules] == ["above"]
    assert barem.criteria[0].labels == ("below", "meets", "above")
    kept = child(tmp_path, f"rules: {{{above}}}\n")
    assert [rule.id for rule in kept.rules] == ["rushed", "below", "above"]


def test_levels_with_none_in_common_are_another_scale(tmp_path: Path) -> None:
    levels = "levels: {1: Slow., 2: Fast.}"
    barem = child(tmp_path, f"criteria: {{Speed: {{{levels}}}}}\nrules: null\nscale: {{fail: 0, pass: 2}}\n")
    assert barem.criteria[1].scale == (1, 2)
    assert [level.label for level in barem.overall.levels] == ["fail", "pass"]
    assert barem.rules == ()


def test_a_threshold_of_a_named_scale_can_be_moved(tmp_path: Path) -> None:
    assert child(tmp_path, "scale: {good: 2.5}\n").overall.scale == (1, 2, Fraction(5, 2))


def test_a_child_needs_a_name_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, "parent", PARENT)
    assert refusals(tmp_path, "extends: parent.yaml\n") == ["B003 the barem lacks 'name'"]


@pytest.mark.parametrize("named", ["nowhere.yaml", "[strict]", "{a: b}", "", "child.yaml"])
def test_what_cannot_be_extended(tmp_path: Path, named: str) -> None:
    path = write(tmp_path, "child", f"extends: {named}\nname: child\n")
    with pytest.raises(SetupError, match="B014"):
        load_barem(path)


def test_levels_in_a_bound_by_name(tmp_path: Path) -> None:
    rushed, below = load_barem(write(tmp_path, "parent", PARENT)).rules
    assert isinstance(rushed, Cap)
    assert isinstance(below, Deduction)
    assert rushed.at == 2
    assert below.when == AnyCriterion(level=Bound(comparison=Comparison.AT_MOST, value=Fraction(1)))


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("below: careful", "below: carefull", "B007 'carefull' is no level of Speed"),
        ("at_most: careless", "at_most: slack", "B007 'slack' is no level of Care"),
        (
            "{careless: Nobody",
            "{slow: No., careless: Nobody",
            "B007 'careless' does not count the same in all criteria",
        ),
        ("weight: 2", "weight: 2\n    evidence: maybe", "B004 evidence of criterion Care cannot be 'maybe'"),
        ("scale: {", "overall: {combine: gate, gates: {}}\nscale: {", "B003 gates and 'combine: gate' go together"),
        ("format: 1", "format: 1\nsentences: 0", "B004 sentences must be 1 or more"),
        (
            "{careless: Things were missed., careful: Nothing was missed., exact: Every detail was checked.}",
            "[{name: careful, value: 1, anchor: So.}, {name: careful, value: 2, anchor: So so.}]",
            "B009 Care has two levels of the same name",
        ),
        (
            "{careless: Nobody watched the time., careful: In good time., exact: At the minute.}",
            "{1/3: Slow., 1: Fast.}",
            "B009 Speed has a level that no decimal number can write",
        ),
        (
            "{any_criterion: {at_most: careless}}",
            "{quotes: {match: absent, at_least: 1}}",
            "B004 match of the condition of rule below cannot be 'absent'",
        ),
    ],
)
def test_traps_are_refused(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert old in PARENT
    assert what in refusals(tmp_path, PARENT.replace(old, new, 1))


def test_odd_weights_survive_the_way_through_a_run(tmp_path: Path) -> None:
    odd = PARENT.replace("weight: 2", "weight: 0.1234567890123456789").replace("weight: 1", "weight: 1/1234567890123")
    barem = load_barem(write(tmp_path, "odd", odd))
    assert len(str(barem.criteria[0].weight)) > 30
    assert restore_barem(dump_barem(barem), "run") == barem


EXAMPLE = """\
dialogues: chat.jsonl
examples:
  - dialogue: 1
    evaluator:
      Care: {justification: "'It is done.' is all there is.", quotes: [{turn: 2, text: It is done.}], level: careful}
      Speed: {justification: "'It is done.' came at once.", quotes: [{turn: 2, text: It is done.}], level: exact}
    emotion: none
    expect: {evaluator_mean: 7/3, levels: {Care: careful, Speed: exact}, mean: 7/3, overall: fair}
"""


def test_a_debate_example_without_a_critic_is_agreement(tmp_path: Path) -> None:
    (tmp_path / "chat.jsonl").write_text(
        '{"id": 1, "messages": [{"role": "user", "content": "Please close my account."},'
        ' {"role": "assistant", "content": "It is done."}]}\n',
        encoding="utf-8",
    )
    (example,) = load_barem(write(tmp_path, "mine", PARENT + EXAMPLE)).examples
    assert example.claims.critique == (Agreement(criterion="Care"), Agreement(criterion="Speed"))
    solo = PARENT.replace("protocol: debate", "protocol: solo") + EXAMPLE
    assert load_barem(write(tmp_path, "solo", solo)).examples[0].claims.critique == ()


def test_there_are_sixteen_good_barems_from_different_fields() -> None:
    assert len(GOOD) == 16
    assert {load_barem(path).name for path in GOOD} == {path.stem for path in GOOD}
    assert len({name for name, _ in WORKED}) >= 4


@pytest.mark.parametrize("path", GOOD, ids=lambda path: str(path.stem))
def test_a_good_barem_survives_the_way_through_a_run(path: Path) -> None:
    barem = load_barem(path)
    assert restore_barem(dump_barem(barem), "run") == barem
    assert sum(criterion.weight for criterion in barem.criteria) == 1
    for criterion in barem.criteria:
        assert len({level.anchor for level in criterion.levels}) == len(criterion.levels)


@pytest.mark.parametrize(("name", "example"), WORKED, ids=[f"{name}-{one.dialogue.id}" for name, one in WORKED])
def test_its_worked_examples_come_out_as_they_say(name: str, example: Example) -> None:
    barem, expect = load_barem(ROOT / f"examples/barems/{name}.yaml"), example.expect
    judge = baremo.ScriptedModel.saying({str(example.dialogue.id): example.claims})
    record = baremo.judge(example.dialogue, barem=barem, judge=judge)
    verdict, checked = record.verdict, record.checked
    assert isinstance(verdict, Scored)
    assert checked
    found = [item for mark in checked.marks for item in mark.evidence]
    found += [item for answer in checked.critique for item in answer.evidence]
    assert [item.fault for item in found if not item.verified] == []
    assert all(item.absence.confirmed for item in checked.critique if item.absence)
    assert {mark.criterion: mark.level for mark in verdict.marks} == dict(expect.levels)
    assert (verdict.evaluator_mean, verdict.mean, verdict.overall) == (
        expect.evaluator_mean,
        expect.mean,
        expect.overall,
    )
