"""What moved a judge that should not have: an effect with its interval per probe."""

from collections.abc import Iterator, Sequence

from baremo.probes.effect import Effect, Probed
from baremo.report.plots.dots import LEANING, Axis, Row, around_zero, ends, rows_body
from baremo.report.plots.look import Spec, count, nothing, picture, rested, stacked

UNITS = {
    "levels": "change of the overall mark, in levels",
    "steps": "change of the preference, in steps of the Likert scale",
    "share": "share of the cases that come out otherwise",
}


TITLES = {"levels": "marks", "steps": "preferences", "share": "cases that come out otherwise"}
"""What each picture is about."""


def probed(found: Probed) -> Spec:
    """A forest plot for each unit, since levels and shares have no axis in common."""
    title = f"What moves {found.judge}"
    parts = list(_parts(found, title))
    return stacked(*parts) if parts else nothing(title, "No probe could be tested.")


def _parts(found: Probed, title: str) -> Iterator[Spec]:
    rests = f"{count(found.dialogues, 'dialogue')}, {count(found.comparisons, 'comparison')}"
    for unit, axis in UNITS.items():
        rows = [_row(one) for one in found.effects if one.unit == unit]
        if any(row.value is not None for row in rows):
            yield effects(rows, title=f"{title}: {TITLES[unit]}", subtitle=rests, axis=axis)


def effects(rows: Sequence[Row], *, title: str, subtitle: str, axis: str, confidence: float = 0.95) -> Spec:
    """A forest plot; the group of a row is one of `LEANING`."""
    if not rows:
        return nothing(title, "No probe was run.")
    first, last = ends(rows, at_least=(0.0, 0.3)) if axis == UNITS["share"] else around_zero(rows, 0.05)
    groups = {name: colour for name, colour in LEANING.items() if any(row.group == name for row in rows)}
    shares = axis == UNITS["share"]
    look = Axis(title=axis, first=first, last=last, zero=first < 0, format=".0%" if shares else "", sign=not shares)
    body = rows_body(rows, look, groups or LEANING)
    return picture(title, rested(confidence, subtitle), body)


def _row(one: Effect) -> Row:
    tested = one.value is not None
    return Row(
        name=one.probe,
        value=one.value,
        low=one.low,
        high=one.high,
        group=str(one.standing),
        note=f"{one.changed:,} of {one.trials:,} changed" if tested else one.reason,
        missing="not testable",
    )
