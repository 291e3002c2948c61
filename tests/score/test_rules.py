"""Caps, deductions, the sum and the level, each worked by hand."""

from fractions import Fraction

import pytest

from baremo.core.barem import (
    AnyCriterion,
    Bound,
    Cap,
    Comparison,
    Condition,
    Deduction,
    Emotion,
    OneCriterion,
    OverallMarks,
)
from baremo.score.rules import Facts, apply_caps, apply_deductions, holds
from baremo.score.sums import combined, rounded, written_sum
from building import SIX, barem, six

BELOW_3 = OverallMarks(mean=Bound(comparison=Comparison.BELOW, value=Fraction(3)))
BELOW_60 = Bound(comparison=Comparison.BELOW, value=Fraction(60))
CALM = Facts()


@pytest.mark.parametrize(
    ("condition", "facts", "expected"),
    [
        (BELOW_3, Facts(overall_mean=Fraction(2)), True),
        (BELOW_3, Facts(overall_mean=Fraction(3)), False),
        (BELOW_3, CALM, False),  # T2b: without marks the rule does not apply
        (Emotion(present=False), CALM, True),
        (Emotion(present=True), CALM, False),
        (AnyCriterion(level=BELOW_60), CALM, True),
        (OneCriterion(criterion="A", level=BELOW_60), CALM, True),
        (OneCriterion(criterion="B", level=BELOW_60), CALM, False),
    ],
)
def test_conditions(condition: Condition, facts: Facts, *, expected: bool) -> None:
    assert holds(condition, {"A": 40, "B": 60}, facts) is expected


def test_a_cap_shows_before_and_after_and_whether_it_bites() -> None:
    caps = (
        Cap(id="one", criterion="A", at=60, when=Emotion(present=False), because="calm."),
        Cap(id="two", criterion="B", at=60, when=Emotion(present=False), because="calm."),
        Cap(id="three", criterion="B", at=20, when=Emotion(present=True), because="moved."),
    )
    levels, steps = apply_caps(caps, {"A": 100, "B": 40}, CALM)
    assert levels == {"A": 60, "B": 40}
    assert [(step.rule, step.target, step.before, step.after, step.bites) for step in steps] == [
        ("one", "A", 100, 60, True),
        ("two", "B", 40, 40, False),
    ]


def test_caps_see_what_caps_before_them_did() -> None:
    caps = (
        Cap(id="one", criterion="A", at=40, when=Emotion(present=False), because="."),
        Cap(id="two", criterion="B", at=20, when=OneCriterion(criterion="A", level=BELOW_60), because="."),
    )
    assert apply_caps(caps, {"A": 100, "B": 100}, CALM)[0] == {"A": 40, "B": 20}


def test_deductions_add_up() -> None:
    rules = (
        Deduction(id="ten", points=Fraction(10), when=AnyCriterion(level=BELOW_60), because="."),
        Deduction(id="half", points=Fraction("0.5"), when=Emotion(present=False), because="."),
        Deduction(id="never", points=Fraction(50), when=Emotion(present=True), because="."),
    )
    mean, steps = apply_deductions(rules, {"A": 40}, CALM, Fraction(68))
    assert mean == Fraction("57.5")  # 68 - 10 - 0.5
    assert [(step.rule, step.before, step.after) for step in steps] == [("ten", 68, 58), ("half", 58, Fraction("57.5"))]


def test_the_mean_is_exact() -> None:
    # 100*.40 + 80*.15 + 100*.15 + 100*.10 + 60*.10 + 100*.10 = 40 + 12 + 15 + 10 + 6 + 10 = 93
    assert combined(barem(), six(100, 80, 100, 100, 60, 100)) == 93
    assert combined(barem(weights={"A": "1/3", "B": "2/3"}), {"A": 20, "B": 80}) == 60


def test_the_sum_is_written_out() -> None:
    written = written_sum(barem(), six(60, 60, 100, 80, 40, 80))
    assert written == "60*0.40 + 60*0.15 + 100*0.15 + 80*0.10 + 40*0.10 + 80*0.10 = 68.0"
    assert list(SIX.values()) == ["0.40", "0.15", "0.15", "0.10", "0.10", "0.10"]


@pytest.mark.parametrize(
    ("value", "level"),
    [
        ("100", 100),
        ("99.99", 80),
        ("80", 80),
        ("79.99", 60),
        ("60", 60),
        ("59", 40),
        ("40", 40),
        ("39.9", 20),
        ("-5", 20),
    ],
)
def test_down_to_a_level(value: str, level: int) -> None:
    """C5."""
    assert rounded(barem().overall, Fraction(value)) == level
