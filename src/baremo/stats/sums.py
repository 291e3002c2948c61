"""Sums over weighted things, for many weightings at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.stats.measures import Floats

Indices = NDArray[np.intp]
DENSE = 2_000_000
"""Up to so many numbers, a sum is one product of matrices."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sums:
    """Entry by entry, how much of which thing goes into which cell."""

    thing: Indices
    amount: Floats
    """Of that thing, entry by entry, in the order of the cells."""
    filled: Indices
    """Cells that anything goes into, ascending."""
    starts: Indices
    """Their first entries."""
    cells: int
    matrix: Floats | None
    """The same as things × cells, where that is small."""

    @classmethod
    def of(cls, thing: Indices, cell: Indices, amount: Floats, size: tuple[int, int]) -> "Sums":
        """`size` is the number of things and of cells."""
        matrix = None
        if size[0] * size[1] <= DENSE:
            matrix = np.zeros(size)
            np.add.at(matrix, (thing, cell), amount)
        order = np.argsort(cell, kind="stable")
        filled, starts = np.unique(cell[order], return_index=True)
        return cls(thing=thing[order], amount=amount[order], filled=filled, starts=starts, cells=size[1], matrix=matrix)

    def __call__(self, weights: Floats) -> Floats:
        """Weightings × things in, weightings × cells out."""
        if self.matrix is not None:
            return weights @ self.matrix
        sums = np.zeros((len(weights), self.cells))
        if len(self.filled):
            parts = np.take(weights, self.thing, axis=-1)
            parts *= self.amount
            sums[:, self.filled] = np.add.reduceat(parts, self.starts, axis=-1)
        return sums

    @property
    def width(self) -> int:
        """Numbers that it needs for one weighting."""
        return self.cells if self.matrix is not None else self.cells + 2 * len(self.thing)
