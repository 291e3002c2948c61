"""A judge fitted to people's marks: how far it agrees with them on dialogues that it was not fitted on."""

from collections.abc import Iterator
from typing import Any

from baremo.report.figures import short, span
from baremo.report.style import Style, shorten, visible
from baremo.stats.fitted import Across, CriteriaReport, CriterionFigures, FitReport, SetFigures, Weighty
from baremo.stats.ratings import Figure

WIDE = 12
SPAN = 18
WIDER = 21
NAMED = 14
SEVERAL = 2
"""Groups from which they can be kept apart."""


def outcome_lines(report: FitReport | None, criteria: CriteriaReport | None, style: Style) -> Iterator[str]:
    """`report`: None where the estimate of satisfaction is the one in the package."""
    if report is not None:
        yield from fit_lines(report, style)
    if criteria is None:
        return
    if report is not None:
        yield ""
    yield from criteria_lines(criteria, style)
    if report is None:
        told = "too few dialogues have marks of the whole: the estimate is the one in the package, as it is"
        yield from style.beside("Satisfaction", told)


def criteria_lines(report: CriteriaReport, style: Style) -> Iterator[str]:
    kept = sum(one.kept for one in report.criteria)
    yield style.bold("Criteria") + style.dim(f"  {kept:,} of {len(report.criteria):,} kept")
    yield style.dim("─" * (style.width - 2))
    for why, count in report.left_out.items():
        yield from style.beside("Left out", f"{count:,}: {why}", style.warn)
    for name, count in report.too_few.items():
        yield from style.beside("Left out", visible(f"{name}: {count:,} marked dialogues are too few"), style.warn)
    if report.apart:
        yield from _apart(report.apart, report.groups, style)
    else:
        told = "each dialogue by a model fitted on others; systems were not kept apart (--apart FIELD)"
        yield from style.beside("Kept out", told, style.warn)
    yield style.dim(
        f"  {'':<{NAMED}} {'n':>6}  {'rho':<{SPAN}} {'by hand':>7}  {'gain':<{WIDER}} {'within':<{SPAN}} {'kappa':>5}"
    )
    for one in report.criteria:
        ranks = f"{span(one.rho):<{SPAN}} {short(one.hand.value):>7}  {span(one.gain, sign=True):<{WIDER}}"
        last = f"{span(one.within):<{SPAN}} {short(one.kappa):>5}"
        yield f"  {shorten(visible(one.name), NAMED):<{NAMED}} {one.dialogues:>6,}  {ranks} {last}"
        yield from style.beside("", f"{'kept' if one.kept else 'not kept'}: {one.why}", style.dim)
    for note in report.notes:
        yield from style.beside("Read", visible(note), style.dim)


def _apart(field: str, groups: int, style: Style) -> Iterator[str]:
    if groups < SEVERAL:
        told = f"each dialogue by a model fitted on others; all have the same {field}, so nothing was kept apart"
        yield from style.beside("Kept out", visible(told), style.warn)
        return
    yield from style.beside("Kept out", visible(f"each of {groups:,} values of {field} by a model fitted on others"))


def fit_lines(report: FitReport, style: Style) -> Iterator[str]:
    head = f"{report.dialogues:,} dialogues, {report.turns:,} marked turns, {report.folds} folds, seed {report.seed}"
    yield style.bold("Fitted to people's marks") + style.dim(f"  {head}")
    yield style.dim("─" * (style.width - 2))
    for why, count in report.left_out.items():
        yield from style.beside("Left out", f"{count:,}: {why}", style.warn)
    if report.apart:
        yield from _apart(report.apart, report.groups, style)
    yield style.dim("  On dialogues that it was not fitted on, beside one person against the others")
    yield style.dim(
        f"  {'':<{WIDE}} {'n':>6}  {'rho':<{SPAN}} {'person':>6}  {'kappa':<{SPAN}} {'person':>6}  "
        f"{'turns F1':<{SPAN}} {'within':>6}"
    )
    for one in report.sets:
        ranks = f"{span(one.rho):<{SPAN}} {short(one.person.value):>6}"
        levels = f"{span(one.kappa):<{SPAN}} {short(one.person_kappa.value):>6}"
        last = f"{span(one.f1):<{SPAN}} {one.coverage:>6.0%}"
        yield f"  {_name(one.name):<{WIDE}} {one.dialogues:>6,}  {ranks}  {levels}  {last}"
    yield ""
    yield from _across(report, style)
    yield from _weighty(report, style)
    interval = f"{report.confidence:.0%} of people's means are to lie within ±{report.radius:.2f} of an estimate"
    yield from style.beside("Interval", f"{interval}; {report.coverage:.0%} did, out of fold")


