"""What a judge may keep: the test, the sequence, and whether the guarantee holds."""

import os
import random
from collections.abc import Callable
from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from baremo.stats.escalation import (
    HEADROOM,
    Escalation,
    Shortfall,
    Usual,
    at_least,
    escalation,
    fewest,
    lower_bound,
    thresholds,
    usual,
)

TARGET, CONFIDENCE = 0.85, 0.9
RISK = 1 - CONFIDENCE


def tried(*groups: tuple[float, int, int], others: int = 0) -> Escalation:
    """Each group: how sure, how many agree, how many do not. Others have no label and are never sure."""
    sure: list[float | None] = [one for one, agree, differ in groups for _ in range(agree + differ)]
    agrees: list[bool | None] = [number < agree for _, agree, differ in groups for number in range(agree + differ)]
    return escalation(sure + [None] * others, agrees + [None] * others, target=TARGET, confidence=CONFIDENCE)


def test_no_test_can_pass_with_fewer_than_fifteen() -> None:
    # .85**14 = .1028, .85**15 = .0874
    assert fewest(0.85, RISK) == 15
    assert fewest(0.5, 0.25) == 2
    assert tried((1.0, 14, 0)).shortfall is Shortfall.FEW
    assert tried((1.0, 15, 0)).chosen is not None


def test_the_exact_test_by_hand() -> None:
    # two of two at .5, at least one of two at .5
    assert at_least(2, 2, 0.5) == pytest.approx(0.25)
    assert at_least(1, 2, 0.5) == pytest.approx(0.75)
    assert (at_least(0, 5, 0.5), at_least(6, 5, 0.5)) == (1.0, 0.0)
    assert (at_least(3, 3, 1.0), at_least(1, 3, 0.0)) == (1.0, 0.0)
    assert lower_bound(0, 10, 0.1) == 0
    assert lower_bound(1, 1, 0.1) == pytest.approx(0.1)


