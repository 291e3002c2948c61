"""A criterion that was fitted to people's marks, read off a dialogue."""

from bisect import bisect_right
from collections.abc import Iterator

from baremo.models.signals.gauge.line import Line
from baremo.models.signals.gauge.table import Criterion
from baremo.observe.course.rows import WHOLE, Row
from baremo.observe.registry import OBSERVERS

_PLACE = {name: place for place, name in enumerate(WHOLE)}
_COUNTED = tuple((one.name, _PLACE[f"rate.{one.name}"], _PLACE[f"count.{one.name}"]) for one in OBSERVERS)
"""The columns by which an observer's events count."""
_VARYING = (
    "system.new_words",
    "system.repeats_earlier",
    "system.repeats_last",
    "system.same_wording",
    "system_variety",
)


class Fitted:
    def __init__(self, criterion: Criterion) -> None:
        self.criterion = criterion
        self.hand, self.felt, self._seen = (criterion.parts.get(part, 0.0) for part in ("hand", "felt", "seen"))
        self._line = Line(tuple(WHOLE), criterion.columns)
        self._varying = [
            (_PLACE[name], column.centre) for name, column in criterion.columns.items() if name.endswith(_VARYING)
        ]

    def seen(self, row: Row) -> float:
        """What the dialogue's row adds to the position."""
        return self._seen * self._line(row)

    def effects(self, row: Row) -> Iterator[tuple[str, float]]:
        """By observer that saw something: what its events add, beside the same dialogue without them."""
        for name, rate, count in _COUNTED:
            if row[count]:
                yield name, self._seen * (self._line.effect(rate, row[rate]) + self._line.effect(count, row[count]))

    def newness(self, row: Row) -> float:
        """What it adds that SYSTEM says new things; below 0 where it says the same again more than is usual."""
        line = self._line
        return self._seen * sum(
            [line.effect(place, row[place]) - line.effect(place, centre) for place, centre in self._varying]
        )

    def index(self, position: float, levels: int) -> int:
        """The level, from 0; on a scale with another number of levels, the one at the same height."""
        cuts = self.criterion.cuts
        place = bisect_right(cuts, position + 1e-9)
        return place if levels == len(cuts) + 1 else round(place * (levels - 1) / len(cuts))
