"""Each check on a small barem: what it finds, and what it leaves alone."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from baremo.core.barem import AnyCriterion, Bound, Comparison, Deduction
from baremo.lint import reach
from baremo.lint.check import lint
from baremo.lint.faults import Severity, severity_of
from baremo.lint.reach import unmet, unreachable_levels
from baremo.lint.sums import faults_of_sum, states
from baremo.load.barems import load_source
from building import barem, six

HEAD = "format: 1\nname: mine\ntitle: My own\nprotocol: {}\n"
CRITERIA = """\
criteria:
  Warmth:
    weight: 1
    question: Was it warm?
    levels: {1: Cold., 2: Cool., 3: Warm.}
  Speed:
    weight: 1
    question: Was it fast?
    levels: {1: Slow., 2: Steady., 3: Fast.}
"""
TAIL = "scale: [1, 2, 3]\n"


def found(tmp_path: Path, *parts: str, protocol: str = "solo") -> list[tuple[str, str]]:
    """Code and words of each problem."""
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD.format(protocol) + "".join(parts), encoding="utf-8")
    return [(problem.code, problem.what) for problem in lint(load_source(path))]


def rule(when: str, *, what: str = "cap: Warmth\n    at: 1", because: str = "so it is.", name: str = "one") -> str:
    return f"  {name}:\n    {what}\n    when: {when}\n    because: {because}\n"


def with_rules(tmp_path: Path, *rules: str) -> list[tuple[str, str]]:
    return found(tmp_path, CRITERIA, "rules:\n", *rules, TAIL)


@pytest.mark.parametrize(
    ("weights", "total"),
    [
        (("1", "1"), None),
        (("3", "2"), None),
        (("1/3", "2/3"), None),
        (("60", "40"), None),
        (("1", "0.5"), None),
        (("45", "45"), None),
        (("0.33", "0.66"), "0.99, not to 1"),
        (("1/3", "1/2"), "≈0.8333, not to 1"),
        (("50", "51"), "101, not to 100"),
    ],
)
def test_weights_are_parts_of_any_size_unless_they_look_like_shares(
    tmp_path: Path, weights: tuple[str, str], total: str | None
) -> None:
    one, other = CRITERIA.split("weight: 1\n", 1)
    text = f"{one}weight: {weights[0]}\n{other.replace('weight: 1', f'weight: {weights[1]}', 1)}"
    problems = found(tmp_path, text, TAIL)
    assert problems == [] if total is None else (problems[0][0] == "B008" and total in problems[0][1])


def test_the_weight_to_look_at_is_in_the_file_itself_where_it_extends_another(tmp_path: Path) -> None:
    child = tmp_path / "child.yaml"
    child.write_text("extends: strict\nname: child\ncriteria:\n  Empathy:\n    weight: 0.2\n", encoding="utf-8")
    (problem,) = lint(load_source(child))
    assert (problem.where, problem.code) == (f"{child}:5", "B008")
    assert "sum to 1.1, not to 1" in problem.what


def test_a_level_is_found_in_a_list_in_any_order(tmp_path: Path) -> None:
    anchors = {3: "Same.", 2: "Other.", 1: "same"}
    listed = "levels:" + "".join(f"\n      - {{value: {value}, anchor: {words}}}" for value, words in anchors.items())
    text = CRITERIA.replace("levels: {1: Cold., 2: Cool., 3: Warm.}", listed)
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD.format("solo") + text + TAIL, encoding="utf-8")
    (problem,) = lint(load_source(path))
    assert problem.code == "B020"
    assert "anchor: Same." in path.read_text(encoding="utf-8").splitlines()[int(problem.where.rpartition(":")[2]) - 1]


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("{criterion: {name: Speed, below: 1}}", "Speed goes from 1 to 3"),
        ("{all_criteria: {above: 3}}", "the criteria go from 1 to 3"),
        ("{any_criterion: {below: 1}}", "the criteria go from 1 to 3"),
        ("{overall_marks: {below: 1}}", "human marks go from 1 to 5"),
        ("{quotes: {below: 0}}", "a count is 0 or more"),
        ("{observer: {name: apology, below: 0}}", "a count is 0 or more"),
    ],
)
def test_conditions_that_cannot_hold(tmp_path: Path, when: str, words: str) -> None:
    ((code, what),) = with_rules(tmp_path, rule(when))
    assert code == "B026"
    assert words in what


@pytest.mark.parametrize(
    "when",
    [
        "{criterion: {name: Speed, at_least: 1}}",
        "{any_criterion: {at_most: 3}}",
        "{all_criteria: {above: 0}}",
        "{overall_marks: {at_most: 5}}",
        "{observer: {name: apology, at_least: 0}}",
    ],
)
def test_conditions_that_always_hold(tmp_path: Path, when: str) -> None:
    assert [code for code, _ in with_rules(tmp_path, rule(when))] == ["B027"]


@pytest.mark.parametrize(
    "when",
    [
        "{criterion: {name: Speed, at_most: 1}}",
        "{all_criteria: {at_most: 2}}",
        "{overall_marks: {below: 2.5}}",
        "{quotes: {below: 2, criterion: Warmth}}",
        "{quotes: {at_least: 3, match: near}}",
        "{observer: {name: apology, below: 1}}",
        "{metadata: {field: channel, is: web}}",
        "{metadata: {field: minutes, above: 30}}",
    ],
)
def test_conditions_that_depend_on_the_dialogue_are_left_alone(tmp_path: Path, when: str) -> None:
    assert with_rules(tmp_path, rule(when), rule("{emotion: present}", what="points: 0.5", name="two")) == []


def test_a_cap_on_what_its_condition_says_anyway(tmp_path: Path) -> None:
    ((code, what),) = with_rules(tmp_path, rule("{criterion: {name: Warmth, at_most: 1}}"))
    assert code == "B026"
    assert "is at most 1 already" in what


def test_a_deduction_of_nothing(tmp_path: Path) -> None:
    ((code, what),) = with_rules(tmp_path, rule("{emotion: absent}", what="points: 0"))
    assert code == "B026"
    assert "takes 0 points off" in what


def test_caps_on_different_criteria_or_in_different_cases_do_not_contradict(tmp_path: Path) -> None:
    other = rule("{emotion: absent}", what="cap: Speed\n    at: 2", name="two")
    third = rule("{criterion: {name: Speed, at_most: 1}}", what="cap: Warmth\n    at: 2", name="three")
    assert with_rules(tmp_path, rule("{emotion: absent}"), other, third) == []


@pytest.mark.parametrize(
    "because",
    [
        "people gave less than 3 overall.",
        "with less than 3, it is capped at 1.",
        "fewer than 3 of 5 people were pleased, and 10% left.",
        "calls under 2 minutes cannot be warm.",
        "version 2.5 says so.",
        "refunds are capped at 3 attempts.",
        "warmth is capped at 50% there, or at 1,000 smiles.",
    ],
)
def test_words_that_fit_the_rule(tmp_path: Path, because: str) -> None:
    assert with_rules(tmp_path, rule("{overall_marks: {below: 3}}", because=because)) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Cool. If OVERALL < 2.0, cap at 1.", "the words say 2, but its rules compare with 3"),
        ("Cool; capped at 2.", "the words say 2, but its rules cap Warmth at 1"),
    ],
)
def test_anchors_of_a_capped_criterion(tmp_path: Path, text: str, words: str) -> None:
    criteria = CRITERIA.replace("2: Cool.", f'2: "{text}"')
    rules = "rules:\n" + rule("{overall_marks: {below: 3}}") + rule("{emotion: absent}", name="two")
    assert found(tmp_path, criteria, rules, TAIL) == [("B029", words)]


def test_anchors_of_a_criterion_without_caps_may_say_what_they_like(tmp_path: Path) -> None:
    assert found(tmp_path, CRITERIA.replace("2: Cool.", "2: Refunds were capped at 2."), TAIL) == []


@pytest.mark.parametrize(
    ("stance", "wrong"),
    [
        ("The mean is rounded down to the nearest level.", False),
        ("Scores have a low bias.", False),
        ("Was the price rounded up?", False),
        ("Callers are mapped to the nearest branch whatever the score.", False),
        ("Round the overall mark up.", True),
        ("Map the average to the nearest bucket.", True),
    ],
)
def test_words_on_rounding(tmp_path: Path, stance: str, *, wrong: bool) -> None:
    assert [code for code, _ in found(tmp_path, f"stance: {stance}\n", CRITERIA, TAIL)] == ["B030"] * wrong


def test_unlike_scales_are_fine_where_they_are_normalised_or_the_lowest_counts(tmp_path: Path) -> None:
    unlike = CRITERIA.replace("{1: Slow., 2: Steady., 3: Fast.}", "{0: Slow., 10: Fast.}")
    assert [code for code, _ in found(tmp_path, unlike, TAIL)] == ["B023"]
    assert found(tmp_path, unlike, "scale: [0, 50, 100]\noverall: {normalise: true}\n") == []
    assert found(tmp_path, unlike, "scale: [0, 1, 2, 3]\noverall: {combine: minimum}\n") == []
    assert found(tmp_path, unlike.replace("0: Slow.", "1: Slow.").replace("10: F", "3: F"), TAIL) == []


def test_where_nothing_is_rounded_every_value_can_be_reached(tmp_path: Path) -> None:
    assert found(tmp_path, CRITERIA, "scale: [0, 9]\noverall: {round: none}\n") == []


def test_levels_out_of_reach_are_told_together(tmp_path: Path) -> None:
    ((code, what),) = found(tmp_path, CRITERIA, "scale: {poor: 1, good: 50, best: 90}\n")
    assert code == "B024"
    assert what == "the criteria come to 1 to 3, so no dialogue can reach good, best overall"


def test_a_gate_that_nobody_passes(tmp_path: Path) -> None:
    ((code, what),) = found(tmp_path, CRITERIA, TAIL, "overall: {combine: gate, gates: {Speed: {above: 3}}}\n")
    assert code == "B033"
    assert what == "no dialogue passes the gate of Speed (above 3)"


def test_a_deduction_is_not_blamed_for_what_it_does_not_do(tmp_path: Path) -> None:
    deduct = rule("{criterion: {name: Speed, at_most: 1}}", what="points: 0.5")
    problems = found(tmp_path, CRITERIA, f"rules:\n{deduct}", "scale: [1, 2, 2.75, 3]\n")
    assert [code for code, _ in problems] == ["B022"]


def test_with_too_many_rules_on_facts_nothing_is_guessed(tmp_path: Path) -> None:
    fields = [rule(f"{{metadata: {{field: f{number}, above: 3}}}}", name=f"r{number}") for number in range(8)]
    late = rule("{metadata: {field: f0, above: 4}}", name="late")
    assert [code for code, _ in with_rules(tmp_path, fields[0], late)] == ["B026"]
    assert with_rules(tmp_path, *fields, late) == []


def test_with_too_many_combinations_only_what_is_sure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    below = AnyCriterion(level=Bound(comparison=Comparison.BELOW, value=Fraction(60)))
    plain = barem(rules=(Deduction(id="low", points=Fraction(10), when=below, because="it is low."),))
    overall = replace(
        plain.overall, levels=tuple(replace(level, value=level.value + 100) for level in plain.overall.levels)
    )
    monkeypatch.setattr(reach, "MOST", 100)
    assert unmet(plain) is None
    assert unreachable_levels(plain, None) == []
    assert unreachable_levels(replace(plain, overall=overall), None) == [140, 160, 180, 200]


@pytest.mark.parametrize(
    ("text", "value", "right"),
    [
        ("96", "96", True),
        ("96.0", "96", True),
        ("66.7", "200/3", True),
        ("66.6", "200/3", False),
        ("67", "200/3", False),
    ],
)
def test_a_printed_figure_may_be_rounded_to_the_decimals_it_shows(text: str, value: str, *, right: bool) -> None:
    assert states(text, Fraction(value)) is right


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("100*0.4 + 80*0.15 + 60*0.15 + 40*0.1 + 20*0.1 + 20*0.1 = 69", []),
        ("100 × 0.40 + 80 × 0.15 + 60 × 0.15 + 40 × 0.10 + 20 × 0.10 + 20 × 0.10 = 69.0", []),
        ("the usual sum", []),
        ("100*0.4 + 80*0.15 = about 52", []),
        ("100*0.4 + 80*0.15 = 52", ["it has 2 terms for 6 criteria"]),
    ],
)
def test_sums_as_people_write_them(text: str, faults: list[str]) -> None:
    assert list(faults_of_sum(text, barem(), six(100, 80, 60, 40, 20, 20))) == faults


def test_faults_of_form_are_errors() -> None:
    assert severity_of("B002") is severity_of("B040") is Severity.ERROR
    assert severity_of("B031") is Severity.WARNING
