"""A criterion that was fitted to people's marks, marked and criticised by the embedded judge."""

from dataclasses import replace
from math import log1p
from typing import Any

import pytest
from msgspec import UNSET, structs

from asking_signals import answer
from baremo.core.ask import Role
from baremo.core.barem import Barem
from baremo.core.claims import Claims, Kind, Objection
from baremo.core.estimate import Estimate
from baremo.errors import JudgeError
from baremo.judging.parse import read_critique, read_opinion
from baremo.models.signals.gauge.estimate import Reader
from baremo.models.signals.gauge.fitted import Fitted
from baremo.models.signals.gauge.table import Agreed, Column, Criterion, shipped
from baremo.models.signals.judge import Signals
from baremo.models.signals.reading import Reading
from baremo.models.signals.table import shipped as hand_set
from baremo.verify.claims import check
from building import barem, criterion, dialogue, opinion

AGREED = Agreed(dialogues=120, rho=0.5, low=0.4, high=0.6, apart="system", groups=4)
CHARM = Criterion(
    base=0.1,
    parts={"felt": 0.1, "seen": 2.0},
    columns={
        "rate.warmth": Column(centre=0.5, spread=0.5, weight=0.1),
        "count.refusal": Column(centre=0.0, spread=1.0, weight=-0.2),
        "shape.turns": Column(centre=1.0, spread=1.0, weight=0.01),
    },
    cuts=[0.2, 0.4, 0.6, 0.8],
    figures=AGREED,
)
WARM = dialogue(
    "U: I need a room for Friday.",
    "S: That sounds wonderful, I am happy for you!",
    "U: It is for two people.",
    "S: How exciting, I'd love to help you with that!",
)
COLD = dialogue(
    "U: I need a room for Friday.",
    "S: Sorry, I cannot do that.",
    "U: It is for two people.",
    "S: I am unable to help with that.",
)
SCHEME = barem(weights={"TaskSuccess": "0.5", "Charm": "0.5"})


def judge(**criteria: Criterion) -> Signals:
    return Signals(gauge=structs.replace(shipped(), criteria=criteria), name="signals:mine")


def reading(case: Any, **criteria: Criterion) -> Reading:
    return Reading(case, hand_set(), Reader(structs.replace(shipped(), criteria=criteria)))


def level(case: Any, scheme: Barem = SCHEME, name: str = "Charm", **criteria: Criterion) -> Any:
    return read_opinion(answer(Role.EVALUATOR, case, scheme, judge=judge(**criteria)), scheme).mark(name).level


def test_a_criterion_of_ones_own_is_marked_and_every_mark_has_a_quote() -> None:
    assert level(WARM, Charm=CHARM) > level(COLD, Charm=CHARM)
    for case, word in ((WARM, "interest or warmth"), (COLD, "cannot or does not deliver")):
        claims = Claims(opinion=read_opinion(answer(Role.EVALUATOR, case, SCHEME, judge=judge(Charm=CHARM)), SCHEME))
        mark = claims.opinion.mark("Charm")
        assert word in mark.justification
        assert mark.quotes
        assert all(one.verified for found in check(claims, case).marks for one in found.evidence)


def test_the_position_worked_by_hand() -> None:
    """0.1 + 0.1 of the estimate + 2 × what is seen; each of two SYSTEM turns is warm once, in 4 turns."""
    found = reading(WARM, Charm=CHARM)
    rate = sum(one.strength for one in found.seen["warmth"]) / 2
    seen = 0.1 * (rate - 0.5) / 0.5 + 0.01 * (log1p(4) - 1)
    expected = 0.1 + 0.1 * found.course.value + 2 * seen
    assert found.standing("Charm").position == pytest.approx(expected)
    warmth = next(one for one in found.standing("Charm").speaking_for if one.observer == "warmth")
    assert warmth.weight == pytest.approx(2 * 0.1 * rate / 0.5)


