"""What lies between runs of the same dialogues: nouns for all that is shown of it, and figures that can be gated."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from baremo.stats import measures
from baremo.stats.bootstrap import Sample, figures
from baremo.stats.edges import by_chance, perfect
from baremo.stats.paired import HOW, Numbers, Paired, paired
from baremo.stats.ratings import UNKNOWN, Figure

WHOLE = "overall"
WEIGHTED = "weighted mean"
"""What is rounded to the overall level, before deductions."""


class Reason(StrEnum):
    """Why a dialogue has other marks, as far as the runs tell."""

    JUDGE = "another judge"
    BAREM = "another barem was asked about"
    RULES = "the same replies, ruled by another barem"
    SETTINGS = "other settings"
    LABELS = "people's marks, a sheet or metadata are others"
    MODEL = "the same ask, answered by another model under the same name"
    VERSION = "another version of Baremo"
    PROMPT = "the ask is another one, though barem and dialogue are the same"
    REPLY = "the same ask, another reply: the judge is not stable"
    UNANSWERED = "in one of them there was no valid answer"
    EVIDENCE = "the same replies, evidence found otherwise"
    UNKNOWN = "nothing that the runs keep explains it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the runs."""

    run: str
    barem: str
    judge: str
    version: str
    created: str
    dialogues: int
    scored: int
    calls: int
    """Replies of language models that the run keeps."""
    uncounted: int
    """Those of them for which no tokens are kept."""
    tokens_in: int
    tokens_out: int
    cost: float | None
    """In dollars, at list prices; None where some call has no known price."""
    seconds: float | None
    """While it was being worked on; None where that is not kept."""

    @property
    def unscored(self) -> int:
        return self.dialogues - self.scored


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Something that was set up otherwise."""

    what: str
    """`barem criteria.Empathy.weight`, `judge`, `version`…"""
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """A criterion, or the whole, in both runs."""

    name: str
    paired: Paired
    exact: float | None = None
    """Share of the same level."""
    within_one: float | None = None
    kappa: Figure = UNKNOWN
    """Cohen's, with quadratic weights, with a 95 % bootstrap interval."""
    note: str = ""
    """Why they cannot be compared, if so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A mark that is another one."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A dialogue whose marks are others, or that has a score in one run only."""

    id: str
    moves: tuple[Move, ...]
    """The whole first, where it moved."""
    because: tuple[Reason, ...]
    note: str = ""
    """Why it has no score, where it has none in one run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Where the barems differ: what the other barem makes of the same claims, and what other claims add to that."""

    dialogues: int
    """Those that have an overall level in both, and under the other barem too."""
    barem: float
    """Mean difference of the overall level that the other barem alone makes."""
    replies: float
    """And that which other replies make, under the other barem."""
    moved_by_barem: int
    moved_by_replies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A run against the one that it is held against."""

    before: Side
    after: Side
    common: int
    """Dialogues that are in both with the same words."""
    only_before: int
    only_after: int
    other_words: tuple[str, ...]
    """Dialogues that have the same id and other words: they cannot be compared."""
    both: int
    """Scored in both."""
    lost: int
    """Scored before, unscored after."""
    gained: int
    neither: int
    setup: tuple[Setup, ...]
    marks: tuple[Marks, ...]
    """By criterion that both have; then the weighted mean and the whole."""
    changes: tuple[Change, ...]
    split: Split | None = None
    derived: bool = False
    """Whether the second was made from the first without asking a judge."""

    @property
    def whole(self) -> Marks:
        return self.marks[-1]

    @property
    def reasons(self) -> dict[tuple[Reason, ...], int]:
        """How many changes each has, most first."""
        counts: dict[tuple[Reason, ...], int] = {}
        for change in self.changes:
            counts[change.because] = counts.get(change.because, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    def figures(self) -> dict[str, float | None]:
        """All that can be gated, by name. Of two runs, those without another word are the second's."""
        whole, spent = self.whole.paired, (self.before.cost, self.after.cost)
        counted = (
            len(self.changes),
            whole.up + whole.down,
            self.common,
            self.after.scored,
            self.after.unscored,
            self.lost,
            self.gained,
            self.after.cost,
            None if spent[0] is None or spent[1] is None else spent[1] - spent[0],
            self.after.tokens_in + self.after.tokens_out,
            self.after.seconds,
        )
        return _measured(self.marks) | dict(zip(COUNTED, counted, strict=True))


