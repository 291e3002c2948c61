"""Where dialogues are judged: here, in other processes, on a cluster. All that a run needs of it is on this page."""

import asyncio
from typing import Protocol

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.run.bench import Bench
from baremo.run.evaluate import evaluate


class Engine(Protocol):
    @property
    def at_once(self) -> int:
        """How many dialogues may be under way."""
        ...

    def start(self, dialogue: Dialogue) -> "asyncio.Future[Record]":
        """It may wait for others to go with, until `push`."""
        ...

    def push(self) -> None:
        """No other dialogue comes before one of those under way is done: what waits for company goes without."""
        ...

    async def aclose(self) -> None:
        """What is under way is given up."""


class Here:
    """In this process, one task per dialogue."""

    def __init__(self, barem: Barem, bench: Bench, *, at_once: int = 1) -> None:
        self._barem = barem
        self._bench = bench
        self.at_once = at_once

    def start(self, dialogue: Dialogue) -> asyncio.Future[Record]:
        return asyncio.ensure_future(evaluate(dialogue, self._barem, self._bench))

    def push(self) -> None:
        pass

    async def aclose(self) -> None:
        pass
