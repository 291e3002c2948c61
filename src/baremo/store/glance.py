"""A record at a glance: levels and labels alone, so that very many are read in a moment."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct

Written = int | str
"""A level as it stands in JSON: 60, or "125/2"."""


class Glance(NamedTuple):
    number: int
    id: str
    dialogue: str
    """As it is kept: JSON."""
    marks: tuple[int, ...]
    """People's, for the dialogue as a whole."""
    metadata: Mapping[str, msgspec.Raw]
    """Its values unread."""
    levels: Mapping[str, Written]
    """Final, by criterion; empty where it is unscored, and where two responses were reviewed."""
    overall: Written | None
    rules: tuple[str, ...]
    """Those of the barem that moved a level or the mean."""


class _Dialogue(Struct, gc=False):
    overall: tuple[int, ...] = ()
    metadata: dict[str, msgspec.Raw] = {}


class _Level(Struct, gc=False):
    criterion: str
    level: Written


class _Step(Struct, gc=False):
    rule: str
    before: Written
    after: Written


class _Verdict(Struct, gc=False):
    marks: tuple[_Level, ...] = ()
    steps: tuple[_Step, ...] = ()
    overall: Written | None = None


_dialogue = msgspec.json.Decoder(_Dialogue)
_verdict = msgspec.json.Decoder(_Verdict)


def glance(number: int, case: str, dialogue: str, verdict: str) -> Glance:
    about, ruled = _dialogue.decode(dialogue), _verdict.decode(verdict)
    return Glance(
        number=number,
        id=case,
        dialogue=dialogue,
        marks=about.overall,
        metadata=about.metadata,
        levels={one.criterion: one.level for one in ruled.marks},
        overall=ruled.overall,
        rules=tuple(step.rule for step in ruled.steps if step.before != step.after),
    )
