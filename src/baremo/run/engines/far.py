"""The worker's side of the gate: a pace and a purse that ask from afar, and otherwise behave as those at hand."""

import asyncio
import math
from collections.abc import Callable, Iterable, Mapping

from baremo.core.ask import Usage
from baremo.errors import BudgetSpent
from baremo.models.meter import Meter, Spent, Tab
from baremo.run.engines.gate import Admit, Answer, Cached, Enter, Leave, Settle, SlowDown, Waive, Wish


class Wire:
    """What is wished in one turn of the event loop goes out together."""

    def __init__(self) -> None:
        self.send: Callable[[list[Wish]], None] = lambda wishes: None  # noqa: ARG005
        """Where to; said by whoever knows the way."""
        self._out: list[Wish] = []
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._last = 0

    def number(self) -> int:
        self._last += 1
        return self._last

    def tell(self, wish: Wish) -> None:
        if not self._out:
            asyncio.get_running_loop().call_soon(self.flush)
        self._out.append(wish)

    async def ask(self, wish: Enter | Admit) -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[wish.number] = future
        self.tell(wish)
        try:
            return await future
        finally:
            self._waiting.pop(wish.number, None)

    def hear(self, answers: Iterable[Answer]) -> None:
        for answer in answers:
            future = self._waiting.get(answer.number)
            if future and not future.done():  # else its caller has gone
                future.set_result(answer)

    def fail(self, error: Exception) -> None:
        """Nobody will answer any more."""
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(error)

    def flush(self) -> None:
        out, self._out = self._out, []
        if out:
            self.send(out)


class FarPace:
    """The pace of one endpoint, which many workers share."""

    def __init__(self, wire: Wire, endpoint: str) -> None:
        self._wire = wire
        self._endpoint = endpoint
        self.pause = 0.0

    async def enter(self, patience: float = math.inf) -> int | None:
        number = self._wire.number()
        try:
            answer = await self._wire.ask(Enter(number, self._endpoint, patience))
        except BaseException:
            self._wire.tell(Leave(number, None))
            raise
        self.pause = answer.pause
        return number if answer.granted else None

    def leave(self, place: int, *, seconds: float | None = None) -> None:
        self._wire.tell(Leave(place, seconds))

    def slow_down(self, place: int, pause: float = 0.0) -> None:
        self._wire.tell(SlowDown(place, pause))


class FarMeter(Meter):
    """The purse that many workers share. It is asked before each call only where something bounds it."""

    def __init__(self, wire: Wire, *, bounded: bool) -> None:
        super().__init__(prices=lambda judge, usage: None)  # noqa: ARG005
        self._wire = wire
        self._far_bounded = bounded

    @property
    def bounded(self) -> bool:
        return self._far_bounded

    def tab(self, judge: str, *, expected: Usage | None = None) -> Tab:
        return FarTab(self._wire, judge, expected, asks=self._far_bounded)

    def from_cache(self, judge: str) -> None:
        self._wire.tell(Cached(judge))


class FarTab(Tab):
    __slots__ = ("_asks", "_expected", "_far_judge", "_number", "_wire")

    def __init__(self, wire: Wire, judge: str, expected: Usage | None, *, asks: bool) -> None:
        self._wire = wire
        self._far_judge = judge
        self._expected = expected
        self._asks = asks
        self._number = 0
        """Of the try that is open."""

    async def cleared(self) -> None:
        self.settle(None)
        number = self._wire.number()
        wish = Admit(number, self._far_judge, self._expected, self._asks)
        if not self._asks:
            self._wire.tell(wish)
        else:
            try:
                answer = await self._wire.ask(wish)
            except BaseException:
                self._wire.tell(Waive(number))  # nothing was sent
                raise
            if not answer.granted:
                raise BudgetSpent(answer.spent)
        self._number = number

    def admit(self) -> None:
        pass

    def waive(self) -> None:
        if self._number:
            self._wire.tell(Waive(self._number))
            self._number = 0

    def settle(self, usage: Usage | None) -> None:
        if self._number:
            self._wire.tell(Settle(self._number, usage))
            self._number = 0


class Mirror(Meter):
    """What was spent elsewhere, as it was last heard."""

    def __init__(self) -> None:
        super().__init__(prices=lambda judge, usage: None)  # noqa: ARG005
        self.heard: Mapping[str, Spent] = {}

    @property
    def spent(self) -> Mapping[str, Spent]:
        return self.heard
