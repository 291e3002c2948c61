"""What an observer saw: one quotable event in a dialogue."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Observation:
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
