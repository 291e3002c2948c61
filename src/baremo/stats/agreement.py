"""A judge against people: every figure of it, with intervals."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from baremo.stats.alpha import Units, alpha
from baremo.stats.bootstrap import How, counted, figures
from baremo.stats.ceiling import ceiling
from baremo.stats.edges import always, by_chance, perfect
from baremo.stats.measures import Floats, exact, kappa, kendall, mean_difference, spearman, within_one
from baremo.stats.patterns import Patterns, consensus, patterns
from baremo.stats.ratings import NONE, Agreed, Figure, Ratings
from baremo.stats.sums import Sums

RANKED = ("spearman", "kendall")
LEVELLED = ("exact", "within_one", "kappa", "kappa_linear", "kappa_plain", "bias", "alpha")
SHARES = ("exact", "within_one")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beside:
    """The judge beside the mean of the people."""

    levels: int
    """Of the judge."""
    means: Floats
    """The different ones that people's marks have, ascending."""
    pairs: Sums
    """Patterns to a table: the judge's levels × means."""
    nearest: Floats
    """Means × people's levels: 1 at the nearest."""
    units: Units | None
    """Patterns, and the marks given, the judge being one more rater; None where its scale is another one."""

    @classmethod
    def of(cls, seen: Patterns, levels: int, comparable: bool) -> "Beside":
        means, column = np.unique(seen.sums / seen.sizes, return_inverse=True)
        many = len(seen.times)
        cells = seen.judge * len(means) + column
        return cls(
            levels=levels,
            means=means,
            pairs=Sums.of(np.arange(many), cells, np.ones(many), (many, levels * len(means))),
            nearest=np.eye(seen.marks.shape[-1])[consensus(means)],
            units=Units.of(seen.marks + np.eye(levels)[seen.judge]) if comparable else None,
        )

    def __call__(self, weights: Floats) -> Floats:
        """Draws × (what is ranked, what is levelled where that can be)."""
        table = self.pairs(weights).reshape(len(weights), self.levels, len(self.means))
        measured = [spearman(table), kendall(table)]
        if self.units is not None:
            square = table @ self.nearest
            measured += [exact(square), within_one(square)]
            measured += [kappa(square, "quadratic"), kappa(square, "linear"), kappa(square, "plain")]
            measured += [mean_difference(table, np.arange(self.levels, dtype=np.float64), self.means)]
            measured += [alpha(self.units, weights)]
        return np.stack(measured, axis=-1)

    @property
    def width(self) -> int:
        """Numbers that it needs for one draw."""
        return 6 * self.pairs.width + (self.units.width if self.units is not None else 0)


def agreed(ratings: Ratings, rng: np.random.Generator, *, draws: int = 1000, confidence: float = 0.95) -> Agreed:
    """Dialogues are drawn as a whole. Marks are compared as places on the scale, people's mean being one of places."""
    how = How(draws=draws, confidence=confidence)
    scored, labelled = ratings.judge != NONE, np.any(ratings.people != NONE, axis=1)
    both = scored & labelled
    base = Agreed(
        name=ratings.name,
        cases=len(both),
        scored=int(scored.sum()),
        labelled=int(labelled.sum()),
        both=int(both.sum()),
        marks=int(np.sum(ratings.people[both] != NONE)),
    )
    if not base.both:
        return base
    seen = patterns(ratings.people[both], len(ratings.people_scale), ratings.judge[both])
    return replace(
        _measured(base, ratings, seen, rng, how),
        ceiling=ceiling(ratings.people[both], len(ratings.people_scale), rng, draws=draws, confidence=confidence),
    )


def _measured(base: Agreed, ratings: Ratings, seen: Patterns, rng: np.random.Generator, how: How) -> Agreed:
    levels = len(ratings.scale)
    beside = Beside.of(seen, levels, ratings.comparable)
    found = figures(seen.sample(), beside, rng, how, beside.width)
    names = RANKED + (LEVELLED if ratings.comparable else ())
    table = beside.pairs(seen.times[None, :]).reshape(levels, len(beside.means))
    named: dict[str, Any] = dict(zip(names, found, strict=True))
    named |= dict(_at_the_edges(named, base.both, by_chance(table.sum(axis=1)), how))
    people = seen.times @ seen.marks
    return replace(
        base,
        judge_rates=tuple((table.sum(axis=1) / base.both).tolist()),
        people_rates=tuple((people / base.marks).tolist()),
        confusion=tuple(tuple(int(count) for count in row) for row in (table @ beside.nearest).T),
        **named,
    )


def _at_the_edges(named: dict[str, Figure], count: int, chance: float, how: How) -> Iterator[tuple[str, Figure]]:
    """Intervals that are not drawn: of shares, and of what is the same in every draw."""
    for name, figure in named.items():
        if name in SHARES:
            yield name, counted(figure, count, how)
        elif name == "bias":
            yield name, always(figure, count, 1.0, how)
        else:
            yield name, perfect(figure, count, chance, how, pairs=name == "kendall")
