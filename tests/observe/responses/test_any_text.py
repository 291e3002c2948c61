"""Whatever was asked and answered, checks neither fail nor point at nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.barem import Review
from baremo.core.comparison import Comparison, comparison
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.observation import Check
from baremo.observe.responses.registry import BY_NAME, CHECKS, inspect
from baremo.observe.responses.validity import unfit
from observe.responses.told import PASSAGE, named, seen

SAID = st.sampled_from(
    """List three things. | Answer in exactly two words | in JSON | ```python | ``` | x = = 1 | { | } | "a" | 1. | - one
    2) two | I can't help with that. | Hope this helps! | Great question! | the | , | … | . | \n | \n\n | “ | ” | a |
    Use the word sea. | Do not use the word | without the letter e | in all caps | 3つ挙げて | 箇条書きで | 。 |
    두 가지 알려줘 | en trois phrases | Text: | Passage: | answer in French | Der Hafen ist heute geschlossen | 1,234.5
    1999 | Karl Brandt | <turn_end> | \u2028 | İ | e\u0301 | \t | ~~~ | # Title | **bold** | yes or no | essay | | | b
    Start your answer with "Well". | I am a human being. | The sea is wide and blue today.""".split(" | ")
)
TEXTS = st.one_of(
    st.text(max_size=80), st.lists(SAID, max_size=16).map(" ".join), st.lists(SAID, max_size=16).map("\n".join)
)
REVIEW = Review(pleasantries=("ahoy", ""), pleasantries_lengthen=True, languages=("en", "fr"))
COMPARED = st.builds(
    lambda prompt, response, system, before, reference, locale: comparison(
        id=1,
        prompt=prompt,
        responses=(response, prompt),
        system_prompt=system,
        history=(Turn(speaker=Speaker.USER, text=before), Turn(speaker=Speaker.SYSTEM, text="Fine.")),
        reference=reference,
        metadata={"locale": locale},
    ),
    *(TEXTS,) * 4,
    st.one_of(TEXTS, st.just(PASSAGE)),
    st.sampled_from(["", "de-DE", "ja_JP", "xx"]),
)


@pytest.mark.property
@given(COMPARED)
def test_every_check_is_known_and_points_at_something(case: Comparison) -> None:
    unfit(case, REVIEW)
    for side in (1, 2):
        dialogue = case.alone(side)
        checks = inspect(dialogue, REVIEW)
        for check in checks:
            text = dialogue.turns[check.turn - 1].text
            assert 0 <= check.start < check.end <= len(text)
            assert text[check.start : check.end].strip()
            assert check.dimension in BY_NAME[check.name].dimensions
            assert check.steps in (-2, -1, 1, 2)
            assert check.says
            assert not check.says.endswith(".")
            assert "\n" not in check.says
        assert not opposed(checks)
        assert inspect(dialogue, REVIEW) == checks


def opposed(checks: tuple[Check, ...]) -> bool:
    bound = {(check.dimension, check.steps > 0) for check in checks if check.sure}
    return any((dimension, not side) in bound for dimension, side in bound)


TURNS = st.lists(st.builds(Turn, speaker=st.sampled_from(Speaker), text=TEXTS), max_size=4)


@pytest.mark.property
@given(TURNS)
def test_any_dialogue_can_be_inspected(turns: list[Turn]) -> None:
    checks = inspect(Dialogue(id=1, turns=tuple(turns)), Review())
    assert not checks or turns[-1].speaker is Speaker.SYSTEM


def test_the_registry_names_each_check_once() -> None:
    assert len(BY_NAME) == len(CHECKS)
    assert all(check.sees and "\n" not in check.sees for check in CHECKS)


def test_a_check_that_is_ignored_is_not_made() -> None:
    prompt, response = "List three things.", "- a\n- b\n\nHope this helps!"
    assert {check.name for check in seen(prompt, response)} == {"item_count", "pleasantries"}
    assert {check.name for check in seen(prompt, response, review=Review(ignore=("item_count",)))} == {"pleasantries"}


def test_an_empty_response_is_too_short_and_follows_nothing() -> None:
    checks = seen("Why?", " ```\n``` <turn_end>")
    assert [(check.name, check.dimension, check.steps, check.sure, check.turn) for check in checks] == [
        ("empty", "Instruction Following", -2, True, 1),
        ("empty", "Verbosity", -2, True, 1),
    ]
    assert named("empty", "Why?", "Because.") == []
    assert seen(" ", " ") == ()


@pytest.mark.parametrize(
    "piece", ["a", "a ", "1", "\n", "“", "|", "x | ", "`", "を、", "1.\n", "((", "in two ", "* ", "…", "'", '"']
)
def test_long_texts_take_no_endless_time(piece: str) -> None:
    text = piece * (10_000 // len(piece))
    seen(f"{text}x", "Fine.")
    seen("Answer in exactly three words, as JSON, in French.", f"x{text}")


LONG = "The harbour was closed, and nobody went there at all on that day. " * 1_000


def test_of_a_very_long_response_only_what_holds_whatever_follows_is_said() -> None:
    prompt = (
        'Answer in French, in at most 50 words, as JSON. Use the word "lantern". End with the phrase "over and out".'
    )
    names = [check.name for check in seen(prompt, f"{LONG}and then the")]
    assert names == ["language", "asked_language", "word_count", "repetition"]
    (check,) = named("word_count", prompt, LONG)
    assert check.says.startswith("the prompt asks for at most 50 words and the response has at least ")
    assert named("item_count", "List three things.", "- a thing\n" * 9_000)[0].says.endswith("lists at least 5000")


def test_what_stands_at_either_end_of_a_very_long_prompt_is_asked_for() -> None:
    prompt = f"Do not use the word tea. {LONG}Answer in one word. {LONG}Do not use the word sea."
    response = "The sea is blue, and there is tea."
    assert [check.says.split("“")[1][:3] for check in named("forbidden_words", prompt, response)] == ["tea", "sea"]
    assert named("word_count", prompt, response) == []


def test_a_text_too_long_to_be_looked_at_has_no_figures_missing() -> None:
    response = "The repair cost 23,000 florins."
    assert len(named("absent_number", "Summarise it.", response, reference=PASSAGE)) == 1
    assert named("absent_number", "Summarise it.", response, reference=PASSAGE * 200) == []
