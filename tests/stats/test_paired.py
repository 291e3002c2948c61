"""Two marks for each of the same dialogues."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from baremo.stats.paired import FEW, VARIED, Paired, mean_figure, paired, sign_flip
from baremo.stats.ratings import Figure
from calibrating import SIEGE


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_the_sum_worked_by_hand() -> None:
    found = paired(np.array([20.0, 40, 60, np.nan]), np.array([40.0, 40, 40, 80]), rng())
    # differences 20, 0, -20: mean 0, one up, one down, one the same; the fourth has no first mark
    assert (found.cases, found.before, found.after, found.difference.value) == (3, 40, 40, 0)
    assert (found.up, found.down, found.same) == (1, 1, 1)
    # of four ways to flip two signs, all reach a sum of at least 0
    assert (found.p, found.every) == (1.0, True)


def test_nothing_to_compare_has_no_figures() -> None:
    assert paired(np.array([np.nan, 1.0]), np.array([1.0, np.nan]), rng()) == Paired(cases=0)
    assert mean_figure(np.array([3.0]), rng(), 1.0) == Figure(3.0)


def test_marks_that_are_all_the_same_differ_by_nothing() -> None:
    found = paired(np.full(50, 60.0), np.full(50, 60.0), rng())
    assert (found.difference, found.p, found.same) == (Figure(0), 1.0, 50), "how far a mark may move, nobody knows"


def test_the_same_difference_throughout_is_no_certainty() -> None:
    """Fifty leave room for 3.84 / 53.84 = 7.1 % that are a step away, as far as marks usually lie apart."""
    before = np.tile([20.0, 60], 25)
    room = 1.96**2 / (50 + 1.96**2)
    found = paired(before, before + 20, rng()).difference
    spread = np.concatenate([before, before + 20]).std()
    assert found == pytest.approx((20, 20 - spread * room, 20 + spread * room), abs=1e-3)
    given = paired(before, before + 20, rng(), 10.0).difference
    assert given == pytest.approx((20, 20 - 10 * room, 20 + 10 * room), abs=1e-3)


def mean_difference(one: np.ndarray, other: np.ndarray, axis: int) -> np.ndarray:
    return np.asarray(np.mean(other - one, axis=axis))


@pytest.mark.parametrize("seed", range(5))
def test_a_few_are_tested_as_scipy_does_it(seed: int) -> None:
    draw = np.random.default_rng(seed)
    before, after = draw.choice([20.0, 40, 60, 80, 100], size=(2, 9))
    theirs = stats.permutation_test(
        (before, after), mean_difference, permutation_type="samples", n_resamples=np.inf, vectorized=True
    )
    assert paired(before, after, rng()).p == pytest.approx(theirs.pvalue)


@pytest.mark.parametrize("spread", [1, 1000])
def test_many_are_drawn_and_come_near_the_exact_chance(spread: int) -> None:
    """20 differences: all 1,048,576 ways by adding one sign after the other."""
    draw = np.random.default_rng(spread)
    differences = np.round(draw.normal(0.4, 1, size=FEW + 5) * spread)
    sums = {Fraction(0): 1}
    for one in map(int, differences):
        step: dict[Fraction, int] = {}
        for total, ways in sums.items():
            for flipped in (total - one, total + one):
                step[flipped] = step.get(flipped, 0) + ways
        sums = step
    reached = abs(int(differences.sum()))
    exact = sum(ways for total, ways in sums.items() if abs(total) >= reached) / 2 ** len(differences)
    p, every = sign_flip(differences.astype(float), rng())
    assert every is bool((differences != 0).sum() <= FEW)
    assert p == pytest.approx(exact, abs=0.02)


def test_very_many_distinct_differences_are_tested_as_a_t_test_does_it() -> None:
    differences = np.random.default_rng(1).normal(0.03, 1, size=VARIED + 1000)
    theirs = stats.ttest_1samp(differences, 0)
    p, every = sign_flip(differences, rng())
    assert not every
    assert p == pytest.approx(theirs.pvalue, abs=0.02)
    interval = theirs.confidence_interval()
    assert mean_figure(differences, rng(), 1.0) == pytest.approx((differences.mean(), *interval), abs=0.001)


@pytest.mark.parametrize("count", [12, 80])
def test_the_interval_is_that_of_scipy_widened_for_few(count: int) -> None:
    differences = np.random.default_rng(3).choice([-20.0, 0, 20, 40], p=[0.1, 0.6, 0.2, 0.1], size=count)
    inside = 1 - 2 * stats.norm.cdf(-stats.t.ppf(0.975, count - 1) * np.sqrt(count / (count - 1)))
    theirs = stats.bootstrap(
        (differences,), np.mean, n_resamples=20_000, method="percentile", rng=rng(), confidence_level=inside
    )
    found = mean_figure(differences, rng(), 20.0)
    assert found.value == differences.mean()
    assert (found.low, found.high) == pytest.approx(tuple(theirs.confidence_interval), abs=60 / count)


@pytest.mark.no_cover
@pytest.mark.property
@pytest.mark.parametrize("count", [5, 10, 30])
def test_the_interval_holds_what_it_promises(count: int) -> None:
    """Levels from -2 to 3 with the mean 0.3: how often is it in the interval of nominal 95 %?"""
    tries = 10_000 if SIEGE else 1000
    draw, held = np.random.default_rng(count), 0
    for _ in range(tries):
        differences = draw.integers(-2, 3, size=count) + (draw.random(count) < 0.3)
        found = paired(np.zeros(count), differences.astype(float), draw, 1.0).difference
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.3 <= found.high
    error = 3 * np.sqrt(0.95 * 0.05 / tries)
    assert 0.93 - error <= held / tries <= 0.97 + error


def test_a_chance_that_was_never_drawn_is_not_zero() -> None:
    """Thirty differences, all one way: of 9,999 draws none goes as far, and 1 in 10,000 is what can be said."""
    assert sign_flip(np.full(30, 1.0), rng()) == (1 / 10_000, False)


def test_the_same_seed_gives_the_same_figures() -> None:
    before, after = np.random.default_rng(2).choice([1.0, 2, 3], size=(2, 40))
    assert paired(before, after, rng()) == paired(before, after, rng())
