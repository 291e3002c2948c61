"""The fitted numbers of the gauge: plain JSON, read strictly. `baremo fit` writes it."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import isfinite
from pathlib import Path

import msgspec

from baremo.errors import Problem, SetupError
from baremo.models.signals.table import shipped as hand_set
from baremo.observe.course.rows import TURN, WHOLE

SHIPPED = "gauge.json"
FORMAT = "baremo-gauge-2"
LEVELS = 5
PARTS = ("words.mean", "words.late", "turn.mean", "turn.late", "whole")
"""Of the estimate for a dialogue: means over all USER turns and over the later half, and what the whole shows."""
TURN_PARTS = ("words", "turn")
"""Of the estimate for a USER turn."""
HISTORY = ("now", "before", "lately", "lowest", "last", "now_squared")
"""What was felt in a USER turn and in those before it."""
CRITERION_PARTS = ("hand", "felt", "seen")
"""Of a fitted criterion: the hand-set table, the estimate of satisfaction, and a model of the dialogue's row."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts of the table share: nothing unknown is let through."""


class Column(Entry, frozen=True, array_like=True):
    """How a number of a row counts: `weight` times how many spreads it is from the centre, three at most."""

    centre: float
    spread: float
    weight: float


class TurnColumn(Column, frozen=True, array_like=True):
    """The same for a USER turn, with a second weight: for its being neither dissatisfied nor satisfied."""

    neither: float


class Word(Entry, frozen=True, array_like=True):
    """What a word, or a pair of neighbours, of a USER turn adds to its estimate, and to its being neither."""

    weight: float
    neither: float


class Kind(Entry, frozen=True):
    """Dialogues that people marked and the gauge was measured on."""

    name: str
    about: str
    """What they are, in words: `booking hotels and trains`."""
    dialogues: int
    rho: float
    """Spearman's with the mean of people's marks, on dialogues that were not fitted on."""
    low: float
    high: float
    """95 %."""
    person: float
    """What one person reaches against the others."""
    kappa: float
    """Quadratic, of the levels after the cuts."""
    within: float
    """How often the interval held the mean of people's marks."""
    turn_f1: float | None
    """Macro-F1 of the three classes of USER turns; None where no turn has marks."""
    centre: dict[str, float]
    """The mean of the columns of `whole` that tell kinds apart, in spreads."""
    reach: float
    """How far from the centre nineteen of twenty of them are: further away, a dialogue is not like them."""


class Made(Entry, frozen=True):
    """Where the numbers come from."""

    version: str
    """Of Baremo."""
    command: str
    seed: int
    folds: int
    dialogues: int
    turns: int
    """Of USER, with marks."""
    sets: dict[str, str]
    """Digest of the marked dialogues of each set."""


class Pull(Entry, frozen=True):
    """How much more a USER turn looks like one class than like neither: a sum, above 0 where it does."""

    always: float
    history: list[float]
    """A weight for each of `HISTORY`."""
    neither: list[float]
    """Of what the words, and the numbers, of the turn say for its being neither."""


class Agreed(Entry, frozen=True):
    """How far a fitted criterion agreed with people, on dialogues that it was not fitted on."""

    dialogues: int
    rho: float
    """Spearman's with the mean of people's marks."""
    low: float
    high: float
    """95 %."""
    hand: float | None = None
    """What the hand-set table reaches there; None where it does not know the criterion."""
    kappa: float | None = None
    """Quadratic, of the levels."""
    apart: str = ""
    """The field of metadata whose values were kept apart; empty where single dialogues were."""
    groups: int = 0
    """How many values it has."""


class Criterion(Entry, frozen=True):
    """One criterion as people mark it: a position, near 0 for their lowest level and near 1 for their highest."""

    base: float
    parts: dict[str, float]
    """How much each of `CRITERION_PARTS` counts, never less than 0."""
    columns: dict[str, Column]
    """Of the dialogue's row, for `seen`."""
    cuts: list[float]
    """Positions, ascending, at which the level goes up by one."""
    figures: Agreed


