"""What readers hand over: dialogues while they are read, and the problems met on the way."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from baremo.core.comparison import Comparison, Sheet
from baremo.core.dialogue import Dialogue, Turn, mark_faults
from baremo.errors import Problem, SetupError

KEPT = 1000
ALIKE = 20
"""A file in the wrong encoding has a problem on every line: the rest is counted, and other problems stay visible."""


@dataclass(slots=True)
class Finding:
    where: str
    line: int
    """0 where it is no line's."""
    what: str
    remedy: str
    again: str
    times: int = 1

    def problem(self) -> Problem:
        often = f" ({self.times:,} {self.again}, first here)" if self.times > 1 else ""
        return Problem(f"{self.where}:{self.line}" if self.line else self.where, self.what + often, self.remedy)


class Findings:
    """Every problem met."""

    def __init__(self) -> None:
        self._kept: list[Finding] = []
        self._alike: dict[tuple[str, str], list[Finding]] = {}
        self.met = 0
        """How often something was a problem."""
        self.more = 0

    def add(self, where: str, what: str, remedy: str, *, line: int = 0, again: str = "") -> None:
        """With `again`, what has the same remedy in the same source is told once, and counted in so many `lines`."""
        self.met += 1
        key = (where, remedy if again else what)
        alike = self._alike.get(key, [])
        if again and alike:
            alike[0].times += 1
        elif len(self._kept) < KEPT and len(alike) < ALIKE:
            found = Finding(where, line, what, remedy, again)
            self._kept.append(found)
            self._alike.setdefault(key, []).append(found)
        else:
            self.more += 1

    @property
    def problems(self) -> list[Problem]:
        """By source, in the order in which they had their first problem, and by line; what is no line's goes first."""
        order = {where: place for place, where in enumerate(dict.fromkeys(found.where for found in self._kept))}
        kept = sorted(self._kept, key=lambda found: (order[found.where], found.line))
        return [found.problem() for found in kept]

    def stop_if_any(self) -> None:
        if self.met:
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
    sheet: Sheet | None = None
    """Of two responses that are compared; None for a dialogue."""
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
        if self.sheet is not None:
            return Comparison(id=name, turns=tuple(self.turns), metadata=self.metadata, sheet=self.sheet)
        return Dialogue(id=name, turns=tuple(self.turns), overall=self.overall, metadata=self.metadata)

    def faults(self) -> Iterator[tuple[int, str, str]]:
        """Line, fault, remedy."""
        dialogue = self.finished(0)
        if not self.overall and not any(dialogue.faults()):  # as nearly always
            return
        overall = list(mark_faults(self.overall))
        yield from ((self.overall_line or self.line, f"OVERALL: {what}", remedy) for what, remedy in overall)
        for number, what, remedy in dialogue.faults():
            if number and self.lines:
                yield self.lines[number - 1], what, remedy
            elif number:
                yield self.line, f"turn {number}: {what}", remedy
            elif (what, remedy) not in overall and not (self.broken and not self.turns):
                yield self.line, what, remedy
