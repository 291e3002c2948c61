"""What was asked for and is there is named with its count."""

import pytest

from asking_reviewer import mark
from baremo.core.comparison import FOLLOWING, VERBOSITY

POOL = "The town will open a swimming pool in May. It was built in two years and has five lanes for everybody."
FRENCH = "La capitale de l'Italie est Rome, qui se trouve dans le Latium et compte des millions d'habitants."


@pytest.mark.parametrize(
    ("prompt", "response", "says"),
    [
        ("List exactly three fruits.", "1. Apple\n2. Pear\n3. Plum", "It lists three items, as asked."),
        ("Describe the pool in two sentences.", POOL, "It has two sentences, as asked."),
        ("Describe the pool in at most 60 words.", POOL, "It has 21 words, where at most 60 were asked for."),
        ("Réponds en français : quelle est la capitale de l'Italie ?", FRENCH, "It is in French, as asked."),
        ("Return the pool as JSON.", '{"lanes": 5}', "It answers with one JSON object that parses, as asked."),
        ("Return the pool as JSON.", "Here:\n```json\n[5]\n```", "It has one JSON array that parses, as asked."),
        ("Show the pool in a table.", "| lanes |\n|---|\n| 5 |", "It is set out in a table, as asked."),
        ("Describe the pool in bullet points.", "- five lanes\n- open", "It is set out in bullet points, as asked."),
        ("Describe the pool as a numbered list.", "1. five lanes\n2. open", "It is a numbered list, as asked."),
        ("How do I sort a list? Do not write any code.", POOL, "It does without code, as asked."),
        ("Write about the pool in all capital letters.", POOL.upper(), "It is in capital letters, as asked."),
        ('Describe the pool. Start with "The town".', POOL, "It starts with “The town”, as asked."),
        ('Describe it. Include the word "lanes".', POOL, "It uses “lanes”, as asked."),
        ('Describe it without the word "sea".', POOL, "It does without “sea”, as asked."),
        (
            'Tell me about the pool in at most 60 words. Include the word "lanes".',
            POOL,
            "It uses “lanes”, as asked, and has 21 words, where at most 60 were asked for.",
        ),
    ],
)
def test_each_demand_that_is_met_is_named(prompt: str, response: str, says: str) -> None:
    followed = mark(FOLLOWING, prompt, response)
    assert (followed.level, followed.justification, followed.quotes) == (3, says, ())
    assert not followed.open


def test_where_code_cannot_see_it_the_judge_cannot_tell() -> None:
    for prompt, response in (
        ("Name three fruits.", "Apples, pears and plums."),
        ("Return the pool as JSON.", '{"lanes": 5,, }'),
        ("Tell me about the pool.", POOL),
    ):
        assert mark(FOLLOWING, prompt, response).open or mark(FOLLOWING, prompt, response).level < 3


def test_a_length_that_was_asked_for_settles_verbosity() -> None:
    two = mark(VERBOSITY, "Describe the pool in two sentences.", POOL)
    assert (two.level, two.open, two.justification) == (0, False, "It has two sentences, as asked.")
    assert mark(VERBOSITY, "Describe the pool in at most 60 words.", POOL).open is False
    scant = mark(VERBOSITY, "Describe the pool in at most 200 words.", POOL)
    assert scant.open
    assert scant.justification == "It has 21 words, where at most 200 were asked for."
    assert mark(VERBOSITY, "Describe the pool in at least 10 words.", POOL).open
    assert mark(VERBOSITY, "Describe the pool.", POOL).open
