"""Numbers as people read them."""

import pytest

from baremo.report.figures import percent, percents, points, short, span
from baremo.stats.ratings import UNKNOWN, Figure


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "—"), (0.42, ".42"), (-0.07, "-.07"), (1.0, "1.00"), (0.996, "1.00"), (-0.001, ".00"), (10.5, "10.50")],
)
def test_no_zero_that_says_nothing(value: float | None, text: str) -> None:
    assert short(value) == text


def test_a_sign_where_it_matters() -> None:
    assert short(0.5, sign=True) == "+.50"
    assert short(-0.001, sign=True) == "+.00"
    assert short(0.1234, places=3) == ".123"


def test_an_interval_is_written_in_one_way() -> None:
    assert span(Figure(0.55, 0.47, 0.63)) == ".55 (.47 … .63)"
    assert span(Figure(-0.5, -1.2, 0.1), sign=True) == "-.50 (-1.20 … +.10)"
    assert span(Figure(0.5)) == ".50"
    assert span(UNKNOWN) == "—"


def test_shares() -> None:
    assert (percent(0.954), percent(0.954, 1), percent(None)) == ("95 %", "95.4 %", "—")
    assert percents(Figure(0.12, 0.05, 0.24)) == "12 % (5 % … 24 %)"
    assert percents(Figure(0.12)) == "12 %"
    assert points(0.0816) == "8.2 percentage points"
