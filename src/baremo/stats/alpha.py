"""Krippendorff's alpha from the counts of values in units: any number of raters, any of them missing.

See K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011. His ordinal distance between two values is
that between their mid-ranks, so that ordinal alpha is the interval one of ranks; no matrix of coincidences is needed.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from baremo.stats.measures import Floats, mid_ranks, ratio
from baremo.stats.sums import Sums

Metric = Literal["nominal", "ordinal", "interval"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Units:
    """What raters gave, unit by unit; a unit with a single mark says nothing about agreement."""

    sizes: Floats
    """Marks in each unit; 0 where there is one only."""
    shares: Floats
    """How much a pair counts: one over the size less one."""
    alike: Floats
    """Pairs of the same mark in each unit, a mark with itself included."""
    values: Sums
    """Units to values."""
    units: Sums
    """Values to units."""

    @classmethod
    def of(cls, counts: Floats) -> "Units":
        """`counts`: units × values, how often the unit was given the value."""
        sizes = counts.sum(axis=-1)
        sizes = np.where(sizes > 1, sizes, 0.0)
        unit, value = np.nonzero((counts > 0) & (sizes > 0)[:, None])
        given = counts[unit, value]
        many, levels = counts.shape
        return cls(
            sizes=sizes,
            shares=1.0 / np.maximum(sizes - 1, 1),
            alike=np.sum(counts**2, axis=-1),
            values=Sums.of(unit, value, given, (many, levels)),
            units=Sums.of(value, unit, given, (levels, many)),
        )

    @property
    def width(self) -> int:
        """Numbers that are needed for one weighting."""
        return self.values.width + self.units.width + 3 * len(self.sizes)


def alpha(units: Units, weights: Floats, metric: Metric = "ordinal", values: Floats | None = None) -> Floats:
    """`weights`: draws × units, how often each unit is there. `values` are the numbers of the interval metric; without
    them, they are 0, 1, 2 and so on."""
    totals = units.values(weights)
    whole = totals.sum(axis=-1)
    if metric == "nominal":
        seen = weights @ ((units.sizes**2 - units.alike) * units.shares * (units.sizes > 0))
        return 1.0 - ratio((whole - 1) * seen, whole**2 - np.sum(totals**2, axis=-1))
    if metric == "ordinal":
        marks = mid_ranks(totals)
    else:
        numbers = np.arange(units.values.cells, dtype=np.float64) if values is None else values
        marks = numbers - ratio(totals @ numbers, whole)[:, None]
    # Within a unit of m marks, the squared distances of all ordered pairs sum up to 2 (m Σ x² − (Σ x)²).
    squares = units.values(weights * (units.sizes * units.shares))
    apart = weights * units.shares
    seen = np.sum(squares * marks**2, axis=-1) - np.sum(apart * units.units(marks) ** 2, axis=-1)
    expected = whole * np.sum(totals * marks**2, axis=-1) * (np.sum(totals > 0, axis=-1) > 1)
    return 1.0 - ratio((whole - 1) * seen, expected)
