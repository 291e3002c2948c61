"""What a judge says read as what people would say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from baremo.stats.calibration import (
    Method,
    Seen,
    chosen,
    expected_values,
    folds_of,
    mapping,
    median_places,
    out_of_fold,
    shares_of,
    spread_values,
)
from baremo.stats.cumulative import RIDGE, fitted
from baremo.stats.isotonic import PRIOR, base_rate, ordered_table, pooled
from baremo.stats.ratings import NONE
from calibrating import BOTH, FIVE, THREE, world


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(0.1, 9)), min_size=1, max_size=12))
def test_pooling_is_isotonic_regression(pairs: list[tuple[float, float]]) -> None:
    values, weights = np.array(pairs).T
    known = IsotonicRegression().fit_transform(np.arange(len(values)), values, sample_weight=weights)
    assert pooled(values, weights) == pytest.approx(known, abs=1e-9)


def test_the_table_worked_by_hand() -> None:
    """Two levels each. The judge's lower one: 3 of 4 people low; its higher one: 1 of 6 low. Base rate of low:
    (4 + 1/2) / 11. With 4 labels of that added: (3 + 4b) / 8 and (1 + 4b) / 10."""
    places = np.array([0] * 4 + [1] * 6)
    low = np.array([1, 1, 1, 0, 1, 0, 0, 0, 0, 0])
    shares = np.stack([low, 1 - low], axis=1).astype(np.float64)
    base = 4.5 / 11
    assert base_rate(shares) == pytest.approx([base, 1 - base])
    table = ordered_table(places, shares, 2)
    assert PRIOR == 4
    assert table[:, 0] == pytest.approx([(3 + 4 * base) / 8, (1 + 4 * base) / 10])
    assert table.sum(axis=1) == pytest.approx([1, 1])


def test_a_level_without_labels_says_what_its_neighbours_say() -> None:
    """Nothing is known of the judge's lowest level, and it cannot be better than the next one."""
    table = ordered_table(np.array([1] * 30), np.tile([1.0, 0.0, 0.0], (30, 1)), 3)
    assert table[0, 0] > 0.9
    assert (table > 0).all()


@given(st.data())
def test_shares_never_fall_as_the_judge_rises(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 40))
    places = np.array(data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count)))
    marks = np.array(data.draw(st.lists(st.integers(0, 2), min_size=count, max_size=count)))
    table = ordered_table(places, np.eye(3)[marks], 5)
    assert table.sum(axis=1) == pytest.approx(np.ones(5))
    assert (table >= 0).all()
    assert (np.diff(np.cumsum(table, axis=1), axis=0) <= 1e-9).all()


