"""A weighted sum over a row of numbers, made for rows that are mostly zeros."""

from collections.abc import Mapping, Sequence
from itertools import compress

from baremo.models.signals.gauge.table import Column

CLIP = 3.0
"""Spreads from the centre beyond which a number counts for no more."""


NO_COLUMN = Column(0.0, 1.0, 0.0)


class Line:
    def __init__(self, names: Sequence[str], columns: Mapping[str, Column]) -> None:
        """`names`: of all numbers in a row, in order; those without a column do not count."""
        self._at = {place: columns[name] for place, name in enumerate(names) if name in columns}
        # As plain numbers: this loop runs some thousand times for one dialogue.
        self._columns = [
            (one.centre, 1 / one.spread, one.weight, _effect(one, 0.0))
            for one in [self._at.get(place, NO_COLUMN) for place in range(len(names))]
        ]
        self._ground = sum([nothing for *_, nothing in self._columns])

    def __call__(self, row: Sequence[float]) -> float:
        total = self._ground
        for value, (centre, per_spread, weight, nothing) in compress(zip(row, self._columns, strict=True), row):
            spreads = (value - centre) * per_spread
            if spreads > CLIP:
                spreads = CLIP
            elif spreads < -CLIP:  # to call `max` would take longer than all else here
                spreads = -CLIP
            total += weight * spreads - nothing
        return total

    def effect(self, place: int, value: float) -> float:
        """Of one number, beside the same row with a 0 in its place."""
        column = self._at.get(place)
        return _effect(column, value) - self._columns[place][-1] if column else 0.0


def _effect(column: Column, value: float) -> float:
    spreads = (value - column.centre) / column.spread
    return column.weight * min(CLIP, max(-CLIP, spreads))
