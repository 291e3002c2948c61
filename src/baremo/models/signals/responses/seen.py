"""One response with all that was found in it."""

from functools import cached_property

from baremo.core.barem import Review
from baremo.core.dialogue import Dialogue
from baremo.core.observation import Check
from baremo.models.signals.responses.answered import Answered
from baremo.models.signals.responses.findings import find
from baremo.models.signals.responses.sums import SUM
from baremo.observe.responses.registry import inspect


class Seen(Answered):
    def __init__(self, dialogue: Dialogue, review: Review) -> None:
        super().__init__(dialogue)
        self._review = review

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """Those by code that bind every judge, then what only this one looks at. It works sums again, and what a sum
        comes to need not stand in the reference text."""
        worked = [match.span() for match in SUM.finditer(self.response.text)]
        found = [
            check for check in inspect(self.dialogue, self._review) if check.sure or not self._summed(check, worked)
        ]
        return (*found, *find(self))

    def _summed(self, check: Check, worked: list[tuple[int, int]]) -> bool:
        there = check.turn == self.turn and any(start <= check.start < end for start, end in worked)
        return there and check.name == "absent_number"
