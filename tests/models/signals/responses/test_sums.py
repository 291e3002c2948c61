"""Sums are worked again, and only where they can be."""

import pytest

from asking_reviewer import mark
from baremo.core.comparison import TRUTH
from baremo.models.signals.responses.sums import digits, wrong_sums


def wrong(text: str, asked: str = "") -> list[tuple[str, str]]:
    return [(text[found.start : found.end], found.right) for found in wrong_sums(text, asked)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("So 5+8=14.", [("5+8=14", "13")]),
        ("In base-10, 5+8=14. Since we carry 1, 11+1=13.", [("5+8=14", "13"), ("11+1=13", "12")]),
        ("5 + 8 = 13, and 7 - 9 = 2", [("7 - 9 = 2", "-2")]),
        ("6 × 7 = 42 and 6*7=43", [("6*7=43", "42")]),
        ("1.5 + 1.5 = 4", [("1.5 + 1.5 = 4", "3")]),
        ("10 / 4 = 3.5", [("10 / 4 = 3.5", "2.5")]),
        ("12 + 15 + 9 = 38 euros", [("12 + 15 + 9 = 38", "36")]),
        ("2 + 3 × 4 = 20", [("2 + 3 × 4 = 20", "14")]),
        ("10 - 2 - 3 = 4", [("10 - 2 - 3 = 4", "5")]),
        ("- 5 + 3 = 9", [("5 + 3 = 9", "8")]),  # an item of a list
    ],
)
def test_a_wrong_sum_is_found_with_what_it_comes_to(text: str, found: list[tuple[str, str]]) -> None:
    assert wrong(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "10 / 3 = 3.33",  # rounded
        "2 / 3 = 0.67",
        "x+5=14",
        "3 * (5+8)=40",
        "1+2+3=6",
        "12 + 15 + 9 = 36",
        "2 + 3 × 4 = 14",
        "1/2 + 1/4 = 0.75",
        "1 + 4 / 0 = 9",
        "a + 15 + 9 = 38",  # the end of a longer sum
        "(12 + 15 + 9 = 38)",
        "5+8=14%2",
        "2 + 3 = 5,000",
        "1/0=0",
        "1,005+8=1013",
    ],
)
def test_what_is_no_plain_sum_is_let_be(text: str) -> None:
    assert wrong(text) == []


def test_a_base_that_the_task_names_is_heeded() -> None:
    assert wrong("8+4=13 and 5+5=11", "all numbers are in base-9") == []
    assert wrong("8+4=12", "all numbers are in base-9") == [("8+4=12", "13")]
    assert wrong("8 + 4 - 1 = 11", "all numbers are in base-9") == [("8 + 4 - 1 = 11", "12")]
    assert wrong("9+1=11 and 2*2=5 and 1.5+1=3", "in base 9") == []  # 9 is no digit there, and only + and - are worked


@pytest.mark.parametrize("asked", ["base 9 or base 8?", "base 16", "What is 7+8 modulo 12?", "add these in binary"])
def test_nothing_is_worked_where_the_task_counts_otherwise(asked: str) -> None:
    assert wrong("7+8=3", asked) == []


def test_digits_in_a_base() -> None:
    assert [digits(value, 9) for value in (0, 8, 9, 81)] == ["0", "8", "10", "100"]


def test_what_a_sum_comes_to_need_not_stand_in_the_reference_text() -> None:
    text = "The novel costs 12 euros, the atlas 15 euros, the map 7 euros and the notebook 9 euros. " * 4
    prompt = "What do the novel, the atlas, the map and the notebook cost together?"
    right = mark(TRUTH, prompt, "They cost 12 + 15 + 7 + 9 = 43 euros.", reference=text)
    assert right.level == 3
    assert mark(TRUTH, prompt, "They cost 12 + 15 + 7 + 9 = 44 euros.", reference=text).level == 2
