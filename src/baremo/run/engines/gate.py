"""One gate for all workers: the pace of each endpoint and the one purse, kept in one place and asked from afar.

A worker's requests are small messages. Those of one moment travel together, and only two of them are answered: may I
enter, and, where there are bounds, may I spend. What a dead worker held is given back.
"""

import asyncio
from collections.abc import Callable, Sequence

from msgspec import Struct

from baremo.core.ask import Usage
from baremo.errors import BudgetSpent
from baremo.models.meter import Meter, Tab
from baremo.models.pace import Pace


class Enter(Struct, frozen=True, gc=False):
    number: int
    endpoint: str
    patience: float


class Leave(Struct, frozen=True, gc=False):
    """Also where the place was not given yet."""

    number: int
    seconds: float | None


class SlowDown(Struct, frozen=True, gc=False):
    number: int
    pause: float


class Admit(Struct, frozen=True):
    number: int
    judge: str
    expected: Usage | None
    asks: bool
    """Whether the worker waits for the answer."""


class Waive(Struct, frozen=True, gc=False):
    number: int


class Settle(Struct, frozen=True):
    number: int
    usage: Usage | None


class Cached(Struct, frozen=True, gc=False):
    judge: str


Wish = Enter | Leave | SlowDown | Admit | Waive | Settle | Cached


class Answer(Struct, frozen=True, gc=False):
    number: int
    granted: bool = True
    pause: float = 0.0
    """How long the server wants no calls, where that is longer than the worker would wait."""
    spent: str = ""
    """Which bound was reached."""


class Gate:
    """Use it in one event loop."""

    def __init__(self, meter: Meter, *, most: int) -> None:
        self.meter = meter
        self._most = most
        self._paces: dict[str, Pace] = {}
        self._holders: dict[str, _Holder] = {}

    def pace(self, endpoint: str) -> Pace:
        if endpoint not in self._paces:
            self._paces[endpoint] = Pace(most=self._most)
        return self._paces[endpoint]

    def hear(self, holder: str, wishes: Sequence[Wish], answer: Callable[[Answer], None]) -> None:
        if holder not in self._holders:
            self._holders[holder] = _Holder(self)
        for wish in wishes:
            self._holders[holder].hear(wish, answer)

    def lost(self, holder: str) -> None:
        """It is dead, or done."""
        if held := self._holders.pop(holder, None):
            held.give_back()


class _Holder:
    """What one worker has in hand."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._places: dict[int, tuple[Pace, int]] = {}
        self._waiting: dict[int, asyncio.Task[None]] = {}
        self._tabs: dict[int, Tab] = {}

    def hear(self, wish: Wish, answer: Callable[[Answer], None]) -> None:
        match wish:
            case Enter():
                self._waiting[wish.number] = asyncio.ensure_future(self._enter(wish, answer))
            case Leave():
                self._leave(wish)
            case SlowDown() if held := self._places.get(wish.number):
                pace, place = held
                pace.slow_down(place, wish.pause)
            case Admit():
                self._admit(wish, answer)
            case Waive() if tab := self._tabs.pop(wish.number, None):
                tab.waive()
            case Settle() if tab := self._tabs.pop(wish.number, None):
                tab.settle(wish.usage)
            case Cached():
                self._gate.meter.from_cache(wish.judge)

    def give_back(self) -> None:
        for number in [*self._waiting, *self._places]:
            self._leave(Leave(number, None))
        for tab in self._tabs.values():
            tab.settle(None)  # it may have been billed

    async def _enter(self, wish: Enter, answer: Callable[[Answer], None]) -> None:
        pace = self._gate.pace(wish.endpoint)
        try:
            place = await pace.enter(wish.patience)
        finally:
            self._waiting.pop(wish.number, None)
        if place is None:
            answer(Answer(wish.number, granted=False, pause=pace.pause))
        else:
            self._places[wish.number] = (pace, place)
            answer(Answer(wish.number))

    def _leave(self, wish: Leave) -> None:
        if waiting := self._waiting.pop(wish.number, None):
            waiting.cancel()
        elif held := self._places.pop(wish.number, None):
            pace, place = held
            pace.leave(place, seconds=wish.seconds)

    def _admit(self, wish: Admit, answer: Callable[[Answer], None]) -> None:
        tab = self._gate.meter.tab(wish.judge, expected=wish.expected)
        spent = ""
        try:
            tab.admit()
            self._tabs[wish.number] = tab
        except BudgetSpent as error:
            spent = str(error)
        if wish.asks:
            answer(Answer(wish.number, granted=not spent, spent=spent))
