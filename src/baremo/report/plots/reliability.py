"""Whether what is said to happen in 70 of 100 cases does happen in 70 of 100: predicted against observed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from baremo.report.plots.look import DIM, JUDGE, PEOPLE, Spec, colours, names, nothing, picture

SIDE = 320


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Predictions that were much alike."""

    predicted: float
    """Their mean."""
    observed: float
    """How often it was so."""
    low: float | None = None
    high: float | None = None
    count: int = 0


def reliability(curves: Mapping[str, Sequence[Bin]], *, title: str, subtitle: str) -> Spec:
    """A curve for each name, such as the judge's own and the calibrated one."""
    palette = dict(zip(names(list(curves)), (PEOPLE, JUDGE), strict=False))
    if len(palette) == 1:
        palette = dict.fromkeys(palette, JUDGE)
    values = [
        {
            "curve": name,
            "predicted": one.predicted,
            "observed": one.observed,
            "low": one.low,
            "high": one.high,
            "count": one.count,
        }
        for name, bins in zip(palette, curves.values(), strict=False)
        for one in bins
    ]
    if not values:
        return nothing(title, "There are too few labels to say.")
    colour = {"field": "curve", **colours(palette)}
    across = {"field": "predicted", "type": "quantitative", "title": "the chance it gave", **_share()}
    upward = {"field": "observed", "type": "quantitative", "title": "how often people did", **_share()}
    body = {
        "width": SIDE,
        "height": SIDE,
        "data": {"values": values},
        "layer": [
            _diagonal(),
            {
                "transform": [{"filter": "isValid(datum.low) && isValid(datum.high)"}],
                "mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.6},
                "encoding": {"x": across, "y": {**upward, "field": "low"}, "y2": {"field": "high"}, "color": colour},
            },
            {"mark": {"type": "line", "opacity": 0.5}, "encoding": {"x": across, "y": upward, "color": colour}},
            {
                "mark": {"type": "point", "filled": True, "opacity": 1, "stroke": "white", "strokeWidth": 1},
                "encoding": {
                    "x": across,
                    "y": upward,
                    "color": colour,
                    "size": {
                        "field": "count",
                        "type": "quantitative",
                        "scale": {"type": "sqrt", "domainMin": 0, "range": [30, 260]},
                        "legend": None,
                    },
                },
            },
        ],
    }
    return picture(title, subtitle, body)


def _share() -> Spec:
    return {"scale": {"domain": [0, 1]}, "axis": {"format": ".0%", "tickCount": 5}}


def _diagonal() -> Spec:
    ends = [{"predicted": 0, "observed": 0}, {"predicted": 1, "observed": 1}]
    place = {
        "x": {"field": "predicted", "type": "quantitative"},
        "y": {"field": "observed", "type": "quantitative"},
    }
    mark = {"type": "line", "color": DIM, "strokeDash": [4, 3], "strokeWidth": 1}
    return {"data": {"values": ends}, "mark": mark, "encoding": place}
