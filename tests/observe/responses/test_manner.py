"""Pleasantries, repetition and length."""

import pytest

from baremo.core.barem import Review
from baremo.core.comparison import STYLE, VERBOSITY
from observe.responses.told import named, quoted, seen

PROMPT = "Why is the harbour closed?"
BODY = "The storm broke the pier, and the town has to mend it before boats can land again."


@pytest.mark.parametrize(
    ("response", "at"),
    [
        (f"{BODY} I hope this helps!", "I hope this helps"),
        (f"Great question! {BODY}", "Great question"),
        (f"{BODY} Let me know if you want more.", "Let me know if you"),
        (f"{BODY} Ich hoffe, das hilft.", "Ich hoffe, das hilft"),
        (f"{BODY} N'hésitez pas à demander.", "N'hésitez pas à"),
        (f"{BODY} Espero que te ayude.", "Espero que te ayude"),
        (f"{BODY} Buona giornata!", "Buona giornata"),
        (f"{BODY} Tenha um bom dia!", "Tenha um bom dia"),
        (f"{BODY} お役に立てれば幸いです。", "お役に立てれば"),
        (f"{BODY} 좋은 하루 되세요!", "좋은 하루"),
    ],
)
def test_a_pleasantry_is_a_minor_issue_of_style(response: str, at: str) -> None:
    (check,) = named("pleasantries", PROMPT, response)
    assert (check.dimension, check.steps, check.sure) == (STYLE, -1, True)
    assert check.says == "the response has one pleasantry"
    assert quoted(check, PROMPT, response) == at


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        (PROMPT, BODY),
        (PROMPT, f'{BODY} The sign said "Have a nice day!"'),
        (PROMPT, f"{BODY} We hope this summer is better."),
        (PROMPT, "Surely it will open again."),
        (PROMPT, "```\nprint('Hope this helps')\n```"),
    ],
)
def test_other_words_are_no_pleasantries(prompt: str, response: str) -> None:
    assert named("pleasantries", prompt, response) == []


def test_many_pleasantries_are_a_major_issue_and_lengthen_only_where_so_set() -> None:
    heavy = f"Great question! {BODY} I hope this helps! Have a great day!"
    (check,) = named("pleasantries", PROMPT, heavy)
    assert (check.says, check.steps) == ("the response has three pleasantries", -2)
    style, length = named("pleasantries", PROMPT, heavy, review=Review(pleasantries_lengthen=True))
    assert (style.dimension, length.dimension, length.steps) == (STYLE, VERBOSITY, 1)
    (check,) = named("pleasantries", PROMPT, "Great question! It is broken. Have a nice day!")
    assert (check.says, check.steps) == ("the response has two pleasantries", -2)
    assert (
        len(named("pleasantries", PROMPT, f"{BODY} Bye. Have a nice day!", review=Review(pleasantries_lengthen=True)))
        == 1
    )


def test_an_opener_alone_and_words_of_a_message_do_not_bind() -> None:
    (check,) = named("pleasantries", PROMPT, f"Certainly! {BODY}")
    assert not check.sure
    (check,) = named("pleasantries", "Write an email to the harbour master.", f"Dear Sir, {BODY} Have a nice day!")
    assert not check.sure


def test_own_phrases_count_beside_the_built_in_ones() -> None:
    review = Review(pleasantries=("Ahoy there", " "))
    (check,) = named("pleasantries", PROMPT, f"Ahoy there! {BODY}", review=review)
    assert check.sure
    assert named("pleasantries", PROMPT, f"Ahoy there! {BODY}") == []


def test_a_sentence_said_again_is_verbose() -> None:
    other = "Nobody knows when the ferry will sail again, and the shops are closed as well until further notice."
    more = f"{other} The fishermen mend their nets. The mayor is on holiday. Children play on the beach all day long."
    response = f"{BODY} {more} {BODY}"
    (check,) = named("repetition", PROMPT, response)
    assert (check.dimension, check.steps, check.sure) == (VERBOSITY, 1, False)
    assert check.says == "the response says the same sentence twice"
    assert (check.start, quoted(check, PROMPT, response)) == (response.rindex(BODY), BODY)
    (check,) = named("repetition", PROMPT, f"{BODY} {more} {more} {BODY} {BODY}")
    assert (check.steps, check.sure) == (2, True)
    assert check.says == "the response says the same sentence three times"


def test_a_list_that_goes_round_in_circles_is_verbose() -> None:
    (check,) = named("repetition", PROMPT, "broken, closed, wet, " * 20 + "shut.")
    assert (check.says, check.steps, check.sure) == ("the response repeats the same words over and over", 2, True)


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        (PROMPT, BODY),
        (PROMPT, "Yes. Yes. Yes."),
        (PROMPT, ""),
        ("Write a song about the harbour.", f"{BODY}\n{BODY}\n{BODY}"),
        ("Repeat what I say.", f"{BODY} {BODY}"),
        ("Write a dialogue of two sailors.", f"A: {BODY}\nB: {BODY}\nA: {BODY}"),
    ],
)
def test_refrains_and_labels_are_no_repetition(prompt: str, response: str) -> None:
    assert named("repetition", prompt, response) == []


def test_what_breaks_off_is_too_short_whatever_it_repeats() -> None:
    checks = seen(PROMPT, f"{BODY} {BODY} {BODY} The storm broke the")
    bound = {check.name: check.sure for check in checks if check.dimension == VERBOSITY}
    assert bound == {"truncated": True, "repetition": False}


@pytest.mark.parametrize(
    ("prompt", "count", "steps"),
    [
        ("Is the harbour closed? Answer yes or no.", 50, 1),
        ("Is the harbour closed? Answer yes or no.", 150, 2),
        ("Tell me briefly why it is closed.", 300, 1),
        ("港が閉まった理由を簡潔に。", 600, 2),
        ("Write an essay about the harbour.", 30, -2),
        ("Tell me in detail about the harbour.", 60, -1),
    ],
)
def test_a_length_that_does_not_fit_the_request_is_seen_and_does_not_bind(prompt: str, count: int, steps: int) -> None:
    response = " ".join(f"w{number}" for number in range(count)) + "."
    (check,) = named("length", prompt, response)
    assert (check.dimension, check.steps, check.sure) == (VERBOSITY, steps, False)


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ("Is the harbour closed? Answer yes or no.", "Yes."),
        ("Tell me briefly why it is closed.", BODY),
        ("Write a short essay, but keep it short.", BODY),
        (PROMPT, BODY * 50),
        ("Write an essay about the harbour.", BODY * 10),
        ("Write an essay about the harbour.", ""),
        ("Write an essay about the harbour.", "```\n1\n```"),
    ],
)
def test_a_length_that_fits_is_not_seen(prompt: str, response: str) -> None:
    assert named("length", prompt, response) == []
