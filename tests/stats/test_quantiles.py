"""Where distributions are cut, held against scipy."""

import pytest
from scipy import stats

from baremo.stats.quantiles import normal_quantile, student_quantile, wilson


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.9, 0.95, 0.99])
def test_as_scipy_has_it(confidence: float) -> None:
    assert normal_quantile(confidence) == pytest.approx(stats.norm.ppf(0.5 + confidence / 2))
    for freedom in (10, 18, 30, 200):
        known = stats.t.ppf(0.5 + confidence / 2, freedom)
        assert student_quantile(confidence, freedom) == pytest.approx(known, abs=2e-3)


@pytest.mark.parametrize(("hits", "count"), [(0, 10), (3, 10), (10, 10), (450, 900)])
def test_wilson_as_scipy_has_it(hits: int, count: int) -> None:
    known = stats.binomtest(hits, count).proportion_ci(0.9, "wilson")
    assert wilson(hits / count, count, 0.9) == pytest.approx((known.low, known.high), abs=1e-9)
