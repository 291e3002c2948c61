"""Which preferences the ratings allow, and what the judges' own come to."""

import pytest

from baremo.core.comparison import DIMENSIONS
from baremo.core.numbers import Value
from baremo.score.likert import heard, preferred, standing
from reviewing import BAREM, BEST, POOR, preferences


def table(*levels: Value) -> dict[str, Value]:
    return dict(zip(DIMENSIONS, levels, strict=True))


STYLE, TRUTH, FOLLOWING = (3, 3, 3, 0, 2, 3, 4), (3, 3, 2, 0, 3, 3, 4), (3, 2, 3, 0, 3, 3, 4)
SHORT, LONG = (3, 3, 3, -1, 3, 3, 4), (3, 3, 3, 1, 3, 3, 4)


@pytest.mark.parametrize(
    ("first", "second", "lowest", "highest", "side"),
    [
        (BEST, POOR, 1, 2, 1),  # 5 against 2
        (POOR, BEST, 6, 7, 2),
        (BEST, STYLE, 3, 3, 1),  # 5 against 4
        (STYLE, BEST, 5, 5, 2),
        (BEST, BEST, 4, 4, 0),
        (STYLE, TRUTH, 3, 4, 1),  # 4 each: Truthfulness counts twice
        (FOLLOWING, STYLE, 4, 5, 2),
        (FOLLOWING, TRUTH, 3, 5, 0),  # of the same weight
        (SHORT, LONG, 3, 5, 0),
    ],
)
def test_the_room_that_ratings_leave(
    first: tuple[Value, ...], second: tuple[Value, ...], lowest: int, highest: int, side: int
) -> None:
    found = standing(BAREM, table(*first), table(*second))
    assert (found.room.lowest, found.room.highest, found.side) == (lowest, highest, side)


@pytest.mark.parametrize(
    ("likerts", "likert", "agreed"),
    [
        ((6, 6), 6, True),
        ((7, 6), 6, True),  # 6.5, towards no preference
        ((1, 2), 2, True),
        ((4, 4), 4, True),
        ((5, 5, 4, 5, 4, 5), 5, True),  # 4.33 and 5 are both for Response 2
        ((3, 5), 4, False),
        ((4, 5), 4, False),
        ((6,), 6, False),  # in one order only
        ((), 4, False),
    ],
)
def test_what_preferences_come_to(likerts: tuple[int, ...], likert: int, agreed: bool) -> None:
    found = heard(preferences(*likerts))
    assert (found.likert, found.agreed) == (likert, agreed)


@pytest.mark.parametrize(
    ("likerts", "first", "second", "likert"),
    [
        ((1, 1), BEST, POOR, 1),
        ((3, 3), BEST, POOR, 2),
        ((7, 7), BEST, POOR, 2),
        ((7, 7), POOR, BEST, 7),
        ((4, 4), POOR, BEST, 6),
        ((7, 7), STYLE, BEST, 5),
        ((6, 6), STYLE, TRUTH, 4),  # never away from the better one
        ((2, 2), STYLE, TRUTH, 3),
        ((6, 6), SHORT, LONG, 5),
        ((6, 6), BEST, BEST, 4),
        ((3, 5), STYLE, TRUTH, 3),  # the orders disagree: the ratings decide
        ((3, 5), SHORT, LONG, 4),
        ((3, 5), POOR, BEST, 6),
    ],
)
def test_preferences_are_held_to_the_ratings(
    likerts: tuple[int, ...], first: tuple[Value, ...], second: tuple[Value, ...], likert: int
) -> None:
    told = heard(preferences(*likerts))
    after, steps = preferred(told, standing(BAREM, table(*first), table(*second)))
    assert after == likert
    assert bool(steps) == (after != told.likert or not told.agreed)
    assert all(
        (step.rule, step.target, step.before, step.after) == ("P10", "Likert", told.likert, after) for step in steps
    )


def test_the_step_says_that_the_orders_disagree() -> None:
    _, steps = preferred(heard(preferences(3, 5)), standing(BAREM, table(*POOR), table(*BEST)))
    assert [step.because for step in steps] == [
        "the preference does not hold in both orders (3 with Response 1 first, 5 with Response 2 first), "
        "so the ratings decide: Overall Quality 2 against 5 allows 6 or 7."
    ]


def test_several_things_allow_and_one_allows() -> None:
    apart = standing(BAREM, table(*BEST), table(3, 2, 3, 0, 3, 3, 5)).room
    assert apart.says == "Overall Quality 5 against 5 and fewer or lighter issues in Response 1 allow 3 or 4."
    assert standing(BAREM, table(*BEST), table(*BEST[:-1], 4)).room.says == "Overall Quality 5 against 4 allows 3."
