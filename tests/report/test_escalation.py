"""What a judge may keep, in words: beside what the same level every time would reach."""

from dataclasses import replace

from baremo.report.escalation import escalation_document, escalation_lines
from baremo.report.style import Style
from baremo.stats.escalation import Escalation, Usual, escalation

KEEPS = escalation([0.9] * 60, [True] * 58 + [False] * 2, target=0.85, confidence=0.9)
NONE = escalation([0.9] * 60, [False] * 60, target=0.85, confidence=0.9)


def told(result: Escalation) -> str:
    return "\n".join(escalation_lines(result, "the same level", Style(width=200)))


def test_a_judge_that_keeps_what_is_easy_is_warned_of() -> None:
    easy = replace(KEEPS, usual=Usual(level="80", agreed=58, labelled=60))
    assert "always saying 80 would agree on 58 of these 60 with labels (96.6 %)" in told(easy)
    assert "the judge does not surely beat that" in told(easy)
    hard = replace(KEEPS, usual=Usual(level="80", agreed=20, labelled=60))
    assert "does not surely beat" not in told(hard)
    assert "Beside that" not in told(KEEPS)
    written = escalation_document(easy)["commonest"]
    assert (written["level"], written["beaten"]) == ("80", False)
    assert escalation_document(KEEPS)["commonest"] is None


def test_where_nothing_is_kept_it_stands_beside_all_that_have_labels() -> None:
    nothing = replace(NONE, usual=Usual(level="80", agreed=20, labelled=60))
    assert "would agree on 20 of the 60 with labels (33.3 %)" in told(nothing)
    assert escalation_document(nothing)["commonest"]["beaten"] is None
    assert "ask for less, with --agreement and --queue FILE" in told(nothing)


def test_where_testing_stopped_is_said() -> None:
    words = "testing stops at the first threshold that fails: a sureness of .900, which keeps 100 % (0 of 60 agree"
    assert words in told(NONE)
    assert "testing stops" not in told(KEEPS)
