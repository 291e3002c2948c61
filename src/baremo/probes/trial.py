"""The nouns of a probe: what is shown to the judge, and what is read off its marks."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from msgspec import structs

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.digest import digest


class Measure(StrEnum):
    CHANGE = "change"
    """From the first of two dialogues to the second, in levels of the barem."""
    FLOOR = "floor"
    """How far one dialogue stands above the lowest levels."""
    FLIPS = "flips"
    """Whether the winner of two responses depends on which stands first."""
    LEAN = "lean"
    """How far the preference moves towards the response that is named, in steps of the Likert scale."""
    APART = "apart"
    """Whether the same ask, several times, comes to different overall levels."""

    @property
    def is_share(self) -> bool:
        """Whether it counts cases; the others are means of differences."""
        return self in (Measure.FLIPS, Measure.APART)

    @property
    def unit(self) -> str:
        return "share" if self.is_share else "steps" if self is Measure.LEAN else "levels"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a probe must know about the judge and its barem."""

    seed: int = 0
    top: str = "100"
    """The highest overall level, as judges write it."""
    judges: tuple[str, ...] = ()
    """All who sit in judgment, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One thing to look at: a dialogue, or two that must come out alike."""

    base: str
    """Id of the dialogue that it was made from: trials of one base are no independent trials."""
    shown: tuple[Dialogue, ...]
    kind: str = ""
    """Which variant of the probe, where there are several."""
    words: str = ""
    """The words that make the difference."""


Trials = Callable[[Sequence[Dialogue], Setting], Iterable[Trial]]


def _fits(_: Setting) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    name: str
    asks: str
    """What it finds out, in a line."""
    trials: Trials
    measure: Measure = Measure.CHANGE
    upward: bool = False
    """Whether only a higher mark is a fault."""
    compares: bool = False
    """Whether it needs two responses to one prompt."""
    nothing: str = "there is nothing in these dialogues that could be changed"
    """Why it is not testable, where no trial can be made."""
    unfit: Callable[[Setting], str] = _fits
    """Why it is not testable with these judges; empty where it is."""


def variant(base: Dialogue, name: str, turns: Sequence[Turn]) -> Dialogue:
    """The same dialogue with other words; its id says where it comes from."""
    return replace(base, id=f"{base.id}/{name}", turns=tuple(turns))


def reworded(base: Dialogue, name: str, change: Callable[[int, str], str]) -> Dialogue:
    """With every SYSTEM turn that says anything changed; `change` gets its number among them, from 0."""
    turns, spoken = [], 0
    for turn in base.turns:
        if turn.speaker is Speaker.SYSTEM and turn.text.strip():
            turns.append(structs.replace(turn, text=change(spoken, turn.text)))
            spoken += 1
        else:
            turns.append(turn)
    return variant(base, name, turns)


def number_of(*key: object) -> int:
    """As good as drawn by chance, and the same for the same key."""
    return int(digest("probe-v1", [str(part) for part in key]).rpartition(":")[2][:12], 16)


def drawn(bases: Sequence[Dialogue], count: int, *key: object) -> list[Dialogue]:
    """So many of them, the same for the same key, in their order."""
    chosen = sorted(range(len(bases)), key=lambda place: number_of(bases[place].id, *key))[:count]
    return [bases[place] for place in sorted(chosen)]
