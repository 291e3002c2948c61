"""How many calls a server gets at a time, against simulated servers in simulated time."""

import asyncio
import random
import selectors
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.models.pace import HOLD, START, Pace

T = TypeVar("T")


class _Skipping(selectors.DefaultSelector):
    """Instead of waiting, moves the clock to where the waiting would end."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.now += timeout or 0.0
        return super().select(0)


def simulated(main: Coroutine[Any, Any, T]) -> T:
    """Runs it in a loop whose time passes as soon as everybody waits."""
    selector = _Skipping()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(main)


def now() -> float:
    return asyncio.get_running_loop().time()


class Told:
    """What the calls of a simulation met."""

    def __init__(self) -> None:
        self.answered = 0
        self.complaints = 0
        self.longest = 0.0
        self.flying = 0
        self.peak = 0
        self.peak_at = 0.0


class Complaint(Exception):
    def __init__(self, pause: float = 0.0) -> None:
        self.pause = pause


async def crowd(pace: Pace, serve: Callable[[], Awaitable[object]], *, callers: int, calls: int) -> Told:
    """So many callers, who call until so many calls are answered. Who is turned away comes again after a second."""
    told = Told()

    async def caller() -> None:
        while told.answered + told.flying < calls:
            place = await pace.enter()
            assert place is not None
            began = now()
            told.flying += 1
            if told.flying > told.peak:
                told.peak, told.peak_at = told.flying, now()
            try:
                await serve()
            except Complaint as complaint:
                told.complaints += 1
                told.flying -= 1
                pace.slow_down(place, complaint.pause)
                pace.leave(place)
                await asyncio.sleep(1.0)
            else:
                told.answered += 1
                told.flying -= 1
                told.longest = max(told.longest, now() - began)
                pace.leave(place, seconds=now() - began)

    await asyncio.gather(*(caller() for _ in range(callers)))
    return told


def paced(**settings: Any) -> Pace:
    return Pace(clock=now, **settings)


def test_two_hundred_at_a_time_are_reached_within_a_second() -> None:
    async def run() -> Told:
        return await crowd(paced(most=200), lambda: asyncio.sleep(0.05), callers=300, calls=5000)

    told = simulated(run())
    assert told.peak == 200
    assert told.peak_at < 1.0


def test_a_limit_that_nobody_needs_does_not_grow() -> None:
    async def run() -> int:
        pace = paced()
        await crowd(pace, lambda: asyncio.sleep(1.0), callers=START - 1, calls=200)
        return pace.limit

    assert simulated(run()) == START


def test_the_limit_is_never_passed_and_places_are_given_in_turn() -> None:
    async def run() -> list[int]:
        pace = paced(most=2)
        order = []

        async def call(number: int) -> None:
            place = await pace.enter()
            assert place is not None
            assert pace.flying <= 2
            order.append(number)
            await asyncio.sleep(1.0 + number % 3)
            pace.leave(place)

        await asyncio.gather(*(call(number) for number in range(20)))
        assert pace.flying == 0
        return order

    assert simulated(run()) == list(range(20))


async def entered(pace: Pace, count: int) -> list[int]:
    places = [await pace.enter() for _ in range(count)]
    return [place for place in places if place is not None]


async def complain(pace: Pace) -> None:
    (place,) = await entered(pace, 1)
    pace.slow_down(place)
    pace.leave(place)


async def stages(pace: Pace, count: int) -> list[int]:
    """The limit after each of so many stages without a complaint."""
    limits = []
    for _ in range(count):
        for place in await entered(pace, pace.limit):
            pace.leave(place, seconds=1.0)
        limits.append(pace.limit)
    return limits


def test_complaints_about_calls_that_were_under_way_together_are_one() -> None:
    async def run() -> None:
        pace = paced(start=16)
        first = await entered(pace, 16)
        for place in first:
            pace.slow_down(place)
            pace.leave(place)
        assert pace.limit == 8
        (later,) = await entered(pace, 1)
        pace.slow_down(later)
        assert pace.limit == 4
        pace.slow_down(later)
        assert pace.limit == 4

    simulated(run())


def test_one_call_at_a_time_is_the_least() -> None:
    async def run() -> None:
        pace = paced(start=1)
        for _ in range(3):
            (place,) = await entered(pace, 1)
            pace.slow_down(place)
            pace.leave(place)
        assert pace.limit == 1
        assert paced(most=0).limit == 1

    simulated(run())


def test_after_a_complaint_the_limit_grows_by_an_eighth() -> None:
    async def run() -> list[int]:
        pace = paced(start=32, most=64)
        await complain(pace)
        return await stages(pace, 5)

    # 16 + 2 = 18, + 2 = 20, + 2 = 22, + 2 = 24, + 3 = 27
    assert simulated(run()) == [18, 20, 22, 24, 27]


def test_where_the_server_complained_the_limit_stays_below_for_a_while() -> None:
    """It complains at 9, and the limit goes back to 4: 5, 6, 7, 8, stays for HOLD stages, and then tries 9 again."""

    async def run() -> None:
        pace = paced(start=9)
        await complain(pace)
        assert await stages(pace, 6 + HOLD) == [5, 6, 7, 8, *[8] * (HOLD + 1), 9]
        await complain(pace)  # still the same
        assert await stages(pace, 6 + 2 * HOLD) == [5, 6, 7, 8, *[8] * (2 * HOLD + 1), 9]
        assert await stages(pace, 1) == [10]  # now there is more room
        await complain(pace)
        assert await stages(pace, 6 + HOLD) == [6, 7, 8, 9, *[9] * (HOLD + 1), 10]

    simulated(run())


def test_a_complaint_ends_the_while() -> None:
    async def run() -> None:
        pace = paced(start=9)
        await complain(pace)
        await stages(pace, 6)
        await complain(pace)
        assert await stages(pace, 1) == [5]

    simulated(run())


def test_a_pause_holds_for_everybody_and_nobody_loses_the_turn() -> None:
    async def run() -> list[tuple[int, float]]:
        pace = paced(most=1)
        (place,) = await entered(pace, 1)
        times = []

        async def call(number: int) -> None:
            place = await pace.enter()
            assert place is not None
            times.append((number, now()))
            pace.leave(place)

        calls = [asyncio.create_task(call(number)) for number in range(3)]
        await asyncio.sleep(1.0)
        pace.slow_down(place, 5.0)
        pace.leave(place)
        await asyncio.sleep(2.0)
        pace.slow_down(place, 10.0)  # it asks again, for longer: until 13 s
        pace.slow_down(place, 1.0)  # a shorter one does not cut it short
        await asyncio.gather(*calls)
        return times

    assert simulated(run()) == [(0, 13.0), (1, 13.0), (2, 13.0)]


def test_who_has_no_patience_for_the_pause_gets_no_place_and_holds_none() -> None:
    async def run() -> None:
        pace = paced()
        (place,) = await entered(pace, 1)
        pace.slow_down(place, 60.0)
        pace.leave(place)
        assert pace.pause == 60.0
        assert await pace.enter(patience=59.0) is None
        assert pace.flying == 0
        assert await pace.enter(patience=60.0) is not None
        assert now() == 60.0

    simulated(run())


@pytest.mark.property
@given(
    st.integers(1, 4),
    st.lists(st.tuples(st.floats(0, 3), st.floats(0, 3), st.booleans(), st.floats(0, 6)), min_size=1, max_size=30),
)
def test_whenever_callers_give_up_no_place_is_lost(most: int, plans: list[tuple[float, float, bool, float]]) -> None:
    """Each comes at some time, stays for a while, may bring a complaint with a pause, and is cancelled some day."""

    async def run() -> None:
        pace = paced(most=most)

        async def call(come: float, stay: float, complains: bool) -> None:
            await asyncio.sleep(come)
            place = await pace.enter()
            assert place is not None
            try:
                await asyncio.sleep(stay)
                if complains:
                    pace.slow_down(place, stay)
            finally:
                pace.leave(place, seconds=None if complains else stay)

        tasks = [asyncio.create_task(call(*plan[:3])) for plan in plans]
        for task, (*_, give_up) in zip(tasks, plans, strict=True):
            asyncio.get_running_loop().call_later(give_up, task.cancel)
        await asyncio.gather(*tasks, return_exceptions=True)
        assert pace.flying == 0
        assert len(await entered(pace, pace.limit)) == pace.limit

    simulated(run())


def test_a_place_that_is_given_to_someone_who_just_left_goes_to_the_next() -> None:
    async def run() -> None:
        pace = paced(most=1)
        (place,) = await entered(pace, 1)
        leaving, next_one = (asyncio.create_task(pace.enter()) for _ in range(2))
        await asyncio.sleep(0)
        pace.leave(place)  # gives it to the first in line, who has not woken up yet
        leaving.cancel()
        assert await next_one is not None
        assert leaving.cancelled()
        assert pace.flying == 1

    simulated(run())


@pytest.mark.parametrize("room", [1, 2, 3, 10, 25, 50])
def test_a_server_with_so_much_room_is_used_well_and_seldom_asked_in_vain(room: int) -> None:
    async def run() -> tuple[Told, float]:
        inside = 0

        async def serve() -> None:
            nonlocal inside
            if inside >= room:
                await asyncio.sleep(0.05)
                raise Complaint
            inside += 1
            try:
                await asyncio.sleep(1.0)
            finally:
                inside -= 1

        told = await crowd(paced(), serve, callers=100, calls=room * 200)
        return told, told.answered / now()

    told, rate = simulated(run())
    assert rate > 0.7 * room
    assert told.complaints < 0.08 * told.answered


@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_a_server_that_counts_calls_per_second_is_used_well(pause: float) -> None:
    """Ten calls a second, twenty in reserve: a call takes 2 s, so that some twenty at a time are the right number."""

    async def run() -> tuple[Told, float]:
        tokens, last = 20.0, 0.0

        async def serve() -> None:
            nonlocal tokens, last
            tokens, last = min(20.0, tokens + 10 * (now() - last)), now()
            if tokens < 1:
                await asyncio.sleep(0.05)
                raise Complaint(pause)
            tokens -= 1
            await asyncio.sleep(2.0)

        told = await crowd(paced(), serve, callers=100, calls=3000)
        return told, told.answered / now()

    told, rate = simulated(run())
    assert rate > 7.0
    assert told.complaints < 0.15 * told.answered


@pytest.mark.parametrize("seconds", [6.0, 10.0])
def test_a_server_that_does_one_thing_at_a_time_is_not_drowned(seconds: float) -> None:
    """It never complains: calls only wait in it, and would run into their deadline."""

    async def run() -> Told:
        lock = asyncio.Lock()

        async def serve() -> None:
            async with lock:
                await asyncio.sleep(seconds)

        return await crowd(paced(), serve, callers=100, calls=400)

    told = simulated(run())
    assert told.peak <= 2 * START
    assert told.longest <= 120.0


def test_a_slow_server_with_room_for_all_is_used_to_the_full() -> None:
    async def run() -> tuple[Told, float]:
        rng = random.Random(1)
        told = await crowd(paced(), lambda: asyncio.sleep(rng.lognormvariate(2.3, 0.5)), callers=100, calls=3000)
        return told, told.answered / now()

    told, rate = simulated(run())
    assert told.peak == 64
    assert rate > 0.7 * 64 / 11.3  # the mean of these times is 11.3 s
