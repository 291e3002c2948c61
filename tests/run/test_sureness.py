"""How sure a judge was, from its record alone."""

from dataclasses import replace
from fractions import Fraction

import pytest

import baremo
from baremo.core.ask import Ask, Chances, Exchange, Refusal, Reply, Role
from baremo.core.barem import Combine, Level, Overall, Rounding
from baremo.core.claims import Claims
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored, Seat, Unscored
from baremo.run.sureness import By, Sureness, sureness
from baremo.score.panel import settle
from baremo.score.verdict import score
from baremo.verify.claims import check
from building import SCALE, barem, claims, dialogue, objection, six
from reviewing import BAREM, BEST, NILE, POOR, RIVERS, judged, preferences, reviewed

TALK = dialogue("S: Hello.", "U: Hi.", "S: Is that all?", case=1)
SOLO, DEBATE = barem(debate=False), barem()


def record(held: Claims, scheme: baremo.Barem = SOLO, *replies: Reply) -> Record:
    checked = check(held, TALK)
    exchanges = tuple(Exchange(role=Role.EVALUATOR, judge="m", ask="k", reply=reply) for reply in replies)
    return Record(
        dialogue=TALK,
        barem=scheme.digest,
        judge="m",
        exchanges=exchanges,
        checked=checked,
        verdict=score(checked, scheme, TALK),
    )


def seat(*levels: Value) -> Seat:
    checked = check(claims(six(*levels)), TALK)
    return Seat(checked=checked, verdict=score(checked, SOLO, TALK))


def panel(*seats: Seat) -> Record:
    checked, verdict = settle(seats, SOLO, TALK, ())
    whole = record(claims(six(80, 80, 80, 80, 80, 80)))
    return replace(whole, checked=checked, verdict=verdict, panel=seats)


def chance(name: str, *shares: float) -> Chances:
    return Chances(criterion=name, levels=tuple(zip(SCALE, shares, strict=True)), covered=sum(shares))


def test_a_single_judge_without_probabilities_has_a_margin_only() -> None:
    told = sureness(record(claims(six(80, 80, 80, 80, 80, 60))), SOLO)
    # 80*.9 + 60*.1 = 78: two below 80, of a step of 20
    assert told == Sureness(margin=0.1, unfounded=0.0)
    assert told.sure == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("levels", "margin"),
    [
        ((100, 100, 100, 100, 100, 100), 0.5),  # the very top
        ((80, 80, 80, 80, 80, 80), 0.0),  # on the boundary
        ((60, 80, 60, 80, 80, 80), 0.45),  # 69: nine above 60
        ((20, 20, 20, 20, 20, 20), 0.5),  # a whole step below 40; more than half a step is not told apart
    ],
)
def test_the_margin_is_in_steps_from_where_the_level_changes(levels: tuple[Value, ...], margin: float) -> None:
    assert sureness(record(claims(six(*levels))), SOLO).margin == pytest.approx(margin)


def test_steps_may_be_unlike_and_boundaries_between_levels() -> None:
    levels = tuple(Level(value=Fraction(value), anchor="") for value in (0, 50, 100))
    scheme = replace(SOLO, overall=Overall(levels=levels, rounding=Rounding.NEAREST))
    # 60: fifteen from 75, of a step of 50
    assert sureness(record(claims(six(60, 60, 60, 60, 60, 60)), scheme), scheme).margin == pytest.approx(0.3)


@pytest.mark.parametrize("how", [{"combine": Combine.MINIMUM}, {"rounding": Rounding.NONE}])
def test_what_is_not_rounded_has_no_margin(how: dict[str, Combine]) -> None:
    scheme = replace(SOLO, overall=replace(SOLO.overall, **how))  # type: ignore[arg-type]  # of one kind or the other
    assert sureness(record(claims(six(80, 80, 80, 80, 80, 60)), scheme), scheme).margin is None


def test_disputes_count_whether_or_not_they_were_upheld() -> None:
    levels = six(80, 80, 80, 80, 80, 80)
    upheld = objection("TaskSuccess", 60, "Is that all?")
    lost, same = objection("Empathy", 40), objection("Fluency", 80)
    told = sureness(record(claims(levels, upheld, lost, same), DEBATE), DEBATE)
    assert told.disputed == pytest.approx(2 / 6)
    assert sureness(record(claims(levels), DEBATE), DEBATE).disputed == 0
    assert sureness(record(claims(levels), SOLO), SOLO).disputed is None
    whole = record(claims(levels, upheld, lost, same), DEBATE)
    assert [sureness(whole, DEBATE, name).disputed for name in ("Empathy", "Fluency")] == [1, 0]


def test_quotes_that_do_not_count_are_unfounded_those_of_the_critic_too() -> None:
    levels = six(80, 80, 80, 80, 80, 80)
    told = record(claims(levels, objection("Empathy", 40, "never said"), quote="Hello."), DEBATE)
    assert sureness(told, DEBATE).unfounded == pytest.approx(1 / 7)
    assert sureness(told, DEBATE, "Empathy").unfounded == pytest.approx(1 / 2)
    assert sureness(record(claims(levels, quote="Nobody said that")), SOLO).unfounded == 1


def test_chances_are_those_of_the_ruled_levels_weighted_as_in_the_barem() -> None:
    levels = six(80, 80, 80, 80, 80, 80)
    reply = Reply(text="", chances=(chance("TaskSuccess", 0, 0, 0.2, 0.7, 0.1), chance("Empathy", 0, 0, 0, 0.2, 0.8)))
    held = record(claims(levels), SOLO, reply)
    # by weight .4 at .7, by weight .1 at .2
    assert sureness(held, SOLO).chances == pytest.approx(0.6)
    assert sureness(held, SOLO, "Empathy").chances == pytest.approx(0.2)
    assert sureness(held, SOLO, "Fluency").chances is None
    overturned = record(claims(levels, objection("TaskSuccess", 60, "Is that all?")), DEBATE, reply)
    assert sureness(overturned, DEBATE, "TaskSuccess").chances == pytest.approx(0.2)


