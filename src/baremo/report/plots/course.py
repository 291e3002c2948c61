"""How satisfied USER seems from turn to turn: where it went wrong, what moved it, and what people marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heappush, heappushpop
from math import ceil, floor
from statistics import fmean
from typing import Any

from msgspec import UNSET

from baremo.core.dialogue import HIGHEST_MARK, LOWEST_MARK
from baremo.core.estimate import Driver, Estimate, Feels, TurnEstimate
from baremo.core.record import Record
from baremo.report.estimate import FELT, estimate_of, measured_words
from baremo.report.figures import percent, short
from baremo.report.plots.look import (
    ABOVE,
    ALONG,
    BELOW,
    DIM,
    INK,
    JUDGE,
    PALE,
    PEOPLE,
    Spec,
    colours,
    count,
    nothing,
    picture,
    stacked,
)
from baremo.report.style import shorten, visible

TITLE, NOTHING = "How satisfied USER seems", "USER says nothing: there is no course to draw."
RESTS = "estimates, 1–5 · dashed: of the whole · shaded: its interval · ringed: the lowest turn"
"""Under the title of several courses."""
UNKNOWN, ASKED = "estimate", "people, on average"
KINDS: dict[str, tuple[str, str]] = {
    Feels.DISSATISFIED: (BELOW, "triangle-down"),
    Feels.NEITHER: (DIM, "circle"),
    Feels.SATISFIED: (ABOVE, "triangle-up"),
    UNKNOWN: (JUDGE, "circle"),
    ASKED: (PEOPLE, "diamond"),
}
"""What a point can be, its colour and its shape."""
WIDTH, WIDEST = 560, 1400
EACH = 11
"""Dots of width for each turn of a long dialogue."""
UNIT, SMALL = 60, 36
"""Dots of height for one mark, in a picture of its own and among others."""
ROW = 20
"""Dots of height for a row of words under the course."""
APART = 15
"""Dots between two words at the right."""
SAID = 40
"""Characters of what USER says: half the width has room for them."""
TOLD = 300
"""Characters of the same where a pointer rests on it."""
MOST = 10
"""How many courses stand under each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Words at a turn."""

    turn: int
    words: str
    colour: str
    shape: str
    effect: float | None = None


@dataclass(frozen=True, kw_only=True)
class Course:
    """What is drawn of one dialogue."""

    record: Record
    found: Estimate
    kinds: tuple[str, ...] = ()
    """Of the legend; its own where there are none."""
    marks: tuple[int, int] = (LOWEST_MARK, HIGHEST_MARK)
    """From where to where the axis goes."""
    small: bool = False
    """Whether it is one of several: less high, and without what moved it."""
    legend: bool = True

    @cached_property
    def points(self) -> list[dict[str, Any]]:
        """Those of people first, so that the judge's are drawn over them."""
        turns = self.record.dialogue.turns
        people = [(place, fmean(turn.marks), ASKED) for place, turn in enumerate(turns, start=1) if turn.marks]
        judge = [(one.turn, one.value, _kind(one)) for one in self.found.turns]
        return [
            {
                "turn": place,
                "value": round(value, 3),
                "kind": kind,
                "said": shorten(visible(turns[place - 1].text), TOLD),
            }
            for place, value, kind in (*people, *judge)
        ]

    @property
    def shown(self) -> list[str]:
        used = self.kinds or {one["kind"] for one in self.points}
        return [kind for kind in KINDS if kind in used]

    @cached_property
    def lowest(self) -> TurnEstimate | None:
        """None where it hardly lies below the others."""
        values = [one.value for one in self.found.turns]
        if len(values) < 2 or max(values) - min(values) < FELT:
            return None
        return min(self.found.turns, key=lambda one: one.value)

    @cached_property
    def rows(self) -> list["Line"]:
        """Under the course: what USER says where it is lowest, and what moved it."""
        rows = [_driven(one) for one in self.found.drivers] if not self.small else []
        if self.lowest is None:
            return rows
        said = visible(self.record.dialogue.turns[self.lowest.turn - 1].text)
        words = f"lowest: “{shorten(said, SAID)}”"
        return [Line(turn=self.lowest.turn, words=words, colour=INK, shape="circle"), *rows]

    @property
    def unit(self) -> int:
        return SMALL if self.small else UNIT

    @property
    def last(self) -> int:
        return len(self.record.dialogue.turns)

    @property
    def width(self) -> int:
        return min(WIDEST, max(WIDTH, EACH * self.last))

    @property
    def floor(self) -> float:
        """Where the axis ends: below the lowest mark there are rows of words."""
        return self.marks[0] - (len(self.rows) * ROW + ROW / 2) / self.unit

    def row(self, place: int) -> float:
        return self.marks[0] - (place + 1) * ROW / self.unit

    def reach(self) -> Iterator[float]:
        """All that must be on the axis."""
        yield from (point["value"] for point in self.points)
        yield from (self.found.low, self.found.high)
        yield from [fmean(self.record.dialogue.overall)] if self.record.dialogue.overall else []


