"""The estimate as people read it: where it went wrong, what moved it, how far it was measured."""

from dataclasses import replace

import pytest
from msgspec import structs

import baremo
from baremo.core.estimate import CriterionAgreed, Driver, Estimate, Feels, Measured, TurnEstimate
from baremo.core.record import Record
from baremo.report.estimate import Likeness, estimate_lines, estimate_of, measured_words
from baremo.report.style import Style
from building import dialogue
from exporting import SOLO, TALK, judged, torn

KIND = Measured(like="parcels (A)", dialogues=400, rho=0.41, low=0.35, high=0.47, person=0.25)
BAD = dialogue(
    "U: I lost my card and I am worried.",
    "S: I do not understand.",
    "U: I lost my card! I said that already.",
    "S: I do not understand.",
    "U: No. This is useless. I give up.",
)
SIGNALS = baremo.judge(BAD, barem=SOLO)


def with_estimate(**parts: object) -> Record:
    found = estimate_of(SIGNALS)
    assert found is not None
    told = {name: getattr(found, name) for name in Estimate.__struct_fields__} | parts
    first, *rest = SIGNALS.exchanges
    return replace(
        SIGNALS,
        exchanges=(structs.replace(first, reply=structs.replace(first.reply, estimate=Estimate(**told))), *rest),
    )


def text(record: Record) -> str:
    return "\n".join(estimate_lines(record, Style()))


def test_only_judges_that_estimate_have_one() -> None:
    assert estimate_of(judged(torn(), talk=TALK)) is None
    assert text(judged(torn(), talk=TALK)) == ""
    assert estimate_of(SIGNALS) is not None


def test_what_people_read() -> None:
    turns = tuple(TurnEstimate(turn=turn, value=value) for turn, value in ((1, 3.1), (3, 2.6), (5, 1.9)))
    drivers = (
        Driver(what="USER says thanks", effect=0.2, turn=1),
        Driver(what="USER gives up", effect=-0.3, turn=5),
    )
    told = text(with_estimate(value=2.4, low=1.8, high=3.0, level=2, turns=turns, drivers=drivers, measured=KIND))
    assert "2.4 of 5 (1.8 … 3.0, 90 %), as people would mark it" in told
    assert "█▅▁  turns 1–5, lowest (1.9) in turn 5: “No. This is useless. I give up.”" in told
    assert "raised by USER says thanks (turn 1)" in told
    assert "lowered by USER gives up (turn 5)" in told
    measured = "rho .41 (.35 … .47) with the mean of people's marks on 400 dialogues like this one, parcels (A)"
    assert f"{measured}; one person reaches .25" in " ".join(told.split())


def test_where_it_was_not_measured_it_says_so() -> None:
    told = text(with_estimate(measured=None, drivers=()))
    assert "not measured" in told
    assert "raised" not in told


def test_small_moves_stay_small_and_one_turn_is_no_course() -> None:
    flat = tuple(TurnEstimate(turn=turn, value=3.0) for turn in (1, 3, 5))
    assert "▅▅▅  turns 1–5\n" in text(with_estimate(turns=flat)) + "\n"
    assert "turns 1–" not in text(with_estimate(turns=flat[:1]))


def test_turns_that_people_would_mark_low_and_high_are_counted() -> None:
    def course(*feels: Feels) -> str:
        turns = (TurnEstimate(turn=1 + 2 * place, value=3.0, feels=one) for place, one in enumerate(feels))
        return text(with_estimate(turns=tuple(turns)))

    low, middle, high = Feels.DISSATISFIED, Feels.NEITHER, Feels.SATISFIED
    assert "turns 1–5, 2 dissatisfied and 1 satisfied\n" in course(low, high, low)
    assert "turns 1–5, 1 satisfied\n" in course(middle, high, middle)
    assert "turns 1–3\n" in course(middle, middle)


def test_many_at_once() -> None:
    found = Likeness()
    for number in range(20):
        found.add(with_estimate(measured=None if number < 3 else KIND))
    found.add(judged(torn(), talk=TALK))
    lines = " ".join(" ".join(found.lines(Style())).split())
    assert "on 400 dialogues like these, parcels (A); one person reaches .25 (17 of 20)" in lines
    assert "not measured: people's marks for dialogues like these were not at hand (3 of 20)" in lines
    assert not list(Likeness().lines(Style()))


@pytest.mark.parametrize(("rho", "shown"), [(-0.05, "-.05"), (1.0, "1.00")])
def test_figures(rho: float, shown: str) -> None:
    assert f"rho {shown} (" in measured_words(Measured(like="x", dialogues=1, rho=rho, low=0, high=1, person=0.1))


def test_the_embedded_judge_is_measured_in_every_report() -> None:
    assert "Measured" in "\n".join(estimate_lines(SIGNALS, Style()))


CHARM = CriterionAgreed(criterion="Charm\x1b[31m", dialogues=1400, rho=0.41, low=0.35, high=0.47, apart="system")


def test_how_far_people_agree_on_criteria_that_were_fitted() -> None:
    record = with_estimate(criteria=(CHARM, structs.replace(CHARM, criterion="Grace", apart="")))
    told = " ".join(text(record).split())
    figures = "rho .41 (.35 … .47) with people's marks of it on 1,400 dialogues"
    assert f"{figures}, each system kept apart" in told
    assert f"Grace: {figures}, each dialogue kept apart" in told
    assert "\x1b" not in told
    many = Likeness()
    for _ in range(3):
        many.add(record)
    lines = " ".join(" ".join(many.lines(Style())).split())
    assert lines.count("Grace: rho .41") == 1
