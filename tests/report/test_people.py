"""What people decided, beside what the judge came to."""

from dataclasses import replace

import pytest

from baremo.core.decision import Decision
from baremo.core.verdict import Scored
from baremo.report.people import People, given_level, level_words, people_lines
from baremo.report.style import Style
from baremo.report.terminal import audit_lines
from building import claims, six
from exporting import STRICT, judged, unscored

MARKED = judged(claims(six(80, 80, 80, 80, 80, 100)))


def said(by: str, level: str, criterion: str = "", case: str = "a/1") -> Decision:
    return Decision(case=case, by=by, at="then", level=level, because=f"{by} says so", criterion=criterion)


def test_what_the_judge_gave() -> None:
    assert isinstance(MARKED.verdict, Scored)
    assert given_level(MARKED.verdict, STRICT) == str(MARKED.verdict.overall) == "60"
    assert given_level(MARKED.verdict, STRICT, "Fluency") == "100"
    assert given_level(MARKED.verdict, STRICT, "Warmth") is None
    assert given_level(unscored().verdict, STRICT) is None


def test_a_level_in_words() -> None:
    assert level_words(said("Ana", "60"), STRICT) == "60 overall"
    assert level_words(said("Ana", "60", "Empathy"), STRICT) == "60 for Empathy"


def test_each_decision_is_a_line_and_what_was_overtaken_says_so() -> None:
    ana, ben, part = said("Ana", "60"), said("Ben", "40"), said("Ben", "20", "Empathy")
    assert [*people_lines([replace(ana), ana, ben, part, said("Ben", "")], Style())] == [
        "  Overall         60 by Ana, then, no longer counts: Ana says so",
        "  Overall         60 by Ana, then: Ana says so",
        "  Overall         40 by Ben, then, no longer counts: Ben says so",
        "  Empathy         20 by Ben, then: Ben says so",
        "  Overall         taken back by Ben, then: Ben says so",
    ]


def test_nothing_that_was_said_commands_the_terminal() -> None:
    (line,) = people_lines([said("\x1b[31mAna", "60\x07")], Style())
    assert "\x1b" not in line
    assert "\x07" not in line


def test_people_come_after_the_referee() -> None:
    lines = [*audit_lines(MARKED, STRICT, Style(), ("d", "r"), [said("Ana", "60")])]
    headings = [line for line in lines if line in ("Referee", "People", "Provenance")]
    assert headings == ["Referee", "People", "Provenance"]
    assert "People" not in [*audit_lines(MARKED, STRICT, Style(), ("d", "r"))]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], []),
        ([said("Ana", "20"), said("Ana", "")], []),
        ([said("Ana", "20")], ["1 dialogue was decided by people, otherwise than the judge"]),
        ([said("Ana", "100", "Fluency")], ["1 dialogue was decided by people"]),
        (
            [said("Ana", "60"), said("Ana", "20", "Fluency"), said("Ben", "60", case="b")],
            ["2 dialogues were decided by people, 1 of them otherwise than the judge"],
        ),
    ],
)
def test_a_run_in_one_line(words: list[Decision], told: list[str]) -> None:
    people = People(words, STRICT)
    people.add(MARKED)
    assert [line.split(maxsplit=1)[1] for line in people.lines(Style())] == told


def test_where_the_judge_gave_no_level_nobody_says_otherwise() -> None:
    people = People([said("Ana", "60")], STRICT)
    people.add(unscored())
    assert [*people.lines(Style())] == ["  People          1 dialogue was decided by people"]
