"""Pictures of calibrations and probes: in the order of the text, none of them empty, no two called the same."""

from dataclasses import replace
from typing import Any

import numpy as np

from baremo.probes.effect import Effect, Probed, Standing
from baremo.probes.trial import Measure
from baremo.report.plots.calibrations import calibrations
from baremo.report.plots.probes import probed
from baremo.stats.calibrated import fit
from baremo.stats.calibration import Seen
from baremo.stats.ratings import Scale

FIVE = Scale(labels=("20", "40", "60", "80", "100"), values=(20, 40, 60, 80, 100))
FIT = fit(
    "Empathy",
    Seen(places=np.array([1, 2, 3] * 20)),
    np.array([0, 1, 2] * 20, np.int16)[:, None],
    (FIVE, FIVE),
    rng=np.random.default_rng(0),
    confidence=0.9,
)


def titles(spec: dict[str, Any]) -> list[str]:
    return [part["title"]["text"] for part in spec["vconcat"]]


def test_the_whole_comes_last_as_in_the_text() -> None:
    drawn = calibrations([replace(FIT, name=""), FIT], 0.9)
    assert titles(drawn) == ["Reliability: Empathy", "Reliability: Overall"]
    first = drawn["vconcat"][0]
    assert {one["curve"] for one in first["data"]["values"]} == {"as the judge says", "calibrated"}
    assert "percentage points, as the judge says by" in first["description"]


def test_on_another_scale_the_judge_has_no_curve_of_its_own() -> None:
    (drawn,) = calibrations([replace(FIT, before=None)], 0.9)["vconcat"]
    assert {one["curve"] for one in drawn["data"]["values"]} == {"calibrated"}
    assert "as the judge says" not in drawn["description"]
    assert calibrations([], 0.9)["description"].startswith("Reliability")


def found(*effects: Effect) -> Probed:
    return Probed(
        judge="signals",
        barems=(),
        date="2026-11-16",
        version="0",
        seed=0,
        times=3,
        own=False,
        dialogues=24,
        comparisons=12,
        material="",
        effects=effects,
    )


MOVED = Effect(
    probe="padding",
    asks="",
    measure=Measure.CHANGE,
    upward=True,
    standing=Standing.FAILS,
    value=0.5,
    low=0.3,
    high=0.7,
    trials=24,
)
SILENT = replace(MOVED, probe="self-preference", measure=Measure.LEAN, value=None, low=None, high=None)
FLIPS = replace(MOVED, probe="position", measure=Measure.FLIPS)


def test_what_has_nothing_to_show_is_not_drawn_and_no_two_are_called_the_same() -> None:
    assert titles(probed(found(MOVED, SILENT, FLIPS))) == [
        "What moves signals: marks",
        "What moves signals: cases that come out otherwise",
    ]
    assert "No probe could be tested." in str(probed(found(SILENT)))
