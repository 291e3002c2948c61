"""What moved a judge that should not have: an effect with its interval per probe."""

from collections.abc import Sequence

from baremo.report.plots.dots import LEANING, Axis, Row, around_zero, rows_body
from baremo.report.plots.look import Spec, nothing, picture, rested


def effects(rows: Sequence[Row], *, title: str, subtitle: str, axis: str, confidence: float = 0.95) -> Spec:
    """A forest plot; the group of a row is one of `LEANING`."""
    if not rows:
        return nothing(title, "No probe was run.")
    first, last = around_zero(rows, 0.05)
    groups = {name: colour for name, colour in LEANING.items() if any(row.group == name for row in rows)}
    body = rows_body(rows, Axis(title=axis, first=first, last=last, zero=True), groups or LEANING)
    return picture(title, rested(confidence, subtitle), body)
