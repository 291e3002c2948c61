"""Several ways to judge the same dialogues: how far each agrees with people, what it takes, and whether they differ."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from baremo.stats.bootstrap import BUDGET, How, Sample, figures
from baremo.stats.measures import Floats, kappa, spearman
from baremo.stats.paired import FLIPS, Paired, paired
from baremo.stats.patterns import consensus
from baremo.stats.ratings import NONE, UNKNOWN, Agreed, Figure, Ratings
from baremo.stats.sums import Sums

KAPPA, RHO = "kappa", "spearman"
FEWEST = 20
"""Dialogues with both marks: from fewer, nothing is concluded."""
_SAME = 1e-9
"""What differs less is the same number, added up in another order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """What judging has taken, whoever paid for it: a reply from the cache counts as if it had been asked for."""

    dialogues: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    guessed: int = 0
    """Calls whose tokens no server counted: they are guessed from the characters that a model is sent."""
    cost: float | None = 0.0
    """In dollars, at list prices; None where some call has no known price."""

    def __add__(self, other: "Took") -> "Took":
        return Took(
            dialogues=self.dialogues + other.dialogues,
            calls=self.calls + other.calls,
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            guessed=self.guessed + other.guessed,
            cost=None if self.cost is None or other.cost is None else self.cost + other.cost,
        )

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    @property
    def each(self) -> float:
        """Tokens per dialogue."""
        return self.tokens / self.dialogues if self.dialogues else 0.0

    @property
    def thousand(self) -> float | None:
        """Dollars for a thousand dialogues."""
        return None if self.cost is None or not self.dialogues else 1000 * self.cost / self.dialogues


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One way to judge."""

    name: str
    """`solo`, `debate`, `debate-in-one`, `repeat-3`."""
    took: Took
    agreed: Agreed
    """With people; `cases` are the dialogues that it was given."""
    run: str = ""
    """Where it is kept."""

    @property
    def few(self) -> bool:
        return self.agreed.both < FEWEST

    def figure(self, measure: str) -> Figure:
        found: Figure = getattr(self.agreed, measure)
        return found

    def per_thousand(self, measure: str) -> float | None:
        """Agreement for each thousand tokens that a dialogue takes."""
        value = self.figure(measure).value
        return None if value is None or not self.took.tokens else 1000 * value / self.took.each


@dataclass(frozen=True, slots=True, kw_only=True)
class Versus:
    """Two ways to judge, on the dialogues that both have scored. Differences are of the first minus the second."""

    first: str
    second: str
    dialogues: int
    kappa: Figure = UNKNOWN
    kappa_p: float | None = None
    """How often marks that change sides by chance lie as far apart; held against as many pairs as there are (Holm)."""
    spearman: Figure = UNKNOWN
    spearman_p: float | None = None
    off: Paired | None = None
    """How many levels each mark lies from the mean of people's: `before` is the second, `after` the first."""

    def p(self, measure: str) -> float | None:
        found: float | None = getattr(self, f"{measure}_p")
        return found

    def apart(self, measure: str, confidence: float) -> bool:
        """Whether they can be told apart: by the interval and by the test, on dialogues enough."""
        p = self.p(measure)
        return self.beside_zero(measure) and p is not None and p < 1 - confidence

    def beside_zero(self, measure: str) -> bool:
        """Whether the interval alone, as if it were the only one, tells them apart."""
        figure: Figure = getattr(self, measure)
        if self.few or figure.low is None or figure.high is None:
            return False
        return not figure.low <= 0 <= figure.high

    @property
    def few(self) -> bool:
        return self.dialogues < FEWEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """All that is to be compared."""

    judge: str
    barem: str
    criterion: str
    """Empty for the whole."""
    entrants: tuple[Entrant, ...]
    pairs: tuple[Versus, ...]
    confidence: float
    draws: int
    seed: int
    budget: int | None = None
    """Tokens that each could spend in all; None where each judged every dialogue."""
    limit: float | None = None
    """Tokens per dialogue up to which a way takes part; None where a budget was kept."""
    notes: tuple[str, ...] = ()

    @property
    def measure(self) -> str:
        """What decides: kappa, or rho where it cannot be had of all."""
        return KAPPA if all(one.agreed.kappa.value is not None for one in self.entrants) else RHO

    def within(self, one: Entrant) -> bool:
        return self.limit is None or one.took.each <= self.limit

    @property
    def eligible(self) -> tuple[Entrant, ...]:
        """Those within the budget that have a figure of dialogues enough, the best first."""
        within = [one for one in self.entrants if self.within(one) and not one.few]
        found = [one for one in within if one.figure(self.measure).value is not None]
        return tuple(sorted(found, key=lambda one: -(one.figure(self.measure).value or 0.0)))

    def told_apart(self, one: str, other: str) -> bool:
        return any(
            pair.apart(self.measure, self.confidence)
            for pair in self.pairs
            if {pair.first, pair.second} == {one, other}
        )

    @property
    def leaders(self) -> tuple[Entrant, ...]:
        """The one that agrees best, and those that cannot be told from it."""
        found = self.eligible
        return tuple(one for one in found if one is found[0] or not self.told_apart(one.name, found[0].name))

    @property
    def nearer(self) -> tuple[Versus, ...]:
        """Pairs of those within the budget whose marks lie otherwise far from people's, which kappa need not see."""
        names = {one.name for one in self.eligible}
        return tuple(
            pair
            for pair in self.pairs
            if {pair.first, pair.second} <= names
            and not pair.few
            and pair.off
            and (pair.off.p or 0.0) < 1 - self.confidence
        )

    @property
    def choice(self) -> Entrant | None:
        """Of the leaders, the one that takes the fewest tokens."""
        return min(self.leaders, key=lambda one: one.took.each, default=None)


