"""What all language models of a run share: the way out, the purse, the memory, and the key of the fences."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from time import time
from typing import TYPE_CHECKING, Protocol

from baremo.core.ask import Ask, Reply
from baremo.models.meter import Meter
from baremo.models.transport import Transport
from baremo.models.watcher import Watcher

if TYPE_CHECKING:
    from baremo.models.queueing import Queue


class Cache(Protocol):
    """Replies that were paid for once: the store has one."""

    def get(self, key: str) -> Reply | None: ...

    def put(self, key: str, judge: str, reply: Reply, now: str) -> None: ...

    def flush(self) -> None: ...


class Clerk(Protocol):
    """Who writes down for a run what is asked and answered."""

    def recall(self, key: str) -> Reply | None: ...

    async def intend(self, ask: Ask, key: str, judge: str) -> None: ...

    def answered(self, key: str, judge: str, reply: Reply) -> None: ...


def _now() -> str:
    return _written(int(time()))


@lru_cache(maxsize=1)
def _written(second: int) -> str:
    """Thousands of replies come in one second."""
    return datetime.fromtimestamp(second, UTC).isoformat(timespec="seconds")


@dataclass(slots=True, kw_only=True)
class Office:
    transport: Transport
    meter: Meter
    cache: Cache | None = None
    """None where every reply is asked for anew."""
    fence: bytes = field(default=b"", repr=False)
    """The run's key: what keeps a dialogue from closing its own fence."""
    queue: "Queue | None" = None
    """Where asks wait for a provider's batch queue; None where each is sent at once."""
    sends: bool = True
    """Whether anything is sent; where not, no key is needed."""
    now: Callable[[], str] = _now
    clerk: Clerk | None = None
    """Comes with the run, where there is one."""
    watcher: Watcher | None = None
    """Who traces calls, where that was asked for."""

    def recall(self, key: str) -> Reply | None:
        """What was answered before: in this run, or in another."""
        known = self.clerk.recall(key) if self.clerk else None
        return known or (self.cache.get(key) if self.cache else None)

    def remember(self, key: str, judge: str, reply: Reply) -> None:
        if self.clerk:
            self.clerk.answered(key, judge, reply)
        if self.cache:
            self.cache.put(key, judge, reply, self.now())
