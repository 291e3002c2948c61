"""Figures with their intervals, a row for each: what agreement, differences and effects look like."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from baremo.report.figures import percent, short
from baremo.report.plots.look import BELOW, DIM, DOWN, INK, JUDGE, PALE, PEOPLE, STEP, WIDTH, Spec, colours, names
from baremo.report.style import visible


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    name: str
    value: float | None
    """None where it is not defined."""
    low: float | None = None
    high: float | None = None
    group: str = ""
    """What its colour says; one of the groups of the picture."""
    band: tuple[float, float] | None = None
    """An interval that it is held against, such as how far people agree with each other."""
    tick: float | None = None
    """The middle of that."""
    note: str = ""
    """Written at the right."""
    missing: str = "not defined"
    """Written where there is no value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    title: str
    first: float
    last: float
    zero: bool = False
    """Whether a line at 0 parts less from more."""
    format: str = ""
    sign: bool = False
    """Whether values are differences: `+.50`."""


PLAIN = {"": JUDGE}


def rows_body(rows: Sequence[Row], axis: Axis, groups: dict[str, str] = PLAIN) -> Spec:
    """The rows from top to bottom as they are given."""
    shown = names([row.name for row in rows])
    values = [_values(row, name, axis) for row, name in zip(rows, shown, strict=True)]
    layers = [*_band(rows), *([_zero()] if axis.zero else []), *_interval(axis, groups), *_words()]
    if any(row.note for row in rows):
        layers.append(_note())
    return {
        "width": WIDTH,
        "height": {"step": STEP},
        "data": {"values": values},
        "encoding": {
            "y": {"field": "name", "type": "nominal", "sort": None, "title": None, "scale": {"domain": shown}}
        },
        "layer": layers,
    }


def ends(rows: Sequence[Row], *, at_least: tuple[float, float]) -> tuple[float, float]:
    """Where an axis begins and ends, so that all rows are on it."""
    known = [one for row in rows for one in (row.value, row.low, row.high, row.tick) if one is not None]
    known += [edge for row in rows if row.band for edge in row.band]
    return min([at_least[0], *known]), max([at_least[1], *known])


def around_zero(rows: Sequence[Row], least: float) -> tuple[float, float]:
    """As far to the left as to the right, so that neither side looks longer than it is."""
    low, high = ends(rows, at_least=(-least, least))
    far = max(-low, high) * 1.05
    return -far, far


def _values(row: Row, name: str, axis: Axis) -> dict[str, Any]:
    band = {"from": row.band[0], "to": row.band[1]} if row.band else {}
    return {
        "name": name,
        "value": row.value,
        "low": row.low,
        "high": row.high,
        "group": row.group,
        "tick": row.tick,
        "note": visible(row.note),
        "shown": visible(row.missing) if row.value is None else _figure(row.value, axis),
        **band,
    }


def _figure(value: float, axis: Axis) -> str:
    return percent(value) if axis.format == ".0%" else short(value, sign=axis.sign)


def _band(rows: Sequence[Row]) -> list[Spec]:
    layers: list[Spec] = []
    if any(row.band for row in rows):
        bar = {"type": "bar", "height": {"band": 0.62}, "color": PEOPLE, "opacity": 0.22}
        over = {"x": {"field": "from", "type": "quantitative"}, "x2": {"field": "to"}}
        layers.append({"transform": [{"filter": "isValid(datum.from)"}], "mark": bar, "encoding": over})
    if any(row.tick is not None for row in rows):
        tick = {"type": "tick", "color": PEOPLE, "thickness": 3, "height": {"band": 0.62}}
        at = {"x": {"field": "tick", "type": "quantitative"}}
        layers.append({"transform": [{"filter": "isValid(datum.tick)"}], "mark": tick, "encoding": at})
    return layers


def _zero() -> Spec:
    mark = {"type": "rule", "color": DIM, "strokeDash": [4, 3]}
    return {"data": {"values": [{}]}, "mark": mark, "encoding": {"x": {"datum": 0}, **DOWN}}


def _interval(axis: Axis, groups: dict[str, str]) -> list[Spec]:
    only = len(groups) == 1
    colour: Spec = {"value": next(iter(groups.values()))} if only else {"field": "group", **colours(groups)}
    look = {"format": axis.format} if axis.format else {}
    at = {
        "field": "value",
        "type": "quantitative",
        "title": axis.title,
        "scale": {"domain": [axis.first, axis.last], "zero": False, "nice": False},
        "axis": {"tickCount": 6, **look},
    }
    line = {"x": {**at, "field": "low"}, "x2": {"field": "high"}, "color": colour}
    return [
        {
            "transform": [{"filter": "isValid(datum.low) && isValid(datum.high)"}],
            "mark": {"type": "rule", "strokeWidth": 3, "opacity": 0.75},
            "encoding": line,
        },
        {
            "transform": [{"filter": "isValid(datum.value)"}],
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1, "stroke": "white", "strokeWidth": 1},
            "encoding": {"x": at, "color": colour},
        },
    ]


def _words() -> list[Spec]:
    """The figure above its dot; where there is none, that is said."""
    above = {"type": "text", "dy": -9, "fontSize": 10, "color": INK}
    halo = {**above, "color": "white", "stroke": "white", "strokeWidth": 3}
    beside = {"type": "text", "align": "left", "fontStyle": "italic", "color": DIM}
    return [
        *(
            {
                "transform": [{"filter": "isValid(datum.value)"}],
                "mark": mark,
                "encoding": {"x": {"field": "value", "type": "quantitative"}, "text": {"field": "shown"}},
            }
            for mark in (halo, above)
        ),
        {
            "transform": [{"filter": "!isValid(datum.value)"}],
            "mark": beside,
            "encoding": {"x": {"value": 4}, "text": {"field": "shown"}},
        },
    ]


def _note() -> Spec:
    mark = {"type": "text", "align": "left", "color": DIM, "fontSize": 11, "limit": 240}
    return {"mark": mark, "encoding": {"x": {"value": WIDTH + 12}, "text": {"field": "note"}}}


LEANING = {"steady": JUDGE, "leans": PEOPLE, "fails": BELOW, "not testable": PALE}
"""How a probe can end."""
