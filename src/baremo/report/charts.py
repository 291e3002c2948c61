"""Small pictures for a terminal: a dot on its interval, bars, a table of counts with shades, a curve."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import NamedTuple

from baremo.report.figures import short
from baremo.report.style import NAME, Style, shorten, visible

CURVE = (48, 9)
"""Columns and lines of a curve."""
_SHADES = " ░▒▓█"
_EIGHTHS = " ▏▎▍▌▋▊▉█"


class Dot(NamedTuple):
    """A figure with its interval. None where it is not known."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    mark: float | None = None
    """Something to hold it against, such as how far people agree with each other."""


class Bar(NamedTuple):
    name: str
    share: float | None
    note: str = ""


class Pair(NamedTuple):
    """Two shares of one thing."""

    name: str
    first: float
    second: float


def dots(rows: Sequence[Dot], style: Style, *, ends: tuple[float, float] | None = None) -> list[str]:
    """A line for each, `├──●──┤` on one axis, `◆` where it is held against something; then the axis."""
    if not rows:
        return []
    first, last = ends or _ends(rows)
    width = style.width - NAME - 12
    axis = _Axis(first, last, width)
    lines = [f"  {_name(row.name)} {_number(row.value):>6}  {axis.dot(row, style)}".rstrip() for row in rows]
    return [*lines, style.dim(f"  {'':<{NAME}} {'':>6}  {axis.labels()}".rstrip())]


def bars(rows: Sequence[Bar], style: Style, *, width: int = 40) -> list[str]:
    """Shares from 0 to 1, in eighths of a column."""
    return [_bar(row, style, width) for row in rows]


def pairs(rows: Sequence[Pair], style: Style, heads: tuple[str, str], *, width: int = 24) -> list[str]:
    """The two bars of each beside each other."""
    first, second = (f"{shorten(visible(head), width):<{width + 8}}" for head in heads)
    lines = [style.dim(f"  {'':<{NAME}} {first}{second}".rstrip())]
    for row in rows:
        one, other = (f"{_filled(share, width):<{width}} {_percent(share)}" for share in row[1:])
        lines.append(f"  {_name(row.name)} {one}  {other}".rstrip())
    return lines


def heat(names: Sequence[str], across: Sequence[str], counts: Sequence[Sequence[int]], style: Style) -> list[str]:
    """A table of counts, rows by columns; the darker the shade, the greater the share of its row."""
    shown = [shorten(visible(name), 9) for name in across]
    cell = max([5, *map(len, shown), *(len(f"{count:,}") + 2 for row in counts for count in row)])
    head = "".join(f" {name:>{cell}}" for name in shown)
    lines = [style.dim(f"  {'':<{NAME}}{head}")]
    for name, row in zip(names, counts, strict=True):
        most = sum(row) or 1
        cells = "".join(f" {_SHADES[-(-4 * count // most)]}{count:>{cell - 1},}" for count in row)
        lines.append(f"  {_name(name)}{cells}")
    return lines


def curve(
    points: Sequence[tuple[float, float]], style: Style, *, level: float | None = None, ends: tuple[float, float]
) -> list[str]:
    """Points from left (0) to right (1), between two ends; `┄` at the level that is aimed at."""
    columns, height = CURVE
    low, high = ends
    grid = [[" "] * columns for _ in range(height)]
    if level is not None:
        grid[_place(level, high, low, height)] = ["┄"] * columns
    for along, up in points:
        if isfinite(along) and isfinite(up):
            grid[_place(up, high, low, height)][_place(along, 0, 1, columns)] = "●"
    named = {0: high, height - 1: low}
    if level is not None:
        named[_place(level, high, low, height)] = level
    lines = [
        f"  {_number(named[at]):>6} ┤{''.join(row)}" if at in named else f"  {'':>6} │{''.join(row)}"
        for at, row in enumerate(grid)
    ]
    foot = f"  {'':>6} └{'─' * columns}"
    return [line.rstrip() for line in lines] + [style.dim(foot), style.dim(f"  {'':>6}  0{'1':>{columns - 1}}")]


class _Axis:
    def __init__(self, first: float, last: float, width: int) -> None:
        self._first, self._last, self._width = first, last if last > first else first + 1, max(width, 10)

    def dot(self, row: Dot, style: Style) -> str:
        if row.value is None:
            return style.dim("not defined")
        line = [" "] * self._width
        if self._first < 0 < self._last:
            line[self._at(0)] = "┊"
        if row.low is not None and row.high is not None:
            low, high = self._at(row.low), self._at(row.high)
            line[low : high + 1] = ["─"] * (high + 1 - low)
            line[low], line[high] = "├", "┤"
        if row.mark is not None:
            line[self._at(row.mark)] = "◆"
        line[self._at(row.value)] = "●"
        return "".join(line).rstrip()

    def labels(self) -> str:
        line = f"{_number(self._first):<{self._width}}"
        if self._first < 0 < self._last and 4 < (at := self._at(0)) < self._width - 6:
            line = f"{line[:at]}0{line[at + 1 :]}"
        last = _number(self._last)
        return line[: self._width - len(last)] + last

    def _at(self, value: float) -> int:
        return _place(value, self._first, self._last, self._width)


def _place(value: float, first: float, last: float, count: int) -> int:
    """Which of `count` places from first to last; what lies outside is at the edge."""
    share = (value - first) / (last - first) if last != first else 0.0
    return min(max(round(share * (count - 1)), 0), count - 1)


def _ends(rows: Sequence[Dot]) -> tuple[float, float]:
    """From 0 or the lowest to 1 or the highest; of differences, around 0."""
    known = list(_known(rows))
    if not known:
        return 0.0, 1.0
    return min(0.0, *known), max(0.0, *known)


def _known(rows: Sequence[Dot]) -> Iterator[float]:
    for row in rows:
        yield from (one for one in row[1:] if isinstance(one, float | int))


def _bar(row: Bar, style: Style, width: int) -> str:
    if row.share is None:
        return f"  {_name(row.name)} {style.dim('not known')}"
    note = f"  {style.dim(visible(row.note))}" if row.note else ""
    return f"  {_name(row.name)} {_filled(row.share, width):<{width}} {_percent(row.share)}{note}".rstrip()


def _filled(share: float, width: int) -> str:
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _percent(share: float) -> str:
    return f"{100 * share:>3.0f} %"


def _name(name: str) -> str:
    return f"{shorten(visible(name), NAME):<{NAME}}"


def _number(value: float | None) -> str:
    if value is None:
        return "—"
    return short(value) if abs(value) < 10 else f"{value:,.0f}"
