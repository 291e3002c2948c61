"""How far the judge agrees with people on what it keeps, the more of it it keeps."""

from collections.abc import Sequence
from dataclasses import dataclass

from baremo.report.figures import percent
from baremo.report.plots.look import ABOVE, ALONG, BELOW, DIM, DOWN, JUDGE, WIDTH, Spec, nothing, picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One threshold that was tried."""

    kept: float
    """The share of cases that are sure enough."""
    agreed: float | None
    """Of those that have labels."""
    low: float | None = None
    """No less than this, with the confidence that was asked for."""
    passed: bool = False
    stopped: bool = False
    """Whether it is the first that failed: none that keeps more was tested."""


def escalation(
    steps: Sequence[Step], *, target: float, chosen: Step | None, subtitle: str, title: str = "What the judge may keep"
) -> Spec:
    known = [one for one in steps if one.agreed is not None]
    if not known:
        return nothing(title, "No threshold could be tried: there are too few labels.")
    values = [
        {"kept": one.kept, "agreed": one.agreed, "low": one.low, "passed": "yes" if one.passed else "no"}
        for one in sorted(known, key=lambda one: one.kept)
    ]
    low = min([target, *(value for one in known for value in (one.low, one.agreed) if value is not None)])
    across = {
        "field": "kept",
        "type": "quantitative",
        "title": "share that the judge keeps",
        "scale": {"domain": [0, 1]},
        "axis": {"format": ".0%", "tickCount": 5},
    }
    upward = {
        "field": "agreed",
        "type": "quantitative",
        "title": "agreement with people among those",
        "scale": {"domain": [max(0.0, low - 0.05), 1], "zero": False, "clamp": True},
        "axis": {"format": ".0%", "tickCount": 5},
    }
    body = {
        "width": WIDTH,
        "height": 240,
        "data": {"values": values},
        "encoding": {"x": across, "y": upward},
        "layer": [
            *_line(),
            *_target(target),
            *(_chosen(chosen, upward) if chosen else []),
            *(layer for one in known if one.stopped for layer in _stopped(one)),
        ],
    }
    return picture(title, subtitle, body)


def _line() -> list[Spec]:
    passed = {"field": "passed", "scale": {"domain": ["yes", "no"], "range": [JUDGE, "#9aa3ad"]}, "legend": None}
    below = {"type": "area", "color": JUDGE, "opacity": 0.14}
    return [
        {
            "transform": [{"filter": "isValid(datum.low)"}],
            "mark": below,
            "encoding": {"y": {"field": "low", "type": "quantitative"}, "y2": {"field": "agreed"}},
        },
        {"mark": {"type": "line", "color": JUDGE}},
        {"mark": {"type": "point", "filled": True, "size": 50, "opacity": 1}, "encoding": {"color": passed}},
    ]


def _target(target: float) -> list[Spec]:
    line = {"type": "rule", "color": BELOW, "strokeDash": [5, 4]}
    words = {
        "type": "text",
        "align": "left",
        "dy": -7,
        "color": BELOW,
        "text": f"aimed at: {percent(target)}",
    }
    return [
        {"data": {"values": [{"agreed": target}]}, "mark": mark, "encoding": place}
        for mark, place in ((line, ALONG), (words, {"x": {"value": 4}}))
    ]


def _stopped(one: Step) -> list[Spec]:
    """Where testing ended, so that a bound above the aim further right is no contradiction."""
    line = {"type": "rule", "color": DIM}
    left = one.kept < 0.5
    words = {
        "type": "text",
        "align": "left" if left else "right",
        "dx": 5 if left else -5,
        "color": DIM,
        "text": ["the first that fails:", "none that keeps more is tested"],
    }
    return [
        {"data": {"values": [{"kept": one.kept}]}, "mark": mark, "encoding": place}
        for mark, place in ((line, DOWN), (words, {"y": {"value": 205}}))
    ]


def _chosen(chosen: Step, upward: Spec) -> list[Spec]:
    value = {"kept": chosen.kept, "agreed": chosen.agreed}
    ring = {"type": "point", "size": 220, "strokeWidth": 2.5, "color": ABOVE, "opacity": 1}
    line = {"type": "rule", "color": DIM, "strokeDash": [2, 3]}
    return [
        {"data": {"values": [value]}, "mark": line, "encoding": DOWN},
        {"data": {"values": [value]}, "mark": ring, "encoding": {"y": upward}},
    ]