def test_the_model_is_where_no_general_method_finds_better() -> None:
    """The summit of the same likelihood, found by a method that knows nothing of its derivatives."""
    marked = world(80, np.random.default_rng(2))
    shares = shares_of(marked.people, 5)
    inputs = np.column_stack([marked.judge, marked.expected]).astype(np.float64)
    found = fitted(inputs, shares, rising=2)
    standard = (inputs - inputs.mean(axis=0)) / inputs.std(axis=0)
    goal = (len(shares) * shares + PRIOR * base_rate(shares)) / (len(shares) + PRIOR)

    def depth(where: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        cuts, slopes = where[0] + np.concatenate([[0], np.cumsum(np.exp(where[1:4]))]), where[4:]
        at_most = 1 / (1 + np.exp(standard @ slopes - cuts[:, None])).T
        edges = np.column_stack([np.zeros(len(shares)), at_most, np.ones(len(shares))])
        return float(-np.sum(goal * np.log(np.maximum(np.diff(edges, axis=1), 1e-300))) + RIDGE / 2 * slopes @ slopes)

    known = minimize(depth, np.array([-2.0, 0, 0, 0, 1, 1]), method="BFGS").x
    assert found.slopes == pytest.approx(known[4:], abs=0.01)
    assert found.cuts == pytest.approx(known[0] + np.concatenate([[0], np.cumsum(np.exp(known[1:4]))]), abs=0.01)


def test_an_input_that_speaks_against_people_is_left_out() -> None:
    """A judge that is wrong way round: its level counts for nothing, and the base rate is left."""
    marked = world(200, np.random.default_rng(3))
    shares = shares_of(marked.people, 5)
    found = fitted((4 - marked.judge).astype(np.float64)[:, None], shares, rising=1)
    assert found.slopes == (0.0,)
    assert found.shares(np.array([[0.0], [4.0]])) == pytest.approx(np.tile(base_rate(shares), (2, 1)), abs=0.02)


def test_an_input_that_never_varies_does_no_harm() -> None:
    """What is left is the rate among these four, drawn half way to the base rate by four labels more."""
    shares = shares_of(np.array([[0], [1], [1], [1]], dtype=np.int16), 2)
    found = fitted(np.ones((4, 1)), shares, rising=1)
    assert found.slopes == pytest.approx([0.0])
    assert found.shares(np.ones((1, 1)))[0] == pytest.approx((shares.mean(axis=0) + base_rate(shares)) / 2, abs=1e-6)


def test_the_few_that_a_judge_sees_rightly_are_seen() -> None:
    """Two of a thousand, and nothing else to go by: the first steps are far too long, and are halved."""
    places = (np.arange(1000) < 2).astype(np.intp)
    found = fitted(places.astype(np.float64)[:, None], np.eye(5)[4 * places], rising=1)
    low, high = found.shares(np.array([[0.0], [1.0]]))
    assert low[0] > 0.99
    assert high[4] > 20 * low[4]


def test_levels_that_nobody_gave_are_unlikely_and_not_impossible() -> None:
    people = np.array([[1]] * 20 + [[3]] * 20, dtype=np.int16)
    for method in Method:
        found = mapping(Seen(places=np.array([1] * 20 + [3] * 20)), shares_of(people, 5), BOTH, method)
        shares = found.of_levels()
        assert 0 < shares[1, 4] < 0.05
        assert shares[1, 1] > 0.5 < shares[3, 3]


def test_every_dialogue_counts_once_however_many_marked_it() -> None:
    people = np.array([[0, 0, 1, 1], [2, NONE, NONE, NONE]], dtype=np.int16)
    assert shares_of(people, 3).tolist() == [[0.5, 0.5, 0], [0, 0, 1]]


def test_mean_spread_and_median_of_a_distribution() -> None:
    shares = np.array([[0.5, 0.5, 0, 0, 0], [0.1, 0.2, 0.3, 0.2, 0.2], [0, 0, 0, 0, 1]])
    assert expected_values(shares, FIVE) == pytest.approx([1.5, 3.2, 5])
    assert spread_values(shares, FIVE) == pytest.approx([0.5, np.sqrt(1.56), 0])
    assert median_places(shares).tolist() == [0, 2, 4]


def test_the_model_is_chosen_where_sureness_tells_more_than_the_level() -> None:
    rng = np.random.default_rng(4)
    marked = world(300, rng)
    shares, folds = shares_of(marked.people, 5), folds_of(300, rng)
    sure = Seen(places=marked.judge, expected=marked.expected)
    choice, predicted = chosen(sure, shares, BOTH, folds)
    assert choice.method is Method.MODEL
    assert choice.model > choice.table
    assert (predicted == out_of_fold(sure, shares, BOTH, Method.MODEL, folds)).all()


def test_the_table_is_chosen_where_levels_are_no_even_steps() -> None:
    """People see no difference between the judge's levels 2 to 4, which no slope can say."""
    rng = np.random.default_rng(5)
    places = rng.integers(0, 5, 1000)
    people = np.where(places == 0, 0, np.where(places == 4, 2, 1)).astype(np.int16)
    people = np.where(rng.random(1000) < 0.1, rng.integers(0, 3, 1000), people).astype(np.int16)[:, None]
    choice, _ = chosen(Seen(places=places), shares_of(people, 3), (FIVE, THREE), folds_of(1000, rng))
    assert choice.method is Method.TABLE


def test_what_is_not_known_of_a_dialogue_is_taken_as_usual() -> None:
    rng = np.random.default_rng(6)
    marked = world(100, rng)
    spread = np.where(rng.random(100) < 0.5, np.nan, 2.0)
    seen = Seen(places=marked.judge, expected=np.where(spread == 2.0, marked.expected, np.nan), spread=spread)
    found = mapping(seen, shares_of(marked.people, 5), BOTH, Method.MODEL)
    assert (found.with_expected, found.with_spread, found.usual_spread) == (True, True, 2.0)
    alike = Seen(places=np.arange(5), expected=np.arange(5.0), spread=np.full(5, 2.0))
    assert found.shares(alike) == pytest.approx(found.of_levels())


def test_a_spread_that_nothing_is_known_of_is_none() -> None:
    marked = world(40, np.random.default_rng(7))
    seen = Seen(places=marked.judge, spread=np.full(40, np.nan))
    assert mapping(seen, shares_of(marked.people, 5), BOTH, Method.MODEL).usual_spread == 0.0


@pytest.mark.parametrize("method", Method)
def test_what_people_said_of_a_dialogue_never_predicts_it(method: Method) -> None:
    """Other labels in one fold change what is predicted elsewhere, and nothing within it."""
    rng = np.random.default_rng(9)
    marked = world(100, rng)
    shares, folds = shares_of(marked.people, 5), folds_of(100, rng)
    inside = folds == 0
    other = np.where(inside[:, None], shares[:, ::-1], shares)
    one, two = (out_of_fold(marked.seen, said, BOTH, method, folds) for said in (shares, other))
    assert (one[inside] == two[inside]).all()
    assert (one[~inside] != two[~inside]).any()


def test_folds_are_even() -> None:
    counts = np.bincount(folds_of(95, np.random.default_rng(8)))
    assert (counts.min(), counts.max(), len(counts)) == (9, 10, 10)


def test_the_usual_spread_is_the_mean_of_what_is_known() -> None:
    marked = world(40, np.random.default_rng(3))
    seen = Seen(places=marked.judge, spread=np.resize([0.0, 1.0, 3.5, np.nan], 40))
    assert mapping(seen, shares_of(marked.people, 5), BOTH, Method.MODEL).usual_spread == pytest.approx(1.5)


def test_with_two_levels_the_model_is_a_ridge_regression_of_one_label() -> None:
    """Scikit-learn's logistic regression with C = 1: half the square of the slope against the log-likelihood."""
    inputs = np.array([0.0, 0, 1, 1, 2, 3, 3, 4])[:, None]
    shares = np.eye(2)[[0, 0, 0, 1, 0, 1, 1, 1]]
    goal = (8 * shares + PRIOR * base_rate(shares)) / (8 + PRIOR)
    standard = (inputs - inputs.mean()) / inputs.std()
    known = LogisticRegression(C=1.0, tol=1e-10).fit(
        np.concatenate([standard, standard]), [0] * 8 + [1] * 8, sample_weight=goal.T.ravel()
    )
    found = fitted(inputs, shares, rising=1)
    assert found.slopes == pytest.approx(known.coef_[0], abs=1e-4)
    assert found.cuts == pytest.approx(-known.intercept_, abs=1e-4)
