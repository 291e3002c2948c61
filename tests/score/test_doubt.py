"""When a second opinion is called for."""

from dataclasses import replace

import pytest

from baremo.core.barem import Barem, Combine, Rounding
from baremo.core.verdict import Unscored
from baremo.score.doubt import doubt
from baremo.score.verdict import score
from baremo.verify.claims import check
from building import barem, claims, dialogue, objection, six

TALK = dialogue("S: Hello.", "U: Hi.")


def rounding(how: Rounding) -> Barem:
    scheme = barem()
    return replace(scheme, overall=replace(scheme.overall, rounding=how))


def because(scheme: Barem, *levels: int, **objected: int) -> str:
    raised = [objection(name, level, "Hello.") for name, level in objected.items()]
    return doubt(score(check(claims(six(*levels), *raised), TALK), scheme, TALK), scheme)


def test_an_overturned_criterion_is_a_reason() -> None:
    assert because(barem(), 80, 80, 80, 80, 80, 80, Fluency=40) == "the Critic overturned Fluency"


def test_an_unscored_case_is_a_reason() -> None:
    assert doubt(Unscored(reason="timeout", stage="critic"), barem()) == "unscored: timeout"


# The scale is 20 to 100, so near means closer than 80 / 20 = 4 points.
@pytest.mark.parametrize(
    ("levels", "how", "near"),
    [
        ((80, 80, 80, 80, 80, 80), Rounding.DOWN, "80.0 is near 80"),
        ((80, 80, 80, 80, 80, 60), Rounding.DOWN, "78.0 is near 80"),
        ((80, 80, 80, 80, 40, 60), Rounding.DOWN, ""),  # 74
        ((80, 80, 80, 80, 40, 60), Rounding.NEAREST, ""),  # 74: 4 points from 70
        ((60, 80, 80, 80, 80, 80), Rounding.NEAREST, "72.0 is near 70"),
        ((100, 100, 100, 100, 100, 100), Rounding.UP, ""),
        ((100, 100, 100, 100, 100, 100), Rounding.DOWN, ""),
        ((100, 100, 100, 100, 100, 80), Rounding.DOWN, "98.0 is near 100"),
        ((20, 20, 20, 20, 20, 20), Rounding.DOWN, ""),
        ((20, 20, 20, 20, 20, 20), Rounding.UP, "20.0 is near 20"),
        ((80, 80, 80, 80, 80, 80), Rounding.NONE, ""),
    ],
)
def test_near_a_boundary_is_a_reason(levels: tuple[int, ...], how: Rounding, near: str) -> None:
    reason = because(rounding(how), *levels)
    assert reason.startswith(near)
    assert bool(reason) == bool(near)


def test_a_minimum_is_always_a_level_and_so_never_near_one() -> None:
    scheme = barem()
    lowest = replace(scheme, overall=replace(scheme.overall, combine=Combine.MINIMUM))
    assert because(lowest, 80, 80, 80, 80, 80, 80) == ""
