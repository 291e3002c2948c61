"""What all language models of a run share: the way out, the purse, the memory, and the key of the fences."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from baremo.core.ask import Reply
from baremo.models.meter import Meter
from baremo.models.queueing import Queue
from baremo.models.transport import Transport


class Cache(Protocol):
    """Replies that were paid for once: the store has one."""

    def get(self, key: str) -> Reply | None: ...

    def put(self, key: str, judge: str, reply: Reply, now: str) -> None: ...

    def flush(self) -> None: ...


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    transport: Transport
    meter: Meter
    cache: Cache | None = None
    """None where every reply is asked for anew."""
    fence: bytes = field(default=b"", repr=False)
    """The run's key: what keeps a dialogue from closing its own fence."""
    queue: Queue | None = None
    """Where asks wait for a provider's batch queue; None where each is sent at once."""
    sends: bool = True
    """Whether anything is sent; where not, no key is needed."""
    now: Callable[[], str] = _now
