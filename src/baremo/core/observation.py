"""What an observer saw: one quotable event in a dialogue."""

from msgspec import Struct


class Observation(Struct, frozen=True, gc=False):
    observer: str
    turn: int
    """From 1, as in the dialogue."""
    start: int
    end: int
    """`text[start:end]` of that turn is what was seen: never empty, whole words."""
    strength: float = 1.0
    """Above 0, at most 1: how much of the thing was seen."""
    related: int | None = None
    """The other turn, where the event is a relation: the question that was asked before."""


class Check(Struct, frozen=True, kw_only=True, gc=False):
    """What code saw in a response, held against what was asked of it."""

    name: str
    """Of the check: `item_count`, `truncated`, …"""
    dimension: str
    """Where it counts."""
    steps: int
    """How far from the right level it leads: -1 minor, -2 major; on a scale around zero the sign is the side."""
    says: str
    """What was asked and what is there, as a sentence in English without its full stop."""
    turn: int
    """Where it can be seen: the response, or what was asked for and is not there."""
    start: int
    end: int
    sure: bool = True
    """Whether it binds a judge; else it is evidence beside others."""
