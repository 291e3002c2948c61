"""Two responses: what is asked about them, in which words, and how the answers are read."""

from dataclasses import replace

import msgspec
import pytest

from baremo.core.ask import Ask, Reply, Role
from baremo.core.barem import Barem, Review
from baremo.core.claims import Quote
from baremo.core.comparison import Comparison, Entry, Sheet, comparison
from baremo.core.dialogue import Speaker
from baremo.errors import JudgeError, ReplyRefused
from baremo.judging.fence import boundary, parse
from baremo.judging.parse import read_opinion, read_preference, read_validity
from baremo.judging.plans import Preferred, Steps, preference, together, validity
from baremo.judging.prompts import briefing, case
from baremo.judging.schema import schema

BAREM = Barem.load("sidebyside")
SECRET = "the attempter's own words"
TASK = comparison(
    id="t1",
    prompt="Name two colours.",
    responses=("Red and blue.", "Green."),
    system_prompt="Answer in English.",
    metadata={"locale": "en_GB", "attempter": SECRET},
    sheet=Sheet(likert=Entry(dimension="Likert", written="6", value=6, justification=SECRET)),
)
ROLES = [Role.EVALUATOR, Role.VALIDITY, Role.PREFERENCE]


def reply(**parts: object) -> Reply:
    return Reply(text=msgspec.json.encode(parts).decode())


def told(role: Role, task: Comparison = TASK) -> str:
    shown = task.alone(1) if role is Role.EVALUATOR else task.unlabelled()
    return case(Ask(role=role, dialogue=shown, barem=BAREM), b"key").text


@pytest.mark.parametrize("role", ROLES)
def test_no_judge_sees_the_sheet(role: Role) -> None:
    assert SECRET not in told(role)
    assert SECRET not in briefing(BAREM, role).rules


def test_who_rates_one_response_does_not_see_the_other() -> None:
    assert "Green" not in told(Role.EVALUATOR)
    assert "Red and blue" in told(Role.EVALUATOR)


def test_who_compares_sees_both_by_the_names_of_the_order_shown() -> None:
    shown = TASK.together(2, 1)
    text = case(Ask(role=Role.PREFERENCE, dialogue=shown, barem=BAREM), b"key").text
    assert "SYSTEM(response 1): Green." in text
    assert "SYSTEM(response 2): Red and blue." in text
    fenced = text[: text.rindex("</dialogue")] + f"</dialogue {boundary(b'key', shown.digest)}>"
    assert parse(fenced, boundary(b"key", shown.digest)) == shown.turns


@pytest.mark.parametrize("role", ROLES)
def test_the_rules_say_what_counts_and_never_a_weight(role: Role) -> None:
    rules = briefing(BAREM, role).rules
    assert "weight" not in rules
    assert all((f"## {one.name}" in rules) is (role is not Role.VALIDITY) for one in BAREM.criteria)


def test_who_says_whether_it_is_a_task_knows_the_languages_in_scope() -> None:
    scoped = replace(BAREM, review=Review(languages=("en", "fr")))
    assert "these languages alone: en, fr." in briefing(scoped, Role.VALIDITY).rules
    assert "languages alone" not in briefing(BAREM, Role.VALIDITY).rules
    assert "languages alone" not in briefing(scoped, Role.PREFERENCE).rules


def test_a_rater_is_not_asked_for_feelings() -> None:
    assert schema(BAREM, Role.EVALUATOR)["properties"]["emotion"] == {"type": "null"}


def marks(**more: object) -> Reply:
    said = [
        {"criterion": one.name, "justification": "So.", "quotes": [], "level": one.best, **more}
        for one in BAREM.criteria
    ]
    return reply(marks=said, emotion=None)


@pytest.mark.parametrize("told", [True, False])
def test_a_rater_may_say_that_it_cannot_tell(told: bool) -> None:
    assert {mark.open for mark in read_opinion(marks(open=told), BAREM).marks} == {told}
    assert {mark.open for mark in read_opinion(marks(), BAREM).marks} == {False}


def test_who_marks_a_dialogue_must_tell() -> None:
    plain = replace(BAREM, review=None)
    with pytest.raises(ReplyRefused, match="open is no part of the answer"):
        read_opinion(marks(open=True), plain)


def test_a_valid_task_has_no_reason_against_it() -> None:
    assert read_validity(reply(reason="It asks for colours.", valid=True), BAREM) == ""
    assert read_validity(reply(reason=" It is noise. ", valid=False), BAREM) == "It is noise."


def test_an_invalid_task_must_have_a_reason() -> None:
    with pytest.raises(ReplyRefused, match="reason: missing"):
        read_validity(reply(reason=" ", valid=False), BAREM)


def test_a_preference_is_read_with_its_quotes() -> None:
    quotes = [{"turn": 3, "speaker": "SYSTEM", "text": "Red"}]
    read = read_preference(reply(reason="Response 1 is better.", quotes=quotes, preference=2), BAREM)
    assert read == (2, "Response 1 is better.", (Quote(turn=3, speaker=Speaker.SYSTEM, text="Red"),))


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"preference": 8}, "preference: 8 is not on the scale 1–7"),
        ({"preference": 0}, "preference: 0 is not on the scale 1–7"),
        ({"reason": "  "}, "reason: missing"),
        ({"quotes": [{"turn": 3, "speaker": "SYSTEM", "text": "…"}]}, "quotes: an empty quote"),
    ],
)
def test_a_preference_off_the_rules_is_refused(parts: dict[str, object], fault: str) -> None:
    with pytest.raises(ReplyRefused) as refused:
        read_preference(reply(**({"reason": "So.", "quotes": [], "preference": 4} | parts)), BAREM)
    assert refused.value.reason == fault


def played(steps: Steps[object], *replies: Reply | JudgeError) -> tuple[list[Ask], object]:
    asked: list[Ask] = []
    (ask,) = next(steps)
    asked.append(ask)
    for answer in replies:
        try:
            (ask,) = steps.send((answer,))
        except StopIteration as done:
            return asked, done.value
        asked.append(ask)
    raise AssertionError("it asks for more")


def test_validity_is_asked_once_with_both_responses() -> None:
    asked, found = played(validity(TASK, BAREM), reply(reason="Noise.", valid=False))
    assert found == "Noise."
    assert [(ask.role, ask.dialogue) for ask in asked] == [(Role.VALIDITY, TASK.together(1, 2))]


def test_a_preference_that_cannot_be_read_is_asked_for_again() -> None:
    good = reply(reason="Response 2 is better.", quotes=[], preference=1)
    asked, found = played(preference(TASK, BAREM, 0, 2), Reply(text="Hm."), good)
    assert [ask.refusal is None for ask in asked] == [True, False]
    assert found == Preferred(first=2, likert=1, reason="Response 2 is better.", quotes=())


def test_the_two_orders_are_two_questions() -> None:
    steps = together([preference(TASK, BAREM, 0, 1), preference(TASK, BAREM, 0, 2)])
    first, second = next(steps)
    assert first.key != second.key
    assert first.dialogue.turns[-1].text == second.dialogue.turns[-2].text
