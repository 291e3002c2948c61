"""Drives a plan: asks what it yields, sends back what was answered."""

import asyncio

from baremo.core.ask import Ask, Exchange, Model, Reply
from baremo.core.claims import Claims
from baremo.judging.plans import Plan


async def drive(plan: Plan, model: Model, exchanges: list[Exchange]) -> Claims:
    """The plan's claims. `exchanges` fills as it goes, so that a failure keeps what had been said by then."""
    try:
        asks = next(plan)
        while True:
            replies = await _answer(asks, model)
            exchanges += [
                Exchange(role=ask.role, judge=model.name, ask=ask.key, reply=reply, seat=ask.seat)
                for ask, reply in zip(asks, replies, strict=True)
            ]
            asks = plan.send(replies)
    except StopIteration as done:
        claims: Claims = done.value
        return claims


async def _answer(asks: tuple[Ask, ...], model: Model) -> tuple[Reply, ...]:
    if len(asks) == 1:
        return (await model.answer(asks[0]),)
    return tuple(await asyncio.gather(*(model.answer(ask) for ask in asks)))