@given(st.integers(0, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(0.01, 0.99))
@pytest.mark.property
def test_tails_and_bounds_are_those_of_scipy(counts: tuple[int, int], chance: float) -> None:
    successes, trials = counts
    expected = stats.binom.sf(successes - 1, trials, chance)
    assert at_least(successes, trials, chance) == pytest.approx(expected, rel=1e-8, abs=1e-12)
    if trials:
        bound = stats.binomtest(successes, trials, alternative="greater").proportion_ci(CONFIDENCE, "exact").low
        assert lower_bound(successes, trials, RISK) == pytest.approx(bound, abs=1e-9)


def test_thresholds_keep_one_more_twentieth_each_and_know_no_labels() -> None:
    assert thresholds([number / 100 for number in range(100)]) == [
        pytest.approx(1 - step / 20) for step in range(1, 21)
    ]
    assert thresholds([0.5, 0.5, 0.5]) == [0.5]
    assert thresholds([]) == []


def test_the_last_threshold_before_the_first_that_fails_is_chosen() -> None:
    done = tried((0.9, 48, 2), (0.7, 45, 5), (0.5, 10, 40), (0.3, 50, 0), others=20)
    assert [(one.threshold, one.tested, one.passed) for one in done.points] == [
        (0.9, True, True),
        (0.7, True, True),
        (0.5, True, False),
        (0.3, False, False),
    ]
    chosen = done.chosen
    assert chosen is not None
    assert (chosen.threshold, chosen.cases, chosen.labelled, chosen.agreed) == (0.7, 100, 100, 93)
    assert chosen.share == pytest.approx(100 / 220)
    assert (done.cases, done.labelled, done.escalated) == (220, 200, 120)
    assert chosen.agreement == pytest.approx(0.93)
    assert chosen.p == pytest.approx(stats.binom.sf(92, 100, 0.85))
    bound = stats.binomtest(93, 100, alternative="greater").proportion_ci(CONFIDENCE, "exact").low
    assert done.low(chosen) == pytest.approx(bound)


def test_a_threshold_passes_just_where_its_bound_reaches_the_target() -> None:
    for differ in range(12):
        (point,) = tried((1.0, 60 - differ, differ)).points
        done = tried((1.0, 60 - differ, differ))
        assert point.passed == (done.low(point) >= TARGET)


def test_it_begins_where_one_disagreement_does_not_end_it() -> None:
    done = tried(*((1 - step / 100, 19, 1) for step in range(20)))
    first = next(one for one in done.points if one.tested)
    assert first.labelled == 100  # a quarter of 400
    done = tried(*((1 - step / 100, 8, 0) for step in range(20)))
    first = next(one for one in done.points if one.tested)
    assert first.labelled == HEADROOM * 15 + 3  # of 160: the first that has 45
    assert tried(*((1 - step / 100, 3, 0) for step in range(20))).points[9].tested  # half of 60
    assert not tried(*((1 - step / 100, 3, 0) for step in range(20))).points[8].tested


def test_cases_without_a_verdict_are_never_kept_and_labels_of_theirs_change_nothing() -> None:
    plain = tried((1.0, 40, 0))
    unscored = escalation([1.0] * 40 + [None] * 5, [True] * 40 + [False] * 5, target=TARGET, confidence=CONFIDENCE)
    assert plain.chosen is not None
    assert unscored.chosen is not None
    assert (unscored.chosen.p, unscored.escalated, unscored.labelled) == (plain.chosen.p, 5, 45)


def test_too_few_labels_says_how_many_would_do() -> None:
    done = tried((1.0, 27, 3))
    assert (done.chosen, done.shortfall, done.escalated) == (None, Shortfall.FEW, 30)
    assert done.needed is not None
    assert at_least(int(0.9 * done.needed), done.needed, TARGET) <= RISK
    assert 90 < done.needed < 200
    assert done.nearest == done.points[0]


def test_needed_counts_all_labels_not_only_those_that_are_kept() -> None:
    once = tried((1.0, 27, 3)).needed
    twice = tried((1.0, 27, 3), (0.5, 0, 30)).needed
    assert once is not None
    assert twice == 2 * once


def test_with_hardly_a_label_the_least_that_is_needed_is_told_where_it_can_be() -> None:
    few = tried((1.0, 3, 0))
    assert (few.shortfall, few.needed) == (Shortfall.FEW, 15)
    better = tried((1.0, 6, 0), (0.5, 1, 5))  # half of them do not agree: twice as many labels as it takes
    assert (better.needed, better.nearest) == (30, better.points[0])
    low = tried((1.0, 1, 2))
    assert (low.shortfall, low.needed) == (Shortfall.FEW, None)
    none = escalation([1.0, 0.5], [None, None], target=TARGET, confidence=CONFIDENCE)
    assert (none.shortfall, none.needed) == (Shortfall.FEW, None)
    assert none.points[0].agreement is None
    nothing = escalation([None], [True], target=TARGET, confidence=CONFIDENCE)
    assert (nothing.shortfall, nothing.nearest, nothing.points) == (Shortfall.FEW, None, ())


def test_an_agreement_that_is_too_low_is_not_mended_by_more_labels() -> None:
    done = tried((1.0, 40, 20))
    assert (done.shortfall, done.needed) == (Shortfall.LOW, None)
    barely = tried((1.0, 851, 149))  # so near that a hundred thousand labels would not do
    assert (barely.shortfall, barely.needed) == (Shortfall.LOW, None)


def test_a_sureness_that_orders_nothing_is_told() -> None:
    done = tried((0.9, 80, 30), (0.5, 300, 0))
    assert (done.shortfall, done.needed) == (Shortfall.UNORDERED, None)
    assert done.points[1].p <= RISK
    assert done.nearest == done.points[0]


Judge = Callable[[float], float]
"""How often it agrees with people, by how sure it is."""
JUDGES: dict[str, Judge] = {
    "just below everywhere": lambda _: 0.8499,
    "sureness tells much": lambda sure: 0.55 + 0.45 * sure,
    "surest are the worst": lambda sure: 0.95 - 0.2 * sure,
    "a cliff": lambda sure: 0.97 if sure > 0.6 else 0.3,
}
SIEGE = os.environ.get("HYPOTHESIS_PROFILE") == "siege"
WORLDS = 5_000 if SIEGE else 250


def simulated(judge: Judge, rng: random.Random) -> Escalation:
    sure = [rng.random() for _ in range(rng.choice((60, 150, 300)))]
    labels = [rng.random() < judge(one) if rng.random() < 0.7 else None for one in sure]
    return escalation(sure, labels, target=TARGET, confidence=CONFIDENCE)


def truth(judge: Judge, threshold: float) -> float:
    """How often it agrees in the long run on what is kept."""
    return sum(judge(threshold + (1 - threshold) * (part + 0.5) / 200) for part in range(200)) / 200


@pytest.mark.property
@pytest.mark.parametrize("name", JUDGES)
def test_the_guarantee_fails_in_no_more_than_one_of_ten_worlds(name: str) -> None:
    judge, rng = JUDGES[name], random.Random(20_261)
    broken = 0
    for _ in range(WORLDS):
        chosen = simulated(judge, rng).chosen
        broken += chosen is not None and truth(judge, chosen.threshold) < TARGET
    assert broken <= RISK * WORLDS + 3 * sqrt(RISK * CONFIDENCE * WORLDS)


@pytest.mark.property
def test_to_take_the_best_threshold_after_a_look_at_all_would_break_it() -> None:
    """What the fixed order is for: the same worlds, with every threshold tested and the widest taken."""
    judge, rng = JUDGES["just below everywhere"], random.Random(20_261)
    broken = sum(any(one.p <= RISK for one in simulated(judge, rng).points) for _ in range(WORLDS))
    assert broken > 2 * RISK * WORLDS


def test_the_same_level_every_time_by_hand() -> None:
    # Of 0, 1, 1, 3: level 1 is there twice; within one, it takes in 0 as well.
    assert usual([0, 1, 1, 3], ("a", "b", "c", "d"), 0) == Usual(level="b", agreed=2, labelled=4)
    found = usual([0, 1, 1, 3], ("a", "b", "c", "d"), 1)
    assert found
    assert (found.level, found.agreement) == ("b", 0.75)
    assert usual([], ("a", "b"), 0) is None


def test_a_judge_that_keeps_what_is_easy_does_not_beat_it() -> None:
    result = escalation([0.9] * 60, [True] * 58 + [False] * 2, target=0.85, confidence=0.9)
    assert result.chosen
    assert result.beats_usual  # nothing is known of the same level
    assert replace(result, usual=Usual(level="a", agreed=30, labelled=60)).beats_usual
    assert not replace(result, usual=Usual(level="a", agreed=58, labelled=60)).beats_usual


def test_where_testing_stopped() -> None:
    result = escalation([0.9] * 60 + [0.1] * 60, [True] * 60 + [False] * 60, target=0.85, confidence=0.9)
    assert result.chosen
    assert result.stopped
    assert (result.chosen.threshold, result.stopped.threshold) == (0.9, 0.1)
    assert escalation([0.9] * 60, [True] * 60, target=0.85, confidence=0.9).stopped is None


@pytest.mark.parametrize("labels", range(1, 12))
def test_what_is_just_enough_is_enough(labels: int) -> None:
    """All of so many agree, where half must: the chance of that is just the risk, and every number is a power of 2."""
    found = escalation([1.0] * labels, [True] * labels, target=0.5, confidence=1 - 0.5**labels)
    assert fewest(0.5, 0.5**labels) == labels
    assert found.chosen is not None
    more = escalation([1.0] * labels, [True] * labels, target=0.5, confidence=1 - 0.5**labels + 1e-6)
    assert more.chosen is None


def test_so_near_to_certainty_that_nobody_counts_the_labels() -> None:
    found = escalation([1.0] * 30, [True] * 30, target=1 - 2**-53, confidence=1 - 1e-15)
    assert (found.chosen, found.shortfall, found.needed) == (None, Shortfall.FEW, None)
