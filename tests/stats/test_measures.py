"""Measures of two markings, held against published tables and against scikit-learn and SciPy."""

import warnings
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr
from sklearn.metrics import cohen_kappa_score

from baremo.stats.measures import (
    Floats,
    Weights,
    exact,
    kappa,
    kendall,
    mean_difference,
    spearman,
    weighted_kappa,
    within_one,
)

LEVELS = 4
MARKS = st.lists(st.tuples(st.integers(0, LEVELS - 1), st.integers(0, LEVELS - 1)), min_size=1, max_size=30)
Pairs = list[tuple[int, int]]


def table(pairs: Pairs, levels: int = LEVELS) -> Floats:
    counts = np.zeros((levels, levels))
    for row, column in pairs:
        counts[row, column] += 1
    return counts


def same(ours: Floats, theirs: float) -> bool:
    return bool(np.isclose(float(ours), theirs, atol=1e-12, equal_nan=True))


def test_cohens_own_example() -> None:
    """J. Cohen, "Weighted kappa", Psychological Bulletin 70 (1968), table 1: two diagnoses of 200 patients."""
    diagnoses = np.array([[88, 10, 2], [14, 40, 6], [18, 10, 12]], dtype=np.float64)
    # Seen 140/200 = .70; expected .5 × .6 + .3 × .3 + .2 × .1 = .41; (.70 - .41) / (1 - .41) = .492.
    assert round(float(kappa(diagnoses, "plain")), 3) == 0.492
    # Costs seen .12 × 1 + .10 × 3 + .08 × 6 = .90; expected .33 + .51 + .54 = 1.38; 1 - .90 / 1.38 = .348.
    assert round(float(weighted_kappa(diagnoses, np.array([[0.0, 1, 3], [1, 0, 6], [3, 6, 0]]))), 3) == 0.348
    # The paper's example of costs that differ by direction.
    unequal = np.array([[0.0, 1, 2], [1, 0, 2], [4, 6, 0]])
    assert round(float(weighted_kappa(diagnoses, unequal)), 3) == 0.353


def test_linear_and_quadratic_costs_by_hand() -> None:
    # Three of ten off: two by one, one by two. Rows 5, 3, 2; columns 5, 3, 2.
    marks = np.array([[4.0, 1, 0], [0, 2, 1], [1, 0, 1]])
    # linear: seen 1 + 1 + 2 = 4; expected (5×(3 + 2×2) + 3×(5 + 2) + 2×(2×5 + 3)) / 10 = (35 + 21 + 26) / 10 = 8.2
    assert kappa(marks, "linear") == pytest.approx(1 - 4 / 8.2)
    # quadratic: seen 1 + 1 + 4 = 6; expected (5×(3 + 4×2) + 3×(5 + 2) + 2×(4×5 + 3)) / 10 = (55 + 21 + 46) / 10 = 12.2
    assert kappa(marks) == pytest.approx(1 - 6 / 12.2)


@pytest.mark.parametrize("measure", [exact, within_one, kappa, spearman, kendall])
def test_nothing_is_not_a_number(measure: Callable[[Floats], Floats]) -> None:
    assert np.isnan(measure(np.zeros((3, 3))))
    assert np.isnan(mean_difference(np.zeros((2, 2)), np.arange(2.0), np.arange(2.0)))


@pytest.mark.parametrize("measure", [kappa, spearman, kendall])
def test_one_level_only_is_not_defined(measure: Callable[[Floats], Floats]) -> None:
    assert np.isnan(measure(table([(2, 2)] * 5)))


def test_one_side_that_never_varies_has_no_ranks_and_no_more_than_chance() -> None:
    constant = table([(1, 0), (1, 1), (1, 3)])
    assert np.isnan(spearman(constant))
    assert np.isnan(kendall(constant))
    assert kappa(constant, "plain") == 0


@pytest.mark.property
@given(st.lists(MARKS, min_size=1, max_size=4))
def test_many_tables_at_once_are_the_same_as_one_by_one(many: list[Pairs]) -> None:
    tables = np.stack([table(pairs) for pairs in many])
    for measure in (exact, within_one, kappa, spearman, kendall):
        np.testing.assert_array_equal(measure(tables), np.array([measure(one) for one in tables]))


@pytest.mark.property
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 6)), min_size=2, max_size=40))
def test_scales_of_different_lengths_can_be_ranked(pairs: Pairs) -> None:
    wide = table(pairs, 7)[:3]
    rows, columns = zip(*pairs, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where all marks are the same
        assert same(spearman(wide), spearmanr(rows, columns).statistic)
        assert same(kendall(wide), kendalltau(rows, columns).statistic)


@pytest.mark.property
@given(MARKS, st.sampled_from(["plain", "linear", "quadratic"]))
def test_kappa_is_that_of_scikit_learn(pairs: Pairs, weights: Weights) -> None:
    rows, columns = zip(*pairs, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where it is not defined
        theirs = cohen_kappa_score(rows, columns, labels=range(LEVELS), weights=None if weights == "plain" else weights)
    assert same(kappa(table(pairs), weights), theirs)


@pytest.mark.property
@given(MARKS)
def test_rank_correlations_are_those_of_scipy(pairs: Pairs) -> None:
    rows, columns = zip(*pairs, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where all marks are the same
        assert same(kendall(table(pairs)), kendalltau(rows, columns).statistic)
        if len(pairs) > 1:
            assert same(spearman(table(pairs)), spearmanr(rows, columns).statistic)


@pytest.mark.property
@given(MARKS)
def test_shares_and_differences_are_plain_counts(pairs: Pairs) -> None:
    apart = [row - column for row, column in pairs]
    places = np.arange(LEVELS, dtype=np.float64)
    assert same(exact(table(pairs)), sum(each == 0 for each in apart) / len(pairs))
    assert same(within_one(table(pairs)), sum(abs(each) <= 1 for each in apart) / len(pairs))
    assert same(mean_difference(table(pairs), places, places), sum(apart) / len(pairs))
