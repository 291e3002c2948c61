"""An engine that sends dialogues out in shards, and sees to it that every one of them comes back once."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Record, Unscored, Verdict
from baremo.errors import Outcome as Failure
from baremo.errors import SetupError
from baremo.run.clerk import Clerk
from baremo.run.engines.shard import Lost, Outcome, Shard, Stopped
from baremo.store.journal import Answered

DEATHS = 3
"""After so many deaths over the same shard its dialogues are tried one by one."""
PATIENCE = 20
"""How many dialogues in a row may be lost on the way to a server before the run stops."""


class Crew(Protocol):
    """Who judges shards."""

    @property
    def slots(self) -> int:
        """How many shards may be under way."""
        ...

    async def judge(self, shard: Shard, *, alone: bool) -> list[Outcome]:
        """In the order of the dialogues. Raises `Lost` where the worker died. `alone`: the worker has nothing else."""
        ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Case:
    dialogue: Dialogue
    future: asyncio.Future[Record]


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What stands in every record of a run."""

    barem: str
    """Its digest."""
    judge: str
    """The bench's name."""


class Sharded:
    def __init__(self, crew: Crew, identity: Identity, *, size: int, clerk: Clerk | None = None) -> None:
        """`clerk`: where judging costs something, and is written down before."""
        self._crew = crew
        self._identity = identity
        self._size = size
        self._clerk = clerk
        self._gathering: list[_Case] = []
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed = 0
        """How many dialogues in a row were lost on the way to a server."""
        self.deaths = 0
        """How many workers died."""

    @property
    def at_once(self) -> int:
        return self._crew.slots * self._size

    def start(self, dialogue: Dialogue) -> asyncio.Future[Record]:
        future: asyncio.Future[Record] = asyncio.get_running_loop().create_future()
        self._gathering.append(_Case(dialogue, future))
        if len(self._gathering) == self._size:
            self.push()
        return future

    def push(self) -> None:
        cases, self._gathering = self._gathering, []
        if cases:
            task = asyncio.ensure_future(self._see_to(cases))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def aclose(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._crew.aclose()

    async def _see_to(self, cases: Sequence[_Case]) -> None:
        """Whatever happens, each future gets its result or the reason why there is none."""
        try:
            for _ in range(DEATHS):
                if await self._tried(cases):
                    return
            for case in cases:
                if not await self._tried([case], alone=True):
                    self._give_up(case)
        except Exception as error:
            for case in cases:
                if not case.future.done():
                    case.future.set_exception(error)

    async def _tried(self, cases: Sequence[_Case], *, alone: bool = False) -> bool:
        """False where the worker died over it."""
        ids = [str(case.dialogue.id) for case in cases]
        had: tuple[Answered, ...] = ()
        if self._clerk:
            await self._clerk.intend_all(ids, self._identity.judge)
            had = self._clerk.recall_all(ids)
        shard = Shard(number=next(self._numbers), dialogues=tuple(case.dialogue for case in cases), had=had)
        try:
            outcomes = await self._crew.judge(shard, alone=alone)
        except Lost:
            self.deaths += 1
            return False
        for case, outcome in zip(cases, outcomes, strict=True):
            self._land(case, outcome)
        return True

    def _land(self, case: _Case, outcome: Outcome) -> None:
        if self._clerk and outcome.answered:
            self._clerk.answered_elsewhere(outcome.answered)
        if case.future.done():  # given up in the meantime
            return
        if isinstance(outcome, Stopped):
            case.future.set_exception(outcome.error)
        elif outage := self._outage(outcome.record.verdict):
            case.future.set_exception(outage)
        else:
            case.future.set_result(outcome.record_of(case.dialogue))

    def _outage(self, verdict: Verdict) -> SetupError | None:
        """Each worker stops after so many failures in a row; many workers see only a few each."""
        if not isinstance(verdict, Unscored) or not verdict.passing:
            self._failed = 0
            return None
        self._failed += 1
        if self._failed < PATIENCE:
            return None
        what = f"{self._failed} dialogues in a row failed, the last one: {verdict.reason}"
        remedy = "see that the server is there and can be reached; then the same command goes on"
        return SetupError.single(f"judge {self._identity.judge}", what, remedy)

    def _give_up(self, case: _Case) -> None:
        reason = f"{Failure.WORKER_LOST}: {DEATHS + 1} processes died over it, the last with nothing else to do"
        record = Record(
            dialogue=case.dialogue,
            barem=self._identity.barem,
            judge=self._identity.judge,
            exchanges=(),
            checked=None,
            verdict=Unscored(reason=reason, stage="worker"),
        )
        if not case.future.done():
            case.future.set_result(record)