def test_chances_are_those_of_the_reply_that_was_taken() -> None:
    first, second = (Reply(text="", chances=(chance("Empathy", 0, 0, 0, share, 0),)) for share in (0.9, 0.4))
    held = record(claims(six(80, 80, 80, 80, 80, 80)), SOLO, first, second)
    assert sureness(held, SOLO).chances == pytest.approx(0.4)


def test_a_judge_of_a_panel_without_a_verdict_has_no_say() -> None:
    silent = Seat(checked=None, verdict=Unscored(reason="late", stage="evaluator"))
    held = panel(seat(80, 80, 80, 80, 80, 80), silent, seat(60, 60, 60, 60, 60, 60), seat(60, 60, 60, 60, 60, 60))
    replies = [Reply(text="", chances=(chance("Empathy", 0, 0, share, 0, 0),)) for share in (0.1, 0.9, 0.5, 0.6)]
    exchanges = [Exchange(role=Role.BOTH, judge="m", ask="k", reply=one, seat=at) for at, one in enumerate(replies)]
    told = sureness(replace(held, exchanges=tuple(exchanges)), SOLO)
    assert (told.spread, told.apart) == (2 / 4, 1)
    assert told.chances == pytest.approx((0.1 + 0.5 + 0.6) / 3)


def test_spread_is_the_share_of_seats_that_came_to_the_same() -> None:
    held = panel(seat(80, 80, 80, 80, 40, 80), seat(80, 80, 80, 80, 80, 80), seat(80, 80, 80, 80, 80, 80))
    # the first: 80*.9 + 40*.1 = 76, so 60
    whole, empathy = sureness(held, SOLO), sureness(held, SOLO, "Empathy")
    assert (whole.spread, whole.apart) == (2 / 3, 1)
    assert (empathy.spread, empathy.apart) == (2 / 3, 2)
    assert sureness(held, SOLO, "Fluency").spread == 1


def test_one_number_by_what_is_known() -> None:
    full = Sureness(chances=0.9, spread=0.5, margin=0.1, disputed=0.5, unfounded=0.2)
    assert full.sure == pytest.approx(0.7 * 0.75 * 0.9)
    assert [full.by(one) for one in (By.CHANCES, By.SPREAD)] == [0.9, 0.5]
    assert full.by(By.MARGIN) == pytest.approx(0.2)
    assert full.by(By.DISPUTED) == pytest.approx(0.5)
    assert full.by(By.UNFOUNDED) == pytest.approx(0.8)
    assert [Sureness().by(one) for one in By] == [None] * len(By)
    assert Sureness(disputed=1.0).sure == 0.5
    assert Sureness(spread=1.0, firm=False).sure == 0.5


def test_what_has_no_verdict_tells_nothing() -> None:
    held = record(claims(six(80, 80, 80, 80, 80, 80)))
    assert sureness(replace(held, checked=None, verdict=Unscored(reason="late", stage="x")), SOLO) == Sureness()


def pair(verdict: Reviewed, *exchanges: Exchange) -> Record:
    return Record(dialogue=RIVERS, barem=BAREM.digest, judge="m", exchanges=exchanges, checked=None, verdict=verdict)


def told(side: int, share: float, *, refused: str = "", taken: bool = True) -> Exchange:
    """Of Truthfulness at the level 1, which is what Response 1 gets."""
    asked = Ask(
        role=Role.EVALUATOR,
        dialogue=RIVERS.alone(side),
        barem=BAREM,
        refusal=Refusal(reply=refused, reason="why") if refused else None,
    )
    found = (Chances(criterion="Truthfulness", levels=((1, share), (3, 1 - share)), covered=1.0),)
    reply = Reply(text="" if taken else "Sure!", chances=found)
    return Exchange(role=Role.EVALUATOR, judge="m", ask=asked.key, reply=reply)


def test_two_responses_are_as_sure_as_their_orders_agree() -> None:
    sides = judged(1, POOR, quotes={"Truthfulness": NILE}), judged(2, BEST)
    firm, torn = (reviewed(RIVERS.sheet, sides, preferences(*likerts)) for likerts in ((6, 6), (6, 3)))
    sure, unsure = sureness(pair(firm), BAREM), sureness(pair(torn), BAREM)
    assert (sure.firm, sure.spread, sure.unfounded) == (True, 1.0, 0.0)
    assert (unsure.firm, unsure.spread) == (False, 0.5)
    assert (sure.sure, unsure.sure) == (1.0, 0.25)
    assert sureness(pair(reviewed(RIVERS.sheet, sides)), BAREM).spread is None


def test_chances_of_two_responses_are_told_apart_by_what_was_asked() -> None:
    sides = judged(1, POOR, quotes={"Truthfulness": "never said"}), judged(2, BEST)
    verdict = reviewed(RIVERS.sheet, sides, preferences(6, 6))
    assert isinstance(sides[0].scored, Scored)
    held = pair(verdict, told(2, 0.1), told(1, 0.3, taken=False), told(1, 0.8, refused="Sure!"))
    first, second = (sureness(held, BAREM, f"Response {side} Truthfulness") for side in (1, 2))
    assert first.chances == pytest.approx(0.8)
    assert second.chances == pytest.approx(0.9)
    assert (first.unfounded, second.unfounded) == (1.0, None)
    assert sureness(held, BAREM).chances == pytest.approx(0.85)
