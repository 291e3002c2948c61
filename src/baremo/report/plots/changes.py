"""Two runs of the same dialogues: by how much each criterion differs, how many changed how far, who moved where."""

from collections.abc import Mapping, Sequence

from baremo.report.plots.confusion import confusion
from baremo.report.plots.dots import Axis, Row, around_zero, rows_body
from baremo.report.plots.look import ABOVE, BELOW, PALE, WIDTH, Spec, colours, count, nothing, picture, rested

SIGNS = {"lower": BELOW, "the same": PALE, "higher": ABOVE}


def differences(rows: Sequence[Row], *, title: str, subtitle: str, confidence: float = 0.95) -> Spec:
    """Mean difference per criterion, the second run minus the first."""
    if not rows:
        return nothing(title, "No dialogue is scored in both runs.")
    first, last = around_zero(rows, 0.05)
    body = rows_body(rows, Axis(title="mean difference", first=first, last=last, zero=True))
    return picture(title, rested(confidence, subtitle), body)


def histogram(changed: Mapping[int, int], *, title: str, unit: str = "levels") -> Spec:
    """How many dialogues went up or down by how many levels."""
    if not any(changed.values()):
        return nothing(title, "No dialogue is scored in both runs.")
    places = range(min(changed), max(changed) + 1)
    values = [
        {"change": f"{place:+d}" if place else "0", "count": changed.get(place, 0), "sign": _sign(place)}
        for place in places
    ]
    body = {
        "width": WIDTH,
        "height": 170,
        "data": {"values": values},
        "encoding": {
            "x": {"field": "change", "type": "ordinal", "sort": None, "title": unit, "axis": {"labelAngle": 0}},
            "y": {"field": "count", "type": "quantitative", "title": "dialogues", "axis": {"tickCount": 5}},
        },
        "layer": [
            {
                "mark": {"type": "bar", "cornerRadiusEnd": 2},
                "encoding": {"color": {"field": "sign", **colours(SIGNS)}},
            },
            {
                "mark": {"type": "text", "dy": -7, "fontSize": 11},
                "encoding": {"text": {"field": "count", "format": ",d"}},
            },
        ],
    }
    total = sum(changed.values())
    moved = total - changed.get(0, 0)
    return picture(title, f"{count(total, 'dialogue')}, {moved:,} of them changed", body)


def moves(counts: Sequence[Sequence[int]], labels: Sequence[str], *, title: str, runs: tuple[str, str]) -> Spec:
    """From which level to which: rows are the first run, columns the second."""
    return confusion(counts, down=labels, across=labels, title=title, axes=runs)


def _sign(place: int) -> str:
    return "the same" if not place else "higher" if place > 0 else "lower"
