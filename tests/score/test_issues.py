"""What issues allow the overall mark to be, and what checks by code make of levels."""

import msgspec
import pytest

from baremo.core.comparison import DIMENSIONS, FOLLOWING, VERBOSITY
from baremo.core.numbers import Value
from baremo.score.issues import aligned, allowed, checked_levels
from baremo.score.sums import combined, written_sum
from reviewing import BAREM, BEST, CUT_SHORT, FOUR_ITEMS


def table(*levels: Value) -> dict[str, Value]:
    return dict(zip(DIMENSIONS, levels, strict=True))


@pytest.mark.parametrize(
    ("levels", "lowest", "highest", "says"),
    [
        (BEST, 4, 5, "no issue in any dimension allows 4 or 5."),
        ((3, 2, 3, 0, 3, 3, 5), 4, 4, "one minor issue (Instruction Following 2) allows 4."),
        ((3, 2, 3, -1, 3, 3, 5), 3, 3, "2 minor issues (Instruction Following 2, Verbosity -1) allow 3."),
        ((3, 2, 1, 0, 3, 3, 5), 1, 2, "a major issue (Truthfulness 1) allows 1 or 2."),
        ((3, 3, 1, 2, 3, 3, 5), 1, 2, "2 major issues (Truthfulness 1, Verbosity 2) allow 1 or 2."),
    ],
)
def test_what_issues_allow(levels: tuple[Value, ...], lowest: Value, highest: Value, says: str) -> None:
    room = allowed(BAREM, table(*levels))
    assert (room.lowest, room.highest, room.says) == (lowest, highest, says)
    assert [aligned(BAREM, table(*levels), value)[0] for value in (1, 5)] == [lowest, highest]


def test_a_sure_check_binds_and_nothing_else_does() -> None:
    levels, steps = checked_levels(BAREM, table(*BEST), (FOUR_ITEMS, CUT_SHORT))
    assert (levels[FOLLOWING], levels[VERBOSITY]) == (2, -2)
    assert [(step.rule, step.because) for step in steps] == [
        ("item_count", "3 items were asked for and 4 are there."),
        ("truncated", "it breaks off in mid-sentence."),
    ]
    unsure = msgspec.structs.replace(FOUR_ITEMS, sure=False)
    elsewhere = msgspec.structs.replace(FOUR_ITEMS, dimension="Charm")
    assert checked_levels(BAREM, table(*BEST), (unsure, elsewhere)) == (table(*BEST), [])


def test_a_check_undoes_nothing_on_the_other_side_of_zero() -> None:
    padded = msgspec.structs.replace(CUT_SHORT, name="padded", steps=1)
    assert checked_levels(BAREM, table(3, 3, 3, 2, 3, 3, 5), (padded,))[1] == []
    assert checked_levels(BAREM, table(*BEST), (padded,))[0][VERBOSITY] == 1


def test_the_sum_is_the_overall_mark_as_judged() -> None:
    levels = dict(zip((one.name for one in BAREM.criteria), BEST, strict=True))
    assert combined(BAREM, levels) == 5
    assert written_sum(BAREM, levels) == "Overall Quality as judged = 5.0"