class Gauge(Entry, frozen=True, omit_defaults=True):
    format: str
    made: Made
    base: float
    """The estimate where every part is 0."""
    usual: float
    """The mean of people's marks for the dialogues that it was fitted on: an estimate above it speaks for one."""
    turn_base: float
    words: dict[str, Word]
    turn: dict[str, TurnColumn]
    whole: dict[str, Column]
    blend: dict[str, float]
    """How much each of `PARTS` counts."""
    turn_blend: dict[str, float]
    cuts: list[float]
    """Estimates, ascending, at which the whole mark goes up by one."""
    dissatisfied: Pull
    satisfied: Pull
    radius: float
    """The mean of people's marks lies this far from the estimate at most, in so many cases:"""
    confidence: float
    kinds: list[Kind]
    criteria: dict[str, Criterion] = {}
    """Criteria that were fitted to marks of their own, by name."""
    criteria_made: Made | None = None
    """Where their numbers come from. `made` may be older: without marks of the whole, the estimate is a copy of the
    one in the package, and `made` still says how that was made."""


class _Form(msgspec.Struct, frozen=True):
    """What a table says of itself before the rest of it is read."""

    format: str


def load(path: Path) -> Gauge:
    """From a file of one's own."""
    try:
        data = path.read_bytes()
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
        raise SetupError.single(str(path), what, "give a file made with: baremo fit LABELLED -o judge.json") from error
    return read(data, str(path))


@cache
def shipped() -> Gauge:
    return read(files(__package__).joinpath(SHIPPED).read_bytes(), SHIPPED)


def read(data: bytes, where: str) -> Gauge:
    remedy = "make one with: baremo fit LABELLED -o judge.json"
    try:
        form = msgspec.json.decode(data, type=_Form).format
        if form != FORMAT:
            what = f"a table of the format {form!r}, and this version reads {FORMAT!r}"
            raise SetupError.single(where, what, "fit it again: baremo fit LABELLED -o judge.json")
        gauge = msgspec.json.decode(data, type=Gauge)
    except (msgspec.DecodeError, RecursionError) as error:
        raise SetupError.single(where, f"no fitted judge: {error}", remedy) from error
    if found := faults(gauge):
        raise SetupError(Problem(where, fault, remedy) for fault in found)
    return gauge


def faults(gauge: Gauge) -> list[str]:
    """Names that stand for nothing, and numbers with which no estimate can be made."""
    found = [f"there is no column {name!r}" for name in gauge.turn if name not in TURN]
    found += [f"there is no column {name!r}" for name in gauge.whole if name not in WHOLE]
    found += [f"{name!r} is no part of an estimate" for name in gauge.blend if name not in PARTS]
    found += [f"{name!r} is no part of a turn's estimate" for name in gauge.turn_blend if name not in TURN_PARTS]
    columns: list[tuple[str, Column]] = [*gauge.turn.items(), *gauge.whole.items()]
    for pull in (gauge.dissatisfied, gauge.satisfied):
        if len(pull.history) != len(HISTORY) or len(pull.neither) != len(TURN_PARTS):
            found.append(f"history: {len(HISTORY)} numbers; neither: {len(TURN_PARTS)}")
    found += [f"column {name!r}: its spread must be above 0" for name, one in columns if one.spread <= 0]
    if len(gauge.cuts) != LEVELS - 1 or any(low > high for low, high in pairwise(gauge.cuts)):
        found.append(f"cuts: {LEVELS - 1} numbers that rise")
    found += [
        f"kind {kind.name!r}: there is no column {name!r} in whole"
        for kind in gauge.kinds
        for name in kind.centre
        if name not in gauge.whole
    ]
    if not (isfinite(gauge.radius) and gauge.radius > 0 and 0 < gauge.confidence < 1):
        found.append("radius must be above 0, and confidence between 0 and 1")
    return found + [
        f"criterion {name!r}: {fault}" for name, one in gauge.criteria.items() for fault in _criterion_faults(name, one)
    ]


def _criterion_faults(name: str, one: Criterion) -> Iterator[str]:
    yield from (f"there is no column {column!r}" for column in one.columns if column not in WHOLE)
    for column, at in one.columns.items():
        if at.spread <= 0 or not all(map(isfinite, (at.centre, at.spread, at.weight))):
            yield f"column {column!r}: finite numbers, and a spread above 0"
    for part, share in one.parts.items():
        if part not in CRITERION_PARTS or not (isfinite(share) and share >= 0):
            yield f"{part!r}: its parts are {', '.join(CRITERION_PARTS)}, none below 0"
    if one.parts.get("hand") and name not in hand_set().criteria:
        yield "it has a part by hand, and the hand-set table does not know it"
    numbers, rising = (one.base, *one.cuts), all(low <= high for low, high in pairwise(one.cuts))
    if not (one.cuts and rising and all(map(isfinite, numbers))):
        yield "base and cuts: finite numbers, one cut at least, and cuts that rise"
