"""Marks of two runs on one scale."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm, t
from sklearn.metrics import cohen_kappa_score

from baremo.stats.differences import (
    COUNTED,
    WEIGHTED,
    WHOLE,
    Difference,
    Marks,
    Side,
    apart,
    compared,
    figure_names,
)
from baremo.stats.measures import kappa
from baremo.stats.paired import Paired
from baremo.stats.ratings import UNKNOWN

SCALE = (20.0, 40.0, 60.0, 80.0, 100.0)
SIDE = Side(
    run="a",
    barem="solo",
    judge="signals",
    version="0",
    created="now",
    dialogues=3,
    scored=2,
    calls=0,
    uncounted=0,
    tokens_in=0,
    tokens_out=0,
    cost=0.5,
    seconds=None,
)


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def test_agreement_is_that_of_scikit_learn() -> None:
    draw = np.random.default_rng(4)
    before = draw.choice(SCALE, size=200)
    after = np.clip(before + draw.choice([-20.0, 0, 0, 20], size=200), 20, 100)
    found = compared("Empathy", before, after, SCALE, rng())
    assert found.kappa.value == pytest.approx(cohen_kappa_score(before, after, weights="quadratic", labels=SCALE))
    assert found.exact == pytest.approx((before == after).mean())
    assert found.within_one == 1.0
    low, high = found.kappa.low or 1.0, found.kappa.high or 0.0
    assert low < (found.kappa.value or 0.0) < high


def test_marks_that_never_vary_have_no_kappa() -> None:
    found = compared("Empathy", np.full(9, 80.0), np.full(9, 80.0), SCALE, rng())
    assert (found.kappa, found.exact) == (UNKNOWN, 1.0)


def test_a_kappa_that_most_draws_lack_has_no_interval() -> None:
    """One of four dialogues varies: (3/4)⁴ = 32 % of the draws leave it out, and have no kappa. Seen: 1 × 4
    dialogues; by chance: 20 with 40 is 1, 20 with 80 is 3 × 9, 80 with 40 is 3 × 4. 1 - 4 / 40."""
    found = compared("Empathy", np.array([20.0, 80, 80, 80]), np.array([40.0, 80, 80, 80]), SCALE, rng())
    assert found.kappa.value == pytest.approx(0.9)
    assert (found.kappa.low, found.kappa.high) == (None, None)


def test_runs_that_are_the_same_are_so_as_far_as_can_be_seen() -> None:
    marks = np.array([20.0, 80] * 10)
    found = compared("Empathy", marks, marks, SCALE, rng())
    room = 1.96**2 / (20 + 1.96**2)
    # Half of the marks are the same by chance; a difference that was not seen is a level of 20 points.
    assert found.kappa == pytest.approx((1, 1 - 2 * room, 1), abs=1e-4)
    assert found.paired.difference == pytest.approx((0, -20 * room, 20 * room), abs=1e-3)
    alike = compared("Empathy", np.full(20, 80.0), np.full(20, 80.0), SCALE, rng())
    assert alike.paired.difference == found.paired.difference


def test_the_interval_of_kappa_is_widened_for_few() -> None:
    """Held against draws of our own: those of 95 %, further out by Student's t and by √(12 / 11)."""
    draw = np.random.default_rng(6)
    table = np.zeros((5, 5))
    before = draw.choice(SCALE, size=12)
    after = np.clip(before + draw.choice([-20.0, 0, 20], size=12), 20, 100)
    np.add.at(table, (np.searchsorted(SCALE, before), np.searchsorted(SCALE, after)), 1)
    found = compared("Empathy", before, after, SCALE, rng()).kappa
    drawn = draw.multinomial(12, table.ravel() / 12, size=20_000).reshape(-1, 5, 5).astype(float)
    tail = norm.cdf(-t.ppf(0.975, 11) * np.sqrt(12 / 11))
    assert (found.low, found.high) == pytest.approx(np.quantile(kappa(drawn), (tail, 1 - tail)), abs=0.03)
    assert found.low is not None
    assert found.low < np.quantile(kappa(drawn), 0.025) - 0.03


def test_what_is_off_the_scale_has_a_difference_and_no_agreement() -> None:
    found = compared("overall", np.array([61.5, 80.0]), np.array([62.5, 80.0]), SCALE, rng())
    assert (found.paired.difference.value, found.kappa, found.exact) == (0.5, UNKNOWN, None)
    nothing = compared("overall", np.array([np.nan]), np.array([80.0]), SCALE, rng())
    assert nothing == Marks(name="overall", paired=Paired(cases=0))


def test_unlike_scales_have_two_means() -> None:
    found = apart("Empathy", np.array([1.0, 3, np.nan]), np.array([50.0, 100, 100]), "other levels")
    assert (found.paired.before, found.paired.after, found.paired.difference) == (2, 75, UNKNOWN)
    assert apart("Empathy", np.array([np.nan]), np.array([1.0]), "").paired == Paired(cases=0)


def test_all_figures_are_known_by_name_before_anything_is_read() -> None:
    names = ("Empathy", WEIGHTED, WHOLE)
    found = Difference(
        before=SIDE,
        after=replace(SIDE, cost=0.75),
        common=3,
        only_before=0,
        only_after=0,
        other_words=(),
        both=2,
        lost=0,
        gained=0,
        neither=1,
        setup=(),
        marks=tuple(Marks(name=name, paired=Paired(cases=2, up=1, down=1)) for name in names),
        changes=(),
    )
    figures = found.figures()
    assert sorted(figures) == sorted(figure_names(names))
    assert figure_names(names)[:3] == ["exact", "within_one", "kappa"]
    assert set(COUNTED) < set(figures)
    assert (figures["unscored"], figures["cost.difference"], figures["changed.overall"]) == (1, 0.25, 2), "0.75 - 0.50"
