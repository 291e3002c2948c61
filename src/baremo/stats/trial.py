"""A judge on trial: all its figures against people, by criterion and by group."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.stats.agreement import agreed
from baremo.stats.ratings import Agreed, Figure, Ratings

FEWEST = 10
"""Dialogues with both marks from which a group has figures of its own."""
GATED = (*("exact", "within_one", "kappa", "kappa_linear", "kappa_plain", "alpha", "spearman", "kendall", "bias"),)
"""Figures of a criterion that a gate may name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Dialogues that are alike in a field of their metadata."""

    field: str
    name: str
    agreed: Agreed


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trial:
    run: str
    barem: str
    judge: str
    confidence: float
    draws: int
    seed: int
    ratings: tuple[Ratings, ...]
    agreed: tuple[Agreed, ...]
    """Beside `ratings`."""
    groups: tuple[Group, ...]
    """Of the whole, or of the one criterion that was asked for."""
    small: tuple[str, ...]
    """Groups with too few dialogues for figures."""
    labels: int
    strays: int
    notes: tuple[str, ...]

    def of(self, criterion: str = "") -> Agreed | None:
        return next((one for one in self.agreed if one.name == criterion), None)

    @property
    def figures(self) -> dict[str, float | None]:
        """By the names that gates know them by: `kappa` is the one of the whole."""
        found: dict[str, float | None] = {}
        for one in self.agreed:
            for name, value in _figures(one):
                found[f"{one.name or 'overall'}.{name}"] = value
                if not one.name or len(self.agreed) == 1:
                    found[name] = value
        return found


def _figures(one: Agreed) -> Iterator[tuple[str, float | None]]:
    for name in GATED:
        figure: Figure = getattr(one, name)
        yield name, figure.value
        yield f"{name}.low", figure.low
        yield f"{name}.high", figure.high
    yield "coverage", one.scored / one.cases if one.cases else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How intervals are made."""

    seed: int = 0
    draws: int = 1000
    confidence: float = 0.95

    def rng(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


def figures_of(
    ratings: Sequence[Ratings], sampling: Sampling, step: Callable[[], None] = lambda: None
) -> tuple[Agreed, ...]:
    """Each with the same seed, so that a figure does not depend on which others are asked for."""
    found = []
    for one in ratings:
        found.append(agreed(one, sampling.rng(), draws=sampling.draws, confidence=sampling.confidence))
        step()
    return tuple(found)


def by_group(
    ratings: Ratings,
    fields: Mapping[str, NDArray[np.int32]],
    names: Mapping[str, Sequence[str]],
    sampling: Sampling,
) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """Figures by each field's groups, the largest first; and the groups that are too small for any."""
    groups, small = [], []
    both = (ratings.judge >= 0) & (ratings.people >= 0).any(axis=1)
    for field, rows in fields.items():
        sizes = np.bincount(rows[both], minlength=len(names[field]))
        for place in np.argsort(-sizes, kind="stable"):
            if sizes[place] < FEWEST:
                small.append(f"{field} {names[field][place]}")
                continue
            (found,) = figures_of([ratings.rows(rows == place)], sampling)
            groups.append(Group(field=field, name=names[field][place], agreed=found))
    return tuple(groups), tuple(small)
