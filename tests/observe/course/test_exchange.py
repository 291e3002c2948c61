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
    assert (opening.new, reply.new, reply.system_new) == (1, 1, 1)


def test_what_is_new_and_what_was_taken_up() -> None:
    _, second, third = read(
        "U: A cheap hotel.", "S: A hotel in Rome?", "U: Rome, cheap.", "S: Rome is cheap.", "U: Hotel."
    )
    assert (second.taken, second.echoed, second.new, second.system_new) == (1, 1, 1, 1)
    assert (third.taken, third.echoed, third.new, third.system_new) == (2, 0, 0, 0)
    # Words in common of all words of both: hotel of cheap and hotel; none; cheap of three; Rome of three.
    assert third.alike == [1 / 2, 0.0]
    assert second.alike == [1 / 3]
    assert third.system_alike == [1 / 3]


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
