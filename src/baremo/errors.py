"""The whole exception tree.

BaremoError
├── SetupError      the user's input must be mended: exit code 2, never retried
├── BusyError       another process is writing to the same run: exit code 75, try again later
│   └── AlreadyThere    another process has made the run just now
├── StorageError    the run can no longer be written, for want of space say: exit code 74, mend it and go on
│   └── StoreLost       the connection to the store broke: exit code 75, what was committed is there
├── BudgetSpent     as many calls or as much money as was allowed: the run stops, what is done is kept
├── NotYet          the reply will come through a provider's batch queue: the case goes on in a later round
└── JudgeError      a judge failed on one case: the case becomes `Unscored`, the run goes on
    ├── ReplyRefused    its reply is not a valid answer to the ask
    └── CallFailed      no reply could be had, with an `Outcome` that says why
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


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


class AlreadyThere(BusyError):
    """Someone else made the run first."""


class StorageError(BaremoError):
    """Nothing more can be kept, so nothing more is asked."""


class StoreLost(StorageError):
    """The same command goes on when the store is there again."""


class BudgetSpent(BaremoError):
    """`--max-calls` or `--max-cost` is reached: no further call is made."""


class NotYet(BaremoError):
    """The ask waits in a queue; whoever asked comes again when its reply is there."""


class JudgeError(BaremoError):
    """A judge did not deliver; `stage` says in which role."""

    def __init__(self, reason: str, *, stage: str) -> None:
        self.reason = reason
        self.stage = stage
        super().__init__(f"{stage}: {reason}")


class ReplyRefused(JudgeError):
    """A reply that is not a valid answer: it is never mended in silence."""


class Outcome(StrEnum):
    """How a call to a model can fail. The reason of an unscored dialogue begins with it."""

    RATE_LIMITED = "rate limited"
    """429, or the provider's own word for it, until the tries or the time ran out."""
    SERVER_ERROR = "server error"
    """5xx."""
    UNREACHABLE = "unreachable"
    """No connection: refused, no such host, TLS."""
    RESET = "connection lost"
    """The connection broke before the whole answer was there."""
    TIMEOUT = "timeout"
    """Too slow as a whole, however the bytes trickled in."""
    TOO_LARGE = "response too large"
    BAD_RESPONSE = "not the provider's format"
    """Whatever came back is not what this provider sends."""
    EMPTY = "empty answer"
    """A proper response with nothing in it."""
    FILTERED = "content filter"
    """The provider or the model would not answer."""
    REQUEST_REFUSED = "request refused"
    """4xx: this request will not be answered however often it is sent."""
    TOO_LONG = "dialogue too long"
    """It does not fit the model."""
    WORKER_LOST = "worker lost"
    """The process that judged it died, and so did others after it."""

    @property
    def passing(self) -> bool:
        """Whether it may go well another time: it is the way to the server that failed, and not the dialogue."""
        return self in _PASSING


_PASSING = {
    Outcome.RATE_LIMITED,
    Outcome.SERVER_ERROR,
    Outcome.UNREACHABLE,
    Outcome.RESET,
    Outcome.TIMEOUT,
    Outcome.BAD_RESPONSE,
    Outcome.WORKER_LOST,
}


class CallFailed(JudgeError):
    """No reply could be had."""

    def __init__(self, outcome: Outcome, detail: str, *, stage: str = "", status: int = 0) -> None:
        self.outcome = outcome
        self.detail = detail
        self.status = status
        """Of the HTTP response, where there was one."""
        super().__init__(f"{outcome}: {detail}" if detail else str(outcome), stage=stage)
