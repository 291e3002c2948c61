"""A judge against people: every figure of it, with intervals."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from baremo.stats.alpha import Units, alpha
from baremo.stats.bootstrap import How, counted, figures
from baremo.stats.ceiling import Peers, ceiled
from baremo.stats.measures import Floats, exact, kappa, kendall, mean_difference, spearman, within_one
from baremo.stats.patterns import Patterns, consensus, patterns
from baremo.stats.ratings import NONE, UNKNOWN, Agreed, Ratings
from baremo.stats.sums import Sums

RANKED = ("spearman", "kendall")
LEVELLED = ("exact", "within_one", "kappa", "kappa_linear", "kappa_plain", "bias", "alpha")
SHARES = ("exact", "within_one")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beside:
    """The judge beside the mean of the people, and people beside each other."""

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
    peers: Peers

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
            peers=Peers.of(seen),
        )

    def __call__(self, weights: Floats) -> Floats:
        """Draws × (what is ranked, what is levelled where that can be, what peers are)."""
        table = self.pairs(weights).reshape(len(weights), self.levels, len(self.means))
        measured = [spearman(table), kendall(table)]
        if self.units is not None:
            square = table @ self.nearest
            measured += [exact(square), within_one(square)]
            measured += [kappa(square, "quadratic"), kappa(square, "linear"), kappa(square, "plain")]
            measured += [mean_difference(table, np.arange(self.levels, dtype=np.float64), self.means)]
            measured += [alpha(self.units, weights)]
        return np.concatenate([np.stack(measured, axis=-1), self.peers(weights)], axis=-1)

    @property
    def width(self) -> int:
        """Numbers that it needs for one draw."""
        return 6 * self.pairs.width + 2 * self.peers.width


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
    return _measured(base, ratings, seen, rng, how)


def _measured(base: Agreed, ratings: Ratings, seen: Patterns, rng: np.random.Generator, how: How) -> Agreed:
    levels = len(ratings.scale)
    beside = Beside.of(seen, levels, ratings.comparable)
    found = figures(seen.sample(), beside, rng, how, beside.width)
    names = RANKED + (LEVELLED if ratings.comparable else ())
    named: dict[str, Any] = dict(zip(names, found, strict=False))
    named |= {name: counted(named.get(name, UNKNOWN), base.both, how) for name in SHARES}
    table = beside.pairs(seen.times[None, :]).reshape(levels, len(beside.means))
    people = seen.times @ seen.marks
    return replace(
        base,
        judge_rates=tuple((table.sum(axis=1) / base.both).tolist()),
        people_rates=tuple((people / base.marks).tolist()),
        confusion=tuple(tuple(int(count) for count in row) for row in (table @ beside.nearest).T),
        ceiling=ceiled(found[len(names) :], seen, base.both, how),
        **named,
    )