class Lowest:
    """Of many dialogues, those with the lowest estimates."""

    def __init__(self) -> None:
        self._kept: list[tuple[float, int, Record, Estimate]] = []
        self._seen = 0

    def add(self, record: Record) -> None:
        found = estimate_of(record)
        if found is None or not found.turns:
            return
        self._seen += 1
        one = (-found.value, -self._seen, record, found)
        if len(self._kept) < MOST:
            heappush(self._kept, one)
        else:
            heappushpop(self._kept, one)

    def picture(self) -> Spec:
        """Of one dialogue all there is; several under each other, the lowest first."""
        kept = [(record, found) for _, _, record, found in sorted(self._kept, reverse=True, key=lambda one: one[:2])]
        if not kept:
            return nothing(TITLE, NOTHING)
        if len(kept) == 1:
            return course(*kept[0])
        parts = [Course(record=record, found=found, small=True, legend=False) for record, found in kept]
        kinds = tuple({point["kind"] for part in parts for point in part.points})
        reach = [value for part in parts for value in part.reach()]
        marks = (floor(min(reach)), ceil(max(reach)))
        parts = [replace(part, kinds=kinds, marks=marks, legend=part is parts[-1]) for part in parts]
        many = count(self._seen, "dialogue")
        title = f"{TITLE}: {f'the lowest {len(kept)} of {many}' if len(kept) < self._seen else f'{many}, lowest first'}"
        drawn = stacked(*map(_drawn, parts))
        apart = dict.fromkeys(("color", "shape", "x", "y"), "independent")
        return {**drawn, "title": {"text": title, "subtitle": RESTS}, "spacing": 18, "resolve": {"scale": apart}}


def course(record: Record, found: Estimate) -> Spec:
    """Of one dialogue."""
    if not found.turns:
        return nothing(f"{TITLE}: dialogue {record.dialogue.id}", NOTHING)
    return _drawn(Course(record=record, found=found))


def _drawn(one: Course) -> Spec:
    found, case = one.found, one.record.dialogue.id
    whole = f"{found.value:.1f} of 5 ({found.low:.1f} … {found.high:.1f}, {percent(found.confidence)})"
    body = {
        "width": one.width,
        "height": round((one.marks[1] - one.floor) * one.unit),
        "encoding": {"x": _across(one), "y": _upward(one)},
        "layer": [*_whole(one), *_lines(one), *_turns(one), *_ring(one)],
    }
    if one.small:
        drawn = picture(f"Dialogue {case}: {whole}", "", body)
        return {**drawn, "title": {**drawn["title"], "fontSize": 13, "offset": 6}}
    measured = measured_words(found.measured)
    rests = measured if found.measured is None else f"measured: {measured}"
    return picture(f"{TITLE}: dialogue {case}", f"{whole}, as people would mark it · {rests}", body)


def _across(one: Course) -> Spec:
    return {
        "field": "turn",
        "type": "quantitative",
        "title": None if one.small else "turn",
        "scale": {"domain": [0.5, one.last + 0.5], "nice": False, "zero": False},
        "axis": {"grid": False, "format": "d", "values": [turn.turn for turn in one.found.turns]},
    }


def _upward(one: Course) -> Spec:
    return {
        "field": "value",
        "type": "quantitative",
        "title": None,
        "scale": {"domain": [one.floor, one.marks[1]], "nice": False, "zero": False},
        "axis": {"values": list(range(one.marks[0], one.marks[1] + 1)), "format": "d", "domain": False},
    }


