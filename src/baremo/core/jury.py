"""Who sits in judgment: one judge, a panel, or a judge with others to call where it is in doubt."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Jury:
    seats: int = 1
    """How many judges mark every dialogue, each on its own."""
    further: int = 0
    """How many more are called where the verdict of the first is in doubt."""
    labels: bool = False
    """Whether the judges see people's marks."""
