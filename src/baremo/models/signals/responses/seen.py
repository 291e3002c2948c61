"""One response with all that was found in it."""

from functools import cached_property

from baremo.core.barem import Review
from baremo.core.dialogue import Dialogue
from baremo.core.observation import Check
from baremo.models.signals.responses.answered import Answered
from baremo.models.signals.responses.findings import find
from baremo.observe.responses.registry import inspect


class Seen(Answered):
    def __init__(self, dialogue: Dialogue, review: Review) -> None:
        super().__init__(dialogue)
        self._review = review

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """Those by code that bind every judge, then what only this one looks at."""
        return (*inspect(self.dialogue, self._review), *find(self))
