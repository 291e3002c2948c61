"""Several predictions of one thing, put together with weights that are never negative."""

import numpy as np

from baremo.stats.measures import Floats
from baremo.stats.ridge import FLAT, bounded

SHRINK = 30.0
"""So many dialogues' worth of belief that all predictions deserve the same weight."""


def blended(columns: Floats, target: Floats, *, shrink: float = SHRINK) -> Floats:
    """A weight for each column of predictions, which must come from models that have not seen their rows. A column
    that never varies gets none."""
    spread = columns.std(axis=0)
    useful = spread > FLAT
    weights = np.zeros(columns.shape[1])
    if useful.any():
        rows = (columns[:, useful] - columns[:, useful].mean(axis=0)) / spread[useful]
        weights[useful] = _standard(rows, target - target.mean(), shrink) / spread[useful]
    return weights


def _standard(rows: Floats, target: Floats, shrink: float) -> Floats:
    count = rows.shape[1]
    together = rows.mean(axis=1)
    equal = max(0.0, float(together @ target) / max(float(together @ together), FLAT)) / count
    gram = rows.T @ rows + shrink * np.eye(count)
    return bounded(gram, rows.T @ target + shrink * equal, np.ones(count, np.intp))
