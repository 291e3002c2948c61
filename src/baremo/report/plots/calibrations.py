"""How well a judge is calibrated, as it says and calibrated, for each criterion that was fitted and for the whole."""

from collections.abc import Sequence

from baremo.report.figures import points
from baremo.report.plots.look import Spec, nothing, rested, stacked
from baremo.report.plots.reliability import Bin, reliability
from baremo.stats.calibrated import Fit
from baremo.stats.reliability import Reliability


def calibrations(fits: Sequence[Fit], confidence: float) -> Spec:
    """One picture under the other, the whole last, as in the text."""
    if not fits:
        return nothing("Reliability", "Nothing was fitted.")
    return stacked(*(_fit(one, confidence) for one in sorted(fits, key=lambda one: one.name == "")))


def _fit(one: Fit, confidence: float) -> Spec:
    curves = {"calibrated": _bins(one.after)}
    error = f"off by {points(one.after.error)}"
    if one.before:
        curves = {"as the judge says": _bins(one.before), **curves}
        error = f"{error}, as the judge says by {100 * one.before.error:.1f}"
    name = one.name or "Overall"
    subtitle = rested(confidence, f"{one.labelled:,} labelled dialogues", "cross-validated", error)
    return reliability(curves, title=f"Reliability: {name}", subtitle=subtitle)


def _bins(one: Reliability) -> list[Bin]:
    return [
        Bin(predicted=found.predicted, observed=found.observed, low=found.low, high=found.high, count=found.dialogues)
        for found in one.bins
    ]
