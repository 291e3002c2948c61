"""How far judges agree over many dialogues, and how many independent ones they are worth."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from statistics import correlation, fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.core.verdict import Seat, Unscored
from baremo.report.agreement import ENOUGH, Agreement
from baremo.report.style import Style
from baremo.report.summary import Summary
from baremo.score.panel import settle
from baremo.score.verdict import score
from baremo.verify.claims import check
from building import SCALE, barem, claims, dialogue

TALK = dialogue("S: Hello.", "U: Hi.")
TWO = barem(weights={"Task": "0.5", "Tone": "0.5"})
AWAY = Seat(checked=None, verdict=Unscored(reason="timeout", stage="evaluator"))
Marks = tuple[int, int] | None
"""Steps of the scale for Task and Tone; None for a judge who gave none."""


def seat(marks: Marks) -> Seat:
    if marks is None:
        return AWAY
    task, tone = (SCALE[step] for step in marks)
    checked = check(claims({"Task": task, "Tone": tone}), TALK)
    return Seat(checked=checked, verdict=score(checked, TWO, TALK))


def record(*panel: Marks, scheme: Barem = TWO) -> Record:
    seats = tuple(seat(marks) for marks in panel)
    checked, verdict = settle(seats, scheme, TALK, ())
    return Record(
        dialogue=TALK, barem=scheme.digest, judge="a", exchanges=(), checked=checked, verdict=verdict, panel=seats
    )


def counted(*panels: tuple[Marks, ...]) -> Agreement:
    agreement = Agreement(TWO)
    for panel in panels:
        agreement.add(record(*panel))
    return agreement


def worth(agreement: Agreement) -> tuple[float, int] | None:
    found = agreement.effective()
    return found and (round(found[0], 9), found[1])


def told(agreement: Agreement) -> list[str]:
    return [*agreement.lines(Style(width=300))]


def test_share_of_equal_marks_and_mean_distance_per_criterion() -> None:
    # Task: equal, 2 apart, 1 apart, equal -> 50 % equal, (0+2+1+0)/4 = 0.75 apart. Tone: always equal.
    agreement = counted(
        ((4, 1), (4, 1), (4, 1)), ((4, 1), (3, 1), (2, 1)), ((0, 1), (1, 1), (0, 1)), ((2, 1), (2, 1), (2, 1))
    )
    assert told(agreement)[:4] == [
        "  Panel           3 judges on 4 dialogues",
        "                  all equal  levels apart",
        "  Task                50.0%          0.75",
        "  Tone               100.0%          0.00",
    ]


def test_dialogues_without_two_opinions_do_not_count_and_missing_ones_are_told() -> None:
    agreement = counted(((4, 1), (4, 1), (4, 1)), ((4, 1), None, (4, 1)), ((4, 1), None, None), (None, None, None))
    assert agreement.count == 2
    assert told(agreement)[0] == "  Panel           3 judges on 2 dialogues; in 1 of them not all gave marks"


def test_one_judge_has_nobody_to_agree_with() -> None:
    alone = Agreement(TWO)
    alone.add(replace(record((4, 1), (4, 1)), panel=()))
    assert told(alone) == []


def test_judges_who_always_say_the_same_are_worth_one() -> None:
    steps = [(number % 5, number % 3) for number in range(ENOUGH)]
    agreement = counted(*((one, one, one) for one in steps))
    assert worth(agreement) == (1.0, 3)
    assert "the 3 judges tell at least as much as 1.0 independent ones." in told(agreement)[-2]
    assert "hence 'at least'" in told(agreement)[-2]


def test_rounding_does_not_make_them_worth_less_than_one() -> None:
    for count in range(ENOUGH, 40):
        found = counted(*(((number % 5, 0),) * 3 for number in range(count))).effective()
        assert found is not None
        assert found[0] >= 1


def test_judges_who_contradict_each_other_are_worth_no_more_than_their_number() -> None:
    steps = [(number % 5, number % 5) for number in range(ENOUGH)]
    # r = -1: 2 / (1 - 1) has no value, and two judges are never worth more than two.
    assert counted(*(((a, b), (4 - a, 4 - b)) for a, b in steps)).effective() == (2.0, 2)


def test_it_is_worked_by_hand() -> None:
    # One criterion that varies, two judges: x = 0 0 0 0 0 4 4 4 4 4, y = 0 0 0 0 4 0 4 4 4 4.
    # Both means are 2; products 4*(8) - 4*(2) = 24, squares 40 each: r = 24/40 = 0.6; 2 / (1 + 0.6) = 1.25.
    first, second = (0, 0, 0, 0, 0, 4, 4, 4, 4, 4), (0, 0, 0, 0, 4, 0, 4, 4, 4, 4)
    agreement = counted(*(((x, 2), (y, 2)) for x, y in zip(first, second, strict=True)))
    assert worth(agreement) == (1.25, 2)


def test_a_criterion_that_all_mark_low_is_no_likeness() -> None:
    # Tone is always 0 and Task 3 or 4, alternating for one and in pairs for the other: within Task, r is 0.
    agreement = counted(*(((3 + n % 2, 0), (3 + n // 2 % 2, 0)) for n in range(12)))
    assert agreement.effective() == (2.0, 2)


def test_few_dialogues_or_marks_that_never_vary_tell_nothing() -> None:
    varying = [((number % 5, 0), (number % 5, 0)) for number in range(ENOUGH)]
    assert counted(*varying[:-1]).effective() is None
    assert counted(*varying).effective() is not None
    constant = counted(*[((3, 3), (3, 3))] * 50)
    assert constant.effective() is None
    assert "not known in independent judges: that takes 10 dialogues with marks that vary" in told(constant)[-2]


def test_a_judge_whose_marks_never_vary_is_left_out() -> None:
    steps = [(number % 5, number % 3) for number in range(ENOUGH)]
    agreement = counted(*((one, one, (3, 3)) for one in steps))
    assert worth(agreement) == (1.0, 2)
    assert "the 2 judges that vary and can be compared tell at least as much as 1.0" in told(agreement)[-2]


def test_a_judge_seldom_heard_is_left_out_too() -> None:
    steps = [(number % 5, number % 3) for number in range(ENOUGH)]
    agreement = counted(*((one, one, one if number < 3 else None) for number, one in enumerate(steps)))
    assert worth(agreement) == (1.0, 2)


def test_the_summary_has_it_and_does_not_grow_with_the_run() -> None:
    rng = Random(1)
    summary, agreement = Summary(TWO), Agreement(TWO)
    sizes = []
    for number in range(60):
        one = record(*((rng.randrange(5), rng.randrange(5)) for _ in range(3)))
        summary.add(one)
        agreement.add(one)
        if number in (20, 59):
            sizes.append((len(agreement._pairs), len(agreement._equal), len(agreement._apart)))
    assert sizes[0] == sizes[1] == (3, 2, 2)
    text = "\n".join(summary.lines(Style()))
    assert "  Panel           3 judges on 60 dialogues" in text
    assert text.index("Mean") < text.index("Panel") < text.index("Lowest")


@pytest.mark.property
@given(
    st.lists(st.tuples(*[st.tuples(st.integers(0, 4), st.integers(0, 4))] * 3), min_size=ENOUGH, max_size=ENOUGH + 10)
)
def test_running_sums_are_the_textbook_formula(panels: list[tuple[tuple[int, int], ...]]) -> None:
    found = counted(*panels).effective()
    series = [_centred([panel[judge] for panel in panels]) for judge in range(3)]
    likeness = {
        (one, other): correlation(series[one], series[other])
        for one in range(3)
        for other in range(one + 1, 3)
        if any(series[one]) and any(series[other])
    }
    if not likeness:
        assert found is None
        return
    assert found is not None
    count = len({judge for pair in likeness for judge in pair})
    shared = 1 + (count - 1) * fmean(likeness.values())
    wanted = float(count) if shared <= 1e-12 else min(max(count / shared, 1), count)
    assert found[0] == pytest.approx(wanted, abs=1e-6)
    assert found[1] == count
    assert 1 <= found[0] <= count


def _centred(marks: list[tuple[int, int]]) -> list[float]:
    """Both criteria in one series, each less its own mean."""
    means = [Fraction(sum(mark[place] for mark in marks), len(marks)) for place in (0, 1)]
    return [float(mark[place] - means[place]) for place in (0, 1) for mark in marks]
