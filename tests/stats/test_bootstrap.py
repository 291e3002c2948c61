"""Drawing patterns is drawing dialogues; and intervals hold what they promise."""

import os

import numpy as np
import pytest
from scipy.stats import binomtest, ks_2samp, t

from baremo.stats import bootstrap
from baremo.stats.agreement import Beside, agreed
from baremo.stats.bootstrap import How, Sample, at_the_edge, counted, figures, percentiles, student, wilson
from baremo.stats.ceiling import Peers, ceiling
from baremo.stats.measures import Floats
from baremo.stats.patterns import patterns
from baremo.stats.ratings import UNKNOWN, Figure
from marking import drawn

SIEGE = os.environ.get("HYPOTHESIS_PROFILE") == "siege"
LEVELS = 5
DRAWS = 4000 if SIEGE else 600


@pytest.mark.property
def test_drawing_patterns_is_drawing_dialogues() -> None:
    rng = np.random.default_rng(11)
    ratings = drawn(rng, 40)
    seen = patterns(ratings.people, LEVELS, ratings.judge)
    beside = Beside.of(seen, LEVELS, comparable=True)
    ours = beside(seen.sample().drawn(rng, DRAWS))
    rows = [ratings.rows(rng.integers(40, size=40)) for _ in range(DRAWS)]
    naive = [agreed(each, rng, draws=0) for each in rows]
    assert len(seen.times) < 40, "some dialogues are alike"
    for column, name in ((0, "spearman"), (1, "kendall"), (2, "exact"), (4, "kappa"), (7, "bias"), (8, "alpha")):
        plain = [getattr(each, name).value for each in naive]
        assert ks_2samp(ours[:, column], plain).pvalue > 0.01, name


@pytest.mark.property
def test_drawing_clusters_is_drawing_all_their_turns() -> None:
    rng = np.random.default_rng(12)
    dialogue = np.repeat(np.arange(20), 4)
    mood = np.repeat(rng.normal(size=20), 4)
    people = np.clip(np.round(mood[:, None] + rng.normal(size=(80, 3)) + 2), 0, 4).astype(np.int16)
    seen = patterns(people, LEVELS)
    ours = Peers.of(seen)(seen.sample(dialogue).drawn(rng, DRAWS))[:, 0]
    naive, alone = [], Peers.of(seen)(seen.sample().drawn(rng, DRAWS))[:, 0]
    for _ in range(DRAWS):
        rows = (rng.integers(20, size=20)[:, None] * 4 + np.arange(4)).ravel()
        naive.append(ceiling(people[rows], LEVELS, rng, draws=0).alpha.value)
    assert ks_2samp(ours, naive).pvalue > 0.01
    assert np.std(ours) > 1.2 * np.std(alone), "turns of one dialogue are alike, so there is less to go by"


def test_memory_is_bounded_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = drawn(np.random.default_rng(13), 60)
    whole = agreed(ratings, np.random.default_rng(1), draws=50)
    asked = []

    def noted(self: Sample, rng: np.random.Generator, draws: int) -> Floats:
        asked.append(draws)
        return original(self, rng, draws)

    original = Sample.drawn
    monkeypatch.setattr(Sample, "drawn", noted)
    monkeypatch.setattr(bootstrap, "BUDGET", 10_000)
    assert agreed(ratings, np.random.default_rng(1), draws=50) == whole
    assert sum(asked) == 50 + 50, "the judge against people, then people against people"
    assert len(asked) > 4


def test_an_interval_is_the_middle_of_the_draws() -> None:
    numbers = np.random.default_rng(3).permutation(np.arange(1.0, 10_000))
    # From many clusters nothing is widened: 5 % and 95 % of 10,000.
    assert percentiles(numbers, 0.9, 10**9) == pytest.approx((500, 9500), abs=0.01)
    low, high = percentiles(numbers, 0.9, 10)
    # Student's t of 9 is 1.833; times the root of 10/9 it is 1.932, beyond which a normal has 2.67 %.
    assert (low, high) == pytest.approx((267, 9733), abs=2)


def test_no_interval_where_many_draws_are_not_defined() -> None:
    numbers = np.arange(100.0)
    numbers[:10] = np.nan
    assert percentiles(numbers, 0.5, 10**9)[0] == pytest.approx(32, abs=1)
    numbers[10] = np.nan
    assert percentiles(numbers, 0.5, 10**9) == (None, None)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
