"""Plans are fed by hand: no loop, no model."""

import json

import pytest

from baremo.core.ask import Reply, Role
from baremo.core.claims import Absence, Claims, Kind, Objection, Quote
from baremo.core.dialogue import Speaker
from baremo.errors import JudgeError, ReplyRefused
from baremo.judging.parse import read_critique, read_opinion
from baremo.judging.plans import PLANS, debate, debate_in_one, solo, together
from baremo.judging.shapes import BothShape, shape_critique, shape_opinion
from building import barem, claims, dialogue, objection, six

TALK = dialogue("S: Hello.", "U: Hi.")
ALL_80 = six(80, 80, 80, 80, 80, 80)
MISSING = Objection(
    criterion="Empathy",
    kind=Kind.MISSING,
    comment="No thanks.",
    level=40,
    absence=Absence(looked_for=("thank",), speaker=Speaker.SYSTEM, first=1, last=2),
)
PLACED = Quote(text="Hello.", turn=1, speaker=Speaker.SYSTEM)


def reply(value: object) -> Reply:
    import msgspec

    return Reply(text=msgspec.json.encode(value).decode())


def test_solo_asks_once() -> None:
    held = claims(ALL_80)
    plan = solo(TALK, barem(debate=False))
    (ask,) = next(plan)
    assert (ask.role, ask.opinion) == (Role.EVALUATOR, None)
    with pytest.raises(StopIteration) as done:
        plan.send((reply(shape_opinion(held.opinion, barem(), TALK)),))
    assert [mark.level for mark in done.value.value.opinion.marks] == [80] * 6
    assert done.value.value.critique == ()


def test_debate_shows_the_critic_the_opinion() -> None:
    held = claims(ALL_80, objection("Fluency", 40, "Hello."), MISSING)
    plan = debate(TALK, barem())
    (first,) = next(plan)
    (second,) = plan.send((reply(shape_opinion(held.opinion, barem(), TALK)),))
    assert (first.role, second.role) == (Role.EVALUATOR, Role.CRITIC)
    assert second.opinion
    assert [mark.level for mark in second.opinion.marks] == [80] * 6
    assert first.key.startswith("ask-v1:")
    assert first.key != second.key
    with pytest.raises(StopIteration) as done:
        plan.send((reply(shape_critique(held.critique, barem(), TALK)),))
    assert [answer.criterion for answer in done.value.value.critique] == list(ALL_80)


def test_every_protocol_has_a_plan() -> None:
    plans = {"solo": solo, "debate": debate, "debate-in-one": debate_in_one, "sidebyside": solo}
    assert {str(name): plan for name, plan in PLANS.items()} == plans


def test_what_is_shaped_reads_back_the_same() -> None:
    held = claims(ALL_80, MISSING, emotion=PLACED)
    placed = Claims(
        opinion=read_opinion(reply(shape_opinion(held.opinion, barem(), TALK)), barem()),
        critique=read_critique(reply(shape_critique(held.critique, barem(), TALK)), barem()),
    )
    assert placed.critique == held.critique
    assert placed.opinion.emotion == PLACED
    assert {quote for mark in placed.opinion.marks for quote in mark.quotes} == {PLACED}


def evaluator(**changes: object) -> dict[str, object]:
    """A sound reply with one mark changed."""
    marks: list[dict[str, object]] = [
        {
            "criterion": name,
            "justification": "It says 'Hello.'.",
            "quotes": [{"turn": 1, "speaker": "SYSTEM", "text": "Hello."}],
            "level": 80,
        }
        for name in ALL_80
    ]
    marks[0] |= changes
    return {"marks": marks, "emotion": None}


def critic(**changes: object) -> dict[str, object]:
    answers: list[dict[str, object]] = [{"criterion": name, "agree": True} for name in ALL_80]
    answers[0] |= changes
    return {"answers": answers}


def test_an_emoji_can_be_quoted() -> None:
    given = evaluator(quotes=[{"turn": 1, "speaker": "SYSTEM", "text": "👍"}])
    assert read_opinion(reply(given), barem()).marks[0].quotes[0].text == "👍"


def test_marks_come_in_the_order_of_the_barem() -> None:
    given = evaluator()
    given["marks"] = list(reversed(given["marks"]))  # type: ignore[call-overload]
    assert [mark.criterion for mark in read_opinion(reply(given), barem()).marks] == list(ALL_80)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (evaluator(level=70), "TaskSuccess: level 70 is not on the scale 20, 40, 60, 80, 100"),
        (evaluator(level="80 "), "level 80  is not on the scale"),
        (evaluator(level=80.5), "level 80.5 is not on the scale"),
        (evaluator(level=True), "level"),
        (evaluator(criterion="Speed"), "TaskSuccess: missing; 'Speed': no criterion of this barem"),
        (evaluator(criterion="Empathy"), "TaskSuccess: missing; Empathy: answered 2 times"),
        (evaluator(quotes=[]), "TaskSuccess: quotes nothing"),
        (evaluator(quotes=[{"turn": 1, "speaker": "SYSTEM", "text": " "}]), "TaskSuccess: an empty quote"),
        (evaluator(quotes=[{"turn": 1, "speaker": "SYSTEM", "text": "?!"}]), "TaskSuccess: an empty quote"),
        (evaluator(quotes=[{"turn": 1, "speaker": "BOT", "text": "x"}]), "speaker"),
        (evaluator(justification=" "), "TaskSuccess: no justification"),
        (evaluator(confidence=1), "confidence"),
        (evaluator() | {"emotion": {"turn": 1, "speaker": "USER", "text": ""}}, "emotion: its quote is empty"),
        (evaluator() | {"emotion": {"turn": 1, "speaker": "USER", "text": "…"}}, "emotion: its quote is empty"),
        ({"marks": []}, "emotion"),
        ({"marks": [], "emotion": None}, "TaskSuccess: missing"),
        ([], "object"),
    ],
)
def test_an_evaluators_reply_is_refused(given: object, fault: str) -> None:
    with pytest.raises(ReplyRefused, match=r"evaluator") as refused:
        read_opinion(reply(given), barem())
    assert fault in refused.value.reason
    assert refused.value.stage == "evaluator"


