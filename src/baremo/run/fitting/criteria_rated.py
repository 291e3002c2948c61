"""Dialogues whose criteria people marked, as arrays: what is seen of them, what the judge says today, and the marks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baremo.core.digest import digest
from baremo.models.signals.gauge.estimate import Reader
from baremo.models.signals.gauge.table import shipped
from baremo.models.signals.reading import Reading
from baremo.models.signals.table import shipped as hand_set
from baremo.run.fitting.corpus import FEWEST, Gathering, Marked, unfit
from baremo.stats.folds import Dealing
from baremo.stats.measures import Floats
from baremo.stats.patterns import consensus
from baremo.stats.ridge import Ints


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rated:
    """A row for each dialogue."""

    rows: Floats
    felt: Floats
    """The estimate of satisfaction."""
    above: Floats
    """How far that is above the usual, as the judge believes it."""
    hand: Mapping[str, Floats]
    """The position by the hand-set table, without how it went for USER; of the criteria that the table knows."""
    marks: Mapping[str, Floats]
    """The mean of people's marks, from 0 to 1; NaN where there is none."""
    levels: Mapping[str, int]
    sets: NDArray[np.str_]
    groups: NDArray[np.str_] | None
    place: Ints
    """Among the dialogues with marks of the whole; -1 where it is none of them."""
    digests: Mapping[str, str]
    """Of the dialogues of each set."""
    left_out: Mapping[str, int]

    def felt_anew(self, values: Floats, usual: float) -> "Rated":
        """With another estimate, `values`, of the dialogues that have marks of the whole; of no others."""
        kept = self.place >= 0
        felt, lost = values[self.place[kept]], int(np.sum(~kept))
        why = {"nobody marked the whole, which the estimate was fitted to": lost} if lost else {}
        return replace(
            self,
            rows=self.rows[kept],
            felt=felt,
            above=felt - usual,
            hand={name: one[kept] for name, one in self.hand.items()},
            marks={name: one[kept] for name, one in self.marks.items()},
            sets=self.sets[kept],
            groups=None if self.groups is None else self.groups[kept],
            place=self.place[kept],
            left_out={**self.left_out, **why},
        )

    def counts(self) -> dict[str, int]:
        """Dialogues with marks, by criterion."""
        return {name: int(np.sum(~np.isnan(marks))) for name, marks in self.marks.items()}

    def enough(self) -> list[str]:
        """Criteria that have as many as are needed."""
        return [name for name, count in self.counts().items() if count >= FEWEST]

    def trait(self, name: str) -> "Trait":
        there = ~np.isnan(self.marks[name])
        known = [self.hand[name][there]] if name in self.hand else []
        weights = hand_set().criteria.get(name)
        by_hand = known[0] + weights.course * self.above[there] if weights and known else None
        return Trait(
            name=name,
            rows=self.rows[there],
            steady=np.column_stack([*known, self.felt[there]]),
            by_hand=by_hand,
            marks=self.marks[name][there],
            levels=self.levels[name],
            deal=Dealing(strata=self.sets[there], groups=None if self.groups is None else self.groups[there]),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trait:
    """One criterion, and the dialogues that have marks of it."""

    name: str
    rows: Floats
    steady: Floats
    """Parts that need no fitting here: by hand, where the table knows the criterion, and felt."""
    by_hand: Floats | None
    """The position that the judge gives without a fit."""
    marks: Floats
    levels: int
    deal: Dealing

    @property
    def parts(self) -> tuple[str, ...]:
        return (*(("hand",) if self.steady.shape[1] > 1 else ()), "felt", "seen")

    @property
    def middle(self) -> Floats:
        """Of the steady parts, over all dialogues, whatever their marks: parts count from there in every fold."""
        found: Floats = self.steady.mean(axis=0)
        return found

    @property
    def places(self) -> Ints:
        """The level nearest to the mean, from 0."""
        return consensus(self.marks * (self.levels - 1)).astype(np.intp)


class _Rating:
    """Dialogues with marks of criteria, one at a time."""

    def __init__(self, levels: Mapping[str, int]) -> None:
        self._levels = levels
        self._table = hand_set()
        self.readings: list[tuple[list[float], float, float]] = []
        self.hand: list[dict[str, float]] = []
        self.taken: list[Marked] = []
        self.place: list[int] = []
        self.left_out: dict[str, int] = {}

    @cached_property
    def _reader(self) -> Reader:
        """The estimate in the package, read where there is a criterion to fit."""
        return Reader(shipped())

    def add(self, one: Marked, place: int) -> None:
        reading = Reading(one.dialogue.unlabelled(), self._table, self._reader)
        why = unfit(reading.view)
        if why:
            self.left_out[why] = self.left_out.get(why, 0) + 1
            return
        self.readings.append((reading.course.row, reading.course.value, reading.above_usual))
        self.hand.append({name: reading.by_table(name) for name in one.criteria if name in self._table.criteria})
        self.taken.append(one)
        self.place.append(place)

    def rated(self) -> Rated | None:
        """None where nobody marked a criterion."""
        if not self.taken:
            return None
        names = [name for name in self._levels if any(name in one.criteria for one in self.taken)]
        digests: dict[str, list[object]] = {}
        for one in self.taken:
            digests.setdefault(one.within, []).append([one.dialogue.digest, dict(one.criteria)])
        apart = all(one.group is not None for one in self.taken)
        return Rated(
            rows=np.array([row for row, _, _ in self.readings]),
            felt=np.array([felt for _, felt, _ in self.readings]),
            above=np.array([above for *_, above in self.readings]),
            hand={
                name: np.array([one.get(name, np.nan) for one in self.hand])
                for name in names
                if name in self._table.criteria
            },
            marks={name: np.array([one.criteria.get(name, np.nan) for one in self.taken]) for name in names},
            levels={name: self._levels[name] for name in names},
            sets=np.array([one.within for one in self.taken]),
            groups=np.array([one.group for one in self.taken], np.str_) if apart else None,
            place=np.array(self.place, np.intp),
            digests={name: digest("rated-v1", found) for name, found in digests.items()},
            left_out=self.left_out,
        )


def gathered_twice(
    dialogues: Iterable[Marked], levels: Mapping[str, int], step: Callable[[], None] = lambda: None
) -> tuple[Gathering, Rated | None]:
    """For the estimate of satisfaction, and for criteria, which have so many levels. Nothing that people said is in any
    row."""
    whole, rating = Gathering(), _Rating(levels)
    for one in dialogues:
        taken = whole.add(one)
        if one.criteria:
            rating.add(one, len(whole.marks) - 1 if taken else -1)
        step()
    return whole, rating.rated()
