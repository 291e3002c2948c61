"""Numbers and names that are not in the text they should come from."""

import pytest

from baremo.core.comparison import TRUTH
from baremo.observe.responses.facts import numbers, value
from observe.responses.told import PASSAGE, named, quoted

PROMPT = "According to the passage, what happened to the harbour?"
FACTS = ("absent_number", "absent_name")


@pytest.mark.parametrize(
    ("name", "response", "at"),
    [
        ("absent_number", "A storm broke the pier in 1932.", "1932"),
        ("absent_number", "The repair cost 23,000 crowns.", "23,000"),
        ("absent_name", "The harbour was built by the engineer Gustav Lehmann, they say.", "Gustav Lehmann"),
        ("absent_name", "There is a ferry from Lindholm to the town of Copenhagen as well, twice a day.", "Copenhagen"),
    ],
)
def test_what_the_reference_does_not_have_is_seen_and_does_not_bind(name: str, response: str, at: str) -> None:
    (check,) = [check for each in FACTS for check in named(each, PROMPT, response, reference=PASSAGE)]
    assert (check.name, check.dimension, check.steps, check.sure) == (name, TRUTH, -1, False)
    assert check.says in (f"the reference text has no {at}", f"the reference text has no “{at}”")
    assert quoted(check, PROMPT, response, reference=PASSAGE) == at


@pytest.mark.parametrize(
    "response",
    [
        "In 1923 a storm broke the eastern pier.",
        "It was 52 years old when the storm came.",
        "There are 180 other boats and 300 in all.",
        "A quarter, or 25 % of the boats, go fishing.",
        "It cost 18.500 crowns, roughly 18 thousand.",
        "1. It was built.\n2. It broke.\n15. It was mended.",
        "It has 3 piers.",
        "Karl Brandt built it at Lindholm, and Lindholm's ferry goes to Skagen.",
        "On a Monday in January the ferry sails, as every Monday.",
        "The Harbour Of Many Names\n\nIt was built in 1871.",
        "**The Great Storm of Gothenburg**\n\nIt broke the pier.",
    ],
)
def test_what_stands_there_or_follows_from_it_is_not_seen(response: str) -> None:
    assert [check for each in FACTS for check in named(each, PROMPT, response, reference=PASSAGE)] == []


@pytest.mark.parametrize(
    ("prompt", "response", "slots"),
    [
        ("What happened to the harbour?", "It broke in 1932.", {}),
        ("Write a poem about the harbour.", "It broke in 1932.", {"reference": PASSAGE}),
        (PROMPT, "It broke in 1932.", {"reference": "It broke."}),
        (
            PROMPT,
            "Der Hafen wurde von dem Ingenieur Gustav Lehmann gebaut, wie man überall sagt.",
            {"reference": PASSAGE},
        ),
        (PROMPT, "It broke in 1932.", {"reference": PASSAGE, "before": "I think it was in 1932."}),
    ],
)
def test_only_where_a_text_must_be_kept_to(prompt: str, response: str, slots: dict[str, str]) -> None:
    assert [check for each in FACTS for check in named(each, prompt, response, **slots)] == []


def test_at_most_three_of_a_kind_are_shown() -> None:
    assert len(named("absent_number", PROMPT, "In 1931, 1932, 1933, 1934 and 1935.", reference=PASSAGE)) == 3


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1,234", 1234),
        ("0.125", 0.125),
        ("12.5", 12.5),
        ("1 200", 1200),
        ("7", 7),
    ],
)
def test_a_number_is_read_in_either_convention(written: str, amount: float) -> None:
    assert value(written) == amount


def test_numbers_in_words_count_as_numbers() -> None:
    assert {40.0, 12.0, 3.0} <= numbers("Forty boats, zwölf Leute, trois ports")
