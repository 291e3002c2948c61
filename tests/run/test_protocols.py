"""What is compared, in which order, and how often `repeat` asks."""

from pathlib import Path

import pytest

from baremo.core.barem import Barem, Protocol
from baremo.core.label import Label
from baremo.run.hire import Wanted
from baremo.run.protocols import Task, Way, in_order, labelled, matched
from building import dialogue

CHATS = [dialogue("U: Hi.", f"S: Hello number {number}.", case=number) for number in range(30)]


def test_all_ways_judge_in_one_order_that_hangs_on_ids_alone() -> None:
    first = [one.id for one in in_order(CHATS, 0)]
    assert first == [one.id for one in in_order(reversed(CHATS), 0)]
    assert sorted(map(int, first)) == list(range(30))
    assert first != list(range(30))
    assert first != [one.id for one in in_order(CHATS, 1)]


def test_only_dialogues_that_people_marked_and_no_judge_is_shown_are_compared() -> None:
    strict = Barem.load("strict")
    example = strict.examples[0].dialogue
    labels = [Label(case="3", level=60), Label(case="4", level=60, criterion="Empathy")]
    labels.append(Label(case=str(example.id), level=60))
    assert [one.id for one in labelled(CHATS, labels, strict, "")] == [3]
    assert [one.id for one in labelled(CHATS, labels, strict, "Empathy")] == [4]
    assert labelled([example], labels, strict, "") == []


@pytest.mark.parametrize(("solo", "debate", "times"), [(100, 200, 2), (100, 299, 2), (100, 300, 3)])
def test_repeat_asks_as_often_as_a_debate_pays_for(solo: int, debate: int, times: int) -> None:
    assert matched(solo, debate) == (times, "")


@pytest.mark.parametrize(("solo", "debate"), [(100, 199), (0, 100)])
def test_repeat_that_would_be_solo_is_left_out(solo: int, debate: int) -> None:
    assert matched(solo, debate) == (1, "a debate takes fewer tokens than two times solo")


def test_a_critic_of_its_own_is_for_the_debate_alone(tmp_path: Path) -> None:
    task = Task(
        barem=Barem.load("strict"),
        wanted=Wanted(judge="openai:a", critic="openai:b"),
        dialogues=(),
        labels=(),
        ways=tuple(Way),
        folder=tmp_path,
    )
    assert [task.wanted_for(way, 1).critic for way in Way] == ["", "openai:b", "", ""]
    assert task.wanted_for(Way.REPEAT, 3).repeat == 3
    assert [task.barem_of(way).protocol for way in Way] == [
        Protocol.SOLO,
        Protocol.DEBATE,
        Protocol.DEBATE_IN_ONE,
        Protocol.SOLO,
    ]
