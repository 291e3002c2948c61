"""How far the judges of a panel agree over many dialogues, counted as they come: running sums and nothing else."""

from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from statistics import fmean

from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.report.panel import Opinions, opinions
from baremo.report.style import NAME, Style

ENOUGH = 10
"""Dialogues that two judges must share before anything is said of how alike they mark."""


class Agreement:
    def __init__(self, barem: Barem) -> None:
        self._barem = barem
        self._equal = dict.fromkeys((criterion.name for criterion in barem.criteria), 0)
        self._apart = dict(self._equal)
        self._pairs: dict[tuple[int, int], _Pair] = {}
        self._seats = 0
        self._short = 0
        """Dialogues in which some judge gave no marks."""
        self.count = 0
        """Dialogues that at least two judges marked."""

    def add(self, record: Record) -> None:
        table = opinions(record, self._barem)
        if not table or len(table[0].given) < 2:
            return
        self.count += 1
        self._seats = max(self._seats, len(record.panel))
        self._short += len(table[0].given) < len(record.panel)
        for row in table:
            self._equal[row.criterion.name] += not row.apart
            self._apart[row.criterion.name] += row.apart
        self._add_pairs(table)

    def _add_pairs(self, table: tuple[Opinions, ...]) -> None:
        steps = [_steps(table, seat) for seat in range(len(table[0].levels))]
        for (one, first), (other, second) in combinations(enumerate(steps), 2):
            if first and second:
                self._pairs.setdefault((one, other), _Pair(len(table))).add(first, second)

    def effective(self) -> tuple[float, int] | None:
        """How many independent judges the panel is worth, and of how many judges that is; None where it is not known.

        n judges whose marks correlate by r on average tell as much as n / (1 + (n - 1) r) independent ones. Judges
        whose marks never vary are left out: nothing can be said of how alike they mark.
        """
        known = {pair: likeness for pair, sums in self._pairs.items() if (likeness := sums.correlation()) is not None}
        count = len({seat for pair in known for seat in pair})
        if not known:
            return None
        likeness = fmean(known.values())
        shared = 1 + (count - 1) * likeness
        return (min(max(count / shared, 1.0), float(count)) if shared > 0 else float(count)), count

    def lines(self, style: Style) -> Iterator[str]:
        """Nothing where no dialogue had several judges."""
        if not self.count:
            return
        short = f"; in {self._short:,} of them not all gave marks" if self._short else ""
        yield from style.beside("Panel", f"{self._seats} judges on {self.count:,} dialogues{short}")
        yield style.dim(f"  {'':<{NAME}} {'all equal':>9}  {'levels apart':>12}")
        for name, equal in self._equal.items():
            yield f"  {name:<{NAME}} {equal / self.count:>9.1%}  {self._apart[name] / self.count:>12.2f}"
        yield from style.beside("Worth", self._worth())
        yield ""

    def _worth(self) -> str:
        found = self.effective()
        if found is None:
            return f"not known in independent judges: that takes {ENOUGH} dialogues with marks that vary"
        worth, count = found
        of = f"the {count} judges" if count == self._seats else f"the {count} judges that vary and can be compared"
        return (
            f"{of} tell at least as much as {worth:.1f} independent ones. Judges who err alike count less than their "
            "number; what they rightly see alike counts against them here too, hence 'at least'."
        )


class _Pair:
    """Two judges on the dialogues that both marked: sums per criterion, in whole levels."""

    def __init__(self, criteria: int) -> None:
        self._count = 0
        self._sums = [[0] * 5 for _ in range(criteria)]

    def add(self, first: list[int], second: list[int]) -> None:
        self._count += 1
        for sums, one, other in zip(self._sums, first, second, strict=True):
            for place, value in enumerate((one, other, one * one, other * other, one * other)):
                sums[place] += value

    def correlation(self) -> float | None:
        """Pearson's, over all criteria, each centred on its own means: a criterion that all mark low is no likeness."""
        if self._count < ENOUGH:
            return None
        count = self._count
        one = sum(count * squares - total**2 for total, _, squares, _, _ in self._sums)
        other = sum(count * squares - total**2 for _, total, _, squares, _ in self._sums)
        both = sum(count * products - first * second for first, second, _, _, products in self._sums)
        return both / (sqrt(one) * sqrt(other)) if one and other else None


def _steps(table: tuple[Opinions, ...], seat: int) -> list[int]:
    """One judge's levels as places on their scales; empty where it gave none."""
    levels = [(row.criterion.scale, row.levels[seat]) for row in table]
    return [sum(step <= level for step in scale) for scale, level in levels if level is not None]
