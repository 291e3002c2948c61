"""Many dialogues at a glance: flags, failures by kind."""

from dataclasses import replace

import pytest

import baremo
from baremo.core.record import Record
from baremo.core.verdict import Seat, Unscored
from baremo.report.style import Style
from baremo.report.summary import LOWEST, Summary
from baremo.report.terminal import audit_lines, case_lines
from building import claims, dialogue, six

STRICT = baremo.Barem.load("strict")
ECHO = "evaluator: the reply equals JSON that stands in turn 2"


def scored(case: int, **change: object) -> Record:
    held = claims(six(80, 80, 80, 80, 80, 80))
    record = baremo.judge(
        dialogue("S: Hello.", "U: Hi.", case=case), judge=baremo.ScriptedModel.saying({str(case): held})
    )
    return replace(record, **change)  # type: ignore[arg-type]


def failed(case: int, reason: str, stage: str = "evaluator") -> Record:
    return scored(case, verdict=Unscored(reason=reason, stage=stage), checked=None)


def told(*records: Record) -> list[str]:
    summary = Summary(STRICT)
    for record in records:
        summary.add(record)
    return [*summary.lines(Style())]


def test_flagged_dialogues_are_counted_and_named() -> None:
    lines = told(scored(1), scored(2, flags=(ECHO, ECHO)), replace(failed(3, "timeout"), flags=(ECHO,)))
    assert lines[-1] == "  Warning         2 dialogues are flagged: 2, 3. Why: baremo show RUN ID"
    assert told(scored(2, flags=(ECHO,)))[-1].startswith("  Warning         1 dialogue is flagged: 2.")
    assert not any("flagged" in line for line in told(scored(1)))


def test_only_the_first_flagged_are_named() -> None:
    (line,) = [line for line in told(*(scored(n, flags=(ECHO,)) for n in range(LOWEST + 1))) if "flagged" in line]
    assert "11 dialogues are flagged: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …. Why" in line


def test_flags_are_warnings_at_the_top_of_a_dialogue() -> None:
    record = scored(1, flags=(ECHO, "critic: names itself another model"))
    for lines in (case_lines(record, STRICT, Style()), audit_lines(record, STRICT, Style(), ())):
        assert [*lines][2:4] == [
            f"  Warning         {ECHO}",
            "  Warning         critic: names itself another model",
        ]
    coloured = [*case_lines(record, STRICT, Style(colour=True))]
    assert coloured[2].startswith("  \x1b[33mWarning")


def test_failures_are_grouped_by_how_the_calls_failed() -> None:
    slow = [failed(number, f"rate limited: try {number}") for number in range(9)]
    others = [failed(20, "timeout: 120 s"), failed(21, "timeout"), failed(22, "no such JSON", "critic")]
    lines = told(*slow, *others)
    assert "  Unscored        12: 9 rate limited, 2 timeout, 1 other" in lines
    assert any("1 × rate limited: try 0: 0" in line for line in lines)


def test_other_failures_alone_are_not_grouped() -> None:
    assert not any("other" in line for line in told(failed(1, "no SYSTEM turn to judge", "input")))


LIMITED = Seat(checked=None, verdict=Unscored(reason="rate limited: 429", stage="evaluator"))
SLOW = Seat(checked=None, verdict=Unscored(reason="timeout: 120 s", stage="critic"))


@pytest.mark.parametrize(
    ("panel", "told_as"),
    [
        ((LIMITED, LIMITED), "1 unreachable, 1 rate limited"),
        ((LIMITED, SLOW), "1 unreachable, 1 other"),
        ((SLOW,), "1 unreachable, 1 timeout"),
    ],
)
def test_a_panel_failed_as_all_its_failed_judges_did(panel: tuple[Seat, ...], told_as: str) -> None:
    record = replace(failed(1, "2 of 2 judges gave no marks", "panel"), panel=panel)
    assert f"  Unscored        2: {told_as}" in told(failed(0, "unreachable: no such host"), record)
