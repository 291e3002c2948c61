"""Barems are data, loaded strictly: every problem at once, each with its line."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from baremo.core.barem import (
    Adoption,
    AnyCriterion,
    Barem,
    Bound,
    Cap,
    Comparison,
    Deduction,
    Emotion,
    OneCriterion,
    OverallMarks,
    Protocol,
    Referee,
)
from baremo.core.claims import Quote
from baremo.errors import SetupError
from baremo.load.barems import load_barem, restore_barem
from baremo.load.dump import dump_barem
from building import ROOT

SOUND = """\
format: 1
name: mine
title: My own
protocol: debate
criteria:
  Warmth:
    weight: 0.5
    question: Was it warm?
    levels: {1: Cold., 2: Warm.}
  Speed:
    weight: 1/2
    question: Was it fast?
    levels:
      2: Fast.
      1: Slow.
rules:
  slow:
    cap: Warmth
    at: 1
    when: {criterion: {name: Speed, at_most: 1}}
    because: it took too long.
  moved:
    points: 0.5
    when: {emotion: present}
    because: it was moving.
  low:
    points: 1
    when: {overall_marks: {below: 3}}
    because: people were unhappy.
referee: {adopt_from: 2, adopt: evidenced}
scale: [1, 2]
overall: {combine: weighted-mean, round: down}
"""


def load(tmp_path: Path, text: str) -> Barem:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return load_barem(path)


def problems(tmp_path: Path, text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(SetupError) as error:
        load(tmp_path, text)
    return [(int(one.where.rpartition(":")[2]), one.what, one.remedy) for one in error.value.problems]


def test_a_barem_of_ones_own(tmp_path: Path) -> None:
    barem = load(tmp_path, SOUND)
    assert (barem.name, barem.protocol, barem.overall.scale, barem.sentences) == ("mine", Protocol.DEBATE, (1, 2), 1)
    warmth, speed = barem.criteria
    assert (warmth.weight, speed.weight) == (Fraction(1, 2), Fraction(1, 2))
    assert speed.scale == (1, 2)
    assert [level.anchor for level in speed.levels] == ["Slow.", "Fast."]
    assert barem.referee == Referee(adopt_from=2, adopt=Adoption.EVIDENCED)
    slow, moved, low = barem.rules
    assert slow == Cap(
        id="slow",
        criterion="Warmth",
        at=1,
        when=OneCriterion(criterion="Speed", level=Bound(comparison=Comparison.AT_MOST, value=Fraction(1))),
        because="it took too long.",
    )
    assert isinstance(moved, Deduction)
    assert (moved.points, moved.when) == (Fraction(1, 2), Emotion(present=True))
    assert low.when == OverallMarks(mean=Bound(comparison=Comparison.BELOW, value=Fraction(3)))


@pytest.mark.parametrize("name", ["solo", "debate", "strict"])
def test_the_built_in_ones_have_six_criteria_with_five_anchored_levels(name: str) -> None:
    barem = load_barem(name)
    assert [(one.name, str(one.weight)) for one in barem.criteria] == [
        ("TaskSuccess", "2/5"),
        ("Helpfulness", "3/20"),
        ("Accuracy", "3/20"),
        ("Understanding", "1/10"),
        ("Empathy", "1/10"),
        ("Fluency", "1/10"),
    ]
    anchors = [level.anchor for one in barem.criteria for level in one.levels]
    assert {one.scale for one in barem.criteria} == {(20, 40, 60, 80, 100)}
    assert len(set(anchors)) == 30


def test_strict_has_its_two_caps_and_its_deduction() -> None:
    task, empathy, deduct = load_barem("strict").rules
    assert isinstance(task, Cap)
    assert isinstance(empathy, Cap)
    assert (task.criterion, task.at, empathy.criterion, empathy.at) == ("TaskSuccess", 60, "Empathy", 60)
    assert isinstance(deduct, Deduction)
    assert deduct.points == 10
    assert deduct.when == AnyCriterion(level=Bound(comparison=Comparison.BELOW, value=Fraction(60)))
    assert load_barem("solo").rules == load_barem("debate").rules == ()


@pytest.mark.parametrize("name", ["solo", "debate", "strict"])
def test_what_a_run_keeps_of_a_barem_is_the_whole_barem(name: str) -> None:
    barem = load_barem(name)
    assert restore_barem(dump_barem(barem), "a run") == barem


@pytest.mark.parametrize("name", ["solo", "debate", "strict"])
@pytest.mark.parametrize("protocol", [Protocol.SOLO, Protocol.DEBATE, Protocol.DEBATE_IN_ONE])
def test_a_run_under_another_protocol_keeps_the_barem_that_it_was_judged_with(name: str, protocol: Protocol) -> None:
    barem = load_barem(name).under(protocol)
    assert barem.protocol is protocol
    assert restore_barem(dump_barem(barem), "a run").digest == barem.digest
    if protocol.debated:
        assert all(len(example.claims.critique) == len(barem.criteria) for example in barem.examples)


def test_every_condition_and_an_emotional_example_survive_the_run(tmp_path: Path) -> None:
    mine = load(tmp_path, SOUND)
    example = load_barem("strict").examples[1]
    opinion = replace(example.claims.opinion, emotion=Quote(text="13", turn=5))
    odd = replace(load_barem("strict"), examples=(replace(example, claims=replace(example.claims, opinion=opinion)),))
    for barem in (mine, odd):
        assert restore_barem(dump_barem(barem), "a run") == barem
        assert restore_barem(dump_barem(barem), "a run").digest == barem.digest


@pytest.mark.parametrize(
    ("old", "new", "line", "what", "remedy"),
    [
        ("format: 1", "format: 9", 1, "format '9' is not known", "format: 1"),
        ("name: mine", "nome: mine", 2, "no 'nome'", "did you mean 'name'?"),
        ("protocol: debate", "protocol: debates", 4, "cannot be 'debates'", "did you mean 'debate'?"),
        ("protocol: debate", "protocol: chess", 4, "cannot be 'chess'", "solo, debate"),
        ("weight: 0.5", "weight: half", 7, "must be a number, not 'half'", "digits"),
        ("weight: 0.5", "weight: 0", 7, "must be above 0", "leave out"),
        ("question: Was it warm?", "question: ''", 8, "must be a text", "a few words"),
        ("levels: {1: Cold., 2: Warm.}", "levels: {1: Cold.}", 9, "needs two levels or more", "at least two"),
        ("levels: {1: Cold., 2: Warm.}", "levels: [1, 2]", 9, "must be a mapping, not '1'", "name: value"),
        ("levels: {1: Cold., 2: Warm.}", "levels: {1: Cold., warm: Warm.}", 9, "mixes numbers", "all of them or none"),
        ("levels: {1: Cold., 2: Warm.}", "levels: {1: Cold., 2: }", 9, "level Warmth 2 has no anchor", "looks like"),
        ("  Warmth:\n    weight", "  mean:\n    weight", 7, "cannot be called 'mean'", "not mean"),
        ("cap: Warmth", "cap: Warmness", 18, "no criterion 'Warmness'", "Warmth, Speed"),
        ("    at: 1", "    at: 3", 19, "'3' is no level of Warmth", "1, 2"),
        ("name: Speed, at_most", "name: Sped, at_most", 20, "no criterion 'Sped'", "Warmth, Speed"),
        ("{name: Speed, at_most: 1}", "{at_most: 1}", 20, "lacks 'name'", "add"),
        ("at_most: 1", "atmost: 1", 20, "no 'atmost'", "did you mean 'at_most'?"),
        ("{emotion: present}", "{emotion: present, any_criterion: {below: 2}}", 24, "exactly one condition", "emotion"),
        ("{emotion: present}", "{mood: good}", 24, "no 'mood'", "known here"),
        ("{emotion: present}", "{emotion: strong}", 24, "cannot be 'strong'", "present, absent"),
        ("{below: 3}", "{below: 3, above: 1}", 28, "compare in exactly one way", "below: 60"),
        ("points: 0.5", "points: -1", 23, "must not be below 0", "taken off"),
        ("because: it was moving.", "why: it was moving.", 23, "lacks 'because'", "add"),
        ("adopt_from: 2", "adopt_from: 0", 30, "must be 1 or more", "three"),
        ("adopt: evidenced", "adopt: evident", 30, "cannot be 'evident'", "did you mean 'evidenced'?"),
        ("scale: [1, 2]", "scale: [2, 1]", 31, "ascending", "20, 40"),
        ("scale: [1, 2]", "scale: high", 31, "must be a list, not 'high'", "- item"),
        ("round: down", "round: sideways", 32, "cannot be 'sideways'", "down, nearest"),
        ("title: My own", "title: My own\ntitle: Again", 4, "'title' is given twice", "keep one"),
        ("title: My own", "title: [unclosed", 4, "not valid YAML", "mend"),
    ],
)
def test_one_fault_is_named_with_its_line_and_a_remedy(
    tmp_path: Path, old: str, new: str, line: int, what: str, remedy: str
) -> None:
    assert old in SOUND
    found = problems(tmp_path, SOUND.replace(old, new, 1))
    assert [(at, said) for at, said, advice in found if at == line and what in said and remedy in advice], found


def test_all_faults_come_at_once_in_the_order_of_the_lines(tmp_path: Path) -> None:
    text = (
        SOUND.replace("protocol: debate", "protocol: x")
        .replace("    at: 1", "    at: 3")
        .replace("round: down", "round: off")
    )
    assert [line for line, _, _ in problems(tmp_path, text)] == [4, 19, 32]


def test_a_barem_without_anything(tmp_path: Path) -> None:
    lacking = [what for _, what, _ in problems(tmp_path, "format: 1\n")]
    assert lacking == [f"the barem lacks '{name}'" for name in ("name", "title", "protocol", "criteria", "scale")]
    assert (
        "without criteria"
        in problems(tmp_path, SOUND[: SOUND.index("criteria:")] + "criteria: {}\nscale: [1, 2]\n")[0][1]
    )
    assert problems(tmp_path, "")[0][1] == "the file is empty"
    assert "must be a mapping" in problems(tmp_path, "- a\n- b\n")[0][1]


def test_a_rule_without_a_condition_or_a_cap_without_a_level(tmp_path: Path) -> None:
    bare = SOUND.replace("    when: {emotion: present}\n", "").replace("    at: 1\n", "")
    assert {what for _, what, _ in problems(tmp_path, bare)} == {"rule moved lacks 'when'", "rule slow lacks 'at'"}


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("dialogue: 25", "dialogue: 99", "no dialogue '99'"),
        ("dialogue: 25", "dialogue: {id: 1}", "no dialogue a mapping"),
        ("dialogues: examples/ccpe.jsonl", "dialogues: nowhere.jsonl", "no such file"),
        ("level: 80", "level: 75", "'75' is no level of TaskSuccess"),
        ("kind: contradicts", "kind: contradict", "cannot be 'contradict'"),
        ("overall: 40", "overal: 40", "lacks 'overall'"),
        ("emotion: none", "emotion: {turn: 2}", "lacks 'text'"),
        (
            "      Helpfulness:\n        justification",
            "      Helpfullness:\n        justification",
            "no 'Helpfullness'",
        ),
        ("    expect:", "    expected:", "lacks 'expect'"),
        ("mean: 68", "mean: much", "must be a number"),
        ("quotes: [{turn: 7", "quotes: [{turn: first", "must be a number"),
    ],
)
def test_worked_examples_are_read_as_strictly(tmp_path: Path, old: str, new: str, what: str) -> None:
    source = (ROOT / "src/baremo/barems/strict.yaml").read_text(encoding="utf-8")
    head, marker, rest = source.partition("  - dialogue: 25\n")
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples/ccpe.jsonl").write_bytes((ROOT / "src/baremo/barems/examples/ccpe.jsonl").read_bytes())
    changed = (head + (marker + rest).replace(old, new, 1)) if old in marker + rest else source.replace(old, new, 1)
    assert changed != source
    assert any(what in said for said in _said(tmp_path, changed))


def _said(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SetupError) as error:
        load_barem(path)
    return [one.what for one in error.value.problems]


def test_what_is_no_barem_file(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no such barem and no such file"):
        load_barem("stricct")
    with pytest.raises(SetupError, match="is a directory"):
        load_barem(tmp_path)
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"name: caf\xe9\n")
    with pytest.raises(SetupError, match="not UTF-8"):
        load_barem(latin)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("&a\nname: *a\n", "an alias"),
        ("name: &x [*x]\n", "an alias"),
        ("a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b, *b]\n", "an alias"),
        ("[" * 3000 + "]" * 3000, "nested too deep"),
        ("? [a, b]\n: 1\n", "a key that is no name"),
        ("x" * 1_100_000, "larger than 1 MiB"),
        (SOUND.replace("scale: [1, 2]", f"scale: [1, {'9' * 5000}]"), "must be a number"),
        (SOUND.replace("name: mine", "name: ~"), "name of the barem must be a text"),
        (SOUND.replace("  Warmth:\n", '  "":\n'), "a key that is no name"),
        (SOUND.replace("  Warmth:\n", '  " Warmth":\n'), "cannot be called ' Warmth'"),
        (SOUND.replace("  Warmth:\n", "  War.mth:\n"), "cannot be called 'War.mth'"),
        (SOUND.replace("{1: Cold., 2: Warm.}", "{01: Cold., 1: Warm.}"), "all different"),
        (SOUND.replace("format: 1", "format: 1\nsentences: 0"), "sentences must be 1 or more"),
        (SOUND + "---\nformat: 1\n", "not valid YAML"),
    ],
)
def test_hostile_files_are_refused_in_words(tmp_path: Path, text: str, what: str) -> None:
    assert any(what in said for _, said, _ in problems(tmp_path, text)), problems(tmp_path, text)
