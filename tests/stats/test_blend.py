"""Predictions put together."""

import numpy as np
import pytest
from scipy.optimize import nnls

from baremo.stats.blend import blended

RNG = np.random.default_rng(3)
TRUE = RNG.normal(size=400)
COLUMNS = np.column_stack(
    [0.2 * TRUE + RNG.normal(size=400), TRUE + RNG.normal(size=400), 9 - 3 * TRUE + RNG.normal(size=400)]
)


def test_weights_are_those_of_scipy_pulled_to_the_same() -> None:
    """Standardised, with thirty rows more that say that all weigh the same."""
    found = blended(COLUMNS, TRUE, shrink=30.0)
    spread = COLUMNS.std(axis=0)
    rows = (COLUMNS - COLUMNS.mean(axis=0)) / spread
    target, mean = TRUE - TRUE.mean(), rows.mean(axis=1)
    equal = max(0.0, float(mean @ target) / float(mean @ mean)) / 3
    more = np.sqrt(30.0) * np.eye(3)
    expected, _ = nnls(np.vstack([rows, more]), np.append(target, more @ np.full(3, equal)))
    assert found == pytest.approx(expected / spread, abs=1e-9)
    assert found[2] == 0
    assert found[1] > 2 * found[0] > 0


def test_where_little_is_known_all_weigh_the_same() -> None:
    """So much belief that the rows hardly count, in standard deviations."""
    found = blended(COLUMNS[:, :2], TRUE, shrink=1e9) * COLUMNS[:, :2].std(axis=0)
    assert found[0] == pytest.approx(found[1], rel=1e-4)
    assert found[0] > 0


def test_where_little_is_known_shares_are_those_expected() -> None:
    found = blended(COLUMNS[:, :2], TRUE, expected=np.array([3.0, 1.0]), shrink=1e9) * COLUMNS[:, :2].std(axis=0)
    assert found[0] == pytest.approx(3 * found[1], rel=1e-4)


def test_a_column_that_never_varies_gets_no_weight() -> None:
    found = blended(np.column_stack([COLUMNS[:, 1], np.full(400, 2.0)]), TRUE)
    assert found[0] > 0
    assert found[1] == 0
    assert blended(np.ones((400, 2)), TRUE).tolist() == [0, 0]
