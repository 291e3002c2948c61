"""What readers hand over: dialogues while they are read, and the problems met on the way."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from baremo.core.dialogue import Dialogue, Turn, mark_faults
from baremo.errors import Problem, SetupError

KEPT = 1000
"""A file in the wrong encoding has a problem on every line: the rest is counted."""


class Findings:
    """Every problem met, in order."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.more = 0

    def add(self, where: str, what: str, remedy: str) -> None:
        if len(self.problems) < KEPT:
            self.problems.append(Problem(where, what, remedy))
        else:
            self.more += 1

    def stop_if_any(self) -> None:
        if self.problems:
            raise SetupError(self.problems, more=self.more)


@dataclass(slots=True, kw_only=True)
class Draft:
    """A dialogue while it is read: not yet numbered, not yet checked."""

    line: int
    id: int | str | None = None
    turns: list[Turn] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """Of each turn; empty where all of them stand on `line`."""
    overall: tuple[int, ...] = ()
    overall_line: int = 0
    metadata: dict[str, Any] = field(default_factory=dict)
    rows: bool = False
    """Gathered from consecutive rows with the same id."""
    broken: bool = False
    """A problem of it has been told already: having no turns is then no news."""

    def add(self, turn: Turn, line: int) -> None:
        self.turns.append(turn)
        self.lines.append(line)

    def finished(self, number: int) -> Dialogue:
        """With `number` as its id where the source gives none."""
        name = number if self.id is None else self.id
        return Dialogue(id=name, turns=tuple(self.turns), overall=self.overall, metadata=self.metadata)

    def faults(self) -> Iterator[tuple[int, str, str]]:
        """Line, fault, remedy."""
        overall = list(mark_faults(self.overall))
        yield from ((self.overall_line or self.line, f"OVERALL: {what}", remedy) for what, remedy in overall)
        for number, what, remedy in self.finished(0).faults():
            if number and self.lines:
                yield self.lines[number - 1], what, remedy
            elif number:
                yield self.line, f"turn {number}: {what}", remedy
            elif (what, remedy) not in overall and not (self.broken and not self.turns):
                yield self.line, what, remedy
