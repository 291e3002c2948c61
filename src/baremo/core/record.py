"""The record that keeps one case."""

from dataclasses import dataclass

from baremo.core.ask import Exchange
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Checked
from baremo.core.observation import Observation
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored, Seat, Unscored

Ruled = Scored | Reviewed | Unscored
"""What a case came to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One case, whole: enough for anyone to re-derive the verdict."""

    dialogue: Dialogue
    barem: str
    """Digest of the barem."""
    judge: str
    exchanges: tuple[Exchange, ...]
    checked: Checked | None
    """None where no claims could be read."""
    verdict: Ruled
    observed: tuple[Observation, ...] = ()
    """What the observers saw that the barem's rules ask about."""
    panel: tuple[Seat, ...] = ()
    """Each judge's own verdict, where there were several; `checked` then holds those who spoke for the median."""
    flags: tuple[str, ...] = ()
    """What looks odd about the replies and does not change the verdict."""
