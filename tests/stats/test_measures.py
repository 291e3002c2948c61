"""Measures of two markings, held against published tables and against scikit-learn and SciPy."""

import warnings

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


COHEN_1968 = np.array([[75, 1, 4], [5, 4, 1], [0, 0, 10]], dtype=np.float64)


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
