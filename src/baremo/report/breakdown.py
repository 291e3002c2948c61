"""A run by a field of its dialogues' metadata: who fares how?"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from baremo.core.barem import Barem
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored
from baremo.report.style import Style, shorten, visible

WIDTH = 24
MISSING = "(none)"


class Breakdown:
    def __init__(self, barem: Barem, field: str) -> None:
        self._barem = barem
        self._field = field
        self._groups: dict[str, Group] = {}

    def add(self, record: Record) -> None:
        name = label(record.dialogue.metadata.get(self._field))
        self._groups.setdefault(name, Group()).add(record)

    @property
    def known(self) -> bool:
        """Whether any dialogue has the field at all."""
        return set(self._groups) != {MISSING}

    def lines(self, style: Style) -> Iterator[str]:
        names = [criterion.name for criterion in self._barem.criteria]
        yield style.bold(f"By {visible(self._field)}")
        head = f"  {'':<{WIDTH}} {'count':>7} {'scored':>7} {'Likert' if self._barem.review else 'mean':>7}"
        yield style.dim(head + "".join(f" {shorten(name, 7):>7}" for name in names))
        for name, group in sorted(self._groups.items(), key=lambda item: item[1].height):
            cells = "".join(f" {group.average(group.levels.get(one, Fraction(0))):>7}" for one in names)
            counts = f"{group.count:>7,} {group.scored:>7,} {group.average(group.mean):>7}"
            yield f"  {shorten(visible(name), WIDTH):<{WIDTH}} {counts}{cells}"


class Group:
    def __init__(self) -> None:
        self.count = self.scored = 0
        self.mean: Value = Fraction(0)
        self.levels: dict[str, Value] = {}

    def add(self, record: Record) -> None:
        self.count += 1
        verdict = record.verdict
        if isinstance(verdict, Scored):
            self.scored += 1
            self.mean += verdict.mean
            for mark in verdict.marks:
                self._add(mark.criterion, mark.level)
        if isinstance(verdict, Reviewed):
            self.scored += 1
            self.mean += verdict.likert.final
            for cell in (*verdict.cells[0], *verdict.cells[1]):
                self._add(cell.dimension, Fraction(cell.final, 2))

    def _add(self, name: str, level: Value) -> None:
        self.levels[name] = self.levels.get(name, Fraction(0)) + level

    @property
    def height(self) -> float:
        """The worst group comes first; one without any mark last."""
        return float(self.mean / self.scored) if self.scored else float("inf")

    def average(self, total: Value) -> str:
        return f"{float(total / self.scored):.1f}" if self.scored else "—"


def label(value: Any) -> str:
    return MISSING if value is None else str(value)
