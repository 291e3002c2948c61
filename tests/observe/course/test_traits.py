"""Each trait sees what it says, and nothing in a plain exchange."""

from math import log1p

import pytest

from baremo.observe.course.exchange import exchanges
from baremo.observe.course.progress import PROGRESS
from baremo.observe.course.traits import SYSTEM, USER, Sign
from baremo.observe.view import View
from building import dialogue

LOOKS = {trait.name: trait.look for trait in (*USER, *SYSTEM, *PROGRESS)}


def last(name: str, *lines: str) -> float:
    *_, item = exchanges(View(dialogue(*lines)))
    return LOOKS[name](item)


PLAIN = ("U: Hello there.", "S: Okay, good.", "U: Great.")
MORE = {
    "user.length": (("U: one two three",), log1p(3)),
    "user.topic_words": (("U: hotel garden",), log1p(2)),
    "user.question": (("U: what?",), 1.0),
    "user.asks": (("U: where is it",), 1.0),
    "user.exclamations": (("U: no!!!!!",), 3.0),
    "user.trailing_dots": (("U: well..",), 1.0),
    "user.capitals": (("U: I said NOW",), 1.0),
    "user.figures": (("U: at 7",), 1.0),
    "user.negations": (("U: no, not that",), 2.0),
    "user.goes_on": (("U: hello", "U: anyone"), 1.0),
    "user.place": (("U: one", "S: two", "U: three"), log1p(1)),
    "user.opening": (("U: hello",), 1.0),
    "user.longer_than_before": (("U: one", "S: two", "U: one two three"), log1p(3) - log1p(1)),
    "user.new_words": (("U: hotel", "S: yes", "U: garden"), 0.5),
    "user.repeats_earlier": (("U: hotel", "S: a", "U: train", "S: b", "U: hotel"), 1.0),
    "user.repeats_last": (("U: hotel", "S: a", "U: hotel"), 1.0),
    "system.length": (("S: one two", "S: three", "U: a"), log1p(3)),
    "system.topic_words": (("S: hotel garden", "U: a"), log1p(2)),
    "system.turns": (("S: one", "S: two", "U: a"), 2.0),
    "system.asks": (("S: where is it", "U: a"), 1.0),
    "system.questions": (("S: what? why?", "U: a"), 2.0),
    "system.exclamations": (("S: great!", "U: a"), 1.0),
    "system.figures": (("S: at 7", "U: a"), 1.0),
    "system.quotes_title": (('S: "Heat"', "U: a"), 1.0),
    "system.takes_up": (("U: hotel", "S: hotel", "U: a"), 1.0),
    "system.covers_user": (("U: hotel", "S: hotel garden", "U: a"), 0.5),
    "system.new_words": (("U: hotel", "S: hotel garden", "U: a"), 1 / 3),
    "system.repeats_earlier": (("S: hotel", "U: a", "S: train", "U: b", "S: hotel", "U: c"), 1.0),
    "system.repeats_last": (("S: hotel", "U: a", "S: hotel", "U: b"), 1.0),
    "system.same_wording": (("S: which one", "U: a", "S: which one", "U: b"), 1.0),
    "system.echoed": (("S: hotel", "U: hotel"), 1.0),
    "system.echoed_share": (("S: hotel garden", "U: hotel"), 0.5),
    "system.silent": (("U: hello",), 1.0),
    "user.answers_with_new": (("U: hotel", "S: Where?", "U: hotel London Paris"), 0.5),
    "user.answers_with_nothing": (("S: Where?", "U: Great."), 1.0),
    "user.has_given": (("U: hotel garden", "S: a", "U: hotel"), log1p(2)),
    "user.returns": (("U: hotel", "S: a", "U: train", "S: b", "U: hotel garden"), 0.5),
    "user.same_beginnings": (("U: paintbrush", "S: a", "U: painted"), 1.0),
    "system.keeps": (("U: hotel", "S: a", "U: garden", "S: hotel", "U: b"), 0.5),
    "system.asks_back": (("U: Where?", "S: Why?", "U: a"), 1.0),
    "system.answers": (("U: Where?", "S: Here.", "U: a"), 1.0),
    "system.longer_than_before": (("S: one", "U: a", "S: one two three", "U: b"), log1p(3) - log1p(1)),
    "system.same_beginnings": (("S: paintbrush", "U: a", "S: train", "U: b", "S: painted", "U: c"), 1.0),
}


@pytest.mark.parametrize("name", LOOKS)
def test_what_it_sees(name: str) -> None:
    lines, amount = MORE[name]
    assert last(name, *lines) == pytest.approx(amount)


@pytest.mark.parametrize(
    "name",
    sorted(
        {*LOOKS}
        - {
            "user.length",
            "user.place",
            "system.length",
            "system.turns",
            "user.longer_than_before",
            "system.longer_than_before",
        }
    ),
)
def test_nothing_in_a_plain_exchange(name: str) -> None:
    assert last(name, *PLAIN) == 0


def test_names_and_words_are_their_own() -> None:
    assert len(LOOKS) == len({trait.sees for trait in (*USER, *SYSTEM, *PROGRESS)})
    assert {trait.sign for trait in SYSTEM} == {Sign.FREE, Sign.DOWN}


def test_what_was_not_asked_is_no_answer() -> None:
    told = ("U: hotel", "S: Paris.", "U: train")
    assert [last(name, *told) for name in ("user.answers_with_new", "system.asks_back", "system.answers")] == [0, 0, 0]
    assert last("user.answers_with_nothing", "S: Where?", "U: At 7.") == 0  # a figure is something
    assert last("system.answers", "U: Where?", "S: Why?", "U: a") == 0


def test_a_return_passes_over_the_turn_just_before() -> None:
    assert last("user.returns", "U: train", "S: a", "U: hotel", "S: b", "U: hotel") == 0
