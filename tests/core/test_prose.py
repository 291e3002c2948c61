"""What code reads in what people write about two responses."""

import pytest

from baremo.core.prose import Degree, Spoken, pleasantry, quoted, sentences, unquoted, verdicts

MUCH, PLAINLY, SLIGHTLY = Degree.MUCH, Degree.PLAINLY, Degree.SLIGHTLY


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Response 2 is better overall.", [Spoken(2)]),
        ("Response 1 is much better than Response 2.", [Spoken(1, MUCH)]),
        ("Response 2 is slightly better overall because it is right.", [Spoken(2, SLIGHTLY)]),
        ("I slightly prefer Response 2 over Response 1.", [Spoken(2, SLIGHTLY)]),
        ("I prefer the first response.", [Spoken(1)]),
        ("The better one is Response 2.", [Spoken(2)]),
        ("The second answer is a little weaker than the first one.", [Spoken(1, SLIGHTLY)]),
        ("Response one is worse.", [Spoken(2)]),
        ("Response 2 is clearly better.", [Spoken(2)]),
        ("Response 2 is better by far.", [Spoken(2, MUCH)]),
        ("Response 1 wins overall, by a wide margin.", [Spoken(1, MUCH)]),
        ("Response 1 is better by a small margin.", [Spoken(1, SLIGHTLY)]),
        ("Response 1 is better by its tone.", [Spoken(1)]),
        ("Response 1 is better at formatting, but Response 2 is better overall.", [Spoken(2)]),
        ("Response 1 is better formatted.", []),
        ("Response 1 is not better.", []),
        ("Neither Response 1 nor Response 2 is better.", [Spoken(0)]),
        ("Both responses are about equally good.", [Spoken(0)]),
        ("I have no clear preference.", [Spoken(0)]),
        ("They are not equal.", []),
        ("It quotes “Response 1 is better.”", []),
        ("Response 1 is better. Response 2 is better.", [Spoken(1), Spoken(2)]),
    ],
)
def test_which_response_a_text_finds_better(text: str, said: list[Spoken]) -> None:
    assert verdicts(text) == said


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("It costs 3.5 euros, e.g. here. Not there", ["It costs 3.5 euros, e.g. here.", "Not there"]),
        ("It says “One. Two.” and stops. Good.", ["It says “One. Two.” and stops.", "Good."]),
        ("It says “One.” Then it stops.", ["It says “One.”", "Then it stops."]),
        ("Wait... what? Yes.", ["Wait... what?", "Yes."]),
        ("1. One thing. Two.", ["1. One thing.", "Two."]),
        ("answers are short. they are right.", ["answers are short.", "they are right."]),
        ("正しい。短い。", ["正しい。", "短い。"]),
    ],
)
def test_where_sentences_end(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


@pytest.mark.parametrize(
    ("text", "spoken_of"),
    [
        ("The pleasantries make it far too long.", "pleasantries"),
        ("It ends with “I hope this helps!”, which is padding.", "I hope this helps"),
        ("The small talk is not needed.", "small talk"),
        ("It comes to the point without any opening pleasantries.", ""),
        ("There aren't pleasantries in it.", ""),
        ("The closing pleasantry counts under Style & Clarity; the length is right.", ""),
        ("Pleasantries aside, the length is right.", ""),
        ("It is short and to the point.", ""),
    ],
)
def test_what_speaks_of_pleasantries(text: str, spoken_of: str) -> None:
    assert pleasantry(text) == spoken_of


def test_quotes_of_all_kinds_are_found_and_masked() -> None:
    text = '“a b” «c d» „e f“ "g h" ‘i j’ `k` 「l」 it\'s 5" wide'
    assert [next(filter(None, quote.groups())) for quote in quoted(text)] == [
        "a b",
        "c d",
        "e f",
        "g h",
        "i j",
        "k",
        "l",
    ]
    assert len(unquoted(text)) == len(text)
    assert unquoted("He said “stop.” Then") == "He said XXXXX.” Then"
