from fractions import Fraction

import pytest

from baremo.core.barem import Barem, Bound, Comparison
from building import barem, opinion


@pytest.mark.parametrize(
    ("comparison", "at", "holds"),
    [
        (Comparison.BELOW, 59, True),
        (Comparison.BELOW, 60, False),
        (Comparison.AT_MOST, 60, True),
        (Comparison.AT_MOST, 61, False),
        (Comparison.AT_LEAST, 60, True),
        (Comparison.AT_LEAST, 59, False),
        (Comparison.ABOVE, 61, True),
        (Comparison.ABOVE, 60, False),
    ],
)
def test_a_bound_of_60(comparison: Comparison, at: int, *, holds: bool) -> None:
    assert Bound(comparison=comparison, value=Fraction(60)).admits(at) is holds


def test_parts_are_found_by_name() -> None:
    assert barem().criterion("Empathy").weight == Fraction("0.1")
    assert opinion({"Empathy": 40}).mark("Empathy").level == 40


def test_barems_load_by_name_or_path() -> None:
    assert Barem.load("strict").name == "strict"
    assert Barem.load("strict").digest != Barem.load("debate").digest
