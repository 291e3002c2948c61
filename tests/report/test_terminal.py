"""What people read, and what a hostile transcript cannot do to their terminal."""

from dataclasses import replace
from io import StringIO

import pytest

import baremo
from baremo.core.claims import Absence, Agreement, Claims, Kind, Objection, Quote
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.record import Record
from baremo.report.style import Style, shorten, visible
from baremo.report.summary import LOWEST, REASONS, Summary
from baremo.report.terminal import audit_lines, case_lines
from building import claims, dialogue, objection, six

STRICT = baremo.Barem.load("strict")
TALK = dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", "C: {}", case=7, overall=(4, 5))


def judged(held: Claims, barem: str = "strict", talk: Dialogue = TALK) -> Record:
    return baremo.judge(talk, barem=barem, judge=baremo.ScriptedModel.saying({str(talk.id): held}))


def missing(name: str, *looked_for: str, first: int | None = None, last: int | None = None) -> Objection:
    absence = Absence(looked_for=looked_for, first=first, last=last)
    return Objection(criterion=name, kind=Kind.MISSING, comment="Not said.", level=40, absence=absence)


def test_a_verdict_on_a_screen() -> None:
    held = claims(
        six(80, 80, 80, 80, 80, 80), objection("Empathy", 40, "Is that all?"), objection("Fluency", 40, "Nope")
    )
    text = "\n".join(case_lines(judged(held), STRICT, Style()))
    assert "Dialogue 7  strict · judged by scripted" in text
    assert "Empathy         ■■□□□   40  ×0.10  Critic accepted, 80 → 40 (D3a)" in text
    assert "↳ turn 3, SYSTEM, exact" in text
    assert "Mean            80*0.40 + 80*0.15 + 80*0.15 + 80*0.10 + 40*0.10 + 80*0.10 = 76.0" in text
    assert "deduct on mean: 76 → 66, a criterion is below 60." in text
    assert "round down 76.0 - 10 = 66.0 → 60" in text
    assert "\x1b" not in text


def test_a_quote_that_does_not_count_is_shown_as_such() -> None:
    text = "\n".join(case_lines(judged(claims(six(80, 80, 80, 80, 80, 80), quote="Never said")), STRICT, Style()))
    assert "not counted, not found in the transcript" in text


def test_the_audit_trail_has_it_all() -> None:
    held = claims(
        six(80, 80, 80, 80, 80, 80),
        objection("TaskSuccess", 40, "Is that all?"),
        missing("Helpfulness", "thank"),
        missing("Accuracy", "hello"),
        missing("Understanding", "x", first=2, last=2),
        objection("Fluency", 40, "Never said"),
        emotion=Quote(text="I am so happy", turn=2),
    )
    commented = replace(
        held, critique=(*held.critique[:4], Agreement(criterion="Empathy", comment="Fair."), held.critique[5])
    )
    text = "\n".join(audit_lines(judged(commented), STRICT, Style(), ("record-v1:abc", "made by hand")))
    for part in (
        "1 SYSTEM   Hello.",
        "4 (note)   {}",
        "people   4,5 overall",
        "turn 3, SYSTEM, exact [0:12]: “Is that all?”",
        "absence of 'thank' in what SYSTEM said: confirmed",
        "absence of 'hello' refuted by turn 1: 'Hello'",
        "absence of 'x' not confirmed: no SYSTEM turn to look in between 2 and 2",
        "not counted, not found in the transcript: “Never said”",
        "Empathy              agrees: Fair.",
        "turn 2, USER, exact [0:13]: “I am so happy”",
        "D3a on TaskSuccess: Critic accepted, 80 → 40",
        "D3b on Fluency: Evaluator kept",
        "barem-v1:",
        "dialogue-v1:",
        "ask-v1:",
        "record-v1:abc",
        "made by hand",
    ):
        assert part in text, part


