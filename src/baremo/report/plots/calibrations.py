"""How well a judge is calibrated, before and after, for the whole or the last criterion that was fitted."""

from collections.abc import Sequence

from baremo.report.plots.look import Spec, nothing, rested, stacked
from baremo.report.plots.reliability import Bin, reliability
from baremo.stats.calibrated import Fit
from baremo.stats.reliability import Reliability


def calibrations(fits: Sequence[Fit], confidence: float) -> Spec:
    """One picture under the other, the whole first."""
    if not fits:
        return nothing("Reliability", "Nothing was fitted.")
    return stacked(*(_fit(one, confidence) for one in sorted(fits, key=lambda one: one.name != "")))


def _fit(one: Fit, confidence: float) -> Spec:
    curves = {"after": _bins(one.after)}
    error = f"error {one.after.error:.2f}"
    if one.before:
        curves = {"before": _bins(one.before), **curves}
        error = f"error {one.before.error:.2f} before, {one.after.error:.2f} after"
    name = one.name or "Overall"
    subtitle = rested(confidence, f"{one.labelled:,} labelled dialogues", "cross-validated", error)
    return reliability(curves, title=f"Reliability: {name}", subtitle=subtitle)


def _bins(one: Reliability) -> list[Bin]:
    return [
        Bin(predicted=found.predicted, observed=found.observed, low=found.low, high=found.high, count=found.dialogues)
        for found in one.bins
    ]
