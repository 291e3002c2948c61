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
    assert found.ceiling.within_one == (1.0, None, None)
    assert found.spearman == UNKNOWN


def test_all_marks_the_same() -> None:
    found = of(rated([2] * 30, [[2, 2]] * 30))
    assert tuple(found.exact) == pytest.approx((1, 30 / (30 + 1.96**2), 1), abs=1e-4), "thirty are not certainty"
    assert (found.kappa, found.alpha, found.spearman, found.kendall) == (UNKNOWN,) * 4
    assert found.bias == (0, 0, 0)


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
