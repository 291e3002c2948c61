"""A panel's opinions side by side: each judge's ruled level, the median, who speaks for it, how far apart they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from baremo.core.barem import Barem, Criterion
from baremo.core.evidence import Checked
from baremo.core.numbers import Value
from baremo.core.record import Record, Ruled
from baremo.core.verdict import Scored, Seat, Unscored
from baremo.report.style import NAME, Style, visible
from baremo.score.doubt import doubt

FAR = 1
"""Judges who are more levels apart than this are pointed out."""
NONE = "—"
_IN_DOUBT = "; in doubt "
"""In the name of a bench, between those who always sit and those who are called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinions:
    """What the judges of a panel came to on one criterion."""

    criterion: Criterion
    levels: tuple[Value | None, ...]
    """As ruled on, by seat; None where that judge gave no marks."""
    median: Value | None
    """None where the panel has no verdict."""

    @property
    def given(self) -> list[Value]:
        return [level for level in self.levels if level is not None]

    @property
    def speaker(self) -> int | None:
        """The seat whose words and quotes stand for the median: the first that came to it."""
        return None if self.median is None else self.levels.index(self.median)

    @property
    def apart(self) -> int:
        """From the lowest to the highest, in levels of the scale."""
        lowest, highest = min(self.given), max(self.given)
        return sum(lowest < step <= highest for step in self.criterion.scale)


def opinions(record: Record, barem: Barem) -> tuple[Opinions, ...]:
    """By criterion; none where no judge of the panel gave marks."""
    seats = [_ruled(seat) for seat in record.panel]
    if not any(seats):
        return ()
    spoken = _levels(record.checked, record.verdict)
    return tuple(
        Opinions(
            criterion=criterion,
            levels=tuple(levels.get(criterion.name) for levels in seats),
            median=spoken.get(criterion.name),
        )
        for criterion in barem.criteria
    )


def _ruled(seat: Seat) -> dict[str, Value]:
    """The levels after the Referee and before any cap: those that the median is of."""
    return _levels(seat.checked, seat.verdict)


def _levels(checked: Checked | None, verdict: Ruled) -> dict[str, Value]:
    if checked is None or not isinstance(verdict, Scored):
        return {}
    given = {item.mark.criterion: item.mark.level for item in checked.marks}
    return given | {ruling.criterion: ruling.final for ruling in verdict.rulings}


def judges(record: Record) -> tuple[str, ...]:
    """Who sat in each seat of the panel."""
    return named_judges(record) or tuple(_heard(record, seat) for seat in range(len(record.panel)))


def named_judges(record: Record) -> tuple[str, ...]:
    """The same without the exchanges; empty where the name of the bench does not tell."""
    always, called = _bench(record)
    return next((names for names in ((*always, *called), always) if len(names) == len(record.panel)), ())


def panel_lines(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    """Who sat, who was called and why, and a table of their levels."""
    for number, (name, seat) in enumerate(zip(judges(record), record.panel, strict=True), start=1):
        yield from style.beside(f"Judge {number}", f"{name}{_came_to(seat, barem)}")
    yield from _called(record, barem, style)
    if table := opinions(record, barem):
        yield from _Table(table, style).lines()
    yield from _emotion(record, style)


def _bench(record: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those who always sit and those who are called in doubt, as the record names them."""
    always, _, called = record.judge.partition(_IN_DOUBT)
    return tuple(always.split(", ")), tuple(called.split(", ")) if called else ()


def _heard(record: Record, seat: int) -> str:
    return next((exchange.judge for exchange in record.exchanges if exchange.seat == seat), "did not answer")


def _came_to(seat: Seat, barem: Barem) -> str:
    verdict = seat.verdict
    if isinstance(verdict, Unscored):
        return f" · unscored ({verdict.stage}): {verdict.reason}"
    return f" · overall {barem.overall.label(verdict.overall)}"


def _called(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    always, called = _bench(record)
    if not called or len(record.panel) != len(always) + len(called):
        return
    doubts = [
        f"judge {number}: {reason}"
        for number, seat in enumerate(record.panel[: len(always)], start=1)
        if (reason := doubt(seat.verdict, barem))
    ]
    # Under another barem than the one that the judges were called under (`whatif`), nothing may be in doubt.
    why = "; ".join(doubts) or "under the barem that was judged with, not under this one"
    yield from style.beside("In doubt", f"{why}; {_listed(range(len(always), len(record.panel)))} called")


def _emotion(record: Record, style: Style) -> Iterator[str]:
    """Rules may ask whether something emotional was said: for a panel, where more than half of the judges found it."""
    heard = [seat.checked for seat in record.panel if seat.checked]
    found = sum(checked.emotional for checked in heard)
    if found and record.checked:
        held = "it counts" if record.checked.emotional else "it does not count, for want of a majority"
        yield from style.beside("Emotion", f"found in the dialogue by {found} of {len(heard)} judges: {held}")


def _listed(seats: Sequence[int]) -> str:
    *most, last = [str(seat + 1) for seat in seats]
    return f"judges {', '.join(most)} and {last} were" if most else f"judge {last} was"


class _Table:
    def __init__(self, rows: tuple[Opinions, ...], style: Style) -> None:
        self._rows = rows
        self._style = style
        self._name = max(NAME, *(len(row.criterion.name) for row in rows))
        self._cell = max(4, *(len(label) for row in rows for label in row.criterion.labels))
        self._spread = 2 * self._cell + 3

    def lines(self) -> Iterator[str]:
        yield ""
        numbers = [str(number) for number in range(1, len(self._rows[0].levels) + 1)]
        for line in self._line("", self._head("median", "spread", "speaks"), numbers):
            yield self._style.dim(line)
        for row in self._rows:
            yield from self._criterion(row)
        if any(row.apart > FAR for row in self._rows):
            yield from self._style.wrapped("! judges are more than one level apart", 2, self._style.warn)

    def _criterion(self, row: Opinions) -> Iterator[str]:
        label = row.criterion.label
        spread = f"{label(min(row.given))}–{label(max(row.given))}" if row.apart else "equal"
        if len(row.given) == 1:
            spread = NONE
        head = self._head(
            NONE if row.median is None else label(row.median),
            f"{spread} !" if row.apart > FAR else spread,
            NONE if row.speaker is None else str(row.speaker + 1),
        )
        cells = [NONE if level is None else label(level) for level in row.levels]
        yield from self._line(row.criterion.name, self._style.warn(head) if row.apart > FAR else head, cells)

    def _head(self, median: str, spread: str, speaker: str) -> str:
        return f"{median:>{max(6, self._cell)}}  {spread:<{self._spread}} {speaker:>6}"

    def _line(self, name: str, head: str, cells: list[str]) -> Iterator[str]:
        """As many judges beside each other as fit, the others below them."""
        margin = self._name + max(6, self._cell) + self._spread + 12
        fitting = max(1, (self._style.width - margin) // (self._cell + 2))
        for start in range(0, len(cells), fitting):
            shown = "".join(f"  {cell:>{self._cell}}" for cell in cells[start : start + fitting])
            yield f"  {visible(name):<{self._name}} {head}{shown}" if start == 0 else " " * margin + shown
