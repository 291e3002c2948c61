"""How far a judge agrees with people: a row per criterion, and how far people agree with each other behind it."""

from collections.abc import Sequence
from typing import Literal

from baremo.report.plots.dots import Axis, Row, ends, rows_body
from baremo.report.plots.look import Spec, count, nothing, picture, rested
from baremo.stats.ratings import Agreed, Figure

Measure = Literal["kappa", "alpha", "spearman", "exact", "within_one"]
TITLES: dict[Measure, str] = {
    "kappa": "Cohen's kappa, quadratic",
    "alpha": "Krippendorff's alpha, ordinal",
    "spearman": "Spearman's rank correlation",
    "exact": "Share of the same level",
    "within_one": "Share at most one level apart",
}


def agreement(
    figures: Sequence[Agreed], *, measure: Measure = "kappa", confidence: float = 0.95, judge: str = ""
) -> Spec:
    title = f"Agreement with people{f': {judge}' if judge else ''}"
    if not figures:
        return nothing(title, "Nothing was marked by both the judge and people.")
    rows = [_row(one, measure) for one in figures]
    first, last = ends(rows, at_least=(0.0, 1.0))
    axis = Axis(title=TITLES[measure], first=first, last=last, zero=first < 0)
    return picture(title, _rests(figures, rows, confidence), rows_body(rows, axis))


def _row(one: Agreed, measure: Measure) -> Row:
    figure: Figure = getattr(one, measure)
    people: Figure = getattr(one.ceiling, measure)
    band = (people.low, people.high) if people.low is not None and people.high is not None else None
    return Row(
        name=one.name,
        value=figure.value,
        low=figure.low,
        high=figure.high,
        band=band,
        tick=people.value,
        note=f"n = {one.both:,}",
    )


def _rests(figures: Sequence[Agreed], rows: Sequence[Row], confidence: float) -> str:
    most = max(one.both for one in figures)
    people = "orange: people among themselves" if any(row.tick is not None for row in rows) else ""
    return rested(confidence, f"up to {count(most, 'dialogue')} with both marks", people)