def versus(names: tuple[str, str], one: Ratings, other: Ratings, rng: np.random.Generator, how: How) -> Versus:
    """Rows of both are the same dialogues."""
    seen = _Seen.of(one, other)
    base = Versus(first=names[0], second=names[1], dialogues=seen.size)
    if not seen.size:
        return base
    rho, agreement = figures(seen.sample, seen.differences, rng, how, seen.width)
    rho_p, kappa_p = seen.chances(rng)
    return replace(
        base,
        kappa=agreement,
        kappa_p=kappa_p,
        spearman=rho,
        spearman_p=rho_p,
        off=paired(seen.errors[1], seen.errors[0], rng) if seen.comparable else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Seen:
    """Dialogues that were marked alike by both and by people, put together."""

    size: int
    sample: Sample
    tables: tuple[Sums, Sums]
    """Patterns to a table of a judge's levels × means of people's marks."""
    levels: int
    nearest: Floats
    """Means × levels: 1 at the nearest."""
    comparable: bool
    errors: tuple[Floats, Floats]
    """Levels between each mark and the mean of people's."""

    @classmethod
    def of(cls, one: Ratings, other: Ratings) -> "_Seen":
        there = (one.judge != NONE) & (other.judge != NONE) & np.any(one.people != NONE, axis=1)
        values = np.union1d(one.scale.values, other.scale.values)
        marks = [np.searchsorted(values, np.array(side.scale.values)[side.judge[there]]) for side in (one, other)]
        people = np.ma.masked_equal(one.people[there], NONE)
        mean = np.asarray(people.mean(axis=1), dtype=np.float64)
        means, column = np.unique(mean, return_inverse=True)
        codes = (marks[0] * len(values) + marks[1]) * len(means) + column
        patterns, first, times = np.unique(codes, return_index=True, return_counts=True)
        each = np.arange(len(patterns))
        cells = len(values) * len(means)
        tables = [
            Sums.of(each, side[first] * len(means) + column[first], np.ones(len(each)), (len(each), cells))
            for side in marks
        ]
        return cls(
            size=int(there.sum()),
            sample=Sample(counts=times.astype(np.float64), size=int(there.sum())),
            tables=(tables[0], tables[1]),
            levels=len(values),
            nearest=np.eye(max(len(values), len(one.people_scale)))[consensus(means)],
            comparable=one.comparable and other.comparable,
            errors=(np.abs(marks[0] - mean), np.abs(marks[1] - mean)),
        )

    def differences(self, weights: Floats) -> Floats:
        """Draws × (rho, kappa): the first's minus the second's."""
        first, second = (self._measured(table(weights)) for table in self.tables)
        return first - second

    def _measured(self, cells: Floats) -> Floats:
        table = cells.reshape(len(cells), self.levels, len(self.nearest))
        agreement = kappa(table @ self.nearest) if self.comparable else np.full(len(cells), np.nan)
        return np.stack([spearman(table), agreement], axis=-1)

    def chances(self, rng: np.random.Generator) -> tuple[float | None, float | None]:
        """Two-sided. If there is nothing between the two, each dialogue's marks might as well have been the other's."""
        times = self.sample.counts
        reached = np.abs(self.differences(times[None, :])[0])
        beyond, known = np.zeros(2), np.zeros(2)
        step = max(1, BUDGET // self.width)
        for start in range(0, FLIPS, step):
            swapped = rng.binomial(times.astype(np.int64), 0.5, size=(min(step, FLIPS - start), len(times))).astype(
                float
            )
            ours, theirs = self.tables
            first = ours(times - swapped) + theirs(swapped)
            second = ours(swapped) + theirs(times - swapped)
            apart = np.abs(self._measured(first) - self._measured(second))
            known += np.sum(~np.isnan(apart), axis=0)
            beyond += np.sum(apart >= reached - _SAME, axis=0)
        rho, agreement = (
            None if np.isnan(seen) else float((1 + more) / (1 + count))
            for seen, more, count in zip(reached, beyond, known, strict=True)
        )
        return rho, agreement

    @property
    def width(self) -> int:
        """Numbers that are needed for one draw."""
        return len(self.sample.counts) + 8 * self.tables[0].width


def held_together(pairs: Sequence[Versus]) -> tuple[Versus, ...]:
    """With as many tests as there are pairs, some p is small by chance: each is raised as S. Holm has it (1979)."""
    raised = {measure: holm([pair.p(measure) for pair in pairs]) for measure in (KAPPA, RHO)}
    off = holm([pair.off.p if pair.off else None for pair in pairs])
    return tuple(
        replace(
            pair,
            kappa_p=raised[KAPPA][place],
            spearman_p=raised[RHO][place],
            off=replace(pair.off, p=off[place]) if pair.off else None,
        )
        for place, pair in enumerate(pairs)
    )


def holm(given: Sequence[float | None]) -> list[float | None]:
    """None stays None and is no test."""
    raised: list[float | None] = [None] * len(given)
    order = sorted((p, place) for place, p in enumerate(given) if p is not None)
    before = 0.0
    for rank, (p, place) in enumerate(order):
        before = max(before, min(1.0, p * (len(order) - rank)))
        raised[place] = before
    return raised
