"""Wilson's interval, against scipy and by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from baremo.stats.shares import share_interval


@given(st.integers(1, 400).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_same_as_scipy(case: tuple[int, int]) -> None:
    count, total = case
    found, right = share_interval(count, total), binomtest(count, total).proportion_ci(method="wilson")
    assert found is not None
    assert found == pytest.approx((right.low, right.high), abs=1e-6)


def test_none_of_twelve() -> None:
    # z² / (n + z²) = 3.8415 / 15.8415
    assert share_interval(0, 12) == pytest.approx((0, 0.24249), abs=1e-4)
    assert share_interval(12, 12) == pytest.approx((0.75751, 1), abs=1e-4)
    assert share_interval(0, 0) is None
