"""An engine that sends dialogues out in shards, and sees to it that every one of them comes back once.

A dialogue lands as soon as it is done, whatever becomes of the others of its shard. Replies to dialogues that are not
done are held here: where a worker dies, the next one gets them; where the run stops, the clerk does.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Protocol, TypeGuard

from baremo.core.dialogue import Dialogue
from baremo.core.record import Record, Ruled
from baremo.core.verdict import Unscored
from baremo.errors import Outcome as Failure
from baremo.errors import SetupError
from baremo.run.clerk import Clerk
from baremo.run.engines.shard import Hear, Lost, News, Outcome, Shard, Stopped
from baremo.store.journal import Answered

DEATHS = 3
"""After so many deaths over the same shard its dialogues are tried one by one."""
PATIENCE = 20
"""How many dialogues in a row may be lost on the way to a server before the run stops."""
NOTED = 1.0
"""Seconds until a reply is written down whose dialogue is not done."""


class Crew(Protocol):
    """Who judges shards."""

    @property
    def slots(self) -> int:
        """How many shards may be under way."""
        ...

    async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
        """Until all of it is done, and told. Raises `Lost` where the worker died. `alone`: the worker has nothing
        else."""
        ...

    async def aclose(self) -> None: ...


@dataclass(slots=True, eq=False)
class _Case:
    dialogue: Dialogue
    future: asyncio.Future[Record]
    replies: list[Answered] = field(default_factory=list)
    noted: int = 0
    """So many of the replies are in the clerk's hands."""


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
        self._open: set[_Case] = set()
        """Those that were sent out and are not done."""
        self._noting: asyncio.TimerHandle | None = None

    @property
    def at_once(self) -> int:
        return self._crew.slots * self._size

    def start(self, dialogue: Dialogue) -> asyncio.Future[Record]:
        future: asyncio.Future[Record] = asyncio.get_running_loop().create_future()
        self._gathering.append(_Case(dialogue, future))
        if len(self._gathering) >= self._size:
            self.push()
        return future

    def push(self) -> None:
        """As far as there is room: dialogues come back one by one, and a shard is under way until the last is back."""
        while self._gathering and len(self._tasks) < self._crew.slots:
            cases, self._gathering = self._gathering[: self._size], self._gathering[self._size :]
            self._open.update(cases)
            task = asyncio.ensure_future(self._see_to(cases))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    async def aclose(self) -> None:
        """Workers may still tell of what was answered by then."""
        self._gathering.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._crew.aclose()
        self._note_open()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.push()

    async def _see_to(self, cases: Sequence[_Case]) -> None:
        """Whatever happens, each future gets its result or the reason why there is none."""
        try:
            for _ in range(DEATHS):
                await self._try([case for case in cases if not case.future.done()])
            for case in cases:
                if not case.future.done():
                    await self._try([case], alone=True)
                if not case.future.done():
                    self._give_up(case)
        except Exception as error:
            for case in cases:
                if not case.future.done():
                    case.future.set_exception(error)

    async def _try(self, cases: Sequence[_Case], *, alone: bool = False) -> None:
        """Where the worker dies over it, some of them are not done."""
        if not cases:
            return
        had = [answered for case in cases for answered in case.replies]
        if self._clerk:
            ids = [str(case.dialogue.id) for case in cases]
            await self._clerk.intend_all(ids, self._identity.judge)
            had += self._clerk.recall_all(ids)
        shard = Shard(number=next(self._numbers), dialogues=tuple(case.dialogue for case in cases), had=tuple(had))
        with suppress(Lost):
            await self._crew.judge(shard, partial(self._hear, cases), alone=alone)

    def _hear(self, cases: Sequence[_Case], news: Sequence[News]) -> None:
        for one in news:
            if isinstance(one.what, Answered):
                cases[one.place].replies.append(one.what)
                if self._clerk and not self._noting:
                    self._noting = asyncio.get_running_loop().call_later(NOTED, self._note_open)
            else:
                self._land(cases[one.place], one.what)

    def _land(self, case: _Case, outcome: Outcome) -> None:
        self._open.discard(case)
        if isinstance(outcome, Stopped):
            self._note(case)
            if not case.future.done():
                case.future.set_exception(outcome.error)
            return
        record = outcome.record_of(case.dialogue)
        if _passes(record.verdict):
            self._note(case)
        if case.future.done():
            self._keep_late(record)
        elif outage := self._outage(record.verdict):
            case.future.set_exception(outage)
        else:
            case.future.set_result(record)

    def _keep_late(self, record: Record) -> None:
        """The run is being stopped, nobody waits for it any more, and yet it is done and paid for."""
        if self._clerk and not self._clerk.broken and not _passes(record.verdict):
            with suppress(Exception):  # then it is asked for again
                self._clerk.conclude(record)

    def _note(self, case: _Case) -> None:
        """So that its replies are not asked for again."""
        fresh = case.replies[case.noted :]
        if self._clerk and fresh:
            case.noted = len(case.replies)
            self._clerk.answered_elsewhere(fresh)

    def _note_open(self) -> None:
        """All in one commit, before one of them is done: what is written of a dialogue goes when its verdict comes."""
        if self._noting:
            self._noting.cancel()
            self._noting = None
        if self._clerk and not self._clerk.broken:
            for case in self._open:
                self._note(case)
            with suppress(Exception):  # `broken` tells of it
                self._clerk.flush()

    def _outage(self, verdict: Ruled) -> SetupError | None:
        """Each worker stops after so many failures in a row; many workers see only a few each."""
        if not _passes(verdict):
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
        self._open.discard(case)
        self._note(case)
        case.future.set_result(record)


def _passes(verdict: Ruled) -> TypeGuard[Unscored]:
    """Whether it is not kept, and asked for again another time."""
    return isinstance(verdict, Unscored) and verdict.passing
