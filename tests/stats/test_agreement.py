"""A judge against people."""

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr
from sklearn.metrics import cohen_kappa_score

from baremo.stats.agreement import agreed
from baremo.stats.ratings import NONE, UNKNOWN, Agreed, Ceiling, Ratings
from marking import drawn, rated


def of(ratings: Ratings, draws: int = 200) -> Agreed:
    return agreed(ratings, np.random.default_rng(7), draws=draws)


def test_a_small_one_by_hand() -> None:
    found = of(
        rated(
            judge=[2, 1, 0, NONE, 2, 0],
            people=[[2, 2], [0, 1], [0, NONE], [1, 1], [NONE, NONE], [2, 1]],
            levels=3,
        )
    )
    # Both: 2 against 2.0, 1 against 0.5 (nearest: 0, the lower one), 0 against 0, 0 against 1.5 (nearest: 1).
    assert (found.cases, found.scored, found.labelled, found.both, found.marks) == (6, 5, 5, 4, 7)
    assert found.exact.value == 2 / 4
    assert found.within_one.value == 1
    assert found.bias.value == pytest.approx((0 + 0.5 + 0 - 1.5) / 4)
    assert found.judge_rates == (2 / 4, 1 / 4, 1 / 4)
    assert found.people_rates == (2 / 7, 2 / 7, 3 / 7)
    assert found.confusion == ((1, 1, 0), (1, 0, 0), (0, 0, 1)), "consensus by judge"
    # Plain: seen 2/4; expected (2×2 + 1×1 + 1×1) / 16 = 6/16; (8/16 - 6/16) / (10/16) = .2.
    assert found.kappa_plain.value == pytest.approx(0.2)


def test_every_figure_is_that_of_other_libraries() -> None:
    ratings = drawn(np.random.default_rng(5), 300)
    means = np.array([np.mean(row[row != NONE]) for row in ratings.people])
    near = np.ceil(means - 0.5).astype(int)
    found = of(ratings)
    for ours, weights in ((found.kappa, "quadratic"), (found.kappa_linear, "linear"), (found.kappa_plain, None)):
        assert ours.value == pytest.approx(cohen_kappa_score(ratings.judge, near, weights=weights))
    assert found.spearman.value == pytest.approx(spearmanr(ratings.judge, means).statistic)
    assert found.kendall.value == pytest.approx(kendalltau(ratings.judge, means).statistic)
    for figure in (found.kappa, found.spearman, found.kendall, found.alpha, found.bias, found.exact, found.within_one):
        assert figure.low is not None
        assert figure.value is not None
        assert figure.high is not None
        assert figure.low < figure.value < figure.high


def test_alpha_counts_the_judge_as_one_more_rater() -> None:
    # A judge and one person are two raters; two people and no judge would be the same.
    pair = drawn(np.random.default_rng(6), 80, people=1)
    people = np.stack([pair.judge, pair.people[:, 0]], axis=1)
    assert of(pair).alpha.value == pytest.approx(of(rated(pair.judge, people)).ceiling.alpha.value)


def test_only_ranks_are_compared_where_scales_differ() -> None:
    found = of(rated([0, 1, 2, 2, 1, 0], [[0], [4], [9], [8], [5], [2]], levels=3, people_levels=10))
    assert found.spearman.value == pytest.approx(spearmanr([0, 1, 2, 2, 1, 0], [0, 4, 9, 8, 5, 2]).statistic)
    assert found.kendall.value == pytest.approx(kendalltau([0, 1, 2, 2, 1, 0], [0, 4, 9, 8, 5, 2]).statistic)
    levelled = (found.exact, found.within_one, found.kappa, found.kappa_linear, found.kappa_plain, found.bias)
    assert (*levelled, found.alpha) == (UNKNOWN,) * 7
    assert np.array(found.confusion).shape == (10, 3)


@pytest.mark.parametrize(
    "ratings",
    [
        rated(np.zeros(0), np.zeros((0, 2))),
        rated([1, 2], np.zeros((2, 0))),
        rated([NONE, NONE], [[1, 2], [3, 4]]),
        rated([1, NONE], [[NONE], [3]]),
    ],
    ids=["no dialogues", "no people", "no judge", "never both"],
)
def test_without_both_there_are_counts_only(ratings: Ratings) -> None:
    found = of(ratings)
    assert (found.both, found.marks) == (0, 0)
    assert found.scored == np.sum(ratings.judge != NONE)
    assert (found.exact, found.alpha, found.confusion, found.ceiling) == (UNKNOWN, UNKNOWN, (), Ceiling())