def test_students_t_is_near_enough(confidence: float) -> None:
    for freedom in (4, 9, 30, 1000):
        exact = t.ppf((1 + confidence) / 2, freedom)
        assert student(confidence, freedom) == pytest.approx(exact, rel=0.03 if freedom < 9 else 0.002)


@pytest.mark.parametrize(("hits", "count"), [(0, 7), (7, 7), (3, 7), (150, 400)])
def test_wilson_is_that_of_scipy(hits: int, count: int) -> None:
    wanted = binomtest(hits, count).proportion_ci(0.9, method="wilson")
    assert wilson(hits / count, count, 0.9) == pytest.approx((wanted.low, wanted.high), abs=1e-12)


def test_a_share_at_the_edge_is_not_certain() -> None:
    how = How(confidence=0.95)
    assert tuple(at_the_edge(Figure(1.0, 1.0, 1.0), 20, how)) == pytest.approx((1, 20 / (20 + 1.96**2), 1), abs=1e-4)
    assert at_the_edge(Figure(0.5, 0.4, 0.6), 20, how) == (0.5, 0.4, 0.6)
    assert at_the_edge(Figure(1.0), 1, how) == Figure(1.0), "of one thing nothing can be said"
    assert counted(UNKNOWN, 0, how) == UNKNOWN


def test_draws_that_are_all_the_same_are_no_interval() -> None:
    assert percentiles(np.full(100, 0.3), 0.9, 10) == (None, None)
    assert percentiles(np.full(100, 0.3) + 1e-12 * np.arange(100), 0.9, 10) == (None, None), "the same but for rounding"


@pytest.mark.parametrize(("size", "draws"), [(1, 100), (2, 0)])
def test_of_one_thing_or_without_draws_there_is_a_value_only(size: int, draws: int) -> None:
    """Of one thing, Student's t would have no degree of freedom."""
    sample = Sample(counts=np.array([float(size)]), size=size)
    assert figures(sample, lambda weights: weights, _rng(), How(draws=draws)) == [Figure(float(size))]


def test_a_figure_that_is_not_defined_has_no_interval() -> None:
    sample = Sample(counts=np.array([3.0, 1.0]), size=4)
    measured = figures(sample, lambda weights: np.stack([weights[:, 0], weights[:, 0] * np.nan], -1), _rng(), How())
    assert measured[0].value == 3
    assert measured[0].low is not None
    assert measured[1] == UNKNOWN


def _rng() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.mark.no_cover
@pytest.mark.property
@pytest.mark.parametrize("count", [30, 120])
def test_intervals_hold_what_they_promise(count: int) -> None:
    """Samples from a known population: how often is its true figure in the interval of nominal 90 %?"""
    tries = 4000 if SIEGE else 200
    rng = np.random.default_rng(count)
    world = drawn(rng, 100_000)
    # The world, a thousand times over: the truth of alpha is that of endlessly many units.
    everything = patterns(world.people, LEVELS, world.judge)
    truth = Beside.of(everything, LEVELS, comparable=True)(everything.times[None, :] * 1000)[0]
    people = Peers.of(everything)(everything.times[None, :] * 1000)[0]
    names = {"spearman": 0, "kendall": 1, "exact": 2, "within_one": 3, "kappa": 4, "bias": 7, "alpha": 8}
    above = {"alpha": 0, "spearman": 1, "kappa": 2, "exact": 3, "within_one": 4}
    held = dict.fromkeys([*names, *(f"people {name}" for name in above)], 0)
    for _ in range(tries):
        found = agreed(world.rows(rng.integers(100_000, size=count)), rng, draws=199, confidence=0.9)
        for name, column in names.items():
            held[name] += _within(getattr(found, name), truth[column])
        for name, column in above.items():
            held[f"people {name}"] += _within(getattr(found.ceiling, name), people[column])
    # Between 87 and 93 %, give or take three standard errors of so many tries (and a share has steps, as counts have).
    error = 3 * np.sqrt(0.9 * 0.1 / tries)
    for name, times in held.items():
        steps = 0.02 if "exact" in name or "within" in name else 0
        assert 0.87 - error - steps <= times / tries <= 0.93 + error + steps, (name, times / tries)


def _within(figure: Figure, truth: float) -> bool:
    assert figure.low is not None
    assert figure.high is not None
    return figure.low <= truth <= figure.high
