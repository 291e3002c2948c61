"""What runs inside Ray: a task that judges a shard, and the actor that keeps the gate."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from baremo.errors import SetupError
from baremo.models.meter import Meter, Spent
from baremo.run.engines.desk import Desk
from baremo.run.engines.gate import Answer, Gate, Wish
from baremo.run.engines.shard import Hear, Job, News, Shard, Stopped

_NOTHING = Answer(0)


class GateActor:
    """The gate, asked by tasks anywhere. Answers are fetched: one call at a time waits for whatever comes next."""

    def __init__(self, meter: Meter, most: int) -> None:
        self._gate = Gate(meter, most=most)
        self._boxes: dict[int, asyncio.Queue[Answer]] = {}
        self._done: set[int] = set()

    async def hear(self, shard: int, wishes: list[Wish]) -> None:
        if shard not in self._done:  # else these are a dead worker's last words
            self._gate.hear(str(shard), wishes, self._box(shard).put_nowait)

    async def answers(self, shard: int) -> list[Answer]:
        """All that there are, at least one."""
        if shard in self._done:
            return [_NOTHING]
        box = self._box(shard)
        found = [await box.get()]
        while not box.empty():
            found.append(box.get_nowait())
        return found

    async def lost(self, shard: int) -> None:
        """It is dead, or done."""
        self._done.add(shard)
        self._gate.lost(str(shard))
        if box := self._boxes.pop(shard, None):
            box.put_nowait(_NOTHING)  # whoever waits for an answer need not wait on

    async def spent(self) -> Mapping[str, Spent]:
        return self._gate.meter.spent

    def _box(self, shard: int) -> asyncio.Queue[Answer]:
        if shard not in self._boxes:
            self._boxes[shard] = asyncio.Queue()
        return self._boxes[shard]


def judge_shard(job: Job, shard: Shard, gate: Any) -> Iterator[Sequence[News]]:
    """In a process that other shards came to before. What is yielded is on its way at once."""
    try:
        worker = _worker(job)
    except SetupError as error:
        yield [News(place, Stopped.by(error)) for place in range(len(shard.dialogues))]
    else:
        yield from worker.judge(shard, gate)


_workers: dict[str, "_Worker"] = {}
"""One at most; it is another job's where the cluster is shared."""


def _worker(job: Job) -> "_Worker":
    key = repr((job.version, job.barem.digest, job.wanted, job.wanted.fence, job.bounded))
    if key not in _workers:
        for other in _workers.values():
            other.close()
        _workers.clear()
        _workers[key] = _Worker(job)
    return _workers[key]


class _Worker:
    """A desk with the event loop that it works in, which outlives a shard: connections stay open."""

    def __init__(self, job: Job) -> None:
        self._desk = Desk(job)
        self._runner = asyncio.Runner()

    def judge(self, shard: Shard, gate: Any) -> Iterator[Sequence[News]]:
        told: asyncio.Queue[Sequence[News]] = asyncio.Queue()
        judging = self._runner.get_loop().create_task(self._judged(shard, gate, told.put_nowait))
        judging.add_done_callback(lambda _: told.put_nowait(()))
        while news := self._runner.run(told.get()):
            yield news
        judging.result()
        self._desk.save()

    def close(self) -> None:
        self._runner.run(self._desk.aclose())
        self._runner.close()

    async def _judged(self, shard: Shard, gate: Any, hear: Hear) -> None:
        if gate is None:
            await self._desk.judge(shard, hear)
            return
        heard: list[Any] = []

        def send(wishes: list[Wish]) -> None:
            heard[:] = [gate.hear.remote(shard.number, wishes)]  # one after the other: the last says it for all

        self._desk.wire.send = send
        listening = asyncio.ensure_future(self._listen(shard.number, gate))
        try:
            await self._desk.judge(shard, hear)
        finally:
            self._desk.wire.flush()
            if heard:
                await heard[0]
            listening.cancel()
            await gate.lost.remote(shard.number)

    async def _listen(self, shard: int, gate: Any) -> None:
        while True:
            try:
                answers = await gate.answers.remote(shard)
            except Exception as error:
                self._desk.wire.fail(error)
                return
            self._desk.wire.hear(answers)
