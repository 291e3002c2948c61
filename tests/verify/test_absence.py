"""Words in any inflection: an absence is confirmed only where nothing like them is found."""

import pytest

from baremo.verify.absence import word_span


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("apologise", "My deepest apologies.", "apologies"),
        ("sorry", "I'm SORRY!", "SORRY"),
        ("thank you", "We thanked you.", "thanked you"),
        ("refund", "Your refunds are here", "refunds"),
        ("すみません", "大変すみませんでした", "すみません"),
        ("I am sorry", "Oh, I'm sorry!", "I'm sorry"),
        ("I'm sorry", "I am so, I am sorry", "I am sorry"),
        ("don't know", "I do not know", "do not know"),
        ("do not know", "I dont know", "dont know"),
        ("did not", "I couldn't, I didnt", "didnt"),
        ("cannot", "We can't", "can't"),
        ("the shop order", "the shop's order", "the shop's order"),
        ("it is late", "it's late", "it's late"),
        ("👍", "ok 👍", "👍"),
    ],
)
def test_words_are_found_in_any_inflection(words: str, text: str, found: str) -> None:
    span = word_span(words, text)
    assert span is not None
    assert text[slice(*span)] == found


@pytest.mark.parametrize(
    "family",
    [
        "ask asking asked asks",
        "use used using",
        "cat cats",
        "pay paid pays paying payment",
        "buy bought",
        "say said says",
        "tell told telling",
        "send sent",
        "give gave given giving",
        "help helpful helped helpfully",
        "confirm confirmation confirmed",
        "recommend recommendation recommendations",
        "rating rated",
        "apologise apologies apologize apology apologised apologizing",
        "thank thanks",
        "stop stopped stopping",
        "cancel cancelled cancellation",
        "lie lying",
        "watch watches",
        "happy happily",
        "reply replied",
        "solve solution",
        "complete completion",
        "assist assistance",
    ],
)
def test_all_of_a_family_are_found_by_the_first(family: str) -> None:
    first, *others = family.split()
    for other in others:
        assert word_span(first, f"Well, {other}.") is not None, other
        assert word_span(other, f"Well, {first}.") is not None, other


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("sorry", "I worry"),
        ("plane", "a plan"),
        ("plan", "a plane"),
        ("policy", "the police"),
        ("police", "our policy"),
        ("organ", "we organise it"),
        ("organise", "an organ"),
        ("hi", "it is his"),
        ("thank you", "thanks"),
        ("the shop order", "the shop's"),
        ("?", "Really?"),
        ("a b", "a"),
    ],
)
def test_words_that_are_not_there(words: str, text: str) -> None:
    assert word_span(words, text) is None
