"""Many cases at once: each is judged once, kept as it goes, and told to the caller in the order of the input."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Record, Unscored
from baremo.errors import BudgetSpent
from baremo.run.bench import Bench
from baremo.run.evaluate import evaluate
from baremo.store.runfile import RunFile

COMMIT_EVERY = 64
"""Records per transaction: a kill loses at most these, and they are judged again (paid replies are in the cache)."""


async def judge_all(
    dialogues: Iterable[Dialogue],
    barem: Barem,
    bench: Bench,
    run: RunFile | None,
    tell: Callable[[Record], None],
    *,
    at_once: int = 1,
) -> None:
    """`tell` hears of every dialogue in order; those already in the run are not judged again."""
    known = run.known() if run else {}
    desk = _Desk(run, tell)
    try:
        for dialogue in dialogues:
            if str(dialogue.id) in known:
                await desk.put(str(dialogue.id), leave=at_once - 1)
            elif at_once == 1:
                desk.take(await evaluate(dialogue, barem, bench))
                await asyncio.sleep(0)  # an embedded judge never waits: let an interrupt through
            else:
                await desk.put(asyncio.create_task(evaluate(dialogue, barem, bench)), leave=at_once - 1)
        await desk.finish()
    except BudgetSpent:
        await desk.wait()  # what is paid for is taken
        raise
    finally:
        await desk.stop()


class _Desk:
    """Where dialogues wait for their turn to be told: those under way as tasks, those in the run by their id."""

    def __init__(self, run: RunFile | None, tell: Callable[[Record], None]) -> None:
        self._run = run
        self._tell = tell
        self._waiting: deque[asyncio.Task[Record] | str] = deque()
        self._fresh: list[Record] = []
        """Records that are not committed yet."""

    async def put(self, item: asyncio.Task[Record] | str, *, leave: int) -> None:
        self._waiting.append(item)
        await self.finish(leave=leave)

    async def finish(self, *, leave: int = 0) -> None:
        """Take what is done at the head of the line; wait for it only while more than `leave` are in it."""
        while self._waiting and (len(self._waiting) > leave or _done(self._waiting[0])):
            head = self._waiting.popleft()
            if isinstance(head, str):
                self._tell_known(head)
            else:
                self.take(await head)

    def take(self, record: Record) -> None:
        self._hold(record)
        self._tell(record)

    async def wait(self) -> None:
        await asyncio.gather(*self._tasks(), return_exceptions=True)

    async def stop(self) -> None:
        """What is done is kept before anything is told, whatever stopped the run; what is not done is given up."""
        for task in self._tasks():
            task.cancel()
        try:
            ended = await asyncio.gather(*self._tasks(), return_exceptions=True)
        finally:
            self._keep()
        records = [record for record in ended if isinstance(record, Record)]
        for record in records:
            self._hold(record)
        self._keep()
        for record in records:
            self._tell(record)

    def _tasks(self) -> list[asyncio.Task[Record]]:
        return [item for item in self._waiting if isinstance(item, asyncio.Task)]

    def _tell_known(self, case: str) -> None:
        if self._run:
            self._tell(next(self._run.records(case)))

    def _hold(self, record: Record) -> None:
        """What failed on the way to the server is not kept: the same command asks again."""
        if isinstance(record.verdict, Unscored) and record.verdict.passing:
            return
        self._fresh.append(record)
        if len(self._fresh) >= COMMIT_EVERY:
            self._keep()

    def _keep(self) -> None:
        if self._run and self._fresh:
            self._run.append(self._fresh)
        self._fresh.clear()


def _done(item: asyncio.Task[Record] | str) -> bool:
    return isinstance(item, str) or item.done()
