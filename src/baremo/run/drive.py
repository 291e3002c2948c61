"""Drives a plan: asks what it yields, sends back what was answered."""

import asyncio
from typing import TypeVar

from baremo.core.ask import Ask, Exchange, Reply
from baremo.errors import JudgeError
from baremo.judging.plans import Replies, Steps
from baremo.run.bench import Bench

ResultT = TypeVar("ResultT")


async def drive(steps: Steps[ResultT], bench: Bench, exchanges: list[Exchange]) -> ResultT:
    """What the steps return. `exchanges` fills as it goes, so that a failure keeps what had been said by then."""
    try:
        asks = next(steps)
        while True:
            replies = await _answers(asks, bench)
            exchanges += [
                Exchange(role=ask.role, judge=bench.model(ask).name, ask=ask.key, reply=reply, seat=ask.seat)
                for ask, reply in zip(asks, replies, strict=True)
                if isinstance(reply, Reply)
            ]
            asks = steps.send(replies)
    except StopIteration as done:
        result: ResultT = done.value
        return result


async def _answers(asks: tuple[Ask, ...], bench: Bench) -> Replies:
    if len(asks) == 1:
        return (await _answer(asks[0], bench),)
    tasks = [asyncio.create_task(_answer(ask, bench)) for ask in asks]
    try:
        await asyncio.wait(tasks)  # all of them, also where one stops the run: what is paid for is taken
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
    return tuple(task.result() for task in tasks)


async def _answer(ask: Ask, bench: Bench) -> Reply | JudgeError:
    """A judge that fails is data: the others of a panel go on."""
    try:
        return await bench.model(ask).answer(ask)
    except JudgeError as error:
        return error
