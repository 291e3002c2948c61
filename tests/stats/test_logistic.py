"""Chances of classes, beside scikit-learn's."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from baremo.stats.logistic import balanced, chances, logistic

RNG = np.random.default_rng(4)
ROWS = RNG.normal(size=(400, 5))
CLASSES = np.digitize(ROWS @ np.array([1.0, -0.5, 0.2, 0.0, 0.0]) + RNG.normal(size=400), [-1.5, 1.0])


def test_chances_are_those_of_scikit_learn() -> None:
    each = balanced(CLASSES, 3)
    weights = logistic(ROWS, CLASSES, 3, 2.0, each=each)
    known = LogisticRegression(C=0.5, class_weight="balanced", tol=1e-10, max_iter=5000).fit(ROWS, CLASSES)
    assert chances(ROWS, weights) == pytest.approx(known.predict_proba(ROWS), abs=1e-5)
    assert weights[:-1] == pytest.approx(known.coef_.T, abs=1e-4)


def test_every_class_weighs_the_same() -> None:
    each = balanced(np.array([0, 0, 0, 1]), 3)
    assert each == pytest.approx([2 / 3, 2 / 3, 2 / 3, 2.0])


def test_classes_that_rows_tell_apart_do_not_run_away() -> None:
    """The ridge holds; each step that would overshoot is made shorter."""
    rows = np.array([[-900.0], [-800.0], [800.0], [1.0]])
    classes = np.array([0, 0, 1, 1])
    weights = logistic(rows, classes, 2, 1e-6, each=np.ones(4))
    assert np.all(np.isfinite(weights))
    assert chances(rows, weights).argmax(axis=1).tolist() == [0, 0, 1, 1]


def test_a_step_that_leads_down_is_made_shorter() -> None:
    """Near the summit of these six rows, a whole step is one too many."""
    rows = np.array([[-5.0], [2.0], [0.0], [0.0], [-1.0], [1.0]])
    classes = np.array([1, 1, 0, 0, 1, 0])
    weights = logistic(rows, classes, 2, 1e-6, each=np.ones(6))
    known = LogisticRegression(C=1e6, tol=1e-12, max_iter=5000).fit(rows, classes)
    assert chances(rows, weights) == pytest.approx(known.predict_proba(rows), abs=1e-3)
