"""Two ways to judge the same dialogues: small sums worked by hand, and judges whose difference is known."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from baremo.stats.agreement import agreed
from baremo.stats.bootstrap import How
from baremo.stats.ratings import NONE, UNKNOWN, Agreed, Figure, Ratings, Scale
from baremo.stats.versus import Contest, Entrant, Took, Versus, held_together, holm, versus

FIVE = Scale(labels=("1", "2", "3", "4", "5"), values=(1.0, 2.0, 3.0, 4.0, 5.0))
HOW = How(draws=500, confidence=0.95)


def ratings(judge: list[int], people: list[list[int]], scale: Scale = FIVE, people_scale: Scale = FIVE) -> Ratings:
    return Ratings(
        name="",
        scale=scale,
        judge=np.array(judge, np.int16),
        people_scale=people_scale,
        people=np.array(people, np.int16).reshape(len(judge), -1),
    )


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def world(noise: float, seed: int, count: int = 300) -> Ratings:
    """People are near the truth, the judge as far from it as the noise says."""
    chance = np.random.default_rng(1)
    truth = chance.integers(0, 5, count)
    people = np.clip(truth[:, None] + chance.integers(-1, 2, (count, 3)), 0, 4)
    own = np.random.default_rng(seed)
    judge = np.clip(np.round(truth + noise * own.normal(size=count)), 0, 4)
    return ratings(judge.astype(int).tolist(), people.tolist())


def test_the_differences_are_those_of_the_figures_alone() -> None:
    one, other = world(0.5, 2), world(1.5, 3)
    found = versus(("good", "bad"), one, other, rng(), HOW)
    good, bad = (agreed(side, rng(), draws=0) for side in (one, other))
    assert found.dialogues == 300
    assert good.kappa.value is not None
    assert bad.kappa.value is not None
    assert good.spearman.value is not None
    assert bad.spearman.value is not None
    assert found.kappa.value == pytest.approx(good.kappa.value - bad.kappa.value)
    assert found.spearman.value == pytest.approx(good.spearman.value - bad.spearman.value)
    assert found.apart("kappa", 0.95)
    assert found.apart("spearman", 0.95)
    assert found.off
    assert found.off.difference.value is not None
    assert found.off.difference.value < 0  # the good one lies nearer


def test_the_same_marks_cannot_be_told_apart() -> None:
    found = versus(("a", "b"), world(1.0, 2), world(1.0, 2), rng(), HOW)
    assert found.kappa == Figure(0.0), "what never varies has no interval"
    assert (found.kappa_p, found.spearman_p) == (1.0, 1.0)
    assert not found.apart("kappa", 0.95)


@pytest.mark.no_cover
def test_judges_that_are_equally_noisy_are_seldom_told_apart() -> None:
    apart = [
        versus(("a", "b"), world(1.0, 2 * seed, 100), world(1.0, 2 * seed + 1, 100), rng(), HOW).apart("kappa", 0.95)
        for seed in range(5, 13)
    ]
    assert sum(apart) <= 2  # 8 times 5 % is 0.4; three or more come in 6 of a thousand


def test_levels_off_by_hand() -> None:
    # The mean of people is 2.5 and 1 (places from 0). The first lies 0.5 and 0 off, the second 1.5 and 1.
    one, other = ratings([2, 1], [[2, 3], [1, NONE]]), ratings([4, 2], [[2, 3], [1, NONE]])
    found = versus(("a", "b"), one, other, rng(), HOW)
    assert found.off
    assert (found.off.before, found.off.after, found.off.difference.value) == (1.25, 0.25, -1.0)


def test_only_what_both_have_scored_and_people_marked_counts() -> None:
    one, other = ratings([0, 1, NONE, 3], [[0], [1], [2], [NONE]]), ratings([0, NONE, 2, 3], [[0], [1], [2], [NONE]])
    assert versus(("a", "b"), one, other, rng(), HOW).dialogues == 1
    nothing = versus(("a", "b"), one.rows(np.array([3])), other.rows(np.array([3])), rng(), HOW)
    assert nothing == Versus(first="a", second="b", dialogues=0)


def test_other_scales_are_compared_by_rank_alone() -> None:
    ten = Scale(labels=("0", "10", "25"), values=(0.0, 10.0, 25.0))
    other = Scale(labels=("5", "10"), values=(5.0, 10.0))
    people = [[0], [1], [2], [3]]
    found = versus(
        ("a", "b"), ratings([0, 1, 2, 2], people, scale=ten), ratings([1, 0, 1, 0], people, scale=other), rng(), HOW
    )
    assert found.kappa == UNKNOWN
    assert found.kappa_p is None
    assert found.off is None
    assert found.spearman.value is not None
    assert found.spearman.value > 0
    assert not found.apart("kappa", 0.95)


def test_holm_by_hand() -> None:
    # Three tests: .01 × 3 = .03, .04 × 2 = .08, .05 × 1 = .05 but not below the one before it.
    assert holm([0.05, None, 0.01, 0.04]) == [0.08, None, 0.03, 0.08]
    assert holm([0.9, 0.6]) == [1.0, 1.0]
    assert holm([]) == []


def test_tests_of_several_pairs_are_held_against_their_number() -> None:
    found = versus(("a", "b"), world(0.5, 2), world(1.0, 3), rng(), HOW)
    bare = replace(found, off=None)
    raised = held_together([found, bare])
    assert found.kappa_p is not None
    assert raised[0].kappa_p == pytest.approx(min(1.0, 2 * found.kappa_p))
    assert raised[0].off
    assert found.off
    assert raised[0].off.p == found.off.p  # of one pair alone
    assert raised[1].off is None


def entrant(name: str, kappa: float | None, tokens: int, rho: float | None = 0.5) -> Entrant:
    figures = Agreed(
        name="", cases=40, scored=40, labelled=40, both=40, marks=40, kappa=Figure(kappa), spearman=Figure(rho)
    )
    return Entrant(name=name, took=Took(dialogues=10, tokens_in=tokens * 10), agreed=figures)


def contest(*entrants: Entrant, pairs: tuple[Versus, ...] = (), limit: float | None = None) -> Contest:
    return Contest(
        judge="j",
        barem="b",
        criterion="",
        entrants=entrants,
        pairs=pairs,
        confidence=0.95,
        draws=100,
        seed=0,
        limit=limit,
    )


APART = Versus(first="solo", second="debate", dialogues=40, kappa=Figure(-0.2, -0.3, -0.1), kappa_p=0.01)


def test_what_cannot_be_told_apart_goes_to_the_one_that_takes_least() -> None:
    found = contest(entrant("solo", 0.3, 100), entrant("debate", 0.5, 250))
    assert [one.name for one in found.leaders] == ["debate", "solo"]
    assert found.choice
    assert found.choice.name == "solo"


def test_what_can_be_told_apart_goes_to_the_best() -> None:
    found = contest(entrant("solo", 0.3, 100), entrant("debate", 0.5, 250), pairs=(APART,))
    assert [one.name for one in found.leaders] == ["debate"]
    small = replace(APART, kappa_p=0.2)
    assert len(contest(*found.entrants, pairs=(small,)).leaders) == 2
    wide = replace(APART, kappa=Figure(-0.2, -0.5, 0.1))
    assert len(contest(*found.entrants, pairs=(wide,)).leaders) == 2


def test_from_a_few_dialogues_nothing_is_concluded() -> None:
    """Twenty are the least."""
    few = replace(APART, dialogues=19)
    assert (few.few, replace(few, dialogues=20).few) == (True, False)
    assert not few.apart("kappa", 0.95)
    solo, debate = entrant("solo", 0.3, 100), entrant("debate", 0.5, 250)
    small = replace(debate, agreed=replace(debate.agreed, both=19))
    assert [one.name for one in contest(solo, small).eligible] == ["solo"]
    assert contest(small).choice is None
    assert len(contest(solo, debate, pairs=(few,)).leaders) == 2


def test_an_interval_beside_zero_is_not_enough_where_there_are_several_pairs() -> None:
    assert replace(APART, kappa_p=0.2).beside_zero("kappa")
    assert not replace(APART, kappa_p=0.2).apart("kappa", 0.95)
    assert not replace(APART, kappa=Figure(-0.2)).beside_zero("kappa")
    assert not replace(APART, kappa=Figure(-0.2, None, -0.1)).beside_zero("kappa")
    assert not replace(APART, kappa_p=None).apart("kappa", 0.95)


def test_what_takes_more_than_a_debate_does_not_take_part() -> None:
    found = contest(entrant("debate", 0.3, 250), entrant("repeat-3", 0.6, 300), limit=250.0)
    assert [one.name for one in found.eligible] == ["debate"]


def test_rho_decides_where_kappa_cannot_be_had_of_all() -> None:
    assert contest(entrant("solo", 0.3, 100), entrant("debate", 0.5, 250)).measure == "kappa"
    found = contest(entrant("solo", None, 100, rho=0.2), entrant("debate", 0.5, 250, rho=0.4))
    assert found.measure == "spearman"
    assert found.eligible[0].name == "debate"
    nothing = contest(entrant("solo", None, 100, rho=None))
    assert nothing.choice is None


def test_marks_that_lie_nearer_are_told_though_kappa_does_not_see_it() -> None:
    one, other = ratings([1, 2, 3, 1, 2, 3, 1, 2] * 4, [[1]] * 32), ratings([2, 3, 4, 2, 3, 4, 2, 3] * 4, [[1]] * 32)
    (pair,) = held_together([versus(("solo", "debate"), one, other, rng(), HOW)])
    found = contest(entrant("solo", 0.3, 100), entrant("debate", 0.3, 250), pairs=(pair,))
    assert found.nearer == (pair,)
    assert contest(*found.entrants, pairs=(replace(pair, dialogues=19),)).nearer == ()
    assert contest(entrant("solo", 0.3, 100), entrant("other", 0.3, 250), pairs=(pair,)).nearer == ()


def test_what_was_taken_adds_up() -> None:
    one = Took(dialogues=1, calls=2, tokens_in=90, tokens_out=10, cost=0.5)
    both = one + Took(dialogues=1, calls=1, tokens_in=40, tokens_out=10, guessed=1, cost=None)
    assert (both.tokens, both.each, both.calls, both.guessed) == (150, 75.0, 3, 1)
    assert (one.thousand, both.thousand, Took().thousand, Took().each) == (500.0, None, None, 0.0)
    assert entrant("solo", 0.3, 100).per_thousand("kappa") == pytest.approx(3.0)
    assert entrant("solo", 0.3, 0).per_thousand("kappa") is None
    assert entrant("solo", None, 100).per_thousand("kappa") is None


def test_a_chance_that_was_never_drawn_is_not_zero() -> None:
    """One judge is always right and the other nearly always wrong: none of 9,999 swaps lies as far apart."""
    people = [[each % 5] for each in range(200)]
    right, wrong = [each % 5 for each in range(200)], [(each * 7 // 5) % 5 for each in range(200)]
    found = versus(("a", "b"), ratings(right, people), ratings(wrong, people), rng(), HOW)
    assert (found.kappa_p, found.spearman_p) == (1 / 10_000, 1 / 10_000)


@pytest.mark.no_cover
def test_marks_change_sides_as_often_as_not() -> None:
    """Nine dialogues: every one of the 512 ways to swap, looked at one by one."""
    people = [0, 1, 2, 3, 4, 0, 2, 4, 3]
    judges = np.array([[0, 1, 2, 3, 4, 1, 2, 3, 3], [1, 0, 2, 2, 4, 0, 4, 1, 3]])

    def apart(first: np.ndarray, second: np.ndarray) -> float:
        one, other = (cohen_kappa_score(side, people, weights="quadratic", labels=range(5)) for side in (first, second))
        return abs(float(one - other))

    swaps = [np.array(ways) for ways in product((False, True), repeat=9)]
    every = [apart(np.where(swap, *judges[::-1]), np.where(swap, *judges)) for swap in swaps]
    exact = np.mean(np.array(every) >= apart(*judges) - 1e-9)
    one, other = (ratings(side.tolist(), [[mark] for mark in people]) for side in judges)
    found = versus(("a", "b"), one, other, rng(), HOW)
    assert 0.02 < exact < 0.5
    assert found.kappa_p == pytest.approx(exact, abs=0.015)
