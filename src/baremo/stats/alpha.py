"""Krippendorff's alpha from the counts of values in units: any number of raters, any of them missing.

See K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011. His ordinal distance between two values is
that between their mid-ranks, so that ordinal alpha is the interval one of ranks; no matrix of coincidences is needed.
"""

from typing import Literal

import numpy as np

from baremo.stats.measures import Floats, mid_ranks, ratio

Metric = Literal["nominal", "ordinal", "interval"]


def alpha(counts: Floats, weights: Floats, metric: Metric = "ordinal", values: Floats | None = None) -> Floats:
    """`counts`: units × values, how often the unit was given the value. `weights`: … × units, how often each
    unit is there. `values` are the numbers of the interval metric; 0, 1, 2, … unless given.
    """
    sizes = counts.sum(axis=-1)
    paired = counts * (sizes > 1)[:, None]
    shares = 1.0 / np.maximum(sizes - 1, 1)
    totals = weights @ paired
    whole = totals.sum(axis=-1)
    if metric == "nominal":
        seen = weights @ ((sizes**2 - np.sum(paired**2, axis=-1)) * (sizes > 1) * shares)
        expected = whole**2 - np.sum(totals**2, axis=-1)
        return 1.0 - ratio((whole - 1) * seen, expected)
    if metric == "ordinal":
        marks = mid_ranks(totals)
    else:
        numbers = np.arange(counts.shape[-1], dtype=np.float64) if values is None else values
        marks = numbers - ratio(totals @ numbers, whole)[..., None]
    # Within a unit of m marks, the squared distances of all ordered pairs sum up to 2 (m Σ x² − (Σ x)²).
    squares = (weights * (sizes * shares)) @ paired
    sums = marks @ paired.T
    seen = np.sum(squares * marks**2, axis=-1) - np.sum(weights * shares * sums**2, axis=-1)
    expected = whole * np.sum(totals * marks**2, axis=-1) * (np.sum(totals > 0, axis=-1) > 1)
    return 1.0 - ratio((whole - 1) * seen, expected)
