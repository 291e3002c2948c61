"""A weighted sum over a row of numbers, made for rows that are mostly zeros."""

from collections.abc import Mapping, Sequence
from itertools import compress

from baremo.models.signals.gauge.table import Column, TurnColumn

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


class TwoLines(Line):
    """Two sums over the same row: the second by the weights for neither."""

    def __init__(self, names: Sequence[str], columns: Mapping[str, TurnColumn]) -> None:
        super().__init__(names, columns)
        weights = [columns[name].neither if name in columns else 0.0 for name in names]
        second = [weight * _spreads(self._at.get(place, NO_COLUMN), 0.0) for place, weight in enumerate(weights)]
        self._both = [
            (*one, *other) for one, other in zip(self._columns, zip(weights, second, strict=True), strict=True)
        ]
        self._grounds = self._ground, sum(second)

    def both(self, row: Sequence[float]) -> tuple[float, float]:
        one, other = self._grounds
        for value, column in compress(zip(row, self._both, strict=True), row):
            centre, per_spread, weight, nothing, neither, none = column
            spreads = (value - centre) * per_spread
            if spreads > CLIP:
                spreads = CLIP
            elif spreads < -CLIP:
                spreads = -CLIP
            one += weight * spreads - nothing
            other += neither * spreads - none
        return one, other


def _effect(column: Column, value: float) -> float:
    return column.weight * _spreads(column, value)


def _spreads(column: Column, value: float) -> float:
    return min(CLIP, max(-CLIP, (value - column.centre) / column.spread))