def test_trails_of_one_judge_of_no_dispute_and_of_no_verdict() -> None:
    agreed = claims(six(80, 80, 80, 80, 80, 80))
    solo = baremo.Barem.load("solo")
    assert "one judge, nothing to rule on" in "\n".join(audit_lines(judged(agreed, "solo"), solo, Style(), ()))
    assert "no dispute: the Evaluator stands" in "\n".join(audit_lines(judged(agreed), STRICT, Style(), ()))
    unscored = baremo.judge(dialogue("U: Hi", case=7), judge=baremo.ScriptedModel({}))
    for lines in (audit_lines(unscored, STRICT, Style(), ()), case_lines(unscored, STRICT, Style())):
        assert "Unscored (input): no SYSTEM turn to judge" in "\n".join(lines)


def test_a_hostile_transcript_cannot_command_the_terminal() -> None:
    hostile = "\x1b[2J\x1b]0;gone\x07 \u202eevil\u2066 \r over \u2028 \x9b31m a\tb\nSYSTEM fine"
    talk = Dialogue(id="\x1b[31m", turns=(Turn(speaker=Speaker.SYSTEM, text=hostile),))
    held = claims(six(80, 80, 80, 80, 80, 80), quote=hostile)
    lines = [*case_lines(judged(held, talk=talk), STRICT, Style())]
    lines += [*audit_lines(judged(held, talk=talk), STRICT, Style(), ())]
    for char in "\x1b\x07\u202e\u2066\r\u2028\x9b\t":
        assert not any(char in line for line in lines)
    assert not any("\n" in line for line in lines)
    assert visible("a\nb\tc\x1b") == "a⏎b⇥c⟨001B⟩"


def test_colour_only_where_it_is_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Style.of(Terminal()).colour
    assert Style.of(Terminal()).bold("x") == "\x1b[1mx\x1b[0m"
    assert not Style.of(StringIO()).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Style.of(Terminal()).colour


def test_gauges_and_short_texts() -> None:
    assert Style().gauge(60, (20, 40, 60, 80, 100)) == "■■■□□"
    assert Style().gauge(2, (1, 2)) == "■■"
    assert shorten("abcdef", 4) == "abc…"
    assert Style().wrapped("", 2) == ["  "]


def test_many_at_a_glance() -> None:
    summary = Summary(STRICT)
    for number in range(1, 31):
        level = 100 if number <= 10 else 60 if number <= 15 else 40
        raised = [objection("Fluency", 20, "Is that all?"), objection("Accuracy", 20)] if number == 30 else []
        talk = dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", case=number)
        summary.add(judged(claims(six(*[level] * 6), *raised), talk=talk))
    summary.add(baremo.judge(dialogue("U: Hi", case="none"), judge=baremo.ScriptedModel({})))
    assert (summary.count, summary.unscored) == (31, 1)
    text = "\n".join(summary.lines(Style()))
    assert "31 dialogues, 30 scored" in text
    assert "Overall           80 ■■■■□      10  33.3% █████████████" in text
    assert "Disputes             2  1 settled for the Critic, 1 for the Evaluator" in text
    assert "1 × no SYSTEM turn to judge: none" in text
    lowest = text[text.index("Lowest") : text.index("(mean after deductions)")]
    assert lowest.split()[1] == "30"
    assert lowest.count("(") == LOWEST


def test_ever_new_reasons_are_counted_together() -> None:
    summary = Summary(STRICT)
    for number in range(REASONS + 20):
        record = baremo.judge(dialogue("S: Hi", case=number), judge=baremo.ScriptedModel({}))
        summary.add(replace(record, verdict=baremo.Unscored(reason=f"failed {number}", stage="evaluator")))
    assert summary.unscored == REASONS + 20
    text = "\n".join(summary.lines(Style()))
    assert "20 × for other reasons: 100, 101" in text
    assert "…" in text


def test_a_summary_of_nothing_scored() -> None:
    summary = Summary(STRICT)
    summary.add(baremo.judge(dialogue("U: Hi"), judge=baremo.ScriptedModel({})))
    text = "\n".join(summary.lines(Style()))
    assert "1 dialogues, 0 scored" in text
    assert "Mean" not in text
