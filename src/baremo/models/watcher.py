"""Who may watch calls to models, from outside: to trace them, or to log what went wrong on the way.

Nobody watches unless somebody asked for it, and then nothing is made for them.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from baremo.models.refusals import Setback
from baremo.models.wires.wire import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A call that is about to be made."""

    judge: str
    """As it stands in records."""
    wire: str
    """Whose format it is in."""
    model: str
    endpoint: str
    body: bytes = field(repr=False)
    """As it is sent: the settings of the call are in it, and the prompt, which is nobody's business."""


class UnderWay(Protocol):
    def answered(self, answer: Answer, cost: Fraction | None) -> None: ...


class Watcher(Protocol):
    """Sees every call to a model, with all its tries, from its beginning to its end."""

    def call(self, called: Called) -> AbstractContextManager[UnderWay]: ...


class Listener(Protocol):
    """Hears what the way to an endpoint is like."""

    def retrying(self, endpoint: str, setback: Setback, *, tries: int, wait: float) -> None:
        """After so many tries there will be another one."""
        ...

    def limited(self, endpoint: str, before: int, now: int) -> None:
        """How many calls at a time the endpoint gets has changed."""
        ...