def test_one_dialogue_has_no_interval() -> None:
    found = of(rated([3], [[3, 4]]))
    assert found.exact == (1.0, None, None)
    assert found.ceiling == Ceiling(dialogues=1, marks=2)
    assert found.spearman == UNKNOWN


def test_all_marks_the_same() -> None:
    found = of(rated([2] * 30, [[2, 2]] * 30))
    assert tuple(found.exact) == pytest.approx((1, 30 / (30 + 1.96**2), 1), abs=1e-4), "thirty are not certainty"
    assert (found.kappa, found.alpha, found.spearman, found.kendall) == (UNKNOWN,) * 4
    # Thirty leave room for 11.4 % that are a level off, one way or the other.
    assert found.bias == pytest.approx((0, -(1.96**2) / (30 + 1.96**2), 1.96**2 / (30 + 1.96**2)), abs=1e-4)


def test_a_few_that_all_agree_are_no_certainty() -> None:
    """Eight of eight: up to 3.84 / 11.84 = 32.4 % may be otherwise. Two marks are the same by chance in
    (2² + 2² + 4²) / 8² = 24/64; so of the marks, .324 / (1 - .375) = 51.9 % may be given by chance."""
    judge = [0, 0, 1, 1, 2, 2, 2, 2]
    found = of(rated(judge, [[mark] for mark in judge], levels=3))
    random = 1.96**2 / (8 + 1.96**2) / (1 - 24 / 64)
    for name in ("kappa", "kappa_linear", "kappa_plain", "alpha", "spearman"):
        assert tuple(getattr(found, name)) == pytest.approx((1, 1 - random, 1), abs=1e-4), name
    assert tuple(found.kendall) == pytest.approx((1, (1 - random) ** 2, 1), abs=1e-4)
    upside_down = of(rated(judge, [[2 - mark] for mark in judge], levels=3))
    assert tuple(upside_down.spearman) == pytest.approx((-1, -1, random - 1), abs=1e-4)
    assert upside_down.exact.value == 0.25
    assert of(rated(judge, [[mark] for mark in judge], levels=3), draws=0).kappa == (1, None, None)


def test_a_judge_that_always_says_the_same_has_a_kappa_and_no_interval() -> None:
    found = of(rated([2] * 30, [[1], [2], [3]] * 10))
    assert found.kappa == (0, None, None)
    assert found.bias.low is not None


def test_intervals_count_what_has_both_marks() -> None:
    """Ten agree; thirty more have no mark of people, or none of the judge."""
    judge = [0, 1] * 5 + [1] * 15 + [NONE] * 15
    people = [[0, 0], [1, 1]] * 5 + [[NONE, NONE]] * 15 + [[1, 1]] * 15
    found = of(rated(judge, people))
    assert (found.cases, found.both, found.ceiling.dialogues) == (40, 10, 10)
    for figure in (found.exact, found.ceiling.exact):
        assert figure.low == pytest.approx(10 / (10 + 1.96**2), abs=1e-4)


def test_without_draws_there_are_values_only() -> None:
    found = of(drawn(np.random.default_rng(5), 50), draws=0)
    assert found.kappa.value is not None
    assert (found.kappa.low, found.exact.low, found.ceiling.alpha.low) == (None, None, None)


def test_neither_the_order_of_dialogues_nor_that_of_people_matters() -> None:
    rng = np.random.default_rng(8)
    ratings = drawn(rng, 100)
    order = rng.permutation(100)
    mixed = rated(ratings.judge[order], rng.permuted(ratings.people[order], axis=1))
    assert of(mixed) == of(ratings)


def test_the_same_seed_gives_the_same_interval_and_another_one_another() -> None:
    ratings = drawn(np.random.default_rng(9), 100)
    assert of(ratings) == of(ratings)
    assert agreed(ratings, np.random.default_rng(8), draws=200).kappa != of(ratings).kappa
