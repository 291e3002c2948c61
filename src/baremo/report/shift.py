"""Before and after: what another barem would change in a run, counted as records come."""

from collections import Counter
from collections.abc import Iterator

from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored
from baremo.report.people import given_level
from baremo.report.style import Style, visible

NAMED = 20
"""How many changed dialogues are named."""
NAME = 15
BAR = 30


class Side:
    """One of the two: how its verdicts are spread."""

    def __init__(self, barem: Barem) -> None:
        self.barem = barem
        self.levels: Counter[str] = Counter()
        self.scored = 0
        self.mean = 0.0
        self.criteria = {criterion.name: 0.0 for criterion in barem.criteria}

    def add(self, record: Record) -> str:
        """Returns the label of its overall level."""
        verdict = record.verdict
        label = given_level(verdict, self.barem) or "unscored"
        self.levels[label] += 1
        if isinstance(verdict, Reviewed):
            self.scored += 1
            self.mean += float(verdict.likert.final)
            for cell in (*verdict.cells[0], *verdict.cells[1]):
                self.criteria[cell.dimension] += float(cell.final) / 2
        if isinstance(verdict, Scored):
            self.scored += 1
            self.mean += float(verdict.mean)
            for mark in verdict.marks:
                self.criteria[mark.criterion] += float(mark.level)
        return label


class Shift:
    def __init__(self, before: Barem, after: Barem) -> None:
        self._before, self._after = Side(before), Side(after)
        self._moves: Counter[tuple[str, str]] = Counter()
        self._named: list[str] = []
        self._wide = max(NAME, *(len(one.name) for one in after.criteria))
        self.count = 0

    @property
    def changed(self) -> int:
        return self._moves.total()

    def add(self, before: Record, after: Record) -> None:
        self.count += 1
        one, other = self._before.add(before), self._after.add(after)
        if one != other:
            self._moves[one, other] += 1
            if len(self._named) < NAMED:
                self._named.append(f"{visible(str(before.dialogue.id))} {one} → {other}")

    def lines(self, style: Style) -> Iterator[str]:
        names = f"{self._before.barem.name} → {self._after.barem.name}"
        what = "tasks change their preference" if self._after.barem.review else "dialogues change their overall level"
        head = f"{self.changed:,} of {self.count:,} {what}"
        yield style.bold(head) + style.dim(f"  {visible(names)}")
        yield style.dim("─" * (style.width - 2))
        yield from self._distribution(style)
        yield from self._means()
        for (one, other), count in self._moves.most_common(10):
            yield f"  {'Moves':<{NAME}} {one:>8} → {other:<8} {count:>8,}"
        if self._named:
            more = ", …" if self.changed > len(self._named) else ""
            first, *rest = style.wrapped(", ".join(self._named) + more, NAME + 3)
            yield f"  {'Changed':<{NAME}} {first.lstrip()}"
            yield from rest

    def _distribution(self, style: Style) -> Iterator[str]:
        known = [level.label for level in reversed(self._after.barem.outcomes)]
        others = {*self._before.levels, *self._after.levels} - set(known)
        for label in [*known, *sorted(others)]:
            for side, told in ((self._before, "before"), (self._after, "after")):
                count = side.levels[label]
                bar = "█" * round(count / max(1, self.count) * BAR)
                yield f"  {label if told == 'before' else '':<{NAME}} {told:<7} {count:>8,} {style.dim(bar)}".rstrip()
        yield ""

    def _means(self) -> Iterator[str]:
        for name, total in self._after.criteria.items():
            yield self._mean(name, self._before.criteria.get(name), total)
        yield self._mean("Likert" if self._after.barem.review else "Mean", self._before.mean, self._after.mean)
        yield ""

    def _mean(self, name: str, before: float | None, after: float) -> str:
        old = "—" if before is None or not self._before.scored else f"{before / self._before.scored:.1f}"
        new = "—" if not self._after.scored else f"{after / self._after.scored:.1f}"
        return f"  {name:<{self._wide}} {old:>7} → {new}"
