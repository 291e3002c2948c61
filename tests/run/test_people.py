"""On which scale people marked: theirs are the judge's levels only where that is certain, and it is said."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import baremo
from baremo.core.label import Label, Meant, words_of
from baremo.core.numbers import Value
from baremo.errors import SetupError
from baremo.run.measured import measured
from baremo.run.people import People
from baremo.run.placing import as_guessed, as_told, scale_of
from baremo.run.strays import seeming, some
from baremo.store.opening import opened
from building import barem as marking
from building import claims, dialogue, six
from comparing import BAREM as PAIRS
from exporting import SOLO, fill

FIVE = marking().overall.levels
"""20 to 100."""


def labels(values: Sequence[Value], rater: str = "", criterion: str = "") -> list[Label]:
    return [
        Label(case=str(n), level=value, rater=rater, criterion=criterion, source="a.csv", line=n)
        for n, value in enumerate(values)
    ]


def refused(said: list[Label]) -> str:
    with pytest.raises(SetupError) as caught:
        as_guessed(said, FIVE)
    return str(caught.value)


def test_levels_by_value_before_number() -> None:
    assert as_guessed(labels([Fraction(20), 100, 100]), FIVE).mapped == ""
    counted = as_guessed(labels([1, 2, 5]), FIVE)
    assert (counted.at, counted.mapped) == ({1: 0, 2: 1, 3: 2, 4: 3, 5: 4}, "1–5 read as 20–100")


def test_marks_that_end_below_the_levels_are_not_guessed() -> None:
    told = refused(labels([1, 2, 3, 3]))
    assert told.startswith("a.csv: nobody gave the whole more than 3, and the judge has 5 levels")
    assert "--label-scale 1..5 where they count its levels (20–100)" in told
    assert "--label-scale 1..3 where 3 is the best there is" in told
    assert "1..2" in refused(labels([1, 1]))


def test_the_end_may_be_seen_in_marks_for_another_thing() -> None:
    assert as_guessed(labels([1, 2, 3]), FIVE, {5}).mapped == "1–5 read as 20–100"
    people = People([("A", FIVE), ("B", FIVE)], {str(n): n for n in range(9)}, ())
    people.take([*labels([1, 2, 3], criterion="A"), *labels([4, 5], criterion="B")])
    scale = as_guessed(labels([5]), FIVE).scale
    found = people.ratings("A", scale, np.zeros(9, np.int16))
    assert found is not None
    assert found.mapped == "1–5 read as 20–100"


def test_a_few_zeros_do_not_make_a_scale_from_one_to_five() -> None:
    """13 of 646 are fewer than one in twenty, and yet no slips: nobody gave 5."""
    placed = as_guessed(labels([0] * 13 + [1] * 300 + [2] * 333), FIVE)
    assert (placed.scale.values, placed.mapped) == ((0.0, 1.0, 2.0), "")


def test_people_on_different_scales_are_named() -> None:
    told = refused([*labels([20, 60, 100], "ana"), *labels([1, 3, 5], "ben"), *labels([2, 4], "cy")])
    assert "they are not on one scale: ana on 20–100; ben, cy on 1–5" in told
    ten = refused([*labels([7, 8, 10, 9, 6], "ana"), *labels([1, 3, 5, 5, 4], "ben")])
    assert "ana up to 10; ben on 1–5" in ten
    assert "some are on 20–100 and some on 1–5" in refused(labels([20, 100, 1, 5]))


def test_one_persons_slip_is_no_scale() -> None:
    placed = as_guessed([*labels([1, 2, 3, 4, 5] * 8, "ana"), *labels([1, 2, 3, 4, 55], "ben")], FIVE)
    assert placed.mapped == "1–5 read as 20–100"


def test_a_scale_that_is_told() -> None:
    same = as_told((0, 1, 2, 3, 4), FIVE)
    assert (same.at[0], same.at[4], same.mapped, len(same.scale)) == (0, 4, "0–4 read as 20–100", 5)
    other = as_told((0, 1, 2), FIVE)
    assert (other.scale.labels, other.mapped) == (("0", "1", "2"), "")
    assert as_told((20, 40, 60, 80, 100), FIVE).mapped == ""


def record(case: int, said: str = "I am so happy.", overall: tuple[int, ...] = ()) -> baremo.Record:
    talk = dialogue("S: Hello.", f"U: {said}", case=case, overall=overall)
    return baremo.judge(talk, barem=SOLO, judge=baremo.ScriptedModel.saying({str(case): claims(six(*[60] * 6))}))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    fill(tmp_path / "run.baremo", [[record(n, overall=(2, 3)) for n in range(4)]], SOLO)
    return tmp_path / "run.baremo"


def test_a_run_by_a_scale_that_is_told(path: Path) -> None:
    with opened(path) as run:
        (whole,) = measured(run, labels([0, 1, 2]), scale=(0, 1, 2)).ratings
        assert (whole.comparable, whole.people_scale.values) == (False, (0.0, 1.0, 2.0))
        (whole,) = measured(run, labels([0, 1, 2]), scale=(0, 1, 2, 3, 4)).ratings
        assert (whole.comparable, whole.people[:, 0].tolist()) == (True, [0, 1, 2, -1])
        with pytest.raises(SetupError, match=r"a\.csv:2: 3 for the whole is not on --label-scale"):
            measured(run, labels([0, 1, 3]), scale=(0, 1, 2))


def test_the_marks_that_dialogues_carry_are_one_to_five_whatever_is_seen(path: Path) -> None:
    with opened(path) as run:
        (whole,) = measured(run).ratings
    assert (whole.mapped, whole.people.tolist()[0]) == ("1–5 read as 20–100", [1, 2])


def test_levels_beside_marks_from_one_to_five(path: Path) -> None:
    """Decisions name levels of the barem, dialogues carry marks from 1 to 5: each has its place."""
    both = [
        Label(case="0", level=5, meant=Meant.OVERALL),
        Label(case="1", level=100, meant=Meant.LEVEL),
    ]
    with opened(path) as run:
        (whole,) = measured(run, both).ratings
        assert (whole.comparable, whole.people[:2, 0].tolist()) == (True, [4, 4])
        with pytest.raises(SetupError, match="are not on one scale"):
            measured(run, [*both, *labels([0, 7, 9])])


def test_a_scale_that_may_end_earlier_is_noted() -> None:
    levels = PAIRS.outcomes
    people = People([("", levels)], {"0": 0}, ())
    people.take(labels([3]))
    people.ratings("", scale_of(levels), np.zeros(1, np.int16))
    (note,) = people.notes
    assert note.startswith(f"nobody gave the whole more than 3 of {len(levels)}: if people's scale ends there, say")


def test_marks_of_other_words_are_refused(path: Path) -> None:
    said = [("SYSTEM", "Hello."), ("USER", "I am  so happy.")]
    same = Label(case="1", level=4, meant=Meant.OVERALL, words=words_of([*said, ("CONTEXT", "A note.")]))
    other = [Label(case=n, level=4, meant=Meant.OVERALL, source="m.txt", words=words_of(said[:1])) for n in ("2", "3")]
    with opened(path) as run:
        assert measured(run, [same]).labels == 1
        with pytest.raises(
            SetupError, match=r"dialogue 2 has other words than in the run \(so have 2 of 3\)"
        ) as caught:
            measured(run, [same, *other])
    assert "--label-ids FILE" in str(caught.value)


@pytest.mark.parametrize(
    ("strays", "ids", "told"),
    [
        (["0", "1"], ["000", "001"], "leading zeros: '0' there, '000' in the run"),
        (["0.0", "1.0"], ["0", "1"], "a '.0' at the end: '0.0' there, '0' in the run"),
        (["D01"], ["d01"], "upper and lower case: 'D01' there, 'd01' in the run"),
        (["d 01"], ["d01"], "spaces: 'd 01' there, 'd01' in the run"),
        (["1.0", "2.0"], ["001", "002"], "leading zeros and a '.0' at the end: '1.0' there, '001' in the run"),
        (["x", "y"], ["d01", "d02"], ""),
        (["D01", "x", "y"], ["d01"], ""),
    ],
)
def test_how_ids_seem_to_differ(strays: list[str], ids: list[str], told: str) -> None:
    assert seeming(strays, ids) == told


def test_some_of_them() -> None:
    assert (some(["a", "b"]), some(["a", "b", "c", "d"])) == ("a, b", "a, b, c, …")
