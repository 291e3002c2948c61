"""Marks that a judge and people might have given."""

import numpy as np
from numpy.typing import NDArray

from baremo.stats.ratings import NONE, Places, Ratings, Scale


def scale(levels: int) -> Scale:
    return Scale(labels=tuple(str(each + 1) for each in range(levels)), values=tuple(float(x) for x in range(levels)))


def drawn(rng: np.random.Generator, count: int, people: int = 3, levels: int = 5) -> Ratings:
    """A judge and people who each see the same quality, with as much noise; one to all of them gave a mark."""
    quality = rng.normal(size=count)
    given = placed(quality[:, None] + rng.normal(size=(count, people)), levels)
    given[np.arange(people) >= rng.integers(1, people + 1, size=count)[:, None]] = NONE
    return rated(placed(quality + rng.normal(size=count), levels), given, levels)


def placed(quality: NDArray[np.float64], levels: int) -> Places:
    return np.clip(np.round(quality + (levels - 1) / 2), 0, levels - 1).astype(np.int16)


def rated(judge: object, people: object, levels: int = 5, people_levels: int = 0) -> Ratings:
    return Ratings(
        name="Empathy",
        scale=scale(levels),
        judge=np.asarray(judge, dtype=np.int16),
        people_scale=scale(people_levels or levels),
        people=np.asarray(people, dtype=np.int16),
    )
