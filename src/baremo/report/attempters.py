"""Who rates how: the sheets of each attempter against what became of them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from baremo.core.barem import Barem
from baremo.core.comparison import LIKERT, Comparison, Entry
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.review import Action, Cell, Reviewed
from baremo.report.style import Style, shorten, visible
from baremo.stats.intervals import Interval, mean_interval

NOBODY = "(not named)"
WIDE = 22
MISTAKES = 5
ENOUGH = 10
"""Tasks from which an interval is worth a word about a person."""
SEED = 20
"""Of the resampling: the same run gives the same intervals."""


@dataclass(slots=True)
class Habit:
    """How one attempter rates one dimension."""

    differences: list[list[float]] = field(default_factory=list)
    """Original minus final, by task: what lies on the scale alone."""
    exact: int = 0
    near: int = 0
    before: int = 0
    """Originals that were what the independent judgment came to."""
    after: int = 0
    """Final ratings that are."""
    cells: int = 0

    @property
    def given(self) -> int:
        return sum(map(len, self.differences))

    @property
    def mean(self) -> float:
        return sum(map(sum, self.differences)) / self.given if self.given else 0.0

    @property
    def distance(self) -> float:
        """How far off, whichever way."""
        return sum(abs(one) for task in self.differences for one in task) / self.given if self.given else 0.0

    def interval(self) -> Interval | None:
        return mean_interval(self.differences, Random(SEED))  # noqa: S311  nothing is to be kept secret


@dataclass(slots=True)
class Attempter:
    name: str
    tasks: int = 0
    habits: dict[str, Habit] = field(default_factory=dict)
    mistakes: Counter[str] = field(default_factory=Counter)

    def add(self, case: Comparison, verdict: Reviewed, barem: Barem) -> None:
        self.tasks += 1
        levels = {**{one.name: one.scale for one in barem.criteria}, LIKERT: tuple(one.value for one in barem.outcomes)}
        told: dict[str, list[float]] = {}
        for entry, cell in _cells(case, verdict):
            self._note(entry, cell, on_scale=entry.value in levels[cell.dimension])
            habit = self.habits.setdefault(cell.dimension, Habit())
            habit.cells += 1
            habit.after += cell.final == cell.judged
            if entry.value is None or entry.value not in levels[cell.dimension]:
                continue
            habit.before += entry.value == cell.judged
            difference = entry.value - cell.final
            habit.exact += difference == 0
            habit.near += _steps(levels[cell.dimension], entry.value, cell.final) <= 1
            told.setdefault(cell.dimension, []).append(float(difference))
        for dimension, differences in told.items():
            self.habits[dimension].differences.append(differences)

    def _note(self, entry: Entry, cell: Cell, *, on_scale: bool) -> None:
        if cell.action is Action.FILLED:
            self.mistakes["left blank"] += 1
        elif cell.action is Action.CORRECTED and not on_scale:
            self.mistakes["a rating that is not on its scale"] += 1
        elif cell.action is Action.CORRECTED:
            self.mistakes[f"{cell.dimension} rated {_direction(cell.dimension, entry.value, cell.final)}"] += 1
        if cell.rewritten and cell.action is Action.KEPT:
            self.mistakes[f"justification: {cell.rewritten.partition(' (')[0]}"] += 1


def _steps(scale: tuple[Value, ...], one: Value, other: Value) -> int:
    return abs(scale.index(one) - scale.index(other))


def _direction(dimension: str, value: Value | None, final: Value) -> str:
    if dimension == LIKERT:
        return "too far towards Response 2" if value is not None and value > final else "too far towards Response 1"
    return "too high" if value is not None and value > final else "too low"


def _cells(case: Comparison, verdict: Reviewed) -> Iterator[tuple[Entry, Cell]]:
    for number, cells in enumerate(verdict.cells, start=1):
        yield from ((case.sheet.entry(number, cell.dimension), cell) for cell in cells)
    yield case.sheet.likert, verdict.likert


class Attempters:
    """Counted as records come."""

    def __init__(self, barem: Barem) -> None:
        self._barem = barem
        self._known: dict[str, Attempter] = {}
        self.scratch = 0
        """Tasks without any original rating."""

    @property
    def named(self) -> bool:
        return any(name != NOBODY for name in self._known)

    def add(self, record: Record) -> None:
        case, verdict = record.dialogue, record.verdict
        if not isinstance(case, Comparison) or not isinstance(verdict, Reviewed):
            return
        if verdict.scratch:
            self.scratch += 1
            return
        name = case.attempter or NOBODY
        self._known.setdefault(name, Attempter(name)).add(case, verdict, self._barem)

    def ranked(self) -> list[Attempter]:
        """Those who did most tasks first."""
        return sorted(self._known.values(), key=lambda one: (-one.tasks, one.name))

    def lines(self, style: Style) -> Iterator[str]:
        for attempter in self.ranked():
            yield from _attempter_lines(attempter, style)
        if self.scratch:
            what = "1 task has" if self.scratch == 1 else f"{self.scratch:,} tasks have"
            yield style.dim(f"{what} no original ratings.")

    def document(self) -> list[dict[str, Any]]:
        return [_document(one) for one in self.ranked()]


def _attempter_lines(one: Attempter, style: Style) -> Iterator[str]:
    tasks = "1 task" if one.tasks == 1 else f"{one.tasks:,} tasks"
    given, exact = sum(habit.given for habit in one.habits.values()), sum(habit.exact for habit in one.habits.values())
    kept = f", {exact / given:.0%} of {given:,} ratings stand" if given else ", no rating on a scale"
    yield f"{style.bold(shorten(visible(one.name), 60))}  {style.dim(f'{tasks}{kept}')}"
    head = f"  {'':<{WIDE}} {'ratings':>7} {'off by':>7}  {'95 % interval':<16} {'same':>5} {'±1':>5}"
    yield style.dim(f"{head} {'judge before':>13} {'after':>6}")
    for dimension, habit in one.habits.items():
        yield from _habit_line(dimension, habit, style)
    for mistake, count in one.mistakes.most_common(MISTAKES):
        yield f"  {count:>5,} × {visible(mistake)}"
    yield ""


def _habit_line(dimension: str, habit: Habit, style: Style) -> Iterator[str]:
    if not habit.given:
        yield f"  {dimension:<{WIDE}} {0:>7}"
        return
    found = habit.interval()
    span = f"{found.low:+.2f} … {found.high:+.2f}" if found else "one task only"
    told = len(habit.differences) >= ENOUGH and found is not None and found.excludes_zero
    verdict = style.warn(_habitual(dimension, found)) if found and told else ""
    off = f"{habit.given:>7,} {habit.mean:>+7.2f}"
    counts = f"{habit.exact / habit.given:>5.0%} {habit.near / habit.given:>5.0%}"
    judge = f"{habit.before / habit.given:>13.0%} {habit.after / habit.cells:>6.0%}"
    yield f"  {dimension:<{WIDE}} {off}  {span:<16} {counts} {judge}  {verdict}".rstrip()


def _habitual(dimension: str, found: Interval) -> str:
    if dimension == LIKERT:
        return "leans to Response 2" if found.low > 0 else "leans to Response 1"
    return "rates too high" if found.low > 0 else "rates too low"


def _document(one: Attempter) -> dict[str, Any]:
    return {
        "attempter": None if one.name == NOBODY else one.name,
        "tasks": one.tasks,
        "dimensions": {dimension: _habit_document(habit) for dimension, habit in one.habits.items()},
        "mistakes": [{"what": what, "count": count} for what, count in one.mistakes.most_common()],
    }


def _share(count: int, of: int) -> float | None:
    return count / of if of else None


def _habit_document(habit: Habit) -> dict[str, Any]:
    found = habit.interval()
    return {
        "ratings": habit.given,
        "mean_difference": habit.mean if habit.given else None,
        "mean_distance": habit.distance if habit.given else None,
        "interval_95": list(found) if found else None,
        "exact": _share(habit.exact, habit.given),
        "within_one": _share(habit.near, habit.given),
        "judge_before": _share(habit.before, habit.given),
        "judge_after": _share(habit.after, habit.cells),
    }
