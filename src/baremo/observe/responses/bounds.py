"""How many are asked for."""

from typing import NamedTuple

from baremo.observe.responses.counting import Tally, Unit
from baremo.observe.responses.numerals import spelt

SLACK = 0.25
"""How far a length that is asked for loosely (`in 100 words`) may be missed."""
LOOSE = (Unit.WORDS, Unit.CHARACTERS)
WORDS = {"exactly": "exactly ", "most": "at most ", "below": "fewer than ", "least": "at least ", "about": "about "}


class Miss(NamedTuple):
    found: int
    limit: int
    over: bool

    @property
    def gross(self) -> bool:
        """Half or double, and by more than one."""
        more, less = max(self.found, self.limit), min(self.found, self.limit)
        return more >= 2 * less and more - less > 1


class Bound(NamedTuple):
    least: int
    most: int | None
    says: str
    """`at most 50`"""

    def missed(self, tally: Tally) -> Miss | None:
        """None where some fair reading of the text comes to what was asked."""
        if self.most is not None and tally.least > self.most:
            return Miss(tally.least, self.most, over=True)
        return Miss(tally.most, self.least, over=False) if tally.most < self.least else None


def bound(said: str, low: int, high: int, unit: Unit) -> Bound:
    """`said` is a key of WORDS or empty; `high` is 0 where there is no range."""
    if high > low:
        return Bound(low, high, f"between {spelt(low)} and {spelt(high)}")
    says = WORDS.get(said, "") + spelt(low)
    if said == "about" or (not said and unit in LOOSE):
        slack = max(1, round(low * SLACK))
        return Bound(max(1, low - slack), low + slack, f"about {spelt(low)}")
    ends = {"most": (0, low), "below": (0, low - 1), "least": (low, None)}
    return Bound(*ends.get(said, (low, low)), says)
