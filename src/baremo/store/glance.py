"""A record at a glance: levels and labels alone, so that very many are read in a moment."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct

Written = int | str
"""A level as it stands in JSON: 60, or "125/2"."""


class About(Struct, gc=False):
    """What a dialogue is besides what was said in it."""

    overall: tuple[int, ...] = ()
    """People's marks for the whole."""
    metadata: Mapping[str, msgspec.Raw] = {}
    """Its values unread."""


class _Level(Struct, gc=False):
    criterion: str
    level: Written


class _Step(Struct, gc=False):
    rule: str
    before: Written
    after: Written


class Levels(Struct, gc=False):
    """A verdict without its reasons. Empty where it is unscored, and where two responses were reviewed."""

    marks: tuple[_Level, ...] = ()
    steps: tuple[_Step, ...] = ()
    overall: Written | None = None

    @property
    def final(self) -> dict[str, Written | None]:
        """By criterion; the whole is the empty name."""
        return {one.criterion: one.level for one in self.marks} | {"": self.overall}

    @property
    def rules(self) -> set[str]:
        """Those of the barem that moved a level or the mean."""
        return {step.rule for step in self.steps if step.before != step.after}


_about = msgspec.json.Decoder(About)
_levels = msgspec.json.Decoder(Levels)


class Glance(NamedTuple):
    number: int
    id: str
    dialogue: str
    """As it is kept: JSON."""
    verdict: str

    @property
    def about(self) -> About:
        return _about.decode(self.dialogue)

    @property
    def levels(self) -> Levels:
        return _levels.decode(self.verdict)
