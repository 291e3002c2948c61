"""People's marks of the whole and of criteria, by dialogue."""

from dataclasses import replace

import pytest

from baremo.core.label import Label, Meant
from baremo.errors import SetupError
from baremo.run.fitting.reading import Fields, Opinions, marked, opinions_of
from building import barem, dialogue

SCHEME = barem(weights={"Empathy": "0.5", "Charm": "0.5"})


def said(name: str, *levels: int, case: str = "a", rater: str = "") -> list[Label]:
    return [Label(case=case, criterion=name, level=level, rater=rater) for level in levels]


def test_several_people_count_with_their_mean() -> None:
    """Levels 20 to 100 are heights 0 to 1."""
    found = opinions_of([*said("Charm", 20, 100), *said("Charm", 60, case="b"), *said("Empathy", 80)], SCHEME)
    assert found.criteria == {"a": {"Charm": 0.5, "Empathy": 0.75}, "b": {"Charm": 0.5}}
    assert (found.whole, found.notes) == (None, ())


def test_numbers_that_count_levels_are_read_so_and_that_is_told() -> None:
    found = opinions_of([*said("Charm", 1, case="a"), *said("Charm", 5, case="b"), *said("Charm", 4, case="c")], SCHEME)
    assert found.criteria == {"a": {"Charm": 0.0}, "b": {"Charm": 1.0}, "c": {"Charm": 0.75}}
    assert found.notes == ("Charm: 1–5 read as 20–100",)


def test_a_scale_of_their_own_keeps_its_distances() -> None:
    marks = [*said("Charm", 0, case="a"), *said("Charm", 9, case="b"), *said("Charm", 10, case="c")]
    assert opinions_of(marks, SCHEME).criteria["b"]["Charm"] == pytest.approx(0.9)
    told = opinions_of([*said("Charm", 1, case="a"), *said("Charm", 2, case="b")], SCHEME, (0, 1, 2))
    assert told.criteria == {"a": {"Charm": 0.5}, "b": {"Charm": 1.0}}


def test_marks_of_the_whole_beside_them() -> None:
    found = opinions_of([Label(case="a", level=4), *said("Charm", 60)], SCHEME)
    assert found.whole == {"a": [4]}
    with pytest.raises(SetupError, match="7 is no mark from 1 to 5"):
        opinions_of([Label(case="a", level=7)], SCHEME)


def test_one_person_marks_a_thing_once() -> None:
    with pytest.raises(SetupError, match="more than once"):
        opinions_of([*said("Charm", 60, 80, rater="Ana")], SCHEME)
    assert opinions_of([Label(case="a", criterion="Charm", level=60, meant=Meant.LEVEL)], SCHEME).criteria


def test_every_dialogue_has_its_marks_set_and_group() -> None:
    one = replace(dialogue("S: Hi.", case="a", overall=(3,)), metadata={"system": "x", "place": "here"})
    other = replace(dialogue("S: Hi.", case="b"), metadata={"system": "y"})
    given = [("desk", one), ("desk", other)]
    first, second = marked(given, Opinions(criteria={"b": {"Charm": 0.5}}), Fields(by="place", apart="system"))
    assert (first.marks, first.within, first.group, first.criteria) == ((3,), "here", "x", {})
    assert (second.marks, second.within, second.group, second.criteria) == ((), "(none)", "y", {"Charm": 0.5})
    plain, _ = marked(given, Opinions(whole={"a": [5, 4]}), Fields())
    assert (plain.marks, plain.within, plain.group) == ((5, 4), "desk", None)


def test_a_field_that_tells_nothing_apart_is_refused() -> None:
    one = replace(dialogue("S: Hi.", case="a"), metadata={"system": "x"})
    with pytest.raises(SetupError, match="it is 'x' everywhere"):
        list(marked([("desk", one)], Opinions(), Fields(apart="system")))
    with pytest.raises(SetupError, match="no dialogue has this field"):
        list(marked([("desk", one)], Opinions(), Fields(apart="sistem")))
