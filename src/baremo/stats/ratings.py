"""What a judge and people said of the same things, as arrays; and the figures that come of them."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int16]
"""Places on a scale, from 0; `NONE` where there is no mark."""
NONE = -1


class Figure(NamedTuple):
    """A statistic with its interval. `None` where it is not defined: every mark the same, or too few of them."""

    value: float | None
    low: float | None = None
    high: float | None = None


UNKNOWN = Figure(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Ascending levels."""

    labels: tuple[str, ...]
    values: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ratings:
    """The marks for one thing, a criterion or the whole, in many dialogues: a row for each."""

    name: str
    """The criterion; empty for the dialogue as a whole."""
    scale: Scale
    """The judge's."""
    judge: Places
    """One per dialogue; `NONE` where it is unscored."""
    people_scale: Scale
    people: Places
    """Dialogues × people; `NONE` where that person gave no mark."""
    raters: tuple[str, ...] = ()
    """Names of the columns; empty where the columns are nobody in particular."""
    mapped: str = ""
    """How people's marks were put on the judge's scale, where that was needed, e.g. `1–5 read as 20–100`."""

    @property
    def comparable(self) -> bool:
        """Whether both are on one scale; if not, only ranks can be compared."""
        return self.people_scale == self.scale

    def rows(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> "Ratings":
        """The same of some dialogues."""
        return Ratings(
            name=self.name,
            scale=self.scale,
            judge=self.judge[chosen],
            people_scale=self.people_scale,
            people=self.people[chosen],
            raters=self.raters,
            mapped=self.mapped,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """How well people agree with people: no judge can be expected to do much better. It rests on dialogues that several
    people marked, and has no figures where those are too few."""

    dialogues: int = 0
    """With marks of at least two people, or with turns that have them."""
    marks: int = 0
    """In those."""
    alpha: Figure = UNKNOWN
    """Krippendorff's, ordinal, of the people alone."""
    spearman: Figure = UNKNOWN
    """One person against the mean of the others, every (dialogue, person) pair pooled."""
    kappa: Figure = UNKNOWN
    """Quadratic, one person against the consensus of the others."""
    exact: Figure = UNKNOWN
    within_one: Figure = UNKNOWN
    best: float | None = None
    """The best possible Spearman against a mean as noisy as theirs (Spearman–Brown on the mean pairwise one)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """A judge against people, for one criterion or the whole. The consensus of several people is the level nearest to
    the mean of their marks; between two levels it is the lower one."""

    name: str
    cases: int
    """Dialogues."""
    scored: int
    labelled: int
    both: int
    """Dialogues that have both: what the figures rest on."""
    marks: int
    """Of people, in those."""
    exact: Figure = UNKNOWN
    within_one: Figure = UNKNOWN
    kappa: Figure = UNKNOWN
    """Cohen's, with quadratic weights, against the consensus."""
    kappa_linear: Figure = UNKNOWN
    kappa_plain: Figure = UNKNOWN
    alpha: Figure = UNKNOWN
    """Krippendorff's, ordinal, with the judge as one more rater."""
    spearman: Figure = UNKNOWN
    """Against the mean of the people's marks."""
    kendall: Figure = UNKNOWN
    """Tau-b, against the same mean."""
    bias: Figure = UNKNOWN
    """Judge minus mean of people, in levels."""
    judge_rates: tuple[float, ...] = ()
    """How often the judge gave each level of its scale."""
    people_rates: tuple[float, ...] = ()
    """How often people gave each level of theirs."""
    confusion: tuple[tuple[int, ...], ...] = ()
    """Consensus (rows) by judge (columns)."""
    ceiling: Ceiling = field(default_factory=Ceiling)
