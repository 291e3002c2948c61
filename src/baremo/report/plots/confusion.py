"""Which level the judge gave where people gave which: a table of counts, shaded by the share of its row."""

from collections.abc import Sequence

from baremo.report.figures import percent
from baremo.report.plots.look import SHADES, Spec, count, names, nothing, picture

CELL = 56


def confusion(
    counts: Sequence[Sequence[int]],
    *,
    down: Sequence[str],
    across: Sequence[str],
    title: str,
    axes: tuple[str, str] = ("people", "judge"),
    rests: str = "",
) -> Spec:
    """Rows by columns, both from the lowest level; the highest row stands at the top, as on a graph. `rests`: what it
    rests on, where that is not all there is."""
    total = sum(map(sum, counts))
    if not total:
        return nothing(title, "There is nothing to count.")
    rows, columns = names(down), names(across)
    values = [
        {
            "row": row,
            "column": column,
            "count": number,
            "share": number / (sum(line) or 1),
            "shown": f"{number:,}" if number else "",
        }
        for row, line in zip(rows, counts, strict=True)
        for column, number in zip(columns, line, strict=True)
    ]
    body = {
        "width": {"step": CELL},
        "height": {"step": CELL * 2 // 3},
        "data": {"values": values},
        "encoding": {
            "x": {
                "field": "column",
                "type": "ordinal",
                "sort": None,
                "title": axes[1],
                "axis": {"labelAngle": 0, "labelLimit": CELL - 4},
            },
            "y": {"field": "row", "type": "ordinal", "sort": rows[::-1], "title": axes[0]},
        },
        "layer": [_cells(), _numbers()],
    }
    same = sum(counts[at][at] for at in range(len(counts))) if rows == columns else None
    alike = f" · {percent(same / total)} of them on the diagonal, the same level" if same is not None else ""
    return picture(title, f"{rests or count(total, 'dialogue') + alike} · shade: share of the row", body)


def _cells() -> Spec:
    scale = {"domain": [0, 1], "range": SHADES}
    colour = {"field": "share", "type": "quantitative", "scale": scale, "legend": None}
    return {"mark": {"type": "rect", "stroke": "white"}, "encoding": {"color": colour}}


def _numbers() -> Spec:
    colour = {"condition": {"test": "datum.share > 0.6", "value": "white"}, "value": "#222222"}
    return {"mark": {"type": "text"}, "encoding": {"text": {"field": "shown"}, "color": colour}}
