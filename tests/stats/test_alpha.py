"""Krippendorff's alpha, held against his own example and against the package of that name."""

import warnings

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.stats.alpha import Metric, Units, alpha
from baremo.stats.measures import Floats

METRICS: tuple[Metric, ...] = ("nominal", "ordinal", "interval")
COUNTS = st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=12)


def of(counts: Floats, metric: Metric = "ordinal", values: Floats | None = None) -> float:
    return float(alpha(Units.of(counts), np.ones((1, len(counts))), metric, values)[0])


def counted(*raters: str) -> Floats:
    """A row for each rater, a word for each unit; a dot where there is no mark."""
    counts = np.zeros((len(raters[0].split()), 5))
    for rater in raters:
        for unit, mark in enumerate(rater.split()):
            if mark != ".":
                counts[unit, int(mark) - 1] += 1
    return counts


def test_krippendorffs_own_example() -> None:
    """K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): four observers, twelve units."""
    marks = counted(
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    )
    assert [round(of(marks, metric), 3) for metric in METRICS] == [0.743, 0.815, 0.849]


def theirs(counts: Floats, metric: Metric, values: Floats) -> float:
    """NaN where the package refuses, or divides nothing by nothing."""
    if np.all(counts.sum(axis=1) < 2):
        return float("nan")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return float(
            krippendorff.alpha(value_counts=counts.astype(int), value_domain=values, level_of_measurement=metric)
        )


@pytest.mark.property
@given(COUNTS, st.sampled_from(METRICS))
def test_it_is_that_of_the_package(rows: list[list[int]], metric: Metric) -> None:
    counts, places = np.array(rows, dtype=np.float64), np.arange(4.0)
    assert of(counts, metric) == pytest.approx(theirs(counts, metric, places), abs=1e-12, nan_ok=True)


@pytest.mark.property
@given(COUNTS, st.lists(st.floats(-9, 9).map(lambda each: round(each, 2)), min_size=4, max_size=4, unique=True))
def test_an_interval_scale_may_have_any_numbers(rows: list[list[int]], numbers: list[float]) -> None:
    counts, values = np.array(rows, dtype=np.float64), np.array(numbers)
    assert of(counts, "interval", values) == pytest.approx(theirs(counts, "interval", values), abs=1e-9, nan_ok=True)


@pytest.mark.property
@given(COUNTS, st.sampled_from(METRICS), st.data())
def test_a_unit_that_weighs_two_is_there_twice(rows: list[list[int]], metric: Metric, data: st.DataObject) -> None:
    counts = np.array(rows, dtype=np.float64)
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
    weighted = alpha(Units.of(counts), np.array([times, [1] * len(rows)], dtype=np.float64), metric)
    assert float(weighted[0]) == pytest.approx(of(np.repeat(counts, times, axis=0), metric), abs=1e-12, nan_ok=True)
    assert float(weighted[1]) == pytest.approx(of(counts, metric), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    "marks",
    [
        np.zeros((0, 3)),
        np.zeros((2, 3)),
        np.array([[1.0, 0, 0], [0, 1, 0]]),
        np.array([[3.0, 0, 0], [2, 0, 0]]),
        np.array([[3.0, 0, 0], [0, 0, 1]]),
    ],
    ids=["no units", "no marks", "one rater", "one level", "one level in pairs"],
)
def test_where_nothing_could_disagree_it_is_not_defined(marks: Floats, metric: Metric) -> None:
    assert np.isnan(of(marks, metric))


def test_one_number_that_has_no_exact_mean_is_still_one_number() -> None:
    # In binary, the mean of three times 0.1 is not 0.1.
    assert np.isnan(of(np.array([[3.0, 0], [0, 1]]), "interval", np.array([0.1, 0.7])))