def test_what_the_table_names_counts_beside_what_was_fitted() -> None:
    own = structs.replace(CHARM, parts={"hand": 0.5, "seen": 2.0})
    by_hand, found = reading(COLD).standing("TaskSuccess"), reading(COLD, TaskSuccess=own).standing("TaskSuccess")
    table = {one.observer: one.weight for one in by_hand.speaking_against}
    fitted = {one.observer: one.weight for one in found.speaking_against}
    count = min(9.0, sum(one.strength for one in reading(COLD).seen["refusal"]))
    assert fitted["refusal"] == pytest.approx(0.5 * table["refusal"] + 2 * -0.2 * min(3.0, count))


def test_what_was_fitted_is_as_severe_as_people_are() -> None:
    """A stance takes off nothing; it does where the criterion goes by hand."""
    severe, found = replace(SCHEME, stance="Be hard."), reading(WARM, Charm=CHARM).standing("Charm")
    just = structs.replace(CHARM, cuts=[0.0, 0.01, 0.02, found.position - 0.01])
    assert level(WARM, severe, Charm=just) == level(WARM, SCHEME, Charm=just) == 100
    own = reading(WARM).standing("TaskSuccess")
    assert own.index(100, severity=0.08) < own.index(100, severity=0.0)


@pytest.mark.parametrize(
    ("position", "levels", "index"),
    [
        (-5, 5, 0),
        (0.2, 5, 1),
        (0.79, 5, 3),
        (5, 5, 4),
        (0.5, 3, 1),
        (0.9, 3, 2),
        (0.1, 2, 0),
        (0.9, 2, 1),
        (0.9, 11, 10),
    ],
)
def test_levels_by_cuts_and_on_other_scales_by_height(position: float, levels: int, index: int) -> None:
    assert Fitted(CHARM).index(position, levels) == index


def test_the_critic_objects_with_a_quote() -> None:
    given = opinion({"TaskSuccess": 60, "Charm": 100}, quote="It is for two people.")
    critique = read_critique(answer(Role.CRITIC, COLD, SCHEME, given, judge(Charm=CHARM)), SCHEME)
    found = critique[1]
    assert isinstance(found, Objection)
    assert found.kind is Kind.CONTRADICTS
    assert found.level < 100
    assert "cannot" in found.quotes[0].text or "unable" in found.quotes[0].text


@pytest.mark.parametrize("role", [Role.EVALUATOR, Role.BOTH])
def test_how_far_people_agreed_stands_beside_the_estimate(role: Role) -> None:
    found = answer(role, WARM, SCHEME, judge=judge(Charm=CHARM, Grace=CHARM)).estimate
    assert isinstance(found, Estimate)
    assert found.criteria is not UNSET
    assert [(one.criterion, one.rho, one.apart) for one in found.criteria] == [("Charm", 0.5, "system")]
    plain = answer(role, WARM, barem(), judge=judge(Charm=CHARM)).estimate
    assert isinstance(plain, Estimate)
    assert plain.criteria is UNSET


def test_what_is_neither_known_nor_fitted_is_refused_with_the_way_to_have_it() -> None:
    scheme = barem(weights={"Charm": "0.5", "Grace": "0.5"})
    with pytest.raises(JudgeError, match=r"cannot mark Grace: it can mark TaskSuccess.*, Charm; .*baremo fit FILE"):
        answer(Role.EVALUATOR, WARM, scheme, judge=judge(Charm=CHARM))


def test_where_nothing_is_seen_there_is_a_quote_all_the_same() -> None:
    flat = structs.replace(CHARM, parts={"seen": 1.0}, columns={}, base=0.5)
    scheme = barem(weights={"Charm": "1"})
    case = dialogue("U: Hello there.", "S: Right then, onwards.")
    mark = read_opinion(answer(Role.EVALUATOR, case, scheme, judge=judge(Charm=flat)), scheme).mark("Charm")
    assert mark.level == criterion("Charm", "1").scale[2]
    assert mark.quotes[0].text == "Right then, onwards"
