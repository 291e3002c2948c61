"""What a dialogue is, and what makes it none."""

import pytest

from baremo.core.dialogue import Dialogue, Speaker, Turn
from building import dialogue


def test_a_judge_sees_neither_marks_nor_metadata() -> None:
    turns = (
        Turn(speaker=Speaker.USER, text="Hi", marks=(1, 5), act="OTHER"),
        Turn(speaker=Speaker.SYSTEM, text="Yes?"),
    )
    labelled = Dialogue(id=7, turns=turns, overall=(2, 2), metadata={"csat": 5})
    seen = labelled.unlabelled()
    assert seen.overall == ()
    assert seen.metadata == {}
    assert [turn.marks for turn in seen.turns] == [(), ()]
    assert [turn.text for turn in seen.turns] == ["Hi", "Yes?"]
    assert seen.turns[0].act == "OTHER"
    assert seen.unlabelled() is seen


def test_the_digest_names_its_recipe_and_covers_everything() -> None:
    one = dialogue("U: Hi", overall=(3,))
    assert one.digest.startswith("dialogue-v1:")
    others = [
        dialogue("U: Hi"),
        dialogue("U: hi", overall=(3,)),
        dialogue("S: Hi", overall=(3,)),
        dialogue("U: Hi", overall=(3,), case="1"),
    ]
    assert len({one.digest, *(other.digest for other in others)}) == 5
    assert one.digest == dialogue("U: Hi", overall=(3,)).digest


@pytest.mark.parametrize(
    ("given", "number", "fault"),
    [
        (Dialogue(id=1, turns=()), 0, "without turns"),
        (Dialogue(id=" ", turns=dialogue("U: Hi").turns), 0, "id is blank"),
        (dialogue("U: Hi", overall=(3, 6)), 0, "mark 6 is outside"),
        (Dialogue(id=1, turns=(Turn(speaker=Speaker.USER, text="Hi", marks=(0,)),)), 1, "mark 0 is outside"),
        (Dialogue(id=1, turns=(Turn(speaker=Speaker.SYSTEM, text="Hi", marks=(3,)),)), 1, "marks on a SYSTEM turn"),
        (dialogue("S: Hi", "U: \ud800"), 2, "surrogate"),
    ],
)
def test_each_fault_is_named_with_its_turn(given: Dialogue, number: int, fault: str) -> None:
    ((where, what, remedy),) = given.faults()
    assert where == number
    assert fault in what
    assert remedy


def test_a_sound_dialogue_has_no_fault() -> None:
    assert list(dialogue("C: You are a bot.", "S: Hi", "U: Olá 😊", overall=(1, 5)).faults()) == []
