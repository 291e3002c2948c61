"""Many cases at once: each is judged once, kept as soon as it is done, and told to the caller in the input's order.

Memory is bounded: so many dialogues are under way as the engine takes, and so many wait behind a slow one to be told.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import BudgetSpent
from baremo.load.dialogues import Spot
from baremo.run.bench import Bench
from baremo.run.clerk import Clerk
from baremo.run.engine import Engine, Here
from baremo.run.keep import refuse_other
from baremo.store.journal import Mark, Tries
from baremo.store.run import Run, forgotten_id

BEHIND = 4
"""So many times as many dialogues as are under way may wait behind a slow one, done and not told."""
PARKED = 5
"""After so many failures a dialogue is not asked about again, unless that is wished."""
CLAIMED = 32
"""Dialogues that are claimed at a time, where several processes share the work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What is to be judged, and with what."""

    dialogues: Callable[[], Iterable[Dialogue]]
    engine: Engine
    barem: str
    """Its digest."""
    judge: str
    """The bench's name."""
    clerk: Clerk | None = None
    in_order: bool = True
    """Whether dialogues that are in the run already are told in their place. Reading them takes time: where the order
    is of no use, what is new goes first, and they are left to the caller."""
    spot: Callable[[], Spot] = Spot
    """Where the dialogue stands that was read last."""
    mark: Callable[[Spot, int], Mark | None] = lambda spot, passed: None  # noqa: ARG005
    """A note that all before this spot is done, and how many these are."""
    passed: int = 0
    """How many were passed over before the first."""
    skipped: Callable[[], None] = lambda: None
    """Hears of each that was in the run already and is not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Ids of dialogues that nobody was told about."""

    known: set[str] = field(default_factory=set)
    """They were in the run already."""
    elsewhere: set[str] = field(default_factory=set)
    """Another process is at them."""


async def judge_all(
    dialogues: Iterable[Dialogue],
    barem: Barem,
    bench: Bench,
    run: Run | None,
    tell: Callable[[Record], None],
    *,
    at_once: int = 1,
) -> None:
    """`tell` hears of every dialogue in order; those already in the run are not judged again."""
    work = Work(
        dialogues=lambda: dialogues,
        engine=Here(barem, bench, at_once=at_once),
        barem=barem.digest,
        judge=bench.name,
        clerk=Clerk(run) if run else None,
    )
    await go_through(work, run, tell)


async def go_through(work: Work, run: Run | None, tell: Callable[[Record], None]) -> Left:
    line = _Line(work, run, tell)
    if work.clerk:
        work.clerk.mark = line.mark
    walk = _Walk(work, run, line)
    try:
        await walk.through()
        await line.finish()
        if walk.left.elsewhere:  # those who were at them may be done by now, or dead
            known, walk = walk.left.known, _Walk(work, run, line, only=walk.left.elsewhere)
            await walk.through()
            await line.finish()
            walk.left.known.update(known)
    except BudgetSpent:
        await line.wait()  # what is paid for is taken
        raise
    finally:
        await line.stop()
    return walk.left


class _Walk:
    """Once through the input."""

    def __init__(self, work: Work, run: Run | None, line: "_Line", only: set[str] | None = None) -> None:
        self._work = work
        self._run = run
        self._line = line
        self._only = only
        self._shared = run is not None and not isinstance(run.path, Path)
        self._known: Mapping[str, str] = run.known() if run else {}
        self._forgets = run is not None and bool(run.forgotten())
        self._troubles = work.clerk.troubles() if work.clerk else {}
        self.left = Left()

    async def through(self) -> None:
        fresh: list[tuple[Dialogue, Spot]] = []
        several = CLAIMED if self._shared else 1
        for dialogue in self._work.dialogues():
            case, spot = str(dialogue.id), self._work.spot()
            if self._only is not None and case not in self._only:
                continue
            if not self._is_new(dialogue):
                await self._judge(fresh)
                await self._pass_known(case, spot)
            elif _is_parked(self._troubles.get(case)):
                await self._judge(fresh)
                await self._line.pass_by(_parked(dialogue, self._troubles[case], self._work), spot, done=False)
            else:
                fresh.append((dialogue, spot))
                if len(fresh) == several:
                    await self._judge(fresh)
        await self._judge(fresh)
        self._line.read_all()

    def _is_new(self, dialogue: Dialogue) -> bool:
        """Whether it is not in the run. One that is there with other words, or was forgotten, stops the run."""
        known = self._known.get(str(dialogue.id))
        if self._run and (known is not None or (self._forgets and forgotten_id(dialogue.id) in self._known)):
            refuse_other(self._run, dialogue, known)
        return known is None

    async def _pass_known(self, case: str, spot: Spot) -> None:
        if self._work.in_order:
            await self._line.pass_by(case, spot)
        else:
            self.left.known.add(case)
            self._line.skip(spot)
            self._work.skipped()

    async def _judge(self, fresh: list[tuple[Dialogue, Spot]]) -> None:
        """Takes them all off the list."""
        mine = None
        if fresh and self._run and self._shared:
            mine = self._run.claim([str(dialogue.id) for dialogue, _ in fresh])
        for dialogue, spot in fresh:
            if mine is None or str(dialogue.id) in mine:
                await self._line.enter(dialogue, spot)
            else:
                self.left.elsewhere.add(str(dialogue.id))
                self._line.skip(spot, done=False)
        fresh.clear()


