"""Which of two responses is preferred: the same in both orders, and with reasons that hold."""

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking_reviewer import SIDEBYSIDE, answer, marked, preferred, task
from baremo.core.ask import Role
from baremo.core.claims import Quote
from baremo.core.evidence import Match
from baremo.judging.parse import read_preference
from baremo.models.signals.judge import Signals
from baremo.models.signals.responses.prefer import likert
from baremo.models.signals.responses.table import shipped
from baremo.verify.claims import find

PROMPT = "What is 75+48? Show how you add the digits."
RIGHT = "We add the ones first: 5+8=13, so we carry 1. Then 7+4=11, and 11+1=12. The result is 123."
WRONG = "We add the ones first: 5+8=14, so we carry 1. Then 7+4=12, and 12+1=13. The result is 134."
RICH = "The old town of Bern has six kilometres of arcades, with shops, cellars and fountains from the 16th century."
POOR = "It is nice."


def test_the_response_whose_sums_are_right_is_much_better() -> None:
    verdict = preferred(task(PROMPT, RIGHT, WRONG))
    assert verdict.preference == 1
    assert verdict.reason == (
        "Response 1 is much better overall. Response 2 falls short in Truthfulness: the sum “5+8=14” is wrong, it "
        "comes to 13, and another sum is wrong. No such issue was found in Response 1."
    )
    assert [(quote.turn, quote.text) for quote in verdict.quotes] == [(3, "5+8=14")]


def test_the_response_with_more_to_say_is_better() -> None:
    verdict = preferred(task("Tell me about the old town of Bern.", POOR, RICH))
    assert verdict.preference == 5
    assert verdict.reason.startswith("Response 2 is slightly better overall. It has 19 words")
    assert "Response 2 goes into more detail, with eight words of substance against none." in verdict.reason


def test_what_one_misses_and_the_other_has_is_named() -> None:
    three, five = "1. Apple\n2. Pear\n3. Plum", "1. Apple\n2. Pear\n3. Plum\n4. Fig\n5. Kiwi"
    verdict = preferred(task("List exactly three fruits.", three, five))
    assert verdict.preference == 3
    assert verdict.reason == (
        "Response 1 is slightly better overall. Response 2 falls short in Instruction Following: the prompt asks for "
        "exactly three items and it lists five. Response 1 lists three items, as asked. What they claim was not "
        "looked up."
    )


HOW = {3: "slightly better", 5: "slightly better", 2: "better", 6: "better", 1: "much better", 7: "much better"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (RIGHT, WRONG),
        (RICH, POOR),
        (RICH, f"{RICH} I hope this helps!"),
        (RICH, ""),
        (RICH, "Bern liegt an der Aare und hat eine schöne alte Stadt mit vielen Lauben und Brunnen."),
        (f"Great question! {RICH} I hope this helps! Have a great day!", RICH),
        (RICH, "```python\nprint('Bern'\n```"),
    ],
)
def test_the_strength_of_a_verdict_is_that_of_the_issues(one: str, other: str) -> None:
    case = task("Tell me about the old town of Bern.", one, other)
    verdict = preferred(case)
    assert verdict.preference != 4
    assert verdict.reason.split(" overall.")[0].endswith(f" is {HOW[verdict.preference]}")
    better, worse = (one, other) if verdict.preference < 4 else (other, one)
    found, faults = (
        [SIDEBYSIDE.criterion(mark.criterion).issue(mark.level) for mark in marked(case.turns[0].text, said).marks[:-1]]
        for said in (better, worse)
    )
    ahead, steps = sum(faults) - sum(found), abs(verdict.preference - 4)
    assert steps == 1 if ahead <= 1 else steps >= 2
    assert steps < 3 or faults.count(2) > found.count(2)


def test_equal_responses_leave_no_preference() -> None:
    verdict = preferred(task(PROMPT, RIGHT, RIGHT))
    assert verdict.preference == 4
    assert verdict.reason.startswith("Neither response is better overall")


def sentences(reason: str) -> int:
    """What is quoted may hold stops of its own."""
    return len(re.findall(r"[.](?:\s|$)", re.sub(r"“[^”]*”", "“”", reason)))


@pytest.mark.parametrize(
    ("one", "other"),
    [(RIGHT, WRONG), (RICH, POOR), (POOR, RIGHT), (POOR, POOR), ("", RICH), ("", ""), (RICH * 9, RICH)],
)
def test_a_reason_has_three_or_four_sentences_and_says_where_truth_was_not_looked_up(one: str, other: str) -> None:
    reason = preferred(task(PROMPT, one, other)).reason
    assert 3 <= sentences(reason) <= 4
    assert reason.endswith("What they claim was not looked up.") is ("Truthfulness" not in reason)


def test_the_reply_is_read_as_any_judges() -> None:
    reply = answer(Role.PREFERENCE, task(PROMPT, RIGHT, WRONG).together(1, 2))
    preference, reason, quotes = read_preference(reply, SIDEBYSIDE)
    assert preference == 1
    assert reason
    assert quotes


def mirrored(reason: str) -> str:
    """As it would read had the responses changed places."""
    names = {"Response 1": "Response 2", "Response 2": "Response 1"}
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], reason)


PIECES = st.sampled_from(
    [RIGHT, WRONG, RICH, POOR, "", "5+8=14", "Bern.", "- one\n- two", "東京は大きいです。", RICH * 4]
)
RESPONSES = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=4).map(" ".join))


@pytest.mark.property
@given(RESPONSES, RESPONSES, st.sampled_from([PROMPT, "Tell me about Bern.", "ベルンについて", ""]))
def test_changing_places_mirrors_the_preference_and_its_quotes(one: str, other: str, prompt: str) -> None:
    case = task(prompt, one, other)
    judge = Signals()
    given_order, turned = preferred(case, 1, judge), preferred(case, 2, judge)
    assert given_order.preference == 8 - turned.preference
    if given_order.preference != 4 and not re.search("Response|turn", prompt + one + other):
        assert mirrored(given_order.reason) == turned.reason


@pytest.mark.property
@given(RESPONSES, RESPONSES)
def test_every_quote_of_a_reason_stands_where_it_says(one: str, other: str) -> None:
    shown = task(PROMPT, one, other).together(1, 2)
    reply = msgspec.json.decode(answer(Role.PREFERENCE, shown).text)
    for quote in reply["quotes"]:
        found = find(msgspec.convert(quote, Quote), shown)
        assert found.verified
        assert found.match is Match.EXACT
        assert f"“{quote['text']}”" in reply["reason"]


def test_the_scale_rises_with_the_difference() -> None:
    table = shipped()
    slight, better, much = table.likert
    firsts = [0.0, slight, better, much]
    assert [likert(0, value, table) for value in firsts] == [4, 5, 6, 7]
    assert [likert(value, 0, table) for value in firsts] == [4, 3, 2, 1]
