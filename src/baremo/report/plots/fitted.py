"""How far a judge that was fitted to people's marks agrees with them, on dialogues that it was not fitted on."""

from collections.abc import Iterator, Sequence

from baremo.report.figures import short
from baremo.report.plots.agreement import TITLES
from baremo.report.plots.dots import Axis, Row, ends, rows_body
from baremo.report.plots.look import DIM, JUDGE, PALE, Spec, count, nothing, picture, rested, stacked
from baremo.stats.fitted import CriteriaReport, CriterionFigures, FitReport
from baremo.stats.ratings import UNKNOWN, Figure

CONFIDENCE = 0.95
"""Of the intervals of all figures of a fit."""
ONE = "orange: one person against the others"
KEPT, NOT_KEPT, BY_HAND = "fitted, kept", "fitted, not kept", "set by hand"
WAYS = {KEPT: JUDGE, NOT_KEPT: PALE, BY_HAND: DIM}


def fitted(report: FitReport | None, criteria: CriteriaReport | None) -> Spec:
    """Sets, sets across, criteria: under each other, as in the text."""
    parts = [*(_sets(report) if report else ()), *([_criteria(criteria)] if criteria else [])]
    return stacked(*parts) if parts else nothing("Fitted to people's marks", "Nothing was fitted.")


def _sets(report: FitReport) -> Iterator[Spec]:
    title = "Fitted to people's marks"
    rests = [f"{count(report.dialogues, 'dialogue')}, each read by a judge fitted on others"]
    if report.apart:
        rests.append(_apart(report.apart, report.groups))
    ranks = [_row(one.name, one.dialogues, one.rho, one.person) for one in report.sets]
    levels = [_row(one.name, one.dialogues, one.kappa, one.person_kappa) for one in report.sets]
    yield _figures(f"{title}: the order of dialogues", rests, ranks, TITLES["spearman"])
    yield _figures(f"{title}: their levels", rests, levels, TITLES["kappa"])
    if report.across:
        people = {one.name: one.person for one in report.sets}
        rows = [_row(one.name, one.dialogues, one.rho, people.get(one.name, UNKNOWN)) for one in report.across]
        told = ["each set read by a judge fitted on the other sets"]
        yield _figures(f"{title}: across sets", told, rows, TITLES["spearman"])


def _row(name: str, dialogues: int, figure: Figure, person: Figure) -> Row:
    band = (person.low, person.high) if person.low is not None and person.high is not None else None
    return Row(
        name=name,
        value=figure.value,
        low=figure.low,
        high=figure.high,
        band=band,
        tick=person.value,
        note=f"n = {dialogues:,}",
    )


def _figures(title: str, rests: Sequence[str], rows: Sequence[Row], axis: str) -> Spec:
    first, last = ends(rows, at_least=(0.0, 1.0))
    person = ONE if any(row.tick is not None for row in rows) else ""
    body = rows_body(rows, Axis(title=axis, first=first, last=last, zero=first < 0))
    return picture(title, rested(CONFIDENCE, *rests, person), body)


def _criteria(report: CriteriaReport) -> Spec:
    """Each criterion as it was fitted, and under it as the hand-set table has it."""
    title = "Criteria: fitted, and set by hand"
    rows = [row for one in report.criteria for row in _ways(one)]
    rows += [
        Row(name=name, value=None, group=NOT_KEPT, missing=f"{count(marked, 'marked dialogue')}: too few")
        for name, marked in report.too_few.items()
    ]
    if not rows:
        return nothing(title, "No criterion was fitted.")
    first, last = ends(rows, at_least=(0.0, 1.0))
    axis = Axis(title=f"{TITLES['spearman']}, with people", first=first, last=last, zero=first < 0)
    used = {name: colour for name, colour in WAYS.items() if any(row.group == name for row in rows)}
    kept = sum(one.kept for one in report.criteria)
    apart = _apart(report.apart, report.groups) if report.apart else "systems were not kept apart"
    rests = rested(CONFIDENCE, f"{kept:,} of {count(len(report.criteria), 'criterion', 'criteria')} kept", apart)
    return picture(title, rests, rows_body(rows, axis, used))


def _ways(one: CriterionFigures) -> Iterator[Row]:
    rho, hand = one.rho, one.hand
    gain = "" if one.gain.value is None else f", gain {short(one.gain.value, sign=True)}"
    yield Row(
        name=one.name,
        value=rho.value,
        low=rho.low,
        high=rho.high,
        group=KEPT if one.kept else NOT_KEPT,
        note=f"n = {one.dialogues:,}{gain}, {'kept' if one.kept else 'not kept'}",
    )
    if hand.value is not None:
        yield Row(name=f"{one.name}, by hand", value=hand.value, low=hand.low, high=hand.high, group=BY_HAND)


def _apart(field: str, groups: int) -> str:
    return f"{groups:,} values of {field}, each kept apart"