def _whole(one: Course) -> Iterator[Spec]:
    """The estimate of the whole with its interval behind all, and what people gave; at the right, in words."""
    found, marks = one.found, one.record.dialogue.overall
    band = {"type": "rect", "color": JUDGE, "opacity": 0.1}
    over = {"y": {**_upward(one), "field": "low"}, "y2": {"field": "high"}, **ALONG}
    yield {"data": {"values": [{"low": found.low, "high": found.high}]}, "mark": band, "encoding": over}
    told = [(found.value, f"the whole: {found.value:.1f}", JUDGE)]
    if marks:
        told.append((fmean(marks), f"people: {fmean(marks):.1f} ({count(len(marks), 'mark')})", PEOPLE))
    places = _spread([value for value, _, _ in told], APART / one.unit)
    for (value, words, colour), place in zip(told, places, strict=True):
        rule = {"type": "rule", "color": colour, "strokeDash": [5, 4], "strokeWidth": 1.5}
        yield {"data": {"values": [{"value": round(value, 3)}]}, "mark": rule, "encoding": ALONG}
        text = {"type": "text", "align": "left", "fontSize": 11, "color": INK, "text": words}
        beside = {"x": {"value": one.width + 10}}
        yield {"data": {"values": [{"value": round(place, 3)}]}, "mark": text, "encoding": beside}


def _spread(values: Sequence[float], least: float) -> list[float]:
    """Two values, or one, moved apart where their words would touch."""
    if len(values) < 2 or abs(values[0] - values[1]) >= least:
        return list(values)
    middle, up = fmean(values), 1 if values[0] >= values[1] else -1
    return [middle + up * least / 2, middle - up * least / 2]


def _turns(one: Course) -> Iterator[Spec]:
    shown = one.shown
    legend: Spec = {} if one.legend else {"legend": None}
    judge = [point for point in one.points if point["kind"] != ASKED]
    shapes = {"domain": shown, "range": [KINDS[kind][1] for kind in shown]}
    yield {"data": {"values": judge}, "mark": {"type": "line", "color": JUDGE, "strokeWidth": 1.5, "opacity": 0.7}}
    yield {
        "data": {"values": one.points},
        "mark": {"type": "point", "filled": True, "opacity": 1, "stroke": "white", "strokeWidth": 1, "size": 95},
        "encoding": {
            "color": {"field": "kind", **colours({kind: KINDS[kind][0] for kind in shown}), **legend},
            "shape": {"field": "kind", "type": "nominal", "scale": shapes, **legend},
            "tooltip": [
                {"field": "turn", "type": "quantitative"},
                {"field": "value", "type": "quantitative", "title": "mark", "format": ".2f"},
                {"field": "kind", "type": "nominal", "title": "what"},
                {"field": "said", "type": "nominal", "title": "USER"},
            ],
        },
    }


def _driven(one: Driver) -> Line:
    colour, shape = (ABOVE, "triangle-up") if one.effect > 0 else (BELOW, "triangle-down")
    words = f"{visible(one.what)} {short(one.effect, sign=True)}"
    return Line(turn=one.turn, words=words, colour=colour, shape=shape, effect=one.effect)


def _lines(one: Course) -> Iterator[Spec]:
    """Words under their turns, a row for each, so that none are over others."""
    for place, line in enumerate(one.rows):
        effect = {} if line.effect is None else {"effect": line.effect}
        row = {"turn": line.turn, "value": round(one.row(place), 3), "words": f"{line.turn}: {line.words}", **effect}
        up = {"type": "rule", "color": PALE, "strokeDash": [1, 3]}
        mark = {"type": "point", "shape": line.shape, "color": line.colour, "size": 45, "opacity": 1}
        left = line.turn <= one.last / 2
        text = {"type": "text", "fontSize": 11, "align": "left" if left else "right", "dx": 9 if left else -9}
        halo = {**text, "color": "white", "stroke": "white", "strokeWidth": 3, "strokeJoin": "round"}
        words = {"text": {"field": "words"}}
        yield {
            "data": {"values": [row]},
            "layer": [
                {"mark": up, "encoding": {"y2": {"datum": one.marks[1]}}},
                {"mark": mark},
                {"mark": halo, "encoding": words},
                {"mark": text, "encoding": words},
            ],
        }


def _ring(one: Course) -> Iterator[Spec]:
    """Around the lowest."""
    if one.lowest is not None:
        at = {"turn": one.lowest.turn, "value": one.lowest.value}
        ring = {"type": "point", "size": 220, "strokeWidth": 1.5, "color": INK, "opacity": 1}
        yield {"data": {"values": [at]}, "mark": ring}


def _kind(one: TurnEstimate) -> str:
    return UNKNOWN if one.feels is UNSET else str(one.feels)
