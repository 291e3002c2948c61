"""A worker process: shards come in on standard input, and what became of them goes out on standard output.

It ends when its standard input does, so that it never outlives who started it, however that one ended.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO

from baremo.errors import SetupError
from baremo.run.engines.desk import Desk
from baremo.run.engines.gate import Answer, Wish
from baremo.run.engines.mail import packed, received
from baremo.run.engines.shard import Job, Outcome, Shard, Stopped


@dataclass(frozen=True, slots=True)
class Ready:
    """Staff is hired; or why it cannot be."""

    stopped: Stopped | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    shard: int
    outcomes: list[Outcome]


@dataclass(frozen=True, slots=True)
class Wishes:
    """For the gate."""

    wishes: list[Wish]


@dataclass(frozen=True, slots=True)
class Answers:
    """From the gate."""

    answers: list[Answer]


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it decides
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # whatever prints something must not end up among the messages
        with suppress(EOFError):
            asyncio.run(_work(out))


async def _work(out: BinaryIO) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=2**20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)

    def say(message: Any) -> None:
        # It may wait for the other side, which reads whatever else it does.
        with suppress(BrokenPipeError):  # nobody is there: standard input ends too
            out.write(packed(message))
            out.flush()

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
        say(Judged(shard.number, await desk.judge(shard)))

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
