"""How many calls an endpoint gets at a time: as many as it can take, found by trying.

The limit doubles from stage to stage until the server complains. Each complaint halves it, once for all the calls
that were under way by then; from there it grows by an eighth. A server that never complains and only gets slower, as
one with a single place for work does, is noticed by its rate: where more calls at a time brought no more answers, the
limit goes back and stays for a while, longer each time.
"""

import asyncio
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

START = 4
"""Calls at a time before anything is known of the server."""
MOST = 64
SLOW = 5.0
"""Seconds. Below, a queue in the server costs nobody anything, and noise would look like one."""
GAIN = 1.25
"""What doubling the limit must bring at least; with room in the server it brings 2, without 1."""
HOLD = 4
"""Stages to stay where growing is of no use or brought complaints; twice as many if it is so again."""
LONGEST_HOLD = 32


class Gate(Protocol):
    """What a caller needs of a pace, wherever that is kept."""

    @property
    def pause(self) -> float: ...

    async def enter(self, patience: float = math.inf) -> int | None: ...

    def leave(self, place: int, *, seconds: float | None = None) -> None: ...

    def slow_down(self, place: int, pause: float = 0.0) -> None: ...


class Pace:
    """The gate of one endpoint: first come, first served."""

    def __init__(
        self,
        *,
        most: int = MOST,
        start: int = START,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._most = max(1, most)
        self._limit = min(max(1, start), self._most)
        self._clock = clock
        self._sleep = sleep
        self._queue: deque[asyncio.Future[None]] = deque()
        self._flying = 0
        self._peak = 0
        self._issued = 0
        self._cut = 0
        """Calls up to this number were sent before the last cut: their complaints are the same one."""
        self._paused_until = -math.inf
        self._doubling = True
        self._ceiling = self._most + 1
        """Where the server last complained; out of reach where that is not known, or long ago."""
        self._hold = HOLD
        self._held = 0
        self._base: tuple[int, float] | None = None
        """Limit and rate of the stage before, where the limit was raised since."""
        self._open_stage(self._limit)

    @property
    def limit(self) -> int:
        return self._limit

    @property
    def flying(self) -> int:
        return self._flying

    @property
    def pause(self) -> float:
        """Seconds for which the server still wants to be left alone."""
        return max(0.0, self._paused_until - self._clock())

    async def enter(self, patience: float = math.inf) -> int | None:
        """Waits for a place and returns its number; None, and no place, where the server's pause is beyond patience."""
        if self._flying >= self._limit:  # else nobody stands in line
            await self._stand_in_line()
        else:
            self._flying += 1
        try:
            # Pauses are sat out in the place itself: whoever is next in line stays next.
            while pause := self.pause:
                if pause > patience:
                    self._free_place()
                    return None
                await self._sleep(pause)
        except BaseException:
            self._free_place()
            raise
        self._peak = max(self._peak, self._flying)
        self._issued += 1
        return self._issued

    def leave(self, place: int, *, seconds: float | None = None) -> None:
        """Gives the place back. `seconds`: how long the answer took, where there was one."""
        if seconds is not None and place > self._opened:
            self._finished += 1
            self._seconds += seconds
            if self._finished >= self._need:
                self._close_stage()
        self._free_place()

    def slow_down(self, place: int, pause: float = 0.0) -> None:
        """The server complained about the call in this place."""
        self._paused_until = max(self._paused_until, self._clock() + pause)
        if place > self._cut:
            self._cut = self._issued
            self._doubling = False
            self._base = None
            self._held = 0
            self._ceiling = self._limit
            self._limit = max(1, self._limit // 2)
            self._open_stage(self._limit)

    async def _stand_in_line(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            await turn
        except BaseException:
            if not turn.cancel() and not turn.cancelled():  # the place was given in the same moment
                self._free_place()
            raise

    def _free_place(self) -> None:
        self._flying -= 1
        self._admit()

    def _admit(self) -> None:
        while self._queue and self._flying < self._limit:
            turn = self._queue.popleft()
            if not turn.done():  # else its caller has gone
                self._flying += 1
                turn.set_result(None)

    def _open_stage(self, need: int) -> None:
        """A stage is over when so many calls that began in it are answered."""
        self._need = need
        self._opened = self._issued
        self._finished = 0
        self._seconds = 0.0
        self._peak = self._flying

    def _close_stage(self) -> None:
        seconds = self._seconds / self._finished
        before = self._limit
        if self._peak >= before:  # else nobody wanted that many, and nothing was learnt
            self._learn(before, seconds)
        # The first calls of a stage still find the server as it was. Where that matters, enough others are waited for.
        self._open_stage(self._limit if seconds > SLOW else min(before, self._limit))

    def _learn(self, limit: int, seconds: float) -> None:
        rate = limit / max(seconds, 1e-9)
        if self._held:
            self._held -= 1
        elif self._base and seconds > SLOW and rate < self._base[1] * _gain(limit / self._base[0]):
            self._limit = self._base[0]
            self._stay()
        else:
            self._grow(limit, rate)

    def _grow(self, limit: int, rate: float) -> None:
        if self._base and self._ceiling > self._most:
            self._hold = HOLD  # growing was of use, and not only up to where it had been before
        grown = limit * 2 if self._doubling else limit + max(1, limit // 8)
        self._limit = min(grown, self._most, max(limit, self._ceiling - 1))
        if self._limit > limit:
            self._base = (limit, rate)
        elif limit < self._most:
            self._ceiling = self._most + 1  # after a while it is tried again
            self._stay()

    def _stay(self) -> None:
        self._base = None
        self._held = self._hold
        self._hold = min(2 * self._hold, LONGEST_HOLD)


def _gain(growth: float) -> float:
    return 1 + (GAIN - 1) * (growth - 1)
