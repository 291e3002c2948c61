"""What goes out to a worker and what comes back."""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.errors import BudgetSpent, Problem, SetupError
from baremo.run.hire import Wanted
from baremo.store.journal import Answered
from baremo.version import VERSION

_NOBODY = Dialogue(id=0, turns=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is the same for all dialogues of a run."""

    barem: Barem
    wanted: Wanted
    bounded: bool = False
    """Whether every call has to be cleared before it is made: `--max-calls`, `--max-cost`."""
    version: str = VERSION

    @classmethod
    def of(cls, barem: Barem, wanted: Wanted) -> "Job":
        """Prices and bounds stay with the one purse: workers need no file of prices."""
        bounded = wanted.max_calls is not None or wanted.max_cost is not None
        return cls(barem=barem, wanted=replace(wanted, prices=None, max_calls=None, max_cost=None), bounded=bounded)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """Dialogues that go together."""

    number: int
    """Another one for each try."""
    dialogues: tuple[Dialogue, ...]
    had: tuple[Answered, ...] = ()
    """Replies that an earlier process was given for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What became of a dialogue."""

    record: Record
    """Without the dialogue, which does not travel back."""

    @classmethod
    def of(cls, record: Record) -> "Done":
        return cls(record=replace(record, dialogue=_NOBODY))

    def record_of(self, dialogue: Dialogue) -> Record:
        return replace(self.record, dialogue=dialogue)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """Why a dialogue was not judged, and no other should be: an exception, in a form that travels."""

    problems: tuple[Problem, ...] = ()
    """Of the setup."""
    budget: str = ""
    """Which bound was reached."""
    fault: str = ""
    """Anything else, as a traceback."""

    @classmethod
    def by(cls, error: Exception) -> "Stopped":
        if isinstance(error, SetupError):
            return cls(problems=error.problems)
        if isinstance(error, BudgetSpent):
            return cls(budget=str(error))
        return cls(fault="".join(traceback.format_exception(error)))

    @property
    def error(self) -> Exception:
        if self.problems:
            return SetupError(self.problems)
        return BudgetSpent(self.budget) if self.budget else RuntimeError(f"in a worker:\n{self.fault}")


Outcome = Done | Stopped


@dataclass(frozen=True, slots=True)
class News:
    """Of one dialogue of a shard."""

    place: int
    """Where it stands in the shard."""
    what: Outcome | Answered
    """A reply is told on its own where the dialogue is not done with it."""


Hear = Callable[[Sequence[News]], None]


class Lost(Exception):
    """The worker died before it was done."""
