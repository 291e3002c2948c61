"""Many cases at once: each is judged once, kept as it goes, and told to the caller in the order of the input."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Record
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
    under_way: deque[asyncio.Task[Record]] = deque()
    try:
        for dialogue in dialogues:
            if run and str(dialogue.id) in known:
                await _finish(under_way, desk, leave=0)
                tell(next(run.records(str(dialogue.id))))
                continue
            if at_once == 1:
                desk.take(await evaluate(dialogue, barem, bench))
                await asyncio.sleep(0)  # an embedded judge never waits: let an interrupt through
                continue
            under_way.append(asyncio.create_task(evaluate(dialogue, barem, bench)))
            await _finish(under_way, desk, leave=at_once - 1)
        await _finish(under_way, desk, leave=0)
    except BudgetSpent:
        await asyncio.wait(under_way or [asyncio.create_task(asyncio.sleep(0))])  # what is paid for is taken
        raise
    finally:
        await _stop(under_way, desk)
        desk.keep()


class _Desk:
    """Where finished records go: told at once, kept in batches."""

    def __init__(self, run: RunFile | None, tell: Callable[[Record], None]) -> None:
        self._run = run
        self._tell = tell
        self._fresh: list[Record] = []

    def take(self, record: Record) -> None:
        self._fresh.append(record)
        if len(self._fresh) >= COMMIT_EVERY:
            self.keep()
        self._tell(record)

    def keep(self) -> None:
        if self._run and self._fresh:
            self._run.append(self._fresh)
        self._fresh.clear()


async def _finish(under_way: deque[asyncio.Task[Record]], desk: _Desk, *, leave: int) -> None:
    """Take what is done at the head of the queue; wait for it only while more than `leave` are under way."""
    while under_way and (len(under_way) > leave or under_way[0].done()):
        desk.take(await under_way.popleft())


async def _stop(under_way: deque[asyncio.Task[Record]], desk: _Desk) -> None:
    """What is done is kept, whatever stopped the run; what is not is given up."""
    for task in under_way:
        task.cancel()
    for record in await asyncio.gather(*under_way, return_exceptions=True):
        if isinstance(record, Record):
            desk.take(record)
