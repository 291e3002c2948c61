"""The justification of a preference."""

import pytest

from baremo.core.comparison import DIMENSIONS
from baremo.core.numbers import Value
from baremo.score.sidebyside import composed, conforms, misstated, tells
from reviewing import BAREM, BEST, POOR

REST = "It names three rivers. The other one names four."


def table(*levels: Value) -> dict[str, Value]:
    return dict(zip(DIMENSIONS, levels, strict=True))


@pytest.mark.parametrize(
    ("text", "likert", "why"),
    [
        (f"Response 2 is better overall. {REST}", 6, ""),
        (f"Response 2 is better overall. {REST}", 5, "its verdict is of another strength than the rating"),
        (f"Response 1 is better overall. {REST}", 3, "its verdict is of another strength than the rating"),
        (f"Response 2 is better overall. {REST}", 7, "its verdict is of another strength than the rating"),
        (f"Response 2 is much better overall. {REST}", 6, "its verdict is of another strength than the rating"),
        (f"Response 1 is slightly better overall. {REST}", 1, "its verdict is of another strength than the rating"),
        (f"Response 2 is clearly better overall. {REST}", 6, ""),
        (f"Response 2 is better by far. {REST}", 7, ""),
        (f"Response 2 is much better overall. {REST}", 7, ""),
        (f"Response 1 is slightly better overall. {REST}", 3, ""),
        (f"Both responses are about equally good. {REST}", 4, ""),
        ("Response 2 is better overall. It is right.", 6, "2 sentences, not three or four"),
        ("Response 2 is better overall.", 6, "1 sentence, not three or four"),
        (f"Response 2 is better overall. {REST} {REST}", 6, "5 sentences, not three or four"),
        (f"{REST} Response 2 is better overall.", 6, "it does not open with a verdict"),
        (f"Response 1 is better overall. {REST}", 6, "its verdict is for another side than the rating"),
        (f"Response 1 is better overall. {REST}", 4, "its verdict is for another side than the rating"),
        (
            "Response 2 is better overall. It is right. Response 1 is better overall.",
            6,
            "its verdict is for another side than the rating",
        ),
        (f"Response 2 is slightly better overall. {REST}", 6, "its verdict is of another strength than the rating"),
        (f"Response 1 is much better overall. {REST}", 3, "its verdict is of another strength than the rating"),
    ],
)
def test_what_conforms(text: str, likert: int, why: str) -> None:
    assert conforms(text, likert) == why


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Its Truthfulness is 1, the other's is 3.", ""),
        ("Truthfulness (3 against 1) decides.", ""),
        ("With an Overall Quality score of 4, it wins.", "Overall Quality 4"),
        ("Verbosity −2 for both.", "Verbosity −2"),
        ("Truthfulness: 2 facts are wrong.", ""),
        ("It says “Truthfulness is 2.” of itself.", ""),
        ("Truthfulness was checked in 1998.", ""),
    ],
)
def test_a_rating_that_neither_has(text: str, stated: str) -> None:
    assert misstated(text, BAREM, (table(*POOR), table(*BEST))) == stated


@pytest.mark.parametrize(
    ("first", "second", "likert", "text"),
    [
        (
            POOR,
            BEST,
            6,
            "Response 2 is better overall. It is stronger in Truthfulness (3 against 1), where Response 1 falls short: "
            "the Nile is African. It is also stronger in Instruction Following (3 against 2). Overall Quality is 2 for "
            "Response 1 and 5 for Response 2.",
        ),
        (
            BEST,
            (3, 3, 3, 0, 3, 3, 4),
            3,
            "Response 1 is slightly better overall. No dimension tells them apart. Overall Quality is 5 for Response 1 "
            "and 4 for Response 2.",
        ),
        (
            (3, 3, 1, 0, 3, 3, 1),
            (1, 3, 1, 0, 3, 3, 2),
            5,
            "Response 2 is slightly better overall. No dimension alone speaks for it, and Response 1 is stronger in "
            "Localization (3 against 1). Overall Quality is 1 for Response 1 and 2 for Response 2.",
        ),
        (
            BEST,
            BEST,
            4,
            "Both responses are about equally good. No dimension tells them apart. Overall Quality is 5 for both.",
        ),
        (
            (3, 3, 3, 1, 3, 3, 4),
            (3, 3, 3, 0, 2, 3, 4),
            4,
            "Both responses are about equally good. Response 1 is stronger in Style & Clarity (3 against 2), Response "
            "2 is stronger in Verbosity (0 against 1). Overall Quality is 4 for both.",
        ),
        (
            (3, 3, 3, 1, 2, 3, 3),
            (3, 3, 3, 1, 2, 2, 3),
            4,
            "Both responses are about equally good. Response 1 is stronger in Harmlessness/Safety (3 against 2), which "
            "is too little to decide. Overall Quality is 3 for both.",
        ),
        (
            BEST,
            (1, 1, 1, 2, 1, 1, 1),
            1,
            "Response 1 is much better overall. It is stronger in Instruction Following (3 against 1). It is also "
            "stronger in Truthfulness (3 against 1). Overall Quality is 5 for Response 1 and 1 for Response 2.",
        ),
    ],
)
def test_what_code_writes(first: tuple[Value, ...], second: tuple[Value, ...], likert: int, text: str) -> None:
    reasons = {"Truthfulness": "The Nile is African. It is long."}
    found = composed(likert, BAREM, (table(*first), table(*second)), (reasons, {}))
    assert found == text
    assert conforms(found, likert) == ""


def test_a_reason_has_one_end_and_no_capital_behind_the_colon() -> None:
    for words, told in (
        ("The year is wrong: “in a good year.”.", "falls short: the year is wrong: “in a good year.” It is also"),
        (f"It {'goes on and ' * 30}ends.", "goes on and goes on and … It is also"),
    ):
        found = composed(6, BAREM, (table(*POOR), table(*BEST)), ({"Truthfulness": words}, {}))
        assert told in found
        assert conforms(found, 6) == ""


@pytest.mark.parametrize(
    ("first", "second", "likert", "text", "named"),
    [
        (POOR, BEST, 6, "It wins on truthfulness.", True),
        (POOR, BEST, 6, "It wins on Style & Clarity.", False),
        (POOR, BEST, 6, "It says “Truthfulness”.", False),
        (BEST, BEST, 4, "Both are lists.", True),
        ((3, 3, 3, 0, 3, 3, 4), BEST, 5, "It is a list.", True),
        ((3, 3, 3, 1, 3, 3, 4), (3, 3, 3, 0, 2, 3, 4), 4, "They differ in Verbosity.", True),
        ((3, 3, 3, 1, 3, 3, 4), (3, 3, 3, 0, 2, 3, 4), 4, "They differ in Truthfulness.", False),
    ],
)
def test_whether_a_text_names_what_tells_them_apart(
    first: tuple[Value, ...], second: tuple[Value, ...], likert: int, text: str, named: bool
) -> None:
    assert tells(text, likert, BAREM, (table(*first), table(*second))) is named


def test_reasons_that_would_tell_another_story_are_left_out() -> None:
    reasons = {"Truthfulness": "response 1 is better overall, they say."}
    found = composed(6, BAREM, (table(*POOR), table(*BEST)), (reasons, {}))
    assert "they say" not in found
    assert conforms(found, 6) == ""
