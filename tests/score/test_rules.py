"""Caps, deductions, the sum and the level, each worked by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from baremo.core.barem import (
    AllCriteria,
    AnyCriterion,
    Bound,
    Cap,
    Combine,
    Comparison,
    Condition,
    Deduction,
    Emotion,
    Gate,
    Metadata,
    Observed,
    OneCriterion,
    OverallMarks,
    Quotes,
    Rounding,
)
from baremo.score.rules import Facts, apply_caps, apply_deductions, holds
from baremo.score.sums import combined, missed_gates, rounded, written_sum
from building import SIX, barem, criterion, six

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


@pytest.mark.parametrize(
    ("condition", "metadata", "expected"),
    [
        (Metadata(field="channel", equals="web"), {"channel": "web"}, True),
        (Metadata(field="channel", equals="web"), {"channel": "phone"}, False),
        (Metadata(field="vip", equals="true"), {"vip": True}, True),
        (Metadata(field="channel", equals="web"), {}, False),
        (Metadata(field="wait", bound=BELOW_60), {"wait": 59.5}, True),
        (Metadata(field="wait", bound=BELOW_60), {"wait": "59"}, True),
        (Metadata(field="wait", bound=BELOW_60), {"wait": 60}, False),
        (Metadata(field="wait", bound=BELOW_60), {"wait": "soon"}, False),
        (Metadata(field="wait", bound=BELOW_60), {"wait": True}, False),
        (Metadata(field="wait", bound=BELOW_60), {"wait": float("nan")}, False),
        (Metadata(field="wait", bound=BELOW_60), {}, False),
    ],
)
def test_metadata(condition: Metadata, metadata: dict[str, object], *, expected: bool) -> None:
    assert holds(condition, {}, Facts(metadata=metadata)) is expected


ONE_OR_MORE = Bound(comparison=Comparison.AT_LEAST, value=1)
QUOTED = Facts(quotes=(("A", "exact"), ("A", "near"), ("B", "near")), observed=("thanks", "thanks"))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Quotes(count=Bound(comparison=Comparison.AT_LEAST, value=3)), True),
        (Quotes(count=Bound(comparison=Comparison.AT_LEAST, value=2), criterion="A"), True),
        (Quotes(count=ONE_OR_MORE, criterion="B", match="exact"), False),
        (Quotes(count=ONE_OR_MORE, match="exact"), True),
        (Observed(observer="thanks", count=Bound(comparison=Comparison.ABOVE, value=1)), True),
        (Observed(observer="apology", count=ONE_OR_MORE), False),
        (AllCriteria(level=BELOW_60), False),
        (AllCriteria(level=ONE_OR_MORE), True),
    ],
)
def test_quotes_observers_and_all_criteria(condition: Condition, *, expected: bool) -> None:
    assert holds(condition, {"A": 40, "B": 60}, QUOTED) is expected


@pytest.mark.parametrize(
    ("rounding", "value", "level"),
    [
        (Rounding.NEAREST, "69.9", 60),
        (Rounding.NEAREST, "70", 60),
        (Rounding.NEAREST, "70.1", 80),
        (Rounding.UP, "60.1", 80),
        (Rounding.UP, "60", 60),
        (Rounding.UP, "101", 100),
        (Rounding.NONE, "61.5", Fraction("61.5")),
    ],
)
def test_other_roundings(rounding: Rounding, value: str, level: Fraction) -> None:
    assert rounded(replace(barem().overall, rounding=rounding), Fraction(value)) == level


def test_minimum_gates_and_unlike_scales() -> None:
    weakest = replace(barem(), overall=replace(barem().overall, combine=Combine.MINIMUM))
    assert combined(weakest, six(100, 80, 100, 100, 60, 100)) == 60
    assert written_sum(weakest, six(100, 80, 100, 100, 60, 100)) == "min(100, 80, 100, 100, 60, 100) = 60.0"
    gate = Gate(criterion="Accuracy", level=Bound(comparison=Comparison.AT_LEAST, value=60))
    gated = replace(barem().overall, combine=Combine.GATE, gates=(gate,))
    assert missed_gates(gated, six(100, 100, 60, 100, 100, 100), Fraction(94)) == (94, [])
    value, (step,) = missed_gates(gated, six(100, 100, 40, 100, 100, 100), Fraction(91))
    assert (value, step.before, step.after) == (20, 91, 20)
    assert step.because == "Accuracy misses its gate (at least 60)."
    unlike = replace(
        barem(weights={"A": "1/2", "B": "1/2"}),
        criteria=(criterion("A", "1/2", (1, 2, 3)), criterion("B", "1/2", (0, 10))),
        overall=replace(barem().overall, normalise=True),
    )
    assert combined(unlike, {"A": 2, "B": 10}) == 75  # 50 and 100
    assert written_sum(unlike, {"A": 2, "B": 10}) == "50*0.50 + 100*0.50 = 75.0"


def test_thirds_are_written_as_ratios() -> None:
    thirds = barem(weights={"A": "1/3", "B": "2/3"})
    assert written_sum(thirds, {"A": 20, "B": 80}) == "20*(1/3) + 80*(2/3) = 60.0"


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
