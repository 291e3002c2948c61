"""What people say where the judge says a level: a table of shares that never fall as the judge's level rises."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
PRIOR = 4.0
"""As many labels with the base rate are added to every level of the judge, so that a level with few labels says little
of its own."""


def base_rate(shares: Floats) -> Floats:
    """How often people give each level, whatever the judge says; none of them is impossible.

    `shares`: dialogues × people's levels, each row sums to 1."""
    levels = shares.shape[1]
    rate: Floats = (shares.sum(axis=0) + 1 / levels) / (shares.shape[0] + 1)
    return rate


def ordered_table(places: NDArray[np.intp], shares: Floats, levels: int) -> Floats:
    """The judge's levels × people's levels, each row sums to 1. A higher level of the judge never makes a higher level
    of people less likely."""
    sums = np.zeros((levels, shares.shape[1]))
    np.add.at(sums, places, shares)
    weights = np.bincount(places, minlength=levels).astype(np.float64) + PRIOR
    table = (sums + PRIOR * base_rate(shares)) / weights[:, None]
    at_most = np.cumsum(table, axis=1)[:, :-1]
    for column in at_most.T:
        column[:] = -pooled(-column, weights)
    bounds = np.hstack([np.zeros((levels, 1)), at_most, np.ones((levels, 1))])
    return np.maximum(np.diff(bounds, axis=1), 0.0)


def pooled(values: Floats, weights: Floats) -> Floats:
    """The nearest values that never fall, by weighted squares: pool adjacent violators."""
    blocks: list[tuple[float, float, int]] = []
    """Mean, weight and length."""
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        mean, total, length = value, weight, 1
        while blocks and blocks[-1][0] >= mean:
            before, its_weight, its_length = blocks.pop()
            mean = (mean * total + before * its_weight) / (total + its_weight)
            total, length = total + its_weight, length + its_length
        blocks.append((mean, total, length))
    return np.repeat([mean for mean, _, _ in blocks], [length for _, _, length in blocks])
