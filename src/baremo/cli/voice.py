"""How a command speaks on standard error: in words, or, with `--log-json`, as JSON (`cli/logs.py`)."""

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from baremo.cli.progress import Progress
from baremo.errors import SetupError
from baremo.run.events import Event, Tell

FLAG = "--log-json"
Cost = Callable[[], Fraction | None]


class Voice(Protocol):
    tell: Tell | None
    """Who hears of what has no words; None where nobody follows by program, and no event needs to be made."""

    def say(self, text: str, event: Event | None = None) -> None:
        """In words, or as the event; without one, it is a warning."""
        ...

    def mend(self, error: SetupError) -> None: ...

    def fault(self, error: Exception) -> None:
        """What must not happen has happened."""
        ...

    def progress(self, what: str, total: int | None = None, *, cost: Cost = lambda: None) -> Progress: ...

    def close(self, code: int) -> None:
        """The command ends with this exit code."""
        ...


class Plain:
    """For people."""

    tell: Tell | None = None

    def say(self, text: str, event: Event | None = None) -> None:  # noqa: ARG002
        print(text, file=sys.stderr)  # noqa: T201

    def mend(self, error: SetupError) -> None:
        for problem in error.problems:
            self.say(visible_lines(str(problem)))
        if error.more:
            self.say(f"… and {error.more:,} more")

    def fault(self, error: Exception) -> None:
        import traceback

        traceback.print_exception(error)
        self.say("This is a fault in Baremo, not in your input: please report it.")

    def progress(self, what: str, total: int | None = None, *, cost: Cost = lambda: None) -> Progress:
        return Progress(what, total, cost=cost)

    def close(self, code: int) -> None:
        pass


def visible_lines(text: str) -> str:
    """What stands in a file must not reach the terminal as commands."""
    from baremo.report.style import visible

    return "\n".join(visible(line) for line in text.split("\n"))


def declare_log(parser: Any) -> None:
    parser.add_argument(
        FLAG,
        action="store_true",
        help="standard error as JSON, one object per line: progress, failures, retries, how it ends",
    )


def voice(options: Any) -> Voice:
    """As the options want it."""
    if not getattr(options, "log_json", False):
        return Plain()
    from baremo.cli.logs import logged

    return logged()
