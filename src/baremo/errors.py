"""The whole exception tree.

BaremoError
├── SetupError      the user's input must be mended: exit code 2, never retried
├── BusyError       another process is writing to the same run: exit code 75, try again later
└── JudgeError      a judge failed on one case: the case becomes `Unscored`, the run goes on
    └── ReplyRefused    its reply is not a valid answer to the ask
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend in a user's input."""

    where: str
    """`file:line`, or the option or argument that is wrong."""
    what: str
    remedy: str
    code: str = ""
    """Of a barem's problems: `B012`, explained in docs/lint.md."""

    def __str__(self) -> str:
        code = f"{self.code} " if self.code else ""
        return f"{self.where}: {code}{self.what}\n    {self.remedy}"


class BaremoError(Exception):
    """Anything that Baremo raises on purpose."""


class SetupError(BaremoError):
    """Every problem found in the user's input, at once."""

    def __init__(self, problems: Iterable[Problem], *, more: int = 0) -> None:
        self.problems = tuple(problems)
        self.more = more
        """Problems counted but not kept, where a file has very many."""
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @classmethod
    def single(cls, where: str, what: str, remedy: str) -> "SetupError":
        return cls([Problem(where, what, remedy)])


class BusyError(BaremoError):
    """Someone else has the run."""


class JudgeError(BaremoError):
    """A judge did not deliver; `stage` says in which role."""

    def __init__(self, reason: str, *, stage: str) -> None:
        self.reason = reason
        self.stage = stage
        super().__init__(f"{stage}: {reason}")


class ReplyRefused(JudgeError):
    """A reply that is not a valid answer: it is never mended in silence."""
