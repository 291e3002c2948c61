import numpy as np
import pytest

from baremo.stats import sums
from baremo.stats.sums import Sums


@pytest.mark.parametrize("entries", [0, 1, 40])
def test_large_sums_are_the_same_as_small_ones(entries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(entries)
    thing, cell = rng.integers(9, size=entries), rng.integers(7, size=entries)
    amount, weights = rng.random(entries), rng.random((5, 9))
    small = Sums.of(thing, cell, amount, (9, 7))
    monkeypatch.setattr(sums, "DENSE", 0)
    large = Sums.of(thing, cell, amount, (9, 7))
    wanted = np.zeros((5, 7))
    for one, into, much in zip(thing, cell, amount, strict=True):
        wanted[:, into] += weights[:, one] * much
    assert (small.matrix is None, large.matrix is None) == (False, True)
    np.testing.assert_allclose(small(weights), wanted, rtol=1e-12)
    np.testing.assert_allclose(large(weights), wanted, rtol=1e-12)
    assert (small.width, large.width) == (7, 7 + 2 * entries), "entries are gathered one by one"
