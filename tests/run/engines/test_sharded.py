"""Shards that come back, and shards that do not."""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest

from baremo.core.ask import Reply
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import BudgetSpent, Problem, SetupError
from baremo.run.engines.shard import Done, Hear, Lost, News, Outcome, Shard, Stopped
from baremo.run.engines.sharded import DEATHS, PATIENCE, Identity, Sharded
from baremo.run.watching import watched
from baremo.store.journal import Answered
from building import dialogue

IDENTITY = Identity(barem="barem", judge="judge")


def talk(case: int) -> Dialogue:
    return dialogue("S: Hello.", case=case)


def judged(case: Dialogue) -> Record:
    verdict = Unscored(reason=f"{case.id} was seen", stage="test")
    return Record(dialogue=case, barem="barem", judge="judge", exchanges=(), checked=None, verdict=verdict)


def tell(hear: Hear, outcomes: Sequence[Outcome]) -> None:
    hear([News(place, outcome) for place, outcome in enumerate(outcomes)])


class Crew:
    """Dies over some dialogues: for ever, or so many times."""

    slots = 2

    def __init__(self, deadly: Collection[int] = (), *, times: int = 10**6) -> None:
        self._deadly = deadly
        self._times = times
        self.seen: list[tuple[list[int | str], bool]] = []
        self.closed = False

    async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
        ids = [case.id for case in shard.dialogues]
        self.seen.append((ids, alone))
        await asyncio.sleep(0)
        if self._times and any(case in self._deadly for case in ids):
            self._times -= 1
            raise Lost("SIGKILL")
        tell(hear, [Done.of(judged(case)) for case in shard.dialogues])

    async def aclose(self) -> None:
        self.closed = True


async def sent(crew: Crew, count: int, size: int = 4) -> list[Record]:
    engine = Sharded(crew, IDENTITY, size=size)
    futures = [engine.start(talk(case)) for case in range(count)]
    engine.push()
    records = await asyncio.wait_for(asyncio.gather(*futures), 10)
    await engine.aclose()
    return records


def test_dialogues_go_out_in_shards_and_come_back_with_their_own_words() -> None:
    crew = Crew()
    records = asyncio.run(sent(crew, 10))
    assert [ids for ids, _ in crew.seen] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert records == [judged(talk(case)) for case in range(10)]
    assert crew.closed


def test_a_shard_whose_worker_dies_is_taken_up_again() -> None:
    crew = Crew({2}, times=DEATHS - 1)
    assert asyncio.run(sent(crew, 8)) == [judged(talk(case)) for case in range(8)]
    assert Counter(tuple(ids) for ids, _ in crew.seen) == {(0, 1, 2, 3): DEATHS, (4, 5, 6, 7): 1}


def test_the_dialogue_that_is_deadly_is_found_and_told_as_unscored() -> None:
    crew = Crew({2})
    records = asyncio.run(sent(crew, 8))
    assert [record for record in records if record.dialogue.id != 2] == [judged(talk(n)) for n in range(8) if n != 2]
    lost = records[2]
    assert lost.dialogue == talk(2)
    assert isinstance(lost.verdict, Unscored)
    assert lost.verdict.reason.startswith("worker lost: 4 processes died")
    assert lost.verdict.passing, "another time, or elsewhere, it may go well"
    assert [ids for ids, alone in crew.seen if alone] == [[0], [1], [2], [3]]


def reply(case: Dialogue) -> Answered:
    return Answered(key=f"key of {case.id}", case=str(case.id), judge="judge", reply=Reply(text="{}"))


def test_what_a_worker_told_before_it_died_is_not_asked_for_again() -> None:
    class Mortal(Crew):
        """Its first worker is done with all but the last of a shard, which was answered once."""

        async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
            self.seen.append(([case.id for case in shard.dialogues], alone))
            self.had.append(shard.had)
            *others, last = shard.dialogues
            tell(hear, [Done.of(judged(case)) for case in others])
            if len(self.seen) == 1:
                hear([News(len(others), reply(last))])
                raise Lost("SIGKILL")
            hear([News(len(others), Done.of(judged(last)))])

        def __init__(self) -> None:
            super().__init__()
            self.had: list[tuple[Answered, ...]] = []

    crew = Mortal()
    assert asyncio.run(sent(crew, 4)) == [judged(talk(case)) for case in range(4)]
    assert [ids for ids, _ in crew.seen] == [[0, 1, 2, 3], [3]]
    assert crew.had == [(), (reply(talk(3)),)]


