"""A worker process: shards come in on standard input, and what becomes of them goes out on standard output.

It ends when its standard input does, so that it never outlives who started it, however that one ended.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from baremo.errors import SetupError
from baremo.run.engines.desk import Desk
from baremo.run.engines.gate import Answer, Wish
from baremo.run.engines.mail import packed, received
from baremo.run.engines.shard import Job, News, Shard, Stopped


@dataclass(frozen=True, slots=True)
class Ready:
    """Staff is hired; or why it cannot be."""

    stopped: Stopped | None = None


@dataclass(frozen=True, slots=True)
class Told:
    shard: int
    news: Sequence[News]


@dataclass(frozen=True, slots=True)
class Wishes:
    """For the gate."""

    wishes: list[Wish]


@dataclass(frozen=True, slots=True)
class Answers:
    """From the gate."""

    answers: list[Answer]


def main() -> None:
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)  # whoever started it decides
    out = os.dup(1)
    os.dup2(2, 1)  # whatever prints something must not end up among the messages
    with suppress(EOFError):
        asyncio.run(_work(out))


async def _work(out: int) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=2**20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)

    def say(message: Any) -> None:
        # It may wait for the other side, which reads whatever else it does. Nothing is held back in a buffer, which
        # would be tried again at the end.
        left = memoryview(packed(message))
        with suppress(BrokenPipeError):  # nobody is there: standard input ends too
            while left:
                left = left[os.write(out, left) :]

    job: Job = await received(reader)
    try:
        desk = Desk(job)
    except SetupError as error:
        say(Ready(Stopped.by(error)))
        return
    say(Ready())
    desk.wire.send = lambda wishes: say(Wishes(wishes))
    await _at_work(desk, reader, say)


async def _at_work(desk: Desk, reader: asyncio.StreamReader, say: Callable[[Any], None]) -> None:
    tasks: set[asyncio.Task[None]] = set()

    async def judge(shard: Shard) -> None:
        await desk.judge(shard, lambda news: say(Told(shard.number, news)))

    try:
        while True:
            message = await received(reader)
            if isinstance(message, Answers):
                desk.wire.hear(message.answers)
            else:
                task = asyncio.ensure_future(judge(message))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
    except EOFError:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        await desk.aclose()


if __name__ == "__main__":
    main()
