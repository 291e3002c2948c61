"""What all pictures share: colours that everyone can tell apart, fonts, titles that say what they rest on."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from baremo.report.figures import percent
from baremo.report.style import shorten, visible

Spec = dict[str, Any]
"""A Vega-Lite specification: plain JSON, complete in itself."""
Values = Sequence[Mapping[str, Any]]

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
"""The name of the format. Nothing is fetched from there."""
JUDGE = "#0072b2"
PEOPLE = "#e69f00"
BELOW = "#d55e00"
ABOVE = "#009e73"
INK = "#222222"
DIM = "#6b6b6b"
PALE = "#c9ced6"
SHADES = ["#f4f7fb", "#0b4f86"]
"""From none to all: both ends can be told apart in grey."""
WIDTH = 440
STEP = 26
"""The height of a row with a name."""
DOWN: Spec = {"y": {"value": 0}, "y2": {"value": "height"}}
ALONG: Spec = {"x": {"value": 0}, "x2": {"value": "width"}}
"""From edge to edge."""
NAMES = 60
"""Characters of a name, past which it is cut; the axis cuts it again where it is too wide."""
LINE = 84
"""Characters of a line of the subtitle, under a picture as wide as `WIDTH`."""

CONFIG: Spec = {
    "background": "white",
    "font": "Liberation Sans, Arial, Helvetica, sans-serif",
    "padding": 14,
    "title": {
        "anchor": "start",
        "frame": "group",
        "offset": 14,
        "color": INK,
        "fontSize": 16,
        "fontWeight": 600,
        "subtitleColor": DIM,
        "subtitleFontSize": 12,
        "subtitlePadding": 6,
        "subtitleLineHeight": 16,
    },
    "axis": {
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": 210,
        "titleColor": DIM,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "gridColor": "#e9ebee",
        "domainColor": PALE,
        "tickColor": PALE,
    },
    "legend": {
        "orient": "bottom",
        "direction": "horizontal",
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": 320,
        "symbolOpacity": 1,
        "title": None,
    },
    "view": {"stroke": None},
    "text": {"color": INK, "fontSize": 12},
}


def picture(title: str, subtitle: str, body: Mapping[str, Any]) -> Spec:
    """A whole picture of a body: a mark or layers with their data."""
    wide = body.get("width", WIDTH)
    line = LINE * wide // WIDTH if isinstance(wide, int) else LINE
    words = list(_flow(visible(subtitle), line))
    shown = shorten(visible(title), LINE)
    return {
        "$schema": SCHEMA,
        "description": f"{shown}. {visible(subtitle)}" if subtitle else shown,
        "title": {"text": shown, "subtitle": words},
        "config": CONFIG,
        **body,
    }


def nothing(title: str, words: str) -> Spec:
    """Where there is nothing to draw, that is what the picture says."""
    text = {"type": "text", "align": "left", "x": 0, "y": 4, "color": DIM, "text": wrap(visible(words), LINE)}
    return picture(title, "", {"width": WIDTH, "height": 20, "data": {"values": [{}]}, "mark": text})


def stacked(*pictures: Spec) -> Spec:
    """Several pictures under each other, as one."""
    parts = [{key: part for key, part in one.items() if key not in ("$schema", "config")} for one in pictures]
    return {
        "$schema": SCHEMA,
        "description": " ".join(f"{part['description']}." for part in parts),
        "config": CONFIG,
        "spacing": 44,
        "vconcat": parts,
        "resolve": {"scale": {"color": "independent", "x": "independent", "y": "independent"}},
    }


def _flow(text: str, width: int) -> Iterator[str]:
    """Lines that fit; broken between the parts of a subtitle where that is possible."""
    line = ""
    for part in text.split(" · "):
        if line and len(line) + len(part) + 3 > width:
            yield from wrap(line, width)
            line = part
        else:
            line = f"{line} · {part}" if line else part
    yield from wrap(line, width)


def names(given: Sequence[str]) -> list[str]:
    """As they are written in a picture: nothing hidden, none too long, no two alike."""
    return list(_distinct([shorten(visible(name), NAMES) or "Overall" for name in given]))


def _distinct(given: Sequence[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in given:
        fresh, number = name, 1
        while fresh in seen:
            number += 1
            fresh = f"{name} ({number})"
        seen.add(fresh)
        yield fresh


def rested(confidence: float | None, *words: str) -> str:
    """The subtitle: what a picture rests on."""
    level = [f"bars: {percent(confidence)} intervals"] if confidence else []
    return " · ".join([word for word in words if word] + level)


def count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def colours(scale: Mapping[str, str], **more: Any) -> Spec:
    """A legend in words, one colour each."""
    return {"scale": {"domain": list(scale), "range": list(scale.values())}, "type": "nominal", **more}
