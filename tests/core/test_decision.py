"""What people say of verdicts: which level they mean, and whose word counts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.barem import Level
from baremo.core.decision import Decision, level_called, levels_of, standing
from building import barem

NAMED = (
    Level(value=Fraction(1, 3), anchor="", name="poor"),
    Level(value=Fraction(5, 2), anchor="", name="4"),
    Level(value=4, anchor="", name="good"),
)
NUMBERED = tuple(Level(value=Fraction(value), anchor="") for value in (-1, 0, 20))


def said(by: str, level: str = "20", criterion: str = "", case: str = "1") -> Decision:
    return Decision(case=case, by=by, level=level, because="so", criterion=criterion)


@pytest.mark.parametrize(
    ("levels", "text", "label"),
    [
        (NAMED, "good", "good"),
        (NAMED, "1/3", "poor"),
        (NAMED, "2.5", "4"),
        (NAMED, "4", "4"),  # a name goes before a number
        (NUMBERED, "20", "20"),
        (NUMBERED, "20.0", "20"),
        (NUMBERED, "-1", "-1"),
        (NUMBERED, "00", "0"),
    ],
)
def test_a_level_is_called_by_its_name_or_its_number(levels: tuple[Level, ...], text: str, label: str) -> None:
    found = level_called(levels, text)
    assert found is not None
    assert found.label == label


@pytest.mark.parametrize("text", ["", "Good", "3", "1/0", "1e9", "9" * 99, "2.5.", "٢٠", "nan", "good "])
def test_anything_else_calls_none(text: str) -> None:
    assert level_called(NAMED, text) is None
    assert level_called(NUMBERED, text) is None


def test_what_can_be_decided() -> None:
    known = barem()
    assert levels_of(known) == known.overall.levels
    assert levels_of(known, "Empathy") == known.criterion("Empathy").levels
    assert levels_of(known, "Warmth") == ()


def test_the_last_word_counts_of_those_who_keep_theirs() -> None:
    ana, ben = said("Ana", "40"), said("Ben", "60")
    assert standing([]) == {}
    assert standing([ana, ben]) == {("1", ""): ben}
    assert standing([ben, ana]) == {("1", ""): ana}
    assert standing([ana, ben, said("Ben", "")]) == {("1", ""): ana}
    assert standing([ana, ben, said("Ana", "")]) == {("1", ""): ben}
    assert standing([ana, ben, ana]) == {("1", ""): ana}
    assert standing([ana, said("Ana", "")]) == {}


def test_who_takes_a_word_back_does_not_fall_back_on_an_older_one() -> None:
    assert standing([said("Ana", "40"), said("Ana", "60"), said("Ana", "")]) == {}


def test_dialogues_and_criteria_are_decided_each_by_itself() -> None:
    whole, part, other = said("Ana"), said("Ana", "40", "Empathy"), said("Ana", "60", case="2")
    taken = said("Ana", "", "Empathy")
    assert standing([whole, part, other]) == {("1", ""): whole, ("1", "Empathy"): part, ("2", ""): other}
    assert standing([whole, part, other, taken]) == {("1", ""): whole, ("2", ""): other}


@pytest.mark.property
@given(
    st.lists(
        st.builds(
            said,
            by=st.sampled_from(["Ana", "Ben", "Cy"]),
            level=st.sampled_from(["", "20", "40"]),
            criterion=st.sampled_from(["", "Empathy"]),
            case=st.sampled_from(["1", "2"]),
        ),
        max_size=30,
    )
)
def test_what_counts_is_the_latest_entry_that_is_its_authors_last(entries: list[Decision]) -> None:
    expected: dict[tuple[str, str], Decision] = {}
    for place, one in enumerate(entries):
        about = (one.case, one.criterion)
        later = [(two.case, two.criterion, two.by) for two in entries[place + 1 :]]
        if one.level and (*about, one.by) not in later:
            expected[about] = one
    found = standing(entries)
    assert found.keys() == expected.keys()
    assert all(found[about] is one for about, one in expected.items())
