"""What a calibration found, in words: what was never given, and what tells nothing."""

from dataclasses import replace

import numpy as np
import pytest

from baremo.load.calibrations import Calibration
from baremo.report.calibrated import AsPeople, calibration_lines
from baremo.report.style import Style
from baremo.stats.calibrated import Fit, applied, fit
from baremo.stats.calibration import Seen
from baremo.stats.ratings import NONE, Scale
from exporting import unscored

FIVE = Scale(labels=("20", "40", "60", "80", "100"), values=(20, 40, 60, 80, 100))


def fitted(judge: list[int], people: list[int]) -> Fit:
    return fit(
        "Fluency",
        Seen(places=np.array(judge)),
        np.array(people, np.int16)[:, None],
        (FIVE, FIVE),
        rng=np.random.default_rng(0),
        confidence=0.9,
    )


def calibration(*fits: Fit) -> Calibration:
    return Calibration(
        version="0",
        created="2026-11-16",
        run="chats.baremo",
        seal="",
        barem="",
        barem_name="solo",
        judge="signals",
        dialogues=60,
        labels=60,
        labels_digest="",
        confidence=0.9,
        seed=0,
        fits=fits,
    )


def told(one: Fit) -> str:
    return "\n".join(calibration_lines(calibration(one), Style(width=200)))


UP = fitted([1, 2, 3] * 20, [1, 2, 3] * 20)


def test_levels_are_counted_and_what_was_never_given_says_so() -> None:
    text = told(UP)
    rows = [line.split() for line in text.splitlines() if line.startswith(("  20 ", "  40 ", "  100 "))]
    assert [row[1] for row in rows] == ["never", "20", "never"]
    assert "Mind" not in text
    before = told(replace(UP, given=(), said=()))  # a file of an earlier version has no counts
    assert "never given" not in before
    assert "—" in before


@pytest.mark.parametrize(
    ("judge", "people", "words"),
    [
        ([1, 2, 3], [2, 2, 2], "people gave Fluency the same level everywhere (60): nothing can be learned"),
        ([4, 4, 4], [1, 2, 3], "the judge gave Fluency the same level everywhere, so its level tells nothing"),
        ([1, 4, 1, 4], [3, 1, 1, 3], "the judge's level tells nothing about Fluency here"),
    ],
)
def test_what_tells_nothing_is_said(judge: list[int], people: list[int], words: str) -> None:
    assert words in told(fitted(judge * 20, people * 20))


def test_figures_have_units() -> None:
    text = told(UP)
    assert "it gives what people say a chance of" in text
    assert "percentage points on average" in text
    assert "in 90 % of dialogues the mean of people's marks lies within about" in text
    assert "spreads" not in text
    assert "log score" not in text


def test_a_mean_over_the_run_itself_has_its_interval() -> None:
    half = fitted([1, 2, 3] * 20, [1, 2, 3] * 10 + [NONE] * 30)
    read = {"": applied(half, Seen(places=np.array([2])))[0]}
    found = calibration(replace(half, name=""))

    def lines(*, whole: bool) -> list[str]:
        beside = AsPeople(lambda _: read, found, whole=whole)
        assert list(beside.lines(Style())) == []
        beside.add(unscored())
        return list(beside.lines(Style()))

    own, other = lines(whole=True), lines(whole=False)
    assert own[:2] == ["", "As people would mark them  means, 90 % intervals"]
    assert "(" in own[2]
    assert "…" in own[2]
    assert "(" not in other[2]
    assert other[-1].strip() == "other dialogues than those: no interval can be promised"
