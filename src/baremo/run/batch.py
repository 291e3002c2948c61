"""Many cases at once: each is judged once, kept as soon as it is done, and told to the caller in the order of the input.

Memory is bounded: so many dialogues are under way as the engine takes, and so many wait behind a slow one to be told.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Record, Unscored
from baremo.errors import BudgetSpent, StorageError
from baremo.run.bench import Bench
from baremo.run.clerk import COMMIT_EVERY as COMMIT_EVERY
from baremo.run.clerk import Clerk
from baremo.run.engine import Engine, Here
from baremo.store.journal import Tries
from baremo.store.runfile import RunFile

BEHIND = 4
"""So many times as many dialogues as are under way may wait behind a slow one, done and not told."""
PARKED = 5
"""After so many failures a dialogue is not asked about again, unless that is wished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What is to be judged, and with what."""

    dialogues: Iterable[Dialogue]
    engine: Engine
    barem: str
    """Its digest."""
    judge: str
    """The bench's name."""
    clerk: Clerk | None = None
    in_order: bool = True
    """Whether dialogues that are in the run already are told in their place. Reading them takes time: where the order is
    of no use, what is new goes first, and they are left to the caller."""


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
    work = Work(
        dialogues=dialogues,
        engine=Here(barem, bench, at_once=at_once),
        barem=barem.digest,
        judge=bench.name,
        clerk=Clerk(run) if run else None,
    )
    await go_through(work, run, tell)


async def go_through(work: Work, run: RunFile | None, tell: Callable[[Record], None]) -> set[str]:
    """The ids of dialogues that were there already and were not told."""
    known: Mapping[str, str] = run.known() if run else {}
    troubles = work.clerk.troubles() if work.clerk else {}
    line, left = _Line(work, run, tell), set()
    try:
        for dialogue in work.dialogues:
            case = str(dialogue.id)
            if case not in known:
                if _is_parked(troubles.get(case)):
                    await line.pass_by(_parked(dialogue, troubles[case], work))
                else:
                    await line.enter(dialogue)
            elif work.in_order:
                await line.pass_by(case)
            else:
                left.add(case)
        await line.finish()
    except BudgetSpent:
        await line.wait()  # what is paid for is taken
        raise
    finally:
        await line.stop()
    return left


def _is_parked(trouble: Tries | None) -> bool:
    return trouble is not None and trouble.failures >= PARKED


def _parked(dialogue: Dialogue, trouble: Tries, work: Work) -> Record:
    reason = f"parked after {trouble.failures} failures, the last: {trouble.last.detail}"
    verdict = Unscored(reason=reason, stage="parked")
    return Record(
        dialogue=dialogue, barem=work.barem, judge=work.judge, exchanges=(), checked=None, verdict=verdict, observed=()
    )


class _Line:
    """Where dialogues stand in the order of the input: those under way as futures, those in the run by their id, those
    that need no judging as records."""

    def __init__(self, work: Work, run: RunFile | None, tell: Callable[[Record], None]) -> None:
        self._engine = work.engine
        self._clerk = work.clerk
        self._run = run
        self._tell = tell
        self._standing: deque[asyncio.Future[Record] | Record | str] = deque()
        self._flying = 0
        self._news = asyncio.Event()
        self._failure: BaseException | None = None

    async def enter(self, dialogue: Dialogue) -> None:
        while self._flying >= self._engine.at_once or len(self._standing) > BEHIND * self._engine.at_once:
            await self._something()
        future = self._engine.start(dialogue)
        self._flying += 1
        future.add_done_callback(self._landed)
        self._standing.append(future)

    async def pass_by(self, item: Record | str) -> None:
        self._standing.append(item)
        while len(self._standing) > BEHIND * self._engine.at_once:
            await self._something()
        self._tell_head()

    async def finish(self) -> None:
        while self._standing:
            self._tell_head()
            if self._standing:
                await self._something()

    async def wait(self) -> None:
        """What is under way comes to its end."""
        self._engine.push()
        await asyncio.gather(*self._under_way(), return_exceptions=True)

    async def stop(self) -> None:
        """What is done is kept before anything is told, whatever stopped the run; what is not done is given up."""
        for future in self._under_way():
            future.cancel()
        try:
            await asyncio.gather(*self._under_way(), return_exceptions=True)
        finally:
            if self._clerk:
                self._flush(self._clerk)
        for item in self._standing:
            if isinstance(item, asyncio.Future) and _has_result(item):
                self._tell(item.result())

    def _flush(self, clerk: Clerk) -> None:
        if clerk.broken:
            with suppress(StorageError):  # it has been raised already
                clerk.flush()
        else:
            clerk.flush()

    async def _something(self) -> None:
        """Until a dialogue is done. Raises what stopped one that cannot be gone on without."""
        if not self._news.is_set():
            self._engine.push()
            await self._news.wait()
        self._news.clear()
        if self._failure:
            raise self._failure
        if self._clerk and self._clerk.broken:
            raise self._clerk.broken
        self._tell_head()

    def _landed(self, future: asyncio.Future[Record]) -> None:
        self._flying -= 1
        self._news.set()
        if future.cancelled():
            return
        error = future.exception()
        if error is None and self._clerk:
            try:
                self._clerk.conclude(future.result())
            except StorageError as storage:
                error = storage
        self._failure = self._failure or error

    def _tell_head(self) -> None:
        while self._standing:
            head = self._standing[0]
            if isinstance(head, asyncio.Future):
                if not _has_result(head):
                    return
                record = head.result()
            else:
                record = head if isinstance(head, Record) else self._known(head)
            self._standing.popleft()
            self._tell(record)

    def _known(self, case: str) -> Record:
        if self._run is None:
            raise LookupError(case)
        return next(self._run.records(case))

    def _under_way(self) -> Iterator[asyncio.Future[Record]]:
        return (item for item in self._standing if isinstance(item, asyncio.Future))


def _has_result(future: asyncio.Future[Record]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
