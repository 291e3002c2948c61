"""Marked dialogues as arrays."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from baremo.core.dialogue import Turn
from baremo.errors import SetupError
from baremo.run.fitting.corpus import Marked, gathered
from baremo.run.fitting.measuring import Asked, out_of_fold
from baremo.run.fitting.models import bags_of, later_half, mean_of, vocabulary
from building import dialogue
from fitting_world import corpus, talks

DESK, SHOP = talks("desk", 60), talks("shop", 60, usual=3.6)


def test_turns_and_dialogues_stand_side_by_side() -> None:
    found = corpus({"desk": DESK, "shop": SHOP})
    assert found.names == ["desk", "shop"]
    first = [turn for turn in DESK[0].turns if turn.marks]
    assert np.flatnonzero(found.owner == 0).tolist() == list(range(len(first)))
    assert found.felt[: len(first)] == pytest.approx([np.mean(turn.marks) for turn in first])
    assert found.marks == pytest.approx([np.mean(one.overall) for one in (*DESK, *SHOP)])
    assert (found.people[0] + 1).tolist() == list(DESK[0].overall)
    assert found.marked.all()


def test_no_mark_is_in_what_is_seen() -> None:
    """The same words with other marks and other metadata give the same rows."""
    other = [
        replace(
            one,
            overall=(1, 5),
            metadata={"csat": 5},
            turns=tuple(msgspec.structs.replace(turn, marks=(1,)) if turn.marks else turn for turn in one.turns),
        )
        for one in DESK
    ]
    one, same = corpus({"desk": DESK, "shop": SHOP}), corpus({"desk": other, "shop": SHOP})
    assert np.array_equal(one.turns, same.turns)
    assert np.array_equal(one.dialogues, same.dialogues)
    assert one.known == same.known
    assert one.digests["desk"] != same.digests["desk"]
    assert one.digests["shop"] == same.digests["shop"]


def test_a_turn_without_marks_takes_those_of_its_dialogue() -> None:
    def bare(turn: Turn) -> Turn:
        return msgspec.structs.replace(turn, marks=())

    found = corpus({"desk": [replace(one, turns=tuple(map(bare, one.turns))) for one in (*DESK, *SHOP)]})
    assert not found.marked.any()
    assert found.felt.tolist() == found.marks[found.owner].tolist()


def test_classes_and_levels() -> None:
    """Means 2.67, 3 and 3.33 are three classes; the level is the nearest mark, and the lower of two."""
    marks = [(2, 3, 3), (3, 3, 3), (3, 3, 4), (3, 4)]
    said = [dialogue("S: Hello there.", "U: I want that please.", case=case) for case in range(100)]
    found = gathered(Marked(dialogue=one, marks=marks[place % 4], within="a") for place, one in enumerate(said))
    assert found.classes[:4].tolist() == [0, 1, 2, 2]
    assert found.levels[:4].tolist() == [2, 2, 2, 2]


def test_what_is_left_out_is_counted() -> None:
    some = [
        dialogue("S: Guten Tag, was möchten Sie?", "U: Ich hätte gern ein Zimmer für zwei Nächte, bitte.", case="de"),
        dialogue("S: What would you like?", "U: Nobody asked me.", case="unmarked"),
        dialogue("U: Is there anybody?", case="alone", overall=(1,)),
    ]
    marked = [Marked(dialogue=one, marks=one.overall, within="desk") for one in (*DESK, *SHOP, *some)]
    marked[-3] = Marked(dialogue=some[0], marks=(3,), within="desk")
    found = gathered(marked)
    assert found.left_out == {"not in English": 1, "nobody marked the whole": 1, "SYSTEM or USER says nothing": 1}
    assert len(found.marks) == 120


def test_too_few_are_refused_with_how_many_are_needed() -> None:
    with pytest.raises(SetupError, match=r"60 dialogues with people's marks") as caught:
        corpus({"desk": DESK})
    assert "100 are needed" in caught.value.problems[0].remedy


def test_marks_that_are_all_the_same_are_refused() -> None:
    with pytest.raises(SetupError, match="the same marks"):
        gathered(Marked(dialogue=one, marks=(3, 3, 3), within="desk") for one in (*DESK, *SHOP))


def test_words_must_be_used_often_and_in_several_sets() -> None:
    found = corpus({"desk": DESK, "shop": SHOP})
    everyone = np.ones(120, bool)
    words = [found.known[place] for place in vocabulary(found, everyone)]
    assert "great" in words
    assert words == sorted(words)
    alone = corpus({"desk": [*DESK, *SHOP]})
    assert [alone.known[place] for place in vocabulary(alone, everyone)] == words
    half = vocabulary(found, np.arange(120) < 30)
    assert 0 < len(half) < len(words)


def test_bags_hold_the_words_of_each_turn() -> None:
    found = corpus({"desk": DESK, "shop": SHOP})
    words = vocabulary(found, np.ones(120, bool))
    great = [found.known[place] for place in words].index("great")
    said = bags_of(found, words) @ np.eye(len(words))[great]
    texts = [turn.text for one in (*DESK, *SHOP) for turn in one.turns if turn.marks]
    assert said.tolist() == [float("great" in text.lower()) for text in texts]


def test_the_later_half_of_a_dialogue() -> None:
    """Of five turns the last three, of four the last two."""
    found = corpus({"desk": DESK, "shop": SHOP})
    late = later_half(found)
    for number in range(10):
        mine = late[found.owner == number].tolist()
        assert mine == [0.0] * (len(mine) // 2) + [1.0] * (len(mine) - len(mine) // 2)
    values = np.arange(len(late), dtype=float)
    assert mean_of(found, values, late)[0] == np.mean(values[(found.owner == 0) & (late == 1)])


def test_what_must_not_be_parted_is_in_one_fold() -> None:
    """In the folds for the estimate, and in those within some dialogues."""
    told = [
        Marked(dialogue=one, marks=one.overall, within="desk", group=str(place % 7))
        for place, one in enumerate((*DESK, *SHOP))
    ]
    found = gathered(told)
    among = np.arange(120) % 7 != 3
    for folds in (found.deal(4, np.random.default_rng(0)), found.deal(5, np.random.default_rng(0), among)):
        assert all(len(set(folds[np.arange(120) % 7 == group])) == 1 for group in range(7))
        assert len(set(folds.tolist())) >= 4
    assert gathered(replace(one, group=None) for one in told).groups is None


def test_the_estimate_is_fitted_without_what_is_kept_out_with_a_dialogue() -> None:
    """Nothing of group b is known to the judge that reads it: its marks may be any."""
    told = [
        Marked(dialogue=one, marks=one.overall, within="desk", group="ab"[place % 2])
        for place, one in enumerate((*DESK, *SHOP))
    ]
    found, second = gathered(told), np.arange(120) % 2 == 1
    upside = replace(
        found,
        marks=np.where(second, 6 - found.marks, found.marks),
        felt=np.where(second[found.owner], 6 - found.felt, found.felt),
    )
    one, other = (out_of_fold(each, Asked(folds=2)).values[second] for each in (found, upside))
    assert one.tolist() == other.tolist()
