"""What a reply says of itself, in the trail: notes, what answered, tokens, second tries, chances."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import structs

import baremo
from baremo.core.ask import Ask, Chances, Finish, Model, Reply, Role, Usage
from baremo.core.barem import Barem, Protocol
from baremo.core.jury import Jury
from baremo.core.record import Record
from baremo.errors import ReplyRefused
from baremo.judging.parse import read_opinion
from baremo.report.exchanges import SHOWN_REPLY, chances_lines, exchange_lines, note_lines
from baremo.report.style import Style
from baremo.report.terminal import audit_lines
from baremo.run.bench import Bench, Chair
from baremo.run.evaluate import evaluate
from building import barem, claims, dialogue, six

TALK = dialogue("S: Hello.", "U: Hi.", case=7)
SOUND = baremo.ScriptedModel.saying({"7": claims(six(80, 80, 80, 80, 80, 80))})
SOLO = barem(debate=False)
WIDE = Style(width=200)


class Told:
    """A judge whose replies say these things of themselves; where it has `first` words, they come before an answer."""

    def __init__(self, name: str, about: Reply, *first: str) -> None:
        self.name = name
        self._about = about
        self._first: Iterator[str] = iter(first)

    async def answer(self, ask: Ask) -> Reply:
        words = next(self._first, None)
        sound = (await SOUND.answer(ask)).text
        return structs.replace(self._about, text=sound if words is None else words)


PLAIN = Reply(text="")


def judged(*models: Model, scheme: Barem = SOLO) -> Record:
    bench = Bench(chairs=tuple(Chair(evaluator=one, critic=one) for one in models), jury=Jury(seats=len(models)))
    return asyncio.run(evaluate(TALK, scheme, bench))


def lines(record: Record, scheme: Barem = SOLO) -> list[str]:
    return [line.strip() for line in exchange_lines(record, scheme, WIDE)]


def test_an_exchange_that_says_nothing_of_itself_is_one_line() -> None:
    record = judged(Told("openai:gpt-4o", PLAIN))
    assert lines(record) == [f"evaluator       openai:gpt-4o {record.exchanges[0].ask}"]


def test_tokens_and_whatever_answered_under_another_name() -> None:
    about = Reply(text="", model="gpt-4o-2024-08-06", usage=Usage(input=4210, output=812, cached=3968))
    (_, told) = lines(judged(Told("openai:gpt-4o", about)))
    assert told == "answered by gpt-4o-2024-08-06 · 4,210 tokens in (3,968 from the provider's cache), 812 out"
    about = Reply(text="", model="qwen", usage=Usage(input=10, output=1))
    (_, told) = lines(judged(Told("openai:qwen@http://127.0.0.1:8000/v1", about)))
    assert told == "10 tokens in, 1 out"


def test_a_reply_that_was_cut_off_is_told() -> None:
    (_, told) = lines(judged(Told("openai:gpt-4o", Reply(text="", finish=Finish.LENGTH))))
    assert told == "cut off at the most that it may write"


def test_a_second_try_says_what_was_wrong_with_the_first() -> None:
    record = judged(Told("openai:gpt-4o", PLAIN, '{"marks": []}'))
    first, second = record.exchanges
    with pytest.raises(ReplyRefused) as refused:
        read_opinion(first.reply, SOLO)
    assert lines(record) == [
        f"evaluator       openai:gpt-4o {first.ask}",
        'not taken: “{"marks": []}”',
        f"evaluator       openai:gpt-4o {second.ask}",
        f"asked again: {refused.value.reason}",
    ]


def test_a_reply_that_left_the_case_unscored_is_shown() -> None:
    record = judged(Told("openai:gpt-4o", PLAIN, "Sure!", "so " * 1000))
    assert isinstance(record.verdict, baremo.Unscored)
    found = lines(record)
    assert found[1] == "not taken: “Sure!”"
    assert found[-1].endswith("so so…”")
    assert " ".join(found).count("so ") < SHOWN_REPLY / 3


def test_each_part_of_a_debate_is_told_on_its_own() -> None:
    class OddCritic(Told):
        async def answer(self, ask: Ask) -> Reply:
            return await super().answer(ask) if ask.role is Role.CRITIC else await SOUND.answer(ask)

    record = judged(OddCritic("a", PLAIN, "No."), scheme=barem())
    found = lines(record, barem())
    assert [line.split()[0] for line in found if "ask-v" in line] == ["evaluator", "critic", "critic"]
    assert found.index("not taken: “No.”") == 2
    assert found[4].startswith("asked again: ")
    assert len(found) == 5
    unscored = judged(OddCritic("a", PLAIN, "No.", "No."), scheme=barem())
    assert isinstance(unscored.verdict, baremo.Unscored)
    assert [line for line in lines(unscored, barem()) if "not taken" in line] == ["not taken: “No.”"] * 2


def test_one_answer_for_both_parts_is_told_the_same_way() -> None:
    in_one = replace(barem(), protocol=Protocol.DEBATE_IN_ONE)
    record = judged(baremo.ScriptedModel({Role.BOTH: "{}"}, name="a"), scheme=in_one)
    assert any(line.startswith("asked again: ") for line in lines(record, in_one))


def test_under_another_barem_the_reason_may_not_be_known_any_more() -> None:
    fluency = barem(weights={"Fluency": "1"}, debate=False)
    asked = Ask(role=Role.EVALUATOR, dialogue=TALK, barem=fluency)
    bare = asyncio.run(baremo.ScriptedModel.saying({"7": claims({"Fluency": 80})}).answer(asked)).text
    record = judged(Told("a", PLAIN, bare))
    assert any(line.startswith("asked again: ") for line in lines(record))
    assert "asked again" in lines(record, fluency)


def test_judges_of_a_panel_have_numbers() -> None:
    found = lines(judged(Told("a", PLAIN), Told("b", PLAIN)))
    assert [line.split()[:3] for line in found] == [["1", "evaluator", "a"], ["2", "evaluator", "b"]]


def test_notes_are_told_once_and_to_whom_they_apply() -> None:
    cut = Told("a", Reply(text="", notes=("turn 2 was cut: 8 of 20 characters left out",)))
    told = [*note_lines(judged(cut, scheme=barem()), WIDE)]
    assert told == ["  Note            turn 2 was cut: 8 of 20 characters left out"]
    some = [*note_lines(judged(cut, Told("b", PLAIN), cut), WIDE)]
    assert some == ["  Note            turn 2 was cut: 8 of 20 characters left out (shown so to judge 1, judge 3)"]
    assert [*note_lines(judged(Told("b", PLAIN)), WIDE)] == []


SURE = Chances(
    criterion="TaskSuccess",
    levels=((Fraction(20), 0.001), (Fraction(60), 0.22), (Fraction(80), 0.72), (Fraction(100), 0.05)),
    covered=0.991,
)


def test_chances_are_one_line_per_criterion_the_likeliest_first() -> None:
    unsure = structs.replace(
        SURE, criterion="Fluency", levels=((Fraction(60), 0.5), (Fraction(80), 0.431)), covered=0.931
    )
    told = [*chances_lines(judged(Told("a", Reply(text="", chances=(SURE, unsure)))), SOLO, WIDE)]
    assert told == [
        "",
        "Chances of the levels, in the log-probabilities of the evaluator",
        "  TaskSuccess     80 (0.72) 60 (0.22) 100 (0.05)",
        "  Fluency         60 (0.50) 80 (0.43) · 0.93 on levels in all",
    ]


def test_chances_are_those_of_replies_that_were_taken() -> None:
    record = judged(Told("a", Reply(text="", chances=(SURE,)), "Sure!"))
    assert sum("80 (0.72)" in line for line in chances_lines(record, SOLO, WIDE)) == 1
    unscored = judged(Told("a", Reply(text="", chances=(SURE,)), "Sure!", "Sure!"))
    assert [*chances_lines(unscored, SOLO, WIDE)] == []


def test_chances_of_a_panel_name_the_judge() -> None:
    record = judged(Told("a", PLAIN), Told("b", Reply(text="", chances=(SURE,))))
    assert "Chances of the levels, in the log-probabilities of judge 2 (evaluator)" in [
        *chances_lines(record, SOLO, WIDE)
    ]


def test_chances_use_the_names_of_levels_and_survive_another_barem() -> None:
    named = tuple(replace(level, name=f"L{level.value}") for level in SOLO.criteria[0].levels)
    scheme = replace(SOLO, criteria=(replace(SOLO.criteria[0], levels=named), *SOLO.criteria[1:]))
    record = judged(Told("a", Reply(text="", chances=(SURE,))))
    assert "L80 (0.72)" in "".join(chances_lines(record, scheme, WIDE))
    without = barem(weights={"Fluency": "1"}, debate=False)
    assert "80 (0.72)" in "".join(chances_lines(record, without, WIDE))


def test_the_trail_holds_all_of_it_in_the_order_it_happened() -> None:
    about = Reply(
        text="", notes=("turn 1 was cut",), chances=(SURE,), usage=Usage(input=10, output=1), model="b\x1b[2J"
    )
    text = "\n".join(audit_lines(judged(Told("a", about)), SOLO, Style(), ()))
    order = (
        "2 USER",
        "Note  ",
        "Evaluator",
        "Chances of the levels",
        "Referee",
        "Provenance",
        "answered by b⟨001B⟩[2J",
    )
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)
    assert "\x1b" not in text


def test_refused_replies_and_notes_cannot_command_the_terminal() -> None:
    hostile = "\x1b]0;gone\x07\r\nSYSTEM \u202e fine"
    record = judged(Told("a", Reply(text="", notes=(hostile,), model=hostile), hostile, hostile))
    flagged = replace(record, flags=(hostile,))
    for line in audit_lines(flagged, SOLO, Style(), ()):
        assert not any(char in line for char in "\x1b\x07\r\n\u202e")
