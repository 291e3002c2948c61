"""The searches behind each rung: what they find, and what they must not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.verify.search import exact_span, near_span, normalised_span, suggests, word_span

TEXT = "I do not think it costs 25 dollars. It’s an “excellent” movie… really – I dislike spinach very much."


def cut(text: str, span: tuple[int, int] | None) -> str | None:
    return text[slice(*span)] if span else None


@pytest.mark.parametrize(
    "quote", ["costs 25 dollars", "I do not think", "It’s an “excellent” movie…", "spinach very much."]
)
def test_exact(quote: str) -> None:
    assert cut(TEXT, exact_span(quote, TEXT)) == quote


@pytest.mark.parametrize("quote", ["cost", "like spinach", "ollars", "", "   ", "COSTS"])
def test_exact_needs_the_very_words_and_whole_ones(quote: str) -> None:
    assert exact_span(quote, TEXT) is None


def test_no_does_not_stand_in_know() -> None:
    assert exact_span("no", "I know, now or never") is None
    assert exact_span("no", "I know: no, never") == (8, 10)


def test_scripts_without_spaces_are_cut_anywhere() -> None:
    assert exact_span("映画", "私は映画が好きです") == (2, 4)


def test_a_letter_is_not_cut_from_its_accent() -> None:
    assert exact_span("cafe", "cafe\u0301 noir") is None
    assert cut("cafe\u0301 noir", normalised_span("Café", "cafe\u0301 noir")) == "cafe\u0301"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("COSTS  25\nDOLLARS", "costs 25 dollars"),
        ('"It\'s an "excellent" movie..."', "It’s an “excellent” movie"),
        ("really - I dislike spinach", "really – I dislike spinach"),
        ("'costs 25 dollars'.", "costs 25 dollars"),
        ("it's an ... really", "It’s an “excellent” movie… really"),
        ("It’s … I dislike spinach", "It’s an “excellent” movie… really – I dislike spinach"),
        ("an [...] movie", "an “excellent” movie"),
        ("spi\u200bnach", "spinach"),
    ],
)
def test_normalised(quote: str, found: str) -> None:
    assert exact_span(quote, TEXT) is None
    assert cut(TEXT, normalised_span(quote, TEXT)) == found


@pytest.mark.parametrize(
    ("quote", "why"),
    [
        ("costs 26 dollars", "another number"),
        ("I … think it costs 25 dollars", "the elision swallows a negation"),
        ("really ... costs", "the wrong order"),
        ("…", "nothing but an elision"),
        ("...!", "nothing but punctuation"),
        ("I do ... cost", "half a word after the elision"),
        ("never ... costs", "a piece that is not there"),
    ],
)
def test_not_normalised(quote: str, why: str) -> None:
    assert normalised_span(quote, TEXT) is None, why


def test_an_elision_may_skip_a_sentence_with_a_negation() -> None:
    said = "I like it. I would not lie. It is fun."
    assert cut(said, normalised_span("I like it ... It is fun", said)) == "I like it. I would not lie. It is fun"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("I do not think it cost 25 dollars", "I do not think it costs 25 dollars"),
        ("costs 25 dolars", "costs 25 dollars"),
        ("realy, I dislike spinach very much", "really – I dislike spinach very much"),
    ],
)
def test_near(quote: str, found: str) -> None:
    assert normalised_span(quote, TEXT) is None
    assert cut(TEXT, near_span(quote, TEXT)) == found


@pytest.mark.parametrize(
    ("quote", "why"),
    [
        ("I do not think it costs 95 dollars", "another digit"),
        ("I do think it costs 25 dollars", "a negation left out"),
        ("I don't not think it costs 25 dollars", "a negation put in"),
        ("really – I like spinach very much", "dislike is not like"),
        ("it cost", "too short"),
        ("The weather in Paris is lovely today, my friend", "made up"),
        (TEXT + " And much more that was never said at all, by anyone.", "longer than the turn"),
    ],
)
def test_not_near(quote: str, why: str) -> None:
    assert near_span(quote, TEXT) is None, why


def test_number_words_must_be_the_same_too() -> None:
    said = "we have booked a table for seven people"
    assert near_span("we have booked a table for eleven people", said) is None
    assert near_span("we have bookd a table for seven people", said) is not None


def test_near_the_whole_turn() -> None:
    assert near_span("Thanks for sharing that", "Thank for sharing that") == (0, 22)
    assert near_span("short text x", "tiny") is None


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("apologise", "My deepest apologies.", "apologies"),
        ("sorry", "I'm SORRY!", "SORRY"),
        ("thank you", "We thanked you.", "thanked you"),
        ("refund", "Your refunds are here", "refunds"),
        ("すみません", "大変すみませんでした", "すみません"),
    ],
)
def test_words_are_found_in_any_inflection(words: str, text: str, found: str) -> None:
    assert cut(text, word_span(words, text)) == found


@pytest.mark.parametrize(
    ("words", "text"), [("sorry", "I worry"), ("thank you", "thanks"), ("?", "Really?"), ("a b", "a")]
)
def test_words_that_are_not_there(words: str, text: str) -> None:
    assert word_span(words, text) is None


@pytest.mark.parametrize(
    ("comment", "quote", "suggested"),
    [
        ("SYSTEM could have said 'That sounds fun!'.", "That sounds fun!", True),
        ("It should have asked 'anything else?' before the end.", "anything else?", True),
        ("SYSTEM never said 'sorry'.", "sorry", True),
        ("Lacks warmth in lines like 'ok'.", "ok", False),
        ("'ok' is all. It could have said 'ok, great'.", "ok", False),
        ("Nothing is quoted here.", "ok", False),
        ("It could have said more.", "?", False),
    ],
)
def test_suggested_rewrites(comment: str, quote: str, *, suggested: bool) -> None:
    assert suggests(comment, quote) is suggested


@pytest.mark.property
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_span_is_a_place_in_the_text(quote: str, text: str) -> None:
    for search in (exact_span, normalised_span, near_span, word_span):
        span = search(quote, text)
        assert span is None or 0 <= span[0] < span[1] <= len(text)


@pytest.mark.property
@given(st.lists(st.sampled_from("the cat did not see 25 mice in spite of 3 lamps".split()), min_size=3), st.data())
def test_whole_words_taken_from_a_text_are_found_as_they_are(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = " ".join(words[first:last])
    assert cut(text, exact_span(quote, text)) == quote
    assert normalised_span(quote.upper(), text) is not None
