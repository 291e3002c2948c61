"""People against people: the marks that dialogues carry, of each turn and of the whole, as arrays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.core.dialogue import HIGHEST_MARK, LOWEST_MARK, Dialogue
from baremo.stats.ratings import NONE, Places, Scale

SCALE = Scale(
    labels=tuple(str(mark) for mark in range(LOWEST_MARK, HIGHEST_MARK + 1)),
    values=tuple(float(mark) for mark in range(LOWEST_MARK, HIGHEST_MARK + 1)),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Marks:
    """What people gave to the turns of dialogues, or to dialogues as a whole."""

    name: str
    people: Places
    """Things × marks: the columns are nobody in particular."""
    clusters: NDArray[np.intp]
    """Which dialogue each thing belongs to."""


def marks_of(dialogues: Iterable[Dialogue]) -> tuple[Marks, Marks, int]:
    """Of the turns, of the dialogues as a whole; and how many dialogues were read."""
    turns: list[tuple[int, ...]] = []
    belongs: list[int] = []
    wholes: list[tuple[int, ...]] = []
    which: list[int] = []
    count = 0
    for number, dialogue in enumerate(dialogues):
        count += 1
        marked = [turn.marks for turn in dialogue.turns if turn.marks]
        turns += marked
        belongs += [number] * len(marked)
        if dialogue.overall:
            wholes.append(dialogue.overall)
            which.append(number)
    return (
        Marks(name="turn", people=_places(turns), clusters=np.array(belongs, np.intp)),
        Marks(name="dialogue", people=_places(wholes), clusters=np.array(which, np.intp)),
        count,
    )


def _places(rows: Sequence[tuple[int, ...]]) -> Places:
    people = np.full((len(rows), max(map(len, rows), default=0)), NONE, np.int16)
    for row, marks in zip(people, rows, strict=True):
        row[: len(marks)] = [mark - LOWEST_MARK for mark in marks]
    return people
