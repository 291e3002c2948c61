"""What is judged: a dialogue between SYSTEM (the assistant) and USER (the customer)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from msgspec import Struct

from baremo.core.digest import digest

LOWEST_MARK, HIGHEST_MARK = 1, 5
HALF_PAIR = re.compile("[\ud800-\udfff]")


class Speaker(StrEnum):
    SYSTEM = "SYSTEM"
    """The assistant or agent: the one who is judged."""
    USER = "USER"
    CONTEXT = "CONTEXT"
    """System prompts, tool results, notes: read by the judge, never judged."""


SYSTEM, USER = Speaker.SYSTEM, Speaker.USER
"""For loops: a name of a module is found many times as fast as a member of an enumeration."""


class Turn(Struct, frozen=True, kw_only=True, gc=False):
    speaker: Speaker
    text: str
    act: str = ""
    """The annotators' dialogue-act label, if any."""
    marks: tuple[int, ...] = ()
    """Human satisfaction marks 1–5, one per annotator, on USER turns."""
    name: str = ""
    """For CONTEXT turns: the role as the source wrote it (`tool`, `system`, `note`)."""


@dataclass(frozen=True, kw_only=True)
class Dialogue:
    id: int | str
    turns: tuple[Turn, ...]
    """Turn numbers in claims and evidence are positions here, from 1."""
    overall: tuple[int, ...] = ()
    """Human marks 1–5 for the whole dialogue, one per annotator."""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        return digest("dialogue-v1", self)

    def unlabelled(self) -> "Dialogue":
        """What a judge may see: no human marks, and no metadata that could hold one."""
        if not self.overall and not self.metadata and not any(turn.marks for turn in self.turns):
            return self
        turns = tuple(
            Turn(speaker=turn.speaker, text=turn.text, act=turn.act, name=turn.name) if turn.marks else turn
            for turn in self.turns
        )
        return Dialogue(id=self.id, turns=turns)

    def numbered(self) -> Iterator[tuple[int, Turn]]:
        return enumerate(self.turns, start=1)

    def faults(self) -> Iterator[tuple[int, str, str]]:
        """What makes this no valid dialogue: turn number (0 for the whole), fault, remedy."""
        if isinstance(self.id, str) and not self.id.strip():
            yield 0, "its id is blank", "give it an id, or leave the id out to have it numbered"
        if not self.turns:
            yield 0, "a dialogue without turns", "remove it, or add its turns"
        yield from ((0, *fault) for fault in mark_faults(self.overall))
        for number, turn in self.numbered():
            if turn.marks:
                if turn.speaker is not Speaker.USER:
                    remedy = "only USER turns carry satisfaction marks: remove them"
                    yield number, f"marks on a {turn.speaker} turn", remedy
                yield from ((number, *fault) for fault in mark_faults(turn.marks))
            if not turn.text.isascii() and not is_unicode(turn.text):
                yield number, "text with half of a surrogate pair", "it is no valid Unicode: repair the text"


def is_unicode(text: str) -> bool:
    """Whether no half of a surrogate pair stands in it. (To encode it is much faster than to look for one.)"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def mark_faults(marks: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """Human marks outside 1–5: fault and remedy for each."""
    for mark in marks:
        if not LOWEST_MARK <= mark <= HIGHEST_MARK:
            yield f"mark {mark} is outside {LOWEST_MARK}–{HIGHEST_MARK}", "human marks are whole numbers from 1 to 5"
