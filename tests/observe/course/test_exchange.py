"""A USER turn and what it replies to: nothing that comes later is in it."""

from math import log1p

from baremo.observe.course.exchange import MEMORY, Exchange, exchanges
from baremo.observe.view import View
from building import dialogue


def read(*lines: str) -> list[Exchange]:
    return list(exchanges(View(dialogue(*lines))))


def test_what_was_said_before() -> None:
    opening, reply = read("U: I want a hotel.", "S: Which city?", "S: And when?", "U: Paris.")
    assert (opening.before, opening.goes_on, opening.place, opening.spoken) == ((), False, 0, 0)
    assert [turn.number for turn in reply.before] == [2, 3]
    assert (reply.text, reply.spoken, reply.place) == ("Which city? And when?", 2, 1)
    assert reply.asked == opening.turn.content
    assert reply.known == opening.turn.content


def test_a_user_who_goes_on_still_replies_to_what_came_before() -> None:
    _, first, second, third = read("U: Hi.", "S: Which city?", "U: Paris.", "U: No, Rome.", "S: Rome.", "U: Yes.")
    assert (first.goes_on, second.goes_on, third.goes_on) == (False, True, False)
    assert second.before == first.before
    assert not second.systems
    assert [turn.number for turn in third.systems] == [2]


def test_how_long_turns_were_so_far() -> None:
    first, second, third = read("U: one two three", "S: Yes.", "U: one", "S: Yes.", "U: one")
    assert first.usual == first.length == log1p(3)
    assert second.usual == log1p(3)
    assert third.usual == (log1p(3) + log1p(1)) / 2


def test_memory_is_short() -> None:
    lines = [line for number in range(10) for line in (f"S: word{number} here", f"U: topic{number} there")]
    last = read(*lines)[-1]
    assert len(last.users) == len(last.systems) == MEMORY
    assert last.place == 9


def test_words_of_several_turns_and_of_none() -> None:
    opening, reply = read("U: Hello.", "S: A hotel.", "S: A train.", "U: The train please.")
    assert opening.words == opening.content == frozenset()
    assert {"hotel", "train", "a"} <= reply.words
    assert reply.echoed == 1
