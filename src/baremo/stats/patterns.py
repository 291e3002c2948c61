"""Dialogues that were marked alike, put together."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.stats.bootstrap import Sample
from baremo.stats.measures import Floats
from baremo.stats.ratings import NONE, Places
from baremo.stats.sums import Indices, Sums

ROOM = 2**62


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Patterns:
    """Who gave a mark does not matter, only how often it was given."""

    judge: NDArray[np.int64]
    """One per pattern; `NONE` where there is no judge."""
    marks: Floats
    """Patterns × levels of people: how many people gave it."""
    times: Floats
    """How often the pattern came."""
    of: Indices
    """The pattern of each dialogue."""

    @property
    def sizes(self) -> Floats:
        """People's marks in each pattern."""
        sizes: Floats = self.marks.sum(axis=-1)
        return sizes

    @property
    def sums(self) -> Floats:
        return self.marks @ np.arange(self.marks.shape[-1], dtype=np.float64)

    def sample(self, clusters: NDArray[np.generic] | None = None) -> Sample:
        """Ready to be drawn from. `clusters` says which dialogues, or turns, belong together: one name for each."""
        if clusters is None:
            return Sample(counts=self.times, size=len(self.of))
        names, places = np.unique(clusters, return_inverse=True)
        pairs, times = np.unique(places.astype(np.int64) * len(self.times) + self.of, return_counts=True)
        cluster, pattern = np.divmod(pairs, len(self.times))
        whole = (len(names), len(self.times))
        made = Sums.of(cluster, pattern, times.astype(np.float64), whole)
        return Sample(counts=self.times, clusters=made, size=len(names))


def patterns(people: Places, levels: int, judge: Places | None = None) -> Patterns:
    """`people`: dialogues × people, places on a scale of so many levels."""
    first = np.full(len(people), NONE, dtype=np.int64) if judge is None else judge.astype(np.int64)
    alike = np.sort(people, axis=1).astype(np.int64)
    codes = first + 1
    for column in alike.T:
        if codes.size and codes.max() >= ROOM // (levels + 1):
            codes = np.unique(codes, return_inverse=True)[1].astype(np.int64)
        codes = codes * (levels + 1) + column + 1
    _, example, of, times = np.unique(codes, return_index=True, return_inverse=True, return_counts=True)
    chosen = alike[example]
    marks = np.stack([np.sum(chosen == level, axis=1) for level in range(levels)], axis=-1).astype(np.float64)
    return Patterns(judge=first[example], marks=marks, times=times.astype(np.float64), of=of)


def consensus(means: Floats) -> NDArray[np.int64]:
    """The place nearest to a mean of places; between two, the lower one."""
    return np.ceil(means - 0.5).astype(np.int64)
