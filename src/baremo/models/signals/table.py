"""The table of numbers by which the embedded judge marks: plain JSON, read strictly."""

from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import msgspec

from baremo.core.dialogue import Speaker
from baremo.errors import Problem, SetupError
from baremo.observe.registry import BY_NAME

SHIPPED = "table.json"
FORMAT = 1


class Per(StrEnum):
    DIALOGUE = "dialogue"
    """How often in the whole dialogue."""
    TURN = "turn"
    """How often per turn of the speaker whose turns the observer quotes."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts of the table share: nothing unknown is let through."""


class Feature(Entry, frozen=True):
    """A number from 0 up to 1: how much an observer saw."""

    observer: str
    per: Per
    half: float
    """The amount at which the feature is one half; it is `amount / (amount + half)`."""

    def value(self, amount: float) -> float:
        return amount / (amount + self.half)


class Weights(Entry, frozen=True):
    """How one criterion is marked: `base` plus weight times feature, summed, is a position from 0 to 1."""

    base: float
    weights: dict[str, float]
    cuts: list[float]
    """Positions, ascending, that divide the scale into parts of equal length."""
    course: float = 0.0
    """What a mark of satisfaction above the usual, as the gauge estimates it, adds to the position."""


class Critic(Entry, frozen=True):
    doubt: float
    """How much more than the Evaluator the Critic lets adverse signals count."""
    object_at: float
    """Sum of adverse signals from which it objects rather than agrees."""
    steps: int
    """By how many levels an objection goes down at most."""


class Missing(Entry, frozen=True):
    """Something that SYSTEM owed USER and never said."""

    criterion: str
    after: list[str]
    """Observers; one of them must have seen something."""
    what: str
    """In the Critic's words: `an apology`."""
    looked_for: list[str]
    speaker: Speaker


class Table(Entry, frozen=True):
    format: int
    features: dict[str, Feature]
    criteria: dict[str, Weights]
    severity: float
    """Taken off every position where the barem tells its judges to be severe."""
    mention_at: float
    """Weight times feature from which a second reason, to the contrary, is mentioned."""
    critic: Critic
    missing: list[Missing]


@cache
def shipped() -> Table:
    resource = files(__package__).joinpath(SHIPPED)
    return read(resource.read_bytes(), SHIPPED)


def load(path: Path) -> Table:
    """A table from a file of one's own."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SetupError.single(str(path), f"cannot be read: {error.strerror}", "give the path of a table") from error
    return read(data, str(path))


def read(data: bytes, where: str) -> Table:
    try:
        table = msgspec.json.decode(data, type=Table)
    except msgspec.DecodeError as error:
        raise SetupError.single(where, f"no table of signals: {error}", "see docs/embedded-judge.md") from error
    if table.format != FORMAT:
        raise SetupError.single(where, f"a table of format {table.format}", f"this version reads format {FORMAT}")
    faults = [*unknown(table), *unfit(table)]
    if faults:
        raise SetupError(Problem(where, fault, "see docs/embedded-judge.md") for fault in faults)
    return table


def unknown(table: Table) -> list[str]:
    """Names that stand for nothing."""
    used = [feature.observer for feature in table.features.values()]
    used += [name for missing in table.missing for name in missing.after]
    faults = [f"there is no observer {name!r}" for name in used if name not in BY_NAME]
    weighed = [name for weights in table.criteria.values() for name in weights.weights]
    faults += [f"there is no feature {name!r}" for name in weighed if name not in table.features]
    return faults + [
        f"there is no criterion {missing.criterion!r}"
        for missing in table.missing
        if missing.criterion not in table.criteria
    ]


def unfit(table: Table) -> list[str]:
    """Numbers with which no mark can be made."""
    faults = [f"feature {name!r}: half must be above 0" for name, item in table.features.items() if item.half <= 0]
    faults += [
        f"criterion {name!r}: cuts must rise from above 0 to below 1"
        for name, item in table.criteria.items()
        if not all(low < high for low, high in pairwise([0, *item.cuts, 1]))
    ]
    return faults + [f"{item.criterion}: nothing to look for" for item in table.missing if not item.looked_for]