def test_dialogues_land_one_by_one_and_no_more_shards_are_under_way_than_there_is_room_for() -> None:
    class Slow(Crew):
        """The first of each shard is done at once, the others when they are let go."""

        def __init__(self) -> None:
            super().__init__()
            self.go = asyncio.Event()

        async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
            self.seen.append(([case.id for case in shard.dialogues], alone))
            first, *others = (News(place, Done.of(judged(case))) for place, case in enumerate(shard.dialogues))
            hear([first])
            await self.go.wait()
            hear(others)

    async def scene() -> None:
        crew = Slow()
        engine = Sharded(crew, IDENTITY, size=2)
        futures = [engine.start(talk(case)) for case in range(4)]
        assert await futures[0] == judged(talk(0))
        assert await futures[2] == judged(talk(2))
        futures += [engine.start(talk(case)) for case in (4, 5, 6)]
        engine.push()
        assert [ids for ids, _ in crew.seen] == [[0, 1], [2, 3]]
        crew.go.set()
        assert await asyncio.gather(*futures) == [judged(talk(case)) for case in range(7)]
        assert [ids for ids, _ in crew.seen] == [[0, 1], [2, 3], [4, 5], [6]]
        await engine.aclose()

    asyncio.run(asyncio.wait_for(scene(), 10))


def test_a_crew_that_grows_is_used_also_where_somebody_watches() -> None:
    crew = Crew()
    engine = watched(Sharded(crew, IDENTITY, size=4), None, barem="barem", judge="judge", hear=lambda record: None)
    assert engine.at_once == 8
    crew.slots = 5
    assert engine.at_once == 20


@pytest.mark.parametrize(
    "error", [BudgetSpent("--max-calls: enough"), SetupError([Problem("a", "b", "c", "B001"), Problem("d", "e", "f")])]
)
def test_what_stops_a_run_stops_it_from_a_worker_too(error: Exception) -> None:
    class Stopping(Crew):
        async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
            tell(hear, [Stopped.by(error)] * len(shard.dialogues))

    with pytest.raises(type(error)) as raised:
        asyncio.run(sent(Stopping(), 1))
    assert str(raised.value) == str(error)
    if isinstance(error, SetupError):
        assert isinstance(raised.value, SetupError)
        assert raised.value.problems == error.problems


def test_a_fault_in_a_worker_is_told_with_its_traceback() -> None:
    class Faulty(Crew):
        async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
            try:
                raise ZeroDivisionError("in a rule")
            except ZeroDivisionError as error:
                tell(hear, [Stopped.by(error)])

    with pytest.raises(RuntimeError, match=r"(?s)in a worker:.*test_sharded.py.*in a rule"):
        asyncio.run(sent(Faulty(), 1))


def test_many_workers_together_notice_that_the_server_is_away() -> None:
    class Away(Crew):
        async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
            gone = Unscored(reason="rate limited: 429", stage="evaluator")
            tell(hear, [Done.of(replace(judged(case), verdict=gone)) for case in shard.dialogues])

    assert len(asyncio.run(sent(Away(), PATIENCE - 1))) == PATIENCE - 1
    with pytest.raises(SetupError, match="20 dialogues in a row failed, the last one: rate limited: 429"):
        asyncio.run(sent(Away(), PATIENCE))


def test_nothing_waits_for_ever_where_the_crew_itself_fails() -> None:
    class Unfit(Crew):
        async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
            raise SetupError.single("--workers", "no memory", "buy some")

    with pytest.raises(SetupError, match="no memory"):
        asyncio.run(sent(Unfit(), 3))
