"""Quotes with something left out."""

import pytest

from baremo.verify.search import normalised_span

TEXT = "I do not think it costs 25 dollars. It’s an “excellent” movie… really – I dislike spinach very much."


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("it's an ... really", TEXT, "It’s an “excellent” movie… really"),
        ("It’s … I dislike spinach", TEXT, "It’s an “excellent” movie… really – I dislike spinach"),
        ("an [...] movie", TEXT, "an “excellent” movie"),
        ("an (…) movie", TEXT, "an “excellent” movie"),
        ("an . . . movie", TEXT, "an “excellent” movie"),
        ("I like it ... It is fun", "I like it. I would not lie. It is fun.", "I like it. I would not lie. It is fun"),
        ("We will ... pay", "We will not wait. We will of course pay", "We will of course pay"),
        ("we ... pay ... today", "We may pay you, not today. We pay it today", "We pay it today"),
    ],
)
def test_elisions_in_order(quote: str, text: str, found: str) -> None:
    span = normalised_span(quote, text)
    assert span is not None
    assert text[slice(*span)] == found


@pytest.mark.parametrize(
    ("quote", "text", "why"),
    [
        ("I … think it costs 25 dollars", TEXT, "a negation is left out"),
        ("really ... costs", TEXT, "the wrong order"),
        ("I do ... cost", TEXT, "half a word"),
        ("never ... costs", TEXT, "a piece that is not there"),
        ("I will ... help you", "I will go. I do not help you", "a negation in the sentence of the right piece"),
        ("I did ... refund", "I did it? I did not refund", "a negation at either place of the left piece"),
        ("We will … refund your order", "We will refuse to refund your order", "a verb that reverses"),
        ("We will … refund your order", "We will be unable to refund your order", "unable"),
        ("We will … refund", "We will go without a refund", "without"),
        ("We … refund", "We fail often. Never mind. A refund", "in the sentence of the left piece"),
        (" ... ".join(["it"] * 30 + ["costs"]), "it " * 40 + "costs", "too many pieces"),
    ],
)
def test_elisions_that_turn_the_sense_around(quote: str, text: str, why: str) -> None:
    assert normalised_span(quote, text) is None, why
