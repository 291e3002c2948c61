"""Several processes of this machine, each with its own interpreter.

They are started afresh and spoken to through pipes, not taken from a pool: a pool falls as a whole when one of its
processes is killed, and cannot say who had what. A process whose pipe ends was left alone, and ends by itself.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from baremo.errors import SetupError
from baremo.run.engines.gate import Answer, Gate
from baremo.run.engines.mail import packed, received
from baremo.run.engines.shard import Hear, Job, Lost, Shard
from baremo.run.engines.worker import Answers, Ready, Told, Wishes
from baremo.store.journal import Answered

STARTS = 3
"""So many processes in a row may die before they are ready."""
GRACE = 2.0
"""Seconds to put away what was paid for; then it is killed."""
_BEGIN = "import sys; sys.path[:] = {path!r}; from baremo.run.engines.worker import main; main()"


class Processes:
    def __init__(self, job: Job, workers: int, *, slots: int, gate: Gate | None = None) -> None:
        self._seats = [_Seat(job, f"worker {number + 1}", gate) for number in range(workers)]
        self._apart = _Seat(job, "worker apart", gate)
        self._alone = asyncio.Lock()
        self.slots = slots

    async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:
        if not alone:
            await min(self._seats, key=lambda seat: seat.load).judge(shard, hear)
            return
        async with self._alone:
            await self._apart.judge(shard, hear)

    async def aclose(self) -> None:
        await asyncio.gather(*(seat.aclose() for seat in [*self._seats, self._apart]))


class _Seat:
    """A worker and, where it dies, the next one."""

    def __init__(self, job: Job, name: str, gate: Gate | None) -> None:
        self._job = job
        self._name = name
        self._gate = gate
        self._worker: _Worker | None = None
        self._starting = asyncio.Lock()
        self.load = 0
        """Dialogues that it has, or waits for."""

    async def judge(self, shard: Shard, hear: Hear) -> None:
        self.load += len(shard.dialogues)
        try:
            async with self._starting:
                if self._worker is None or self._worker.dead:
                    self._worker = await self._start()
            await self._worker.judge(shard, hear)
        finally:
            self.load -= len(shard.dialogues)

    async def aclose(self) -> None:
        if self._worker:
            await self._worker.aclose()

    async def _start(self) -> "_Worker":
        died = Lost("")
        for _ in range(STARTS):
            try:
                return await _Worker.started(self._job, self._name, self._gate)
            except Lost as lost:
                died = lost
        what = f"{STARTS} processes in a row ended before they began, the last with {died}"
        raise SetupError.single("--workers", what, "see that there is memory for so many, or leave it out")


@dataclass(slots=True)
class _UnderWay:
    """A shard that a worker has."""

    hear: Hear
    left: int
    """Dialogues that are not done."""
    done: asyncio.Future[None]


class _Worker:
    """One process."""

    def __init__(self, process: Process, name: str, gate: Gate | None) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("a worker needs two pipes")
        self._process = process
        self._in, self._out = process.stdin, process.stdout
        self._holder = f"{name}, process {process.pid}"
        self._gate = gate
        self._under_way: dict[int, _UnderWay] = {}
        self._answers: list[Answer] = []
        self._reading: asyncio.Task[None] | None = None
        self.dead = False

    @classmethod
    async def started(cls, job: Job, name: str, gate: Gate | None) -> "_Worker":
        """Raises `Lost` where it died before it was ready."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", _BEGIN.format(path=sys.path)),
            stdin=PIPE,
            stdout=PIPE,
            limit=2**20,
            process_group=0,  # Ctrl-C is for whoever started it
        )
        worker = cls(process, name, gate)
        try:
            await worker._say(job)
            ready: Ready = await received(worker._out)
            if ready.stopped:
                raise ready.stopped.error
        except EOFError:
            raise Lost(_how(await process.wait())) from None
        except BaseException:
            await worker.aclose()
            raise
        worker._reading = asyncio.ensure_future(worker._read())
        return worker

    async def judge(self, shard: Shard, hear: Hear) -> None:
        """Where it is called off, the worker is still heard to its end."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._under_way[shard.number] = _UnderWay(hear, len(shard.dialogues), done)
        await self._say(shard)
        await done

    async def aclose(self) -> None:
        self.dead = True
        self._in.close()
        try:
            await asyncio.wait_for(self._process.wait(), GRACE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        if self._reading:
            await self._reading

    async def _say(self, message: Any) -> None:
        """Where it is dead, whoever reads from it finds out."""
        with suppress(ConnectionError):
            self._in.write(packed(message))
            await self._in.drain()

    async def _read(self) -> None:
        with suppress(EOFError):
            while True:
                self._hear(await received(self._out))
        self.dead = True
        if self._gate:
            self._gate.lost(self._holder)
        how = _how(await self._process.wait())
        for under_way in self._under_way.values():
            if not under_way.done.done():
                under_way.done.set_exception(Lost(how))

    def _hear(self, message: Told | Wishes) -> None:
        if isinstance(message, Wishes):
            if self._gate:
                self._gate.hear(self._holder, message.wishes, self._answer)
            return
        under_way = self._under_way[message.shard]
        under_way.hear(message.news)
        under_way.left -= sum(not isinstance(one.what, Answered) for one in message.news)
        if not under_way.left:
            del self._under_way[message.shard]
            if not under_way.done.done():
                under_way.done.set_result(None)

    def _answer(self, answer: Answer) -> None:
        """Those of one turn of the event loop go out together."""
        if not self._answers:
            asyncio.get_running_loop().call_soon(self._send_answers)
        self._answers.append(answer)

    def _send_answers(self) -> None:
        answers, self._answers = self._answers, []
        with suppress(ConnectionError):
            self._in.write(packed(Answers(answers)))


def _how(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
