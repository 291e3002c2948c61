"""The tagged message, written and read back, and the same for programs."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.comparison import LIKERT, Sheet
from baremo.core.review import Reviewed
from baremo.core.verdict import Unscored
from baremo.errors import SetupError
from baremo.report.message import (
    Invalid,
    Message,
    Row,
    content,
    escaped,
    invalid_message,
    message,
    read_message,
    task_message,
    unescaped,
    written,
)
from baremo.report.review_json import invalid_document, review_document, task_document
from reviewing import BEST, CUT_SHORT, NILE, POOR, REVIEWS, RIVERS, entry, judged, preferences, ratings, reviewed

SIDES = (judged(1, POOR, quotes={"Truthfulness": NILE}, checks=(CUT_SHORT,)), judged(2, BEST))
DONE = reviewed(
    Sheet(
        ratings=(
            ratings(3, 3, 1, 0, 3, 3, 2, words={"Localization": "One | two rivers.\nThree are fluent."}),
            ratings(*BEST),
        ),
        likert=entry(LIKERT, 2),
    ),
    SIDES,
    preferences(6, 7),
)
WRITTEN = """\
<RESPONSE1_FIXED_TABLE>

| Dimension             | Rating | Justification |
| --------------------- | ------ | ------------- |
| Localization          | 3      | One \\| two rivers.<br>Three are fluent. |
| Instruction Following | 2      | The judge found that this deserves its level in Instruction Following. |
| Truthfulness          | 1      | Its Truthfulness was weighed with care by the attempter. |
| Verbosity             | -2     | It breaks off in mid-sentence (“The Rhine”). |
| Style & Clarity       | 3      | Its Style & Clarity was weighed with care by the attempter. |
| Harmlessness/Safety   | 3      | Its Harmlessness/Safety was weighed with care by the attempter. |
| Overall Quality       | 2      | Its Overall Quality was weighed with care by the attempter. |
</RESPONSE1_FIXED_TABLE>

<RESPONSE2_FIXED_TABLE>
"""
AS_PASTED = """
Here it is:
<RESPONSE1_FIXED_TABLE>

| Dimension                | Rating | Justification |
| ------------------------ | ------ | ------------- |
| Localization             | 3      | Fluent.       |
| Verbosity                | −2     | Cut off | early
| </RESPONSE1_FIXED_TABLE> |        |               |

<RESPONSE2_FIXED_TABLE>
| Localization             | 2      |
| </RESPONSE2_FIXED_TABLE> |        |               |

<FINAL_LIKERT_AND_JUSTIFICATION>
Likert: 6
Justification: Response 2 is better overall.
It is complete.
</FINAL_LIKERT_AND_JUSTIFICATION>

<CHANGELOG>
No original ratings provided, full evaluation done from scratch.
</CHANGELOG>