def _across(report: FitReport, style: Style) -> Iterator[str]:
    if not report.across:
        return
    yield style.dim("  Across sets: each read by a judge that was fitted on the others")
    for one in report.across:
        yield f"  {_name(one.name):<{WIDE}} {one.dialogues:>6,}  {span(one.rho):<{SPAN}}"
    yield ""


def _weighty(report: FitReport, style: Style) -> Iterator[str]:
    yield style.dim("  What counts for most in a dialogue, in marks for one standard deviation")
    for one in report.features:
        yield f"  {_signed(one.weight):>6}  {visible(one.sees)} {style.dim(visible(one.name))}"
    yield ""
    for told, way in (("Words up", 1), ("Words down", -1)):
        words = [one for one in report.words if one.weight * way > 0]
        if words:
            yield from style.beside(told, ", ".join(f"“{one.name}” {_signed(one.weight)}" for one in words))


def _name(name: str) -> str:
    return shorten(visible(name), WIDE)


def _signed(weight: float) -> str:
    return f"{weight:+.3f}".replace("0.", ".", 1)


def outcome_document(report: FitReport | None, criteria: CriteriaReport | None) -> dict[str, Any]:
    found = {"estimate": "package"} if report is None else fit_document(report)
    return found if criteria is None else found | {"criteria": _criteria(criteria)}


def _criteria(report: CriteriaReport) -> dict[str, Any]:
    return {
        "apart": report.apart or None,
        "groups": report.groups,
        "criteria": [_criterion(one) for one in report.criteria],
        "too_few": report.too_few,
        "left_out": report.left_out,
        "notes": list(report.notes),
    }


def _criterion(one: CriterionFigures) -> dict[str, Any]:
    return {
        "name": one.name,
        "dialogues": one.dialogues,
        "rho": _figure(one.rho),
        "hand_rho": _figure(one.hand),
        "gain": _figure(one.gain),
        "within_groups": _figure(one.within),
        "within_groups_gain": _figure(one.within_gain),
        "kappa": one.kappa,
        "kept": one.kept,
        "why": one.why,
    }


def fit_document(report: FitReport) -> dict[str, Any]:
    return {
        "dialogues": report.dialogues,
        "turns": report.turns,
        "seed": report.seed,
        "folds": report.folds,
        "interval": {"confidence": report.confidence, "radius": report.radius, "coverage": report.coverage},
        "sets": [_set(one) for one in report.sets],
        "across": [_crossed(one) for one in report.across],
        "features": [_weight(one) for one in report.features],
        "words": [_weight(one) for one in report.words],
        "left_out": report.left_out,
        "apart": report.apart or None,
        "groups": report.groups,
    }


def _set(one: SetFigures) -> dict[str, Any]:
    return {
        "name": one.name,
        "dialogues": one.dialogues,
        "turns": one.turns,
        "rho": _figure(one.rho),
        "person_rho": _figure(one.person),
        "kappa": _figure(one.kappa),
        "person_kappa": _figure(one.person_kappa),
        "turn_macro_f1": _figure(one.f1),
        "coverage": one.coverage,
    }


def _crossed(one: Across) -> dict[str, Any]:
    return {
        "fitted_on": list(one.fitted_on),
        "name": one.name,
        "dialogues": one.dialogues,
        "rho": _figure(one.rho),
        "coverage": one.coverage,
    }


def _weight(one: Weighty) -> dict[str, Any]:
    return (
        {"name": one.name, "sees": one.sees, "weight": one.weight}
        if one.sees
        else {
            "name": one.name,
            "weight": one.weight,
        }
    )


def _figure(one: Figure) -> dict[str, float | None]:
    return {"value": one.value, "low": one.low, "high": one.high}
