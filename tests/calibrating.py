"""Judges and people whose likeness is known, for the tests of calibration."""

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.stats.calibration import Seen
from baremo.stats.ratings import Places, Scale

FIVE = Scale(labels=("1", "2", "3", "4", "5"), values=(1.0, 2.0, 3.0, 4.0, 5.0))
THREE = Scale(labels=("low", "middle", "high"), values=(0.0, 1.0, 2.0))
BOTH = (FIVE, FIVE)
SIEGE = os.environ.get("HYPOTHESIS_PROFILE") == "siege"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class World:
    judge: NDArray[np.intp]
    people: Places
    expected: NDArray[np.float64]
    """Where the judge stood before it came down to a level."""
    truth: NDArray[np.float64]
    """A continuous mark, as of very many people."""

    @property
    def seen(self) -> Seen:
        return Seen(places=self.judge)


def world(count: int, rng: np.random.Generator, *, people: int = 3) -> World:
    """A judge that is too kind by more than a level, and sees about what people see."""
    quality = rng.normal(size=count)
    near = 2.8 + 0.9 * quality + 0.4 * rng.normal(size=count)
    marks = 1.5 + quality[:, None] + 0.7 * rng.normal(size=(count, people))
    return World(
        judge=np.clip(np.round(near), 0, 4).astype(np.intp),
        people=np.clip(np.round(marks), 0, 4).astype(np.int16),
        expected=np.clip(near, 0.0, 4.0),
        truth=np.clip(2.5 + quality + 0.5 * rng.normal(size=count), 1.0, 5.0),
    )


def tolerance(rounds: int, at: float = 0.9) -> float:
    """Three standard errors of a coverage that was seen in so many rounds."""
    return 3 * float(np.sqrt(at * (1 - at) / rounds))