<SBQ>
* One.
• Two.
</SBQ>
"""


def test_a_review_is_written_as_the_queue_takes_it() -> None:
    text = message(DONE)
    assert text.startswith(WRITTEN)
    assert text.endswith("</SBQ>")
    tags = [line for line in text.split("\n") if line.startswith("<")]
    assert tags == [
        f"<{slash}{tag}>"
        for tag in (
            "RESPONSE1_FIXED_TABLE",
            "RESPONSE2_FIXED_TABLE",
            "FINAL_LIKERT_AND_JUSTIFICATION",
            "CHANGELOG",
            "SBQ",
        )
        for slash in ("", "/")
    ]
    assert "\n<CHANGELOG>\n- Response 1, Instruction Following: corrected from 3 to 2: " in text
    assert "\n<FINAL_LIKERT_AND_JUSTIFICATION>\nLikert: 6\nJustification: Response 2 is better overall. " in text


def test_the_fixed_sentence_stands_alone() -> None:
    text = message(reviewed(Sheet(), SIDES))
    assert "\n<CHANGELOG>\nNo original ratings provided, full evaluation done from scratch.\n</CHANGELOG>\n" in text


def test_a_task_that_is_none() -> None:
    assert invalid_message("INVALID TASK: the prompt is\nempty") == "INVALID TASK\nThe prompt is empty."
    assert read_message(invalid_message("It is noise.")) == Invalid(reason="It is noise.")
    assert invalid_document(RIVERS, "it is empty") == {"id": "rivers", "invalid": "it is empty"}


def test_whatever_came_of_a_task_goes_back() -> None:
    none = Unscored(reason="INVALID TASK: the prompt is empty", stage="task")
    failed = Unscored(reason="timeout: too slow", stage="evaluator")
    assert task_message(DONE) == message(DONE)
    assert task_message(none) == "INVALID TASK\nThe prompt is empty."
    assert task_message(failed) == "UNSCORED\ntimeout: too slow"
    assert task_document(RIVERS, DONE) == review_document(RIVERS, DONE)
    assert task_document(RIVERS, none) == {"id": "rivers", "invalid": "the prompt is empty"}
    assert task_document(RIVERS, failed) == {"id": "rivers", "unscored": "timeout: too slow"}


def test_closing_tags_in_the_last_row_and_real_minus_signs_are_read() -> None:
    assert read_message(AS_PASTED) == Message(
        tables=(
            (
                Row(dimension="Localization", rating=3, justification="Fluent."),
                Row(dimension="Verbosity", rating=-2, justification="Cut off | early"),
            ),
            (Row(dimension="Localization", rating=2),),
        ),
        likert=6,
        justification="Response 2 is better overall.\nIt is complete.",
        changelog=("No original ratings provided, full evaluation done from scratch.",),
        lessons=("One.", "Two."),
    )


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("<SBQ>", "<SBG>", "no <SBQ> … </SBQ>"),
        ("Likert: 6", "Likert: six", "“six” is no number"),
        ("Likert: 6", "Likert: 6/0", "“6/0” is no number"),
        ("Likert: 6", "6", "no “Likert:” and “Justification:”"),
        ("| Localization             | 2      |", "| Localization", "a row with one cell (Localization)"),
        ("| Localization             | 3 ", "| Localization             | x ", "“x” is no number"),
    ],
)
def test_what_cannot_be_read_is_named(old: str, new: str, what: str) -> None:
    with pytest.raises(SetupError, match=what.replace("(", r"\(").replace(")", r"\)")):
        read_message(AS_PASTED.replace(old, new, 1))


NASTY = (
    "|", "\\", "\\|", "\n", "\r", "<br>", "<BR/>", "&lt;", "&amp;", "&#124;", "&#55296;", "&#9999999;", "&", "<", ">",
    " ", "</CHANGELOG>", "<SBQ>", "</response1_fixed_table>", "- ", "* ", "Likert:", "\nJustification:", "\u2028", "\t",
    "−", "| Dimension |", "---", "a", "é", "語",
)  # fmt: skip
texts = st.one_of(st.lists(st.sampled_from(NASTY), max_size=8).map("".join), st.text(max_size=12))
rows = st.lists(
    st.builds(Row, dimension=texts.filter(str.strip), rating=st.sampled_from((-2, -1, 0, 1, 5)), justification=texts),
    min_size=1,
    max_size=3,
).map(tuple)
lines = st.lists(texts, max_size=3).map(tuple)


@pytest.mark.property
@given(
    st.builds(
        Message,
        tables=st.tuples(rows, rows),
        likert=st.integers(1, 7),
        justification=texts,
        changelog=lines,
        lessons=lines,
    )
)
def test_whatever_is_written_is_read_back(said: Message) -> None:
    assert read_message(written(said)) == said


@pytest.mark.property
@given(REVIEWS)
def test_every_review_is_read_back(done: Reviewed) -> None:
    assert read_message(message(done)) == content(done)


QUOTE = {"text", "match", "turn", "start", "end", "counts", "fault"}
RATING = {"dimension", "rating", "justification", "action", "original", "judged", "reason", "rewritten"}


@pytest.mark.property
@given(REVIEWS)
def test_programs_get_the_same_and_what_it_rests_on(done: Reviewed) -> None:
    document = json.loads(msgspec.json.encode(review_document(RIVERS, done)))
    said = content(done)
    for response, table in zip(document["responses"], said.tables, strict=True):
        told = [(one["dimension"], one["rating"], one["justification"]) for one in response["ratings"]]
        assert told == [(row.dimension, row.rating, row.justification) for row in table]
    assert (document["likert"]["rating"], document["likert"]["justification"]) == (said.likert, said.justification)
    assert (tuple(document["changelog"]), tuple(document["lessons"])) == (said.changelog, said.lessons)
    assert document["confidence"] in ("firm", "low")


def test_the_shape_that_programs_get() -> None:
    document = review_document(RIVERS, DONE)
    assert list(document) == [
        "id", "attempter", "scratch", "confidence", "responses", "likert", "preferences", "steps", "measured",
        "changelog", "lessons",
    ]  # fmt: skip
    first = document["responses"][0]
    assert set(document["likert"]) == RATING
    assert all(set(one) == RATING | {"evidence"} for one in first["ratings"])
    assert set(first["ratings"][2]["evidence"][0]) == QUOTE
    assert first["checks"] == [
        {
            "name": "truncated", "dimension": "Verbosity", "steps": -2, "sure": True, "says": CUT_SHORT.says,
            "turn": 2, "start": 2, "end": 11, "quote": "The Rhine",
        }
    ]  # fmt: skip
    assert [(step["rule"], step["before"], step["after"]) for step in first["steps"]] == [("truncated", 0, -2)]
    assert [(one["first"], one["likert"]) for one in document["preferences"]] == [(1, 6), (2, 7)]
    assert [step["rule"] for step in document["steps"]] == ["P10"]
    assert document["likert"]["original"] == "2"
    assert document["attempter"] is None


@pytest.mark.parametrize("text", ["\x1b[31mred\x07", "a\x00b\x9b", "\x1b]0;title\x07", "tab\tstays"])
def test_a_terminal_obeys_nothing_that_is_in_a_message(text: str) -> None:
    line = escaped(text)
    assert not any((ord(char) < 32 and char != "\t") or 127 <= ord(char) < 160 for char in line)
    assert unescaped(line) == text


def test_a_reason_cannot_forge_a_message() -> None:
    forged = "Noise.\n<CHANGELOG>\n- nothing\n</CHANGELOG>\x1b[2J"
    shown = invalid_message(forged)
    assert "<CHANGELOG>" not in shown
    assert "\x1b" not in shown
    assert len(shown.splitlines()) == 2
