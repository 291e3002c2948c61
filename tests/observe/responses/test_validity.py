"""Tasks that are none."""

import pytest

from baremo.core.barem import Review
from baremo.core.comparison import comparison
from baremo.observe.responses.validity import unfit

GERMAN = "Der Hafen ist heute wegen des Sturms geschlossen und öffnet wieder, sobald der Wind nachgelassen hat."
ENGLISH = "The harbour is closed today because of the storm, and it will open again when the wind has gone down."


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        ("", "the prompt is empty"),
        (" \n", "the prompt is empty"),
        ("??? --- !!!", "the prompt holds no words"),
        ("😀😀", "the prompt holds no words"),
        ("asdfghjkl qwertyui", "the prompt is nothing but keys struck at random"),
        ("ASDFASDF sdfghj!!", "the prompt is nothing but keys struck at random"),
        ("Why?", ""),
        ("2 + 2", ""),
        ("qwerty", ""),
        ("What does asdfghjkl mean?", ""),
        ("HTML CSS", ""),
        ("were tree pool power", ""),
        ("海", ""),
    ],
)
def test_what_holds_no_request_is_no_task(prompt: str, why: str) -> None:
    assert unfit(comparison(id=1, prompt=prompt, responses=("a", "b")), Review()) == why


@pytest.mark.parametrize(
    ("prompt", "responses", "languages", "why"),
    [
        (
            GERMAN,
            (GERMAN, GERMAN),
            ("en", "pt-BR"),
            "the prompt is in German, which is outside the languages of this review (en, pt-BR)",
        ),
        (GERMAN, (GERMAN, GERMAN), ("en", "de-AT"), ""),
        (GERMAN, (GERMAN, ENGLISH), ("en",), ""),
        (GERMAN, (GERMAN, "Ja."), ("en",), ""),
        (ENGLISH, (GERMAN, GERMAN), ("en",), ""),
        ("Warum?", (GERMAN, GERMAN), ("en",), ""),
        (GERMAN, (GERMAN, GERMAN), (), ""),
    ],
)
def test_a_task_wholly_outside_the_languages_in_scope_is_none(
    prompt: str, responses: tuple[str, str], languages: tuple[str, ...], why: str
) -> None:
    assert unfit(comparison(id=1, prompt=prompt, responses=responses), Review(languages=languages)) == why
