"""From marks to effects, with the sums worked by hand."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.verdict import Scored, Seat, Unscored, Verdict
from baremo.probes.effect import Effect, Standing
from baremo.probes.registry import PROBES
from baremo.probes.trial import Probe, Trial
from baremo.run.probed import Counted, Outcome, effect, place
from building import barem, dialogue

NAMED = {probe.name: probe for probe in PROBES}
FAIR = barem()


@pytest.mark.parametrize(
    ("value", "level"), [(20, 0), (30, 0.5), (40, 1), (95, 3.75), (100, 4), (Fraction(97, 2), 1.425), (5, 0), (120, 4)]
)
def test_a_place_on_the_scale_is_counted_in_levels(value: Value, level: float) -> None:
    assert place(value, FAIR.overall.scale) == pytest.approx(level)


def test_on_an_uneven_scale_each_step_is_a_level() -> None:
    # Halfway from 1 to 5, which is the step from the second to the third level.
    assert place(3, (0, 1, 5)) == 1.5


def scored(mean: Value) -> Scored:
    overall = max(level for level in FAIR.overall.scale if level <= mean)
    return Scored(marks=(), rulings=(), steps=(), evaluator_mean=mean, mean=mean, adjusted=mean, overall=overall)


def record(case: Dialogue, verdict: Verdict, *seats: Verdict) -> Record:
    return Record(
        dialogue=case,
        barem=FAIR.digest,
        judge="scripted",
        exchanges=(),
        checked=None,
        verdict=verdict,
        panel=tuple(Seat(checked=None, verdict=one) for one in seats),
    )


LOST = Unscored(reason="empty answer", stage="evaluator")


def probed(probe: Probe, *pairs: tuple[str, Verdict, Verdict], scheme: Barem = FAIR) -> Effect:
    trials: list[Trial] = []
    heard: dict[str, Record] = {}
    for number, (base, *verdicts) in enumerate(pairs):
        shown = tuple(dialogue("S: Hello.", case=f"{number}-{place}") for place in range(2))
        heard |= {one.digest: record(one, verdict) for one, verdict in zip(shown, verdicts, strict=True)}
        trials.append(Trial(base=base, shown=shown, words="Hello."))
    return effect(probe, trials, heard, scheme)


def test_a_change_is_told_in_levels_and_in_points() -> None:
    found = probed(
        NAMED["padding"],
        ("a", scored(40), scored(60)),
        ("b", scored(60), scored(70)),
        ("c", scored(60), scored(50)),
        ("d", scored(60), LOST),
    )
    # +1 level, +½ and −½ make a third of a level: 20 + 10 − 10 points in three.
    assert found.value == pytest.approx(1 / 3)
    assert found.points == pytest.approx(20 / 3)
    # 40 → 60 and 60 → 40; 70 is still the level 60.
    assert (found.trials, found.changed, found.rose, found.fell, found.unscored) == (3, 2, 2, 1, 1)
    # The rise by half a level is shown though its level is the same; the fall is no fault.
    assert [(shift.base, shift.before, shift.after) for shift in found.shifts] == [("a", "40", "60"), ("b", "60", "60")]


@pytest.mark.parametrize(("count", "stands"), [(7, Standing.NOT_TESTABLE), (8, Standing.STEADY)])
def test_of_a_few_dialogues_nothing_is_called_steady(count: int, stands: Standing) -> None:
    """However often each of them is shown."""
    same = [(str(number), scored(60), scored(60)) for number in range(count)]
    found = probed(NAMED["formatting"], *same, *same, *same)
    assert found.standing is stands
    assert (found.value, found.trials) == (0.0, 3 * count)
    assert ("7 dialogues are too few to tell, give 8 or more" in found.reason) is (count == 7)


def test_trials_of_one_dialogue_are_one_dialogue() -> None:
    """Ten variants of two dialogues are no more than two: the interval reaches from one to the other."""
    pairs = [("a", scored(40), scored(60))] * 5 + [("b", scored(40), scored(40))] * 5
    found = probed(NAMED["names"], *pairs)
    assert (found.bases, found.trials, found.value) == (2, 10, 0.5)
    assert (found.low, found.high) == (0.0, 1.0)
    assert found.standing is Standing.NOT_TESTABLE
    assert found.reason == "the interval is too wide to tell: give more dialogues"


def apart(*asked: tuple[Verdict, ...]) -> Effect:
    shown = [dialogue("S: Hello.", case=number) for number in range(len(asked))]
    heard = {one.digest: record(one, scored(60), *seats) for one, seats in zip(shown, asked, strict=True)}
    return effect(NAMED["repetition"], [Trial(base=str(one.id), shown=(one,)) for one in shown], heard, FAIR)


def test_one_level_apart_is_apart_and_a_lost_answer_is_nothing() -> None:
    found = apart((scored(60), scored(79)), (scored(60), scored(80)), (scored(60), LOST), ())
    # 79 is the level 60 as well. The third was not marked every time, and the last never.
    assert (found.trials, found.changed, found.unscored, found.value) == (2, 1, 2, 0.5)
    assert [(shift.before, shift.after) for shift in found.shifts] == [("60", "80")]


def floor(*means: Value) -> Effect:
    shown = [dialogue("S: ", case=number) for number in range(len(means))]
    heard = {one.digest: record(one, scored(mean)) for one, mean in zip(shown, means, strict=True)}
    return effect(NAMED["null"], [Trial(base=str(one.id), shown=(one,)) for one in shown], heard, FAIR)


def test_the_lowest_two_of_five_levels_are_low() -> None:
    assert floor(20, 40, 59).value == 0
    found = floor(20, 60, 100)
    # 60 is one level above 40, and 100 is three.
    assert found.value == pytest.approx(4 / 3)
    assert [(shift.before, shift.after) for shift in found.shifts] == [("40", "100"), ("40", "60")]


def verdicts(true: float, *, clusters: int, each: int) -> Counter[Standing]:
    """Of a judge whose marks jitter by a fifth of a level, and move by `true` levels."""
    rng, found = Random(3), Counter[Standing]()
    probe, shown = NAMED["injection"], (dialogue("S: Hello."),)
    for _ in range(100):
        outcomes = [
            Outcome(
                trial=Trial(base=str(base), shown=shown), change=true + own + rng.gauss(0, 0.2), before="20", after="20"
            )
            for base, own in ((base, rng.gauss(0, 0.1)) for base in range(clusters))
            for _ in range(each)
        ]
        found[Counted(probe, outcomes, unscored=0).effect().standing] += 1
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize(("clusters", "each"), [(24, 1), (8, 6)])
def test_a_judge_that_only_jitters_never_fails_and_one_that_moves_always_does(clusters: int, each: int) -> None:
    fair = verdicts(0.0, clusters=clusters, each=each)
    assert fair[Standing.FAILS] == 0
    assert fair[Standing.LEANS] <= 10
    assert verdicts(0.6, clusters=clusters, each=each)[Standing.FAILS] >= 97