def _is_parked(trouble: Tries | None) -> bool:
    return trouble is not None and trouble.failures >= PARKED


def _parked(dialogue: Dialogue, trouble: Tries, work: Work) -> Record:
    reason = f"parked after {trouble.failures} failures, the last: {trouble.last.detail}"
    verdict = Unscored(reason=reason, stage="parked")
    return Record(
        dialogue=dialogue, barem=work.barem, judge=work.judge, exchanges=(), checked=None, verdict=verdict, observed=()
    )


@dataclass(slots=True)
class _Place:
    """A dialogue's place in the line."""

    item: asyncio.Future[Record] | Record | str
    """Under way, done and in the clerk's hands, or in the run under this id."""
    spot: Spot
    passed: int
    """How many stand before that spot, from the input's beginning."""


class _Line:
    """Where dialogues stand in the order of the input."""

    def __init__(self, work: Work, run: Run | None, tell: Callable[[Record], None]) -> None:
        self._work = work
        self._engine = work.engine
        self._clerk = work.clerk
        self._run = run
        self._tell = tell
        self._standing: deque[_Place] = deque()
        self._passed = work.passed
        self._last = (work.spot(), work.passed)
        """The last spot, and how many stand before it."""
        self._seeks = run is None or isinstance(run.path, Path)
        """Where several share the work, nobody knows what is done."""
        self._undone: tuple[Spot, int] | None = None
        """The first that will have to be read again."""
        self._flying = 0
        self._news = asyncio.Event()
        self._failure: BaseException | None = None

    async def enter(self, dialogue: Dialogue, spot: Spot) -> None:
        while self._flying >= self._engine.at_once or self._is_long():
            await self._something()
        future = self._engine.start(dialogue)
        self._flying += 1
        future.add_done_callback(partial(self._landed, self._stand(future, spot)))

    async def pass_by(self, item: Record | str, spot: Spot, *, done: bool = True) -> None:
        """What is told in its place, and not judged."""
        self._stand(item, spot)
        if not done:
            self._note_undone(*self._last)
        self._tell_head()
        while self._is_long():
            await self._something()

    def skip(self, spot: Spot, *, done: bool = True) -> None:
        """What is not told."""
        self._come(spot)
        if not done:
            self._note_undone(*self._last)
        self._passed += 1

    def read_all(self) -> None:
        self._come(self._work.spot())

    def _come(self, spot: Spot) -> None:
        """Several dialogues may have one spot: what counts is how many stand before the first of them."""
        if spot != self._last[0]:
            self._last = (spot, self._passed)

    async def finish(self) -> None:
        self._tell_head()
        while self._standing:
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
        for place in self._standing:
            if isinstance(place.item, Record):
                self._tell(place.item)

    def mark(self) -> Mark | None:
        """All that stands before it is kept in the commit that the mark goes into."""
        if not self._seeks:
            return self._work.mark(Spot(), 0)
        spot, passed = self._undone or self._last
        if self._standing:
            head = self._standing[0]
            spot, passed = min((spot, passed), (head.spot, head.passed))
        return self._work.mark(spot, passed)

    def _flush(self, clerk: Clerk) -> None:
        if clerk.broken:
            with suppress(Exception):  # it has been raised already
                clerk.flush()
        else:
            clerk.flush(last=True)

    def _stand(self, item: asyncio.Future[Record] | Record | str, spot: Spot) -> _Place:
        self._come(spot)
        place = _Place(item, *self._last)
        self._standing.append(place)
        self._passed += 1
        return place

    def _is_long(self) -> bool:
        return len(self._standing) > BEHIND * self._engine.at_once

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

    def _landed(self, place: _Place, future: asyncio.Future[Record]) -> None:
        """A record leaves the line only after the clerk has it: a mark must not go past what is not kept."""
        self._flying -= 1
        self._news.set()
        if future.cancelled():
            return
        error = future.exception()
        if error is None:
            record = place.item = future.result()
            try:
                if self._clerk:
                    self._clerk.conclude(record)
            except Exception as unwritable:
                error = unwritable
        self._failure = self._failure or error

    def _tell_head(self) -> None:
        while self._standing:
            head = self._standing[0]
            if isinstance(head.item, asyncio.Future):
                return
            record = head.item if isinstance(head.item, Record) else self._known(head.item)
            if isinstance(record.verdict, Unscored) and record.verdict.passing:
                self._note_undone(head.spot, head.passed)
            self._standing.popleft()
            self._tell(record)

    def _note_undone(self, spot: Spot, passed: int) -> None:
        self._undone = self._undone or (spot, passed)

    def _known(self, case: str) -> Record:
        if self._run is None:
            raise LookupError(case)
        return next(self._run.records(case))

    def _under_way(self) -> Iterator[asyncio.Future[Record]]:
        return (place.item for place in self._standing if isinstance(place.item, asyncio.Future))
