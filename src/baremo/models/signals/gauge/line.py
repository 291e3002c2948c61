"""A weighted sum over a row of numbers, made for rows that are mostly zeros."""

from collections.abc import Iterator, Mapping, Sequence

from baremo.models.signals.gauge.table import Column

CLIP = 3.0
"""Spreads from the centre beyond which a number counts for no more."""


class Line:
    def __init__(self, names: Sequence[str], columns: Mapping[str, Column]) -> None:
        """`names`: of all numbers in a row, in order; those without a column do not count."""
        self._columns = [(place, columns[name]) for place, name in enumerate(names) if name in columns]
        self._zeros = {place: _effect(column, 0.0) for place, column in self._columns}
        self._ground = sum(self._zeros.values())
        self._others = [(place, column, self._zeros[place]) for place, column in self._columns]

    def __call__(self, row: Sequence[float]) -> float:
        total = self._ground
        for place, column, nothing in self._others:
            value = row[place]
            if value:
                total += _effect(column, value) - nothing
        return total

    def effects(self, row: Sequence[float]) -> Iterator[tuple[int, float]]:
        """Place and effect of each number, against the centre of its column."""
        return ((place, _effect(column, row[place])) for place, column in self._columns)


def _effect(column: Column, value: float) -> float:
    spreads = (value - column.centre) / column.spread
    return column.weight * min(CLIP, max(-CLIP, spreads))
