"""A barem together with where each part of it stands in its file: what a linter needs to name a line."""

from collections.abc import Mapping
from dataclasses import dataclass

from baremo.core.barem import Barem


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    file: str
    line: int
    text: str
    """A scalar as it was written; empty for a mapping or a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    barem: Barem
    places: Mapping[str, Place]
    """By path: `criteria.Empathy.levels.60`, `rules.deduct.points`, `examples.0.expect.mean`."""

    def place(self, path: str) -> Place:
        """Of the part, or of the nearest part that holds it."""
        while path and path not in self.places:
            path = path.rpartition(".")[0]
        return self.places[path]
