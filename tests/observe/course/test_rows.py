"""Rows of numbers: the columns that are named, in their order; turns know nothing of what comes later."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.dialogue import Dialogue
from baremo.observe.course.cues import SYSTEM_CUES, USER_CUES
from baremo.observe.course.rows import TURN, WHOLE, turn_rows, whole_row
from baremo.observe.course.traits import Sign
from baremo.observe.course.wording import Weighing, wording
from baremo.observe.registry import observe
from baremo.observe.view import View
from building import dialogue

TALK = dialogue(
    "S: How can I help you?",
    "U: I need a cheap hotel in Rome.",
    "S: I'm sorry, I cannot find one.",
    "U: No, that is not what I want. This is ridiculous!",
    "S: I have booked the Hotel Roma for you.",
    "U: Perfect, thank you so much!",
)


def turns(talk: Dialogue) -> list[dict[str, float]]:
    return [dict(zip(TURN, row, strict=True)) for row in turn_rows(View(talk))]


def whole(talk: Dialogue) -> dict[str, float]:
    view = View(talk)
    return dict(zip(WHOLE, whole_row(view, turn_rows(view), observe(view)), strict=True))


def test_each_turn_by_itself() -> None:
    asks, complains, thanks = turns(TALK)
    assert thanks["user.says.thanks"] == 1
    assert thanks["user.mood"] > asks["user.mood"]
    assert complains["user.says.frustration"] == 1
    assert complains["system.says.refusal"] == 1
    assert thanks["system.says.done"] == 1
    assert thanks["so_far.system.refusal"] == pytest.approx(1 / 4)
    assert asks["so_far.system.refusal"] == 0


def test_no_turn_knows_what_comes_later() -> None:
    for end in range(1, len(TALK.turns) + 1):
        early = turn_rows(View(Dialogue(id=1, turns=TALK.turns[:end])))
        assert early == turn_rows(View(TALK))[: len(early)]


def test_a_cue_counts_twice_at_most() -> None:
    (row,) = turns(dialogue("U: Thanks, thank you, thanks a lot, thank you very much, many thanks!"))
    assert row["user.says.thanks"] == 2


def test_the_whole() -> None:
    row = whole(TALK)
    assert row["mean.user.says.thanks"] == pytest.approx(1 / 3)
    assert row["late.user.says.thanks"] == pytest.approx(1 / 2)
    assert row["last.user.says.thanks"] == 1
    assert row["count.frustration"] > 0
    assert row["rate.frustration"] == pytest.approx(row["count.frustration"] / 3)
    assert row["shape.user_share"] == pytest.approx(1 / 2)
    assert row["shape.user_has_last_word"] == 1
    assert row["shape.ends_in_question"] == 0
    assert 0 < row["shape.system_variety"] <= 1


def test_where_user_says_nothing() -> None:
    row = whole(dialogue("S: Is anybody there?"))
    assert row["mean.user.length"] == row["shape.user_length"] == row["shape.user_length_trend"] == 0
    assert row["shape.ends_in_question"] == 1


def test_longer_towards_the_end() -> None:
    row = whole(dialogue("U: Yes.", "S: Go on.", "U: I liked the garden and the long walks by the sea."))
    assert row["shape.user_length_trend"] > 1


def test_every_column_says_what_it_sees_and_which_way() -> None:
    assert len(TURN) == 85
    assert len(WHOLE) == 306
    for sees, sign in (*TURN.values(), *WHOLE.values()):
        assert sees
        assert isinstance(sign, Sign)
    assert WHOLE["late.user.says.thanks"] == ("USER says thanks, towards the end", Sign.UP)
    assert WHOLE["rate.dead_end"][1] is Sign.DOWN
    assert WHOLE["rate.offer"][1] is Sign.FREE


@pytest.mark.parametrize("cue", [*USER_CUES, *SYSTEM_CUES])
def test_every_cue_is_one_that_is_looked_for(cue: str) -> None:
    from baremo.observe.system_cues import SYSTEM_PHRASES
    from baremo.observe.user_cues import USER_PHRASES

    known = USER_PHRASES if cue in USER_CUES else SYSTEM_PHRASES
    waiting, found = [known._root], set[str]()
    while waiting:
        node = waiting.pop()
        found.update(node.cues)
        waiting += node.then.values()
    assert cue in found


@given(st.text("ab7 ?!.", max_size=30), st.randoms(use_true_random=False))
def test_weights_add_up_as_if_each_word_and_pair_were_looked_up(said: str, rng: Random) -> None:
    view = View(dialogue(f"U: x {said}"))
    (turn,) = view.user
    known = sorted(wording(turn) | {"never", "never said"})
    weights = {word: (rng.choice([-1.0, 0.5, 2.0]), rng.random()) for word in known if rng.random() < 0.7}
    found = [weights[word] for word in wording(turn) if word in weights]
    by_hand = [sum(one for one, _ in found), sum(other for _, other in found)]
    assert Weighing(weights)(turn) == pytest.approx(by_hand)


def test_words_and_pairs() -> None:
    (turn,) = View(dialogue("U: Room 12, please! Room?")).user
    assert wording(turn) == {
        *("room", "0", "please", "?", "!"),
        *("^ room", "room 0", "0 please", "please room", "room $"),
    }
    (plain,) = View(dialogue("U: yes")).user
    assert wording(plain) == {"yes", "^ yes", "yes $"}