COUNTED = (
    "changed",
    "changed.overall",
    "common",
    "scored",
    "unscored",
    "lost",
    "gained",
    "cost",
    "cost.difference",
    "tokens",
    "seconds",
)
"""Figures that are no marks."""


def figure_names(names: Iterable[str]) -> list[str]:
    """Of all figures there will be, before anything is read. `names`: what both runs have marks for, the whole last."""
    *criteria, whole = (Marks(name=name, paired=Paired(cases=0)) for name in names)
    first = [*_measured([whole]), *COUNTED]
    return [*first, *(name for name in _measured([*criteria, whole]) if name not in first)]


def _measured(marks: Sequence[Marks]) -> dict[str, float | None]:
    """A name without more is about the whole, which comes first."""
    *criteria, whole = marks
    found = dict(_agreement("", whole)) | _figures(f"{WHOLE}.", whole)
    for one in criteria:
        found |= {name: value for name, value in _figures(f"{one.name}.", one).items() if name not in found}
    return found


def _figures(prefix: str, one: Marks) -> dict[str, float | None]:
    difference = one.paired.difference
    return {
        f"{prefix}mean": one.paired.after,
        f"{prefix}before": one.paired.before,
        f"{prefix}difference": difference.value,
        f"{prefix}difference.low": difference.low,
        f"{prefix}difference.high": difference.high,
        f"{prefix}p": one.paired.p,
        f"{prefix}up": one.paired.up,
        f"{prefix}down": one.paired.down,
    } | dict(_agreement(prefix, one))


def _agreement(prefix: str, one: Marks) -> Iterator[tuple[str, float | None]]:
    yield f"{prefix}exact", one.exact
    yield f"{prefix}within_one", one.within_one
    yield f"{prefix}kappa", one.kappa.value
    yield f"{prefix}kappa.low", one.kappa.low
    yield f"{prefix}kappa.high", one.kappa.high


def compared(name: str, before: Numbers, after: Numbers, scale: tuple[float, ...], rng: np.random.Generator) -> Marks:
    """Marks on one scale. Where some are off it, as means are, they have differences and no agreement."""
    pairs = paired(before, after, rng, float(min(np.diff(scale), default=0.0)))
    table = _table(before, after, scale)
    if table is None:
        return Marks(name=name, paired=pairs)
    return Marks(
        name=name,
        paired=pairs,
        exact=_known(measures.exact(table)),
        within_one=_known(measures.within_one(table)),
        kappa=_kappa(table, rng),
    )


def _kappa(table: Numbers, rng: np.random.Generator) -> Figure:
    sample = Sample(counts=table.ravel(), size=int(table.sum()))
    (found,) = figures(sample, lambda drawn: measures.kappa(drawn.reshape(-1, *table.shape))[:, None], rng, HOW)
    return perfect(found, sample.size, by_chance(table.sum(axis=1)), HOW)


def apart(name: str, before: Numbers, after: Numbers, note: str) -> Marks:
    """Marks on unlike scales: two means, and nothing between them."""
    there = ~(np.isnan(before) | np.isnan(after))
    count = int(there.sum())
    means = (float(before[there].mean()), float(after[there].mean())) if count else (None, None)
    return Marks(name=name, paired=Paired(cases=count, before=means[0], after=means[1]), note=note)


def _table(before: Numbers, after: Numbers, scale: tuple[float, ...]) -> NDArray[np.float64] | None:
    """How often this level met that; None where there is no pair, or a mark off the scale."""
    there = ~(np.isnan(before) | np.isnan(after))
    levels = np.array(scale)
    if not there.any() or not len(levels):
        return None
    first, second = before[there], after[there]
    if not (np.isin(first, levels).all() and np.isin(second, levels).all()):
        return None
    table = np.zeros((len(levels), len(levels)))
    np.add.at(table, (np.searchsorted(levels, first), np.searchsorted(levels, second)), 1)
    return table


def _known(value: NDArray[np.float64]) -> float | None:
    return None if np.isnan(value) else float(value)
