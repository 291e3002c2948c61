"""Marks of two runs on one scale."""

import numpy as np
import pytest
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
from baremo.stats.paired import Paired
from baremo.stats.ratings import UNKNOWN, Figure

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
    """One of three dialogues varies: (2/3)³ = 30 % of the draws leave it out, and have no kappa."""
    found = compared("Empathy", np.array([20.0, 80, 80]), np.array([20.0, 80, 80]), SCALE, rng())
    assert found.kappa == Figure(1.0)


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
        after=SIDE,
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
    assert (figures["unscored"], figures["cost.difference"], figures["changed.overall"]) == (1, 0, 2)
