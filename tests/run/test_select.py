"""Which dialogues are chosen hangs on their ids, never on their order or on the machine."""

import random

import pytest

from baremo.core.dialogue import Dialogue
from baremo.errors import SetupError
from baremo.run.select import Selection
from building import dialogue

TALKS = [dialogue("S: Hello.", case=f"talk {number}") for number in range(400)]


def ids(selection: Selection, talks: list[Dialogue] = TALKS, **how: object) -> list[str]:
    return [str(talk.id) for talk in selection.of(talks, **how)]  # type: ignore[arg-type]


def test_all_without_a_wish() -> None:
    assert ids(Selection()) == [str(talk.id) for talk in TALKS]
    assert Selection().count(TALKS, 400) == 400


def test_the_first_few_also_where_some_of_them_were_passed_before() -> None:
    assert ids(Selection(limit=3)) == ["talk 0", "talk 1", "talk 2"]
    assert ids(Selection(limit=3), TALKS[2:], passed=2) == ["talk 2"]
    assert ids(Selection(limit=3), TALKS[3:], passed=3) == []
    assert Selection(limit=3).count(TALKS, 400) == 3
    assert Selection(limit=500).count(TALKS, 400) == 400


def test_a_sample_is_the_same_in_any_order_and_another_with_another_seed() -> None:
    mixed = random.Random(1).sample(TALKS, len(TALKS))
    drawn = ids(Selection(sample=50))
    assert len(drawn) == 50
    assert drawn == sorted(drawn, key=lambda case: int(case.split()[1])), "in the order of the input"
    assert set(ids(Selection(sample=50), mixed)) == set(drawn)
    assert len(set(ids(Selection(sample=50, seed=1))) & set(drawn)) < 30
    assert set(ids(Selection(sample=20))) < set(drawn), "a larger sample holds the smaller one"
    assert Selection(sample=50).count(TALKS, 400) == 50


def test_shards_are_all_and_nothing_twice() -> None:
    shards = [ids(Selection(shard=(number, 7))) for number in range(1, 8)]
    assert sorted(case for shard in shards for case in shard) == sorted(str(talk.id) for talk in TALKS)
    assert all(30 < len(shard) < 90 for shard in shards)
    assert [Selection(shard=(number, 7)).count(TALKS, 400) for number in range(1, 8)] == [len(one) for one in shards]


def test_a_sample_of_a_shard() -> None:
    shard = Selection(shard=(2, 4))
    drawn = ids(Selection(shard=(2, 4), sample=10))
    assert len(drawn) == 10
    assert set(drawn) < set(ids(shard))


def test_only_what_failed() -> None:
    assert ids(Selection(failed=True), only=frozenset({"talk 7", "elsewhere"})) == ["talk 7"]


def test_a_choice_can_be_gone_through_twice() -> None:
    chosen = Selection(limit=2).from_(TALKS)
    assert list(chosen) == list(chosen) == TALKS[:2]


@pytest.mark.parametrize(
    ("selection", "where"),
    [
        (Selection(shard=(0, 4)), "--shard"),
        (Selection(shard=(5, 4)), "--shard"),
        (Selection(limit=1, sample=2), "--limit"),
    ],
)
def test_faulty_wishes(selection: Selection, where: str) -> None:
    with pytest.raises(SetupError) as caught:
        selection.refuse_faults()
    assert [problem.where for problem in caught.value.problems] == [where]
