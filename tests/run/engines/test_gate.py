"""One gate for many workers: how many calls at a time, and how much may be spent, whoever asks."""

import asyncio
import pickle
from collections.abc import Callable, Coroutine
from fractions import Fraction

import pytest

from baremo.core.ask import Usage
from baremo.errors import BudgetSpent
from baremo.models.meter import Meter, Spent
from baremo.models.pace import START
from baremo.run.engines.far import FarMeter, FarPace, Wire
from baremo.run.engines.gate import Answer, Gate, Wish

BASE = "http://127.0.0.1:1/v1"


def price(_: str, usage: Usage) -> Fraction:
    return Fraction(usage.input, 1000)


def wired(gate: Gate, holder: str) -> Wire:
    """Everything travels as bytes, as it does between processes."""
    wire = Wire()

    def answer(given: Answer) -> None:
        wire.hear([pickle.loads(pickle.dumps(given))])

    def send(wishes: list[Wish]) -> None:
        gate.hear(holder, pickle.loads(pickle.dumps(wishes)), answer)

    wire.send = send
    return wire


def run(scene: Callable[[], Coroutine[None, None, None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(scene(), 10)

    asyncio.run(limited())


async def a_moment() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_all_workers_together_have_as_many_places_as_one_would() -> None:
    async def scene() -> None:
        gate = Gate(Meter(prices=price), most=64)
        one, other = (FarPace(wired(gate, name), BASE) for name in ("one", "other"))
        places = [await one.enter() for _ in range(START - 1)]
        assert await other.enter()
        waiting = asyncio.ensure_future(other.enter())
        await a_moment()
        assert not waiting.done()
        one.leave(places[0] or 0, seconds=0.1)
        assert await waiting

    run(scene)


def test_a_complaint_to_one_is_a_pause_for_all() -> None:
    async def scene() -> None:
        gate = Gate(Meter(prices=price), most=64)
        one, other = (FarPace(wired(gate, name), BASE) for name in ("one", "other"))
        place = await one.enter()
        one.slow_down(place or 0, 100.0)
        one.leave(place or 0)
        assert await other.enter(50.0) is None
        assert 50 < other.pause <= 100
        assert gate.pace(BASE).limit == START // 2
        assert gate.pace(BASE).flying == 0

    run(scene)


def test_what_a_dead_worker_held_is_given_back() -> None:
    async def scene() -> None:
        gate = Gate(Meter(prices=price), most=64)
        wire = wired(gate, "dead")
        dead, other = FarPace(wire, BASE), FarPace(wired(gate, "other"), BASE)
        for _ in range(START):
            assert await dead.enter()
        standing = asyncio.ensure_future(dead.enter())
        await FarMeter(wire, bounded=False).tab("openai:x").cleared()
        waiting = asyncio.ensure_future(other.enter())
        await a_moment()
        assert not waiting.done()
        gate.lost("dead")
        assert await waiting
        assert gate.pace(BASE).flying == 1
        assert gate.meter.total == Spent(calls=1, tries=1, unpriced=1), "the call under way may have been billed"
        standing.cancel()

    run(scene)


def test_who_gives_up_waiting_takes_no_place() -> None:
    async def scene() -> None:
        gate = Gate(Meter(prices=price), most=64)
        pace = FarPace(wired(gate, "one"), BASE)
        places = [await pace.enter() for _ in range(START)]
        waiting = asyncio.ensure_future(pace.enter())
        await a_moment()
        waiting.cancel()
        await a_moment()
        for place in places:
            pace.leave(place or 0)
        await a_moment()
        assert gate.pace(BASE).flying == 0

    run(scene)


@pytest.mark.parametrize(("calls", "cost"), [(3, None), (None, Fraction(3))])
def test_one_purse_for_all(calls: int | None, cost: Fraction | None) -> None:
    async def scene() -> None:
        gate = Gate(Meter(prices=price, max_calls=calls, max_cost=cost), most=64)
        meters = [FarMeter(wired(gate, name), bounded=True) for name in ("one", "other")]

        async def call(meter: FarMeter) -> None:
            with meter.tab("openai:x") as tab:
                await tab.cleared()
                tab.admit()
                tab.settle(Usage(input=1000, output=0))

        for number in range(3):
            await call(meters[number % 2])
        with pytest.raises(BudgetSpent, match="--max-"):
            await call(meters[1])
        meters[0].from_cache("openai:x")
        await a_moment()
        assert gate.meter.total == Spent(
            calls=3, tries=3, cached=1, usage=Usage(input=3000, output=0), cost=Fraction(3)
        )

    run(scene)


def test_a_try_that_was_turned_away_is_not_counted_as_a_call() -> None:
    async def scene() -> None:
        gate = Gate(Meter(prices=price, max_calls=1), most=64)
        with FarMeter(wired(gate, "one"), bounded=True).tab("openai:x") as tab:
            await tab.cleared()
            tab.waive()
            await tab.cleared()
        await a_moment()
        assert gate.meter.total == Spent(calls=1, tries=2, unpriced=1)

    run(scene)
