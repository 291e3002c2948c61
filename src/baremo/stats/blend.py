"""Several predictions of one thing, put together with weights that are never negative."""

import numpy as np

from baremo.stats.measures import Floats
from baremo.stats.ridge import FLAT, bounded

SHRINK = 1000.0
"""So many dialogues' worth of belief in the shares that were expected beforehand."""


def blended(columns: Floats, target: Floats, *, expected: Floats | None = None, shrink: float = SHRINK) -> Floats:
    """A weight for each column of predictions, which must come from models that have not seen their rows. In standard
    deviations of the columns, weights are pulled to the shares `expected`, equal ones where there is None. A column
    that never varies gets none."""
    spread = columns.std(axis=0)
    useful = spread > FLAT
    weights = np.zeros(columns.shape[1])
    if useful.any():
        rows = (columns[:, useful] - columns[:, useful].mean(axis=0)) / spread[useful]
        shares = np.ones(len(spread)) if expected is None else expected
        weights[useful] = _standard(rows, target - target.mean(), shares[useful], shrink) / spread[useful]
    return weights


def _standard(rows: Floats, target: Floats, shares: Floats, shrink: float) -> Floats:
    together = rows @ shares
    scale = max(0.0, float(together @ target) / max(float(together @ together), FLAT))
    gram = rows.T @ rows + shrink * np.eye(len(shares))
    return bounded(gram, rows.T @ target + shrink * scale * shares, np.ones(len(shares), np.intp))
