"""One case, and many: what becomes of failures, and of dialogues that are already there."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

import baremo
from baremo.core.ask import Ask, Reply, Role
from baremo.core.barem import Barem
from baremo.core.claims import Claims
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.record import Record
from baremo.core.verdict import Scored, Unscored
from baremo.errors import JudgeError, SetupError
from baremo.judging.plans import Plan
from baremo.run.batch import judge_all
from baremo.run.bench import Bench
from baremo.run.clerk import COMMIT_EVERY
from baremo.run.drive import drive
from baremo.run.keep import barem_of, open_run, refuse_changed
from building import claims, dialogue, six

ALL_80 = six(80, 80, 80, 80, 80, 80)
TALK = dialogue("S: Hello.", "U: Hi.")


def talks(count: int) -> list[Dialogue]:
    return [dialogue("S: Hello.", "U: Hi.", case=number) for number in range(1, count + 1)]


def agreeable(count: int) -> baremo.ScriptedModel:
    return baremo.ScriptedModel.saying({str(number): claims(ALL_80) for number in range(1, count + 1)})


def test_the_judge_never_sees_human_marks_but_the_rules_do() -> None:
    labelled = Dialogue(
        id=1,
        turns=(Turn(speaker=Speaker.SYSTEM, text="Hello."), Turn(speaker=Speaker.USER, text="Hi.", marks=(1, 1))),
        overall=(2, 2),
        metadata={"csat": 1},
    )
    judge = agreeable(1)
    record = baremo.judge(labelled, barem="strict", judge=judge)
    assert [ask.role for ask in judge.asks] == [Role.EVALUATOR, Role.CRITIC]
    for ask in judge.asks:
        assert (ask.dialogue.overall, dict(ask.dialogue.metadata)) == ((), {})
        assert all(turn.marks == () for turn in ask.dialogue.turns)
    assert isinstance(record.verdict, Scored)
    assert [step.rule for step in record.verdict.steps] == ["cap-task", "cap-empathy"]


def test_a_dialogue_without_system_is_unscored_and_nobody_is_asked() -> None:
    judge = agreeable(1)
    record = baremo.judge(dialogue("U: Anyone there?"), judge=judge)
    assert record.verdict == Unscored(reason="no SYSTEM turn to judge", stage="input")
    assert judge.asks == []


def test_a_critic_that_fails_leaves_the_case_unscored_with_what_was_said() -> None:
    judge = baremo.ScriptedModel(lambda ask: "no JSON" if ask.role is Role.CRITIC else SOUND)
    record = baremo.judge(TALK, judge=judge)
    assert isinstance(record.verdict, Unscored)
    assert record.verdict.stage == "critic"
    assert [exchange.role for exchange in record.exchanges] == [Role.EVALUATOR, Role.CRITIC, Role.CRITIC]
    assert record.exchanges[1].reply.text == "no JSON"
    assert record.checked is None


SOUND = asyncio.run(agreeable(1).answer(Ask(role=Role.EVALUATOR, dialogue=TALK, barem=Barem.load("strict")))).text


def test_a_script_without_a_line_is_a_judge_that_fails() -> None:
    assert isinstance(baremo.judge(TALK, judge=baremo.ScriptedModel({})).verdict, Unscored)
    assert isinstance(baremo.judge(TALK, judge=baremo.ScriptedModel.saying({})).verdict, Unscored)


def test_lines_of_a_script_may_be_objects() -> None:
    record = baremo.judge(TALK, barem="solo", judge=baremo.ScriptedModel({Role.EVALUATOR: {"marks": []}}))
    assert record.exchanges[0].reply.text == '{"marks":[]}'


def test_an_invalid_dialogue_is_misuse() -> None:
    with pytest.raises(SetupError, match="dialogue 1, turn 2: text with half"):
        baremo.judge(dialogue("S: Hello.", "U: \ud800"))
    with pytest.raises(SetupError, match="dialogue 5: a dialogue without turns"):
        baremo.judge(Dialogue(id=5, turns=()))
    with pytest.raises(SetupError, match="no such judge"):
        baremo.judge(TALK, judge="oracle")


def test_asks_yielded_together_are_answered_together() -> None:
    class Slow:
        name = "slow"
        waiting = 0

        async def answer(self, ask: Ask) -> Reply:
            self.waiting += 1
            await asyncio.sleep(0)
            return Reply(text=f"{self.waiting} at once")

    def both() -> Plan:
        ask = Ask(role=Role.EVALUATOR, dialogue=TALK, barem=Barem.load("solo"))
        replies = yield (ask, ask)
        assert replies == (Reply(text="2 at once"), Reply(text="2 at once"))
        return claims(ALL_80)

    assert isinstance(asyncio.run(drive(both(), Bench.of(Slow()), [])), Claims)


def judged(dialogues: list[Dialogue], path: Path, judge: baremo.ScriptedModel) -> list[Record]:
    heard: list[Record] = []
    barem = Barem.load("strict")
    with open_run(path, barem, Bench.of(judge), now="now") as run:
        refuse_changed(run, dialogues)
        asyncio.run(judge_all(dialogues, barem, Bench.of(judge), run, heard.append))
    return heard


def test_going_on_judges_only_what_is_new_and_tells_all_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    first = judged(talks(3), path, agreeable(3))
    judge = agreeable(5)
    second = judged(talks(5), path, judge)
    assert [ask.dialogue.id for ask in judge.asks] == [4, 4, 5, 5]
    assert [record.dialogue.id for record in second] == [1, 2, 3, 4, 5]
    assert second[:3] == first
    with baremo.RunFile.open(path) as run:
        assert run.count() == 5
        assert barem_of(run) == Barem.load("strict")


def test_an_interrupt_keeps_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    barem, judge, count = Barem.load("strict"), agreeable(COMMIT_EVERY * 2), COMMIT_EVERY + 7
    heard: list[Record] = []

    def stop(record: Record) -> None:
        heard.append(record)
        if len(heard) == count:
            raise KeyboardInterrupt

    with open_run(path, barem, Bench.of(judge), now="now") as run, pytest.raises(KeyboardInterrupt):
        asyncio.run(judge_all(talks(COMMIT_EVERY * 2), barem, Bench.of(judge), run, stop))
    with baremo.RunFile.open(path) as run:
        assert list(run.records()) == heard


def test_a_run_holds_one_barem_and_one_judge(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    judged(talks(1), path, agreeable(1))
    with pytest.raises(SetupError, match="made with barem strict and judge scripted, not debate and scripted"):
        open_run(path, Barem.load("debate"), Bench.of(agreeable(1)), now="now")
    with pytest.raises(SetupError, match="not strict and other"):
        open_run(path, Barem.load("strict"), Bench.of(baremo.ScriptedModel({}, name="other")), now="now")
    changed = replace(Barem.load("strict"), title="Another")
    with pytest.raises(SetupError, match="changed since"):
        open_run(path, changed, Bench.of(agreeable(1)), now="now")


def test_a_dialogue_that_changed_is_not_put_beside_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    judged(talks(2), path, agreeable(2))
    changed = [talks(1)[0], dialogue("S: Good bye.", case=2)]
    with pytest.raises(SetupError, match=r"dialogue 2: is in .* with another content"):
        judged(changed, path, agreeable(2))


def test_a_judge_may_raise_its_own_reason() -> None:
    class Broken:
        name = "broken"

        async def answer(self, ask: Ask) -> Reply:
            raise JudgeError("out of order", stage=ask.role)

    record = baremo.judge(TALK, judge=Broken())
    assert record.verdict == Unscored(reason="out of order", stage="evaluator")


def test_async_twins(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": 1, "messages": [{"role": "assistant", "content": "Hello."}]}\n', encoding="utf-8")

    async def all_of_it() -> list[Record]:
        return [
            await baremo.ajudge(one, barem=Barem.load("solo"), judge=agreeable(1))
            async for one in baremo.aload_dialogues(path)
        ]

    (record,) = asyncio.run(all_of_it())
    assert isinstance(record.verdict, Scored)