@pytest.mark.parametrize("text", ["", "no JSON", '{"marks": [', "{}", "null", '{"marks": [], "emotion": NaN}'])
def test_what_is_no_json_of_this_shape_is_refused(text: str) -> None:
    with pytest.raises(ReplyRefused, match="shape"):
        read_opinion(Reply(text=text), barem())


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (critic(level=60), "TaskSuccess: agrees and objects at once"),
        (critic(kind="weak"), "TaskSuccess: agrees and objects at once"),
        (critic(agree=False, comment="c", level=60), "an objection without its kind"),
        (critic(agree=False, kind="weak", level=60), "an objection without a comment"),
        (critic(agree=False, kind="weak", comment="c"), "an objection without another level"),
        (critic(agree=False, kind="weak", comment="c", level=61), "level 61 is not on the scale"),
        (critic(agree=False, kind="odd", comment="c", level=60), "kind"),
        (
            critic(
                agree=False, kind="missing", comment="c", level=60, absence={"speaker": "SYSTEM", "looked_for": [" "]}
            ),
            "names nothing to look for",
        ),
        (
            critic(
                agree=False, kind="missing", comment="c", level=60, absence={"speaker": "SYSTEM", "looked_for": ["?"]}
            ),
            "names nothing to look for",
        ),
        (
            critic(
                agree=False, kind="weak", comment="c", level=60, quotes=[{"turn": 1, "speaker": "USER", "text": ""}]
            ),
            "an empty quote",
        ),
        (critic(criterion="Speed"), "TaskSuccess: missing"),
    ],
)
def test_a_critics_reply_is_refused(given: object, fault: str) -> None:
    with pytest.raises(ReplyRefused) as refused:
        read_critique(reply(given), barem())
    assert fault in refused.value.reason
    assert refused.value.stage == "critic"


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(ReplyRefused) as refused:
        read_opinion(reply(evaluator(level=70, quotes=[], justification="")), barem())
    assert refused.value.reason.count(";") == 2


def test_a_reply_may_be_any_json_text() -> None:
    assert read_opinion(Reply(text=json.dumps(evaluator(), indent=2)), barem()).marks


def test_a_reply_that_cannot_be_taken_is_asked_for_once_more_with_the_reason() -> None:
    plan = solo(TALK, barem(debate=False))
    (first,) = next(plan)
    (second,) = plan.send((Reply(text="Gladly!"),))
    assert second.refusal
    assert second.refusal.reply == "Gladly!"
    assert second.refusal.reason
    assert second.key.startswith("ask-v2:")
    assert second.key != first.key
    with pytest.raises(StopIteration) as done:
        plan.send((reply(shape_opinion(claims(ALL_80).opinion, barem(), TALK)),))
    assert isinstance(done.value.value, Claims)


def test_a_second_bad_reply_is_refused_for_good() -> None:
    plan = solo(TALK, barem(debate=False))
    next(plan)
    plan.send((Reply(text="Gladly!"),))
    with pytest.raises(ReplyRefused):
        plan.send((Reply(text="Gladly!"),))


def test_a_judge_that_failed_fails_the_plan() -> None:
    plan = solo(TALK, barem(debate=False))
    next(plan)
    with pytest.raises(JudgeError, match="away"):
        plan.send((JudgeError("away", stage="evaluator"),))


def test_a_debate_in_one_asks_once_for_both_parts() -> None:
    held = claims(ALL_80, objection("Fluency", 40, "Hello."))
    opinion, critique = shape_opinion(held.opinion, barem(), TALK), shape_critique(held.critique, barem(), TALK)
    both = BothShape(marks=opinion.marks, emotion=opinion.emotion, answers=critique.answers)
    plan = debate_in_one(TALK, barem())
    (ask,) = next(plan)
    assert ask.role is Role.BOTH
    with pytest.raises(StopIteration) as done:
        plan.send((reply(both),))
    assert [answer.criterion for answer in done.value.value.critique] == list(ALL_80)


def test_plans_together_ask_together_and_one_that_fails_stops_alone() -> None:
    held = claims(ALL_80)
    marked = reply(shape_opinion(held.opinion, barem(), TALK))
    plans = together([debate(TALK, barem(), 0), solo(TALK, barem(), 1), solo(TALK, barem(), 2)])
    asks = next(plans)
    assert [(ask.seat, ask.role) for ask in asks] == [(0, "evaluator"), (1, "evaluator"), (2, "evaluator")]
    asks = plans.send((marked, JudgeError("away", stage="evaluator"), Reply(text="Gladly!")))
    assert [(ask.seat, ask.role, bool(ask.refusal)) for ask in asks] == [(0, "critic", False), (2, "evaluator", True)]
    with pytest.raises(StopIteration) as done:
        plans.send((reply(shape_critique(held.critique, barem(), TALK)), marked))
    first, second, third = done.value.value
    assert isinstance(first, Claims)
    assert isinstance(second, JudgeError)
    assert isinstance(third, Claims)
    assert len(first.critique) == 6
    assert third.critique == ()


def test_a_quote_may_copy_what_was_made_visible() -> None:
    shown = shape_opinion(claims(ALL_80, quote="zero⟨U+200B⟩width").opinion, barem(), TALK)
    assert read_opinion(reply(shown), barem()).marks[0].quotes[0].text == "zero\u200bwidth"
