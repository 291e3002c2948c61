"""What the tasks written by hand taught: limits for every answer, figures out of short texts, courtesies elsewhere."""

import pytest

from baremo.core.barem import Review
from baremo.core.comparison import CATEGORY, FOLLOWING, STYLE, TRUTH, comparison
from baremo.core.dialogue import Speaker, Turn
from baremo.core.observation import Check
from baremo.observe.responses.registry import inspect
from building import dialogue


def seen(prompt: str, response: str, dimension: str, **slots: str) -> list[Check]:
    case = comparison(
        id=1,
        prompt=prompt,
        responses=(response, ""),
        history=(Turn(speaker=Speaker.USER, text=slots["earlier"]),) if "earlier" in slots else (),
        reference=slots.get("reference", ""),
        metadata={CATEGORY: slots.get(CATEGORY, "")},
    )
    return [check for check in inspect(case.alone(1), Review()) if check.dimension == dimension]


def test_where_the_last_turn_is_no_response_there_is_nothing_to_look_at() -> None:
    assert inspect(dialogue("S: It is blue.", "U: In one word, why?"), Review()) == ()


def said(checks: list[Check]) -> list[tuple[str, int]]:
    return [(check.name, check.steps) for check in checks]


@pytest.mark.parametrize(
    "earlier",
    [
        "Keep every answer under 10 words.",
        "From now on, give every response in at most 9 words.",
        "Always answer in under 10 words.",
    ],
)
def test_every_answer_is_the_whole_answer(earlier: str) -> None:
    response = "It is blue because the air scatters short waves of light more than long ones."
    assert said(seen("Why is the sky blue?", response, FOLLOWING, earlier=earlier)) == [("word_count", -1)]
    assert seen("Why is the sky blue?", "Air scatters blue light.", FOLLOWING, earlier=earlier) == []


NOTICE = "The fair drew 8 400 visitors and earned 3 million euros between 2:30 and 5 p.m."


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("Visitors: 9 600", ["9 600"]),
        ("Visitors: 8,400", []),
        ("Visitors: 8\u00a0400", []),
        ("Earned: 3,000,000 euros", []),
        ("Earned: 4,000,000 euros", ["4,000,000 euros"]),
        ("From 14:30 to 17:00", []),
        ("Visitors: 8,401", ["8,401"]),  # near, and no rounder
        ("Visitors: about 8.4 thousand", []),
    ],
)
def test_figures_to_be_taken_out_of_a_short_text(response: str, found: list[str]) -> None:
    checks = seen("Extract the figures from the notice.", response, TRUTH, reference=NOTICE, category="Extraction")
    assert [check.says.removeprefix("the reference text has no ") for check in checks] == found
    asked = seen("How was the fair?", response, TRUTH, reference=NOTICE, category="Closed QA")
    assert [check.says for check in asked] == [check.says for check in checks]


@pytest.mark.parametrize(
    "response",
    [
        "ご質問ありがとうございます！喜んでお手伝いします！\n\n1. 春の茶\n\n素敵な一日をお過ごしください！",
        "질문해 주셔서 감사합니다! 기꺼이 도와 드리겠습니다!\n\n1. 봄의 차\n\n즐거운 하루 보내세요!",
    ],
)
def test_many_pleasantries_in_japanese_and_korean(response: str) -> None:
    assert said(seen("緑茶の名前を考えてください。", response, STYLE)) == [("pleasantries", -2)]
