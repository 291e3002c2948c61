"""What happens in a run, as values that programs can follow: `--log-json` writes each as one line.

Nothing of what was said is in them, no prompt, no reply and no key: a dialogue is named by its id, a failure by its
kind. The page docs/observability.md explains every field, and a test keeps both equal.
"""

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from msgspec import Struct


class Level(StrEnum):
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Chosen(Struct, frozen=True, kw_only=True, gc=False):
    """Which dialogues of the input are judged."""

    limit: int | None = None
    sample: int | None = None
    seed: int = 0
    shard: str = "1/1"
    only: str | None = None


class Found(Struct, frozen=True, kw_only=True, gc=False):
    """One thing to mend."""

    where: str
    what: str
    remedy: str = ""
    code: str = ""


class RunStarted(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "run.started"
    level: ClassVar[Level] = Level.INFO
    run: str | None
    barem: str
    barem_digest: str
    judge: str
    total: int
    kept: int
    selection: Chosen


class Resumed(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "run.resumed"
    level: ClassVar[Level] = Level.INFO
    run: str
    command: str


class Progressed(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "progress"
    level: ClassVar[Level] = Level.INFO
    what: str
    done: int
    total: int | None
    rate: float | None = None
    unscored: int = 0
    cost_usd: float | None = None
    cost_to_go_usd: float | None = None
    seconds_to_go: float | None = None


class DialogueUnscored(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "dialogue.unscored"
    level: ClassVar[Level] = Level.WARNING
    dialogue: int | str
    stage: str
    outcome: str
    status: int | None = None


class DialogueFailed(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "dialogue.failed"
    level: ClassVar[Level] = Level.WARNING
    dialogue: int | str
    stage: str
    outcome: str
    status: int | None = None
    failures: int
    again: bool


class CallRetried(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "call.retried"
    level: ClassVar[Level] = Level.WARNING
    endpoint: str
    outcome: str
    status: int | None
    tries: int
    wait_seconds: float
    asked_seconds: float | None
    busy: bool


class LimitChanged(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "judge.limit"
    level: ClassVar[Level] = Level.INFO
    endpoint: str
    before: int
    now: int


class BudgetReached(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "budget.reached"
    level: ClassVar[Level] = Level.WARNING
    bound: str
    calls: int
    cost_usd: float


class BatchHandedIn(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "batch.handed_in"
    level: ClassVar[Level] = Level.INFO
    batch: int
    judge: str
    asks: int
    expected_usd: float | None


class BatchWaiting(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "batch.waiting"
    level: ClassVar[Level] = Level.INFO
    batch: int
    judge: str
    state: str
    asks: int
    done: int
    failed: int


class BatchTaken(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "batch.taken"
    level: ClassVar[Level] = Level.INFO
    batch: int
    judge: str
    ended: str
    asks: int
    missed: int


class BatchPause(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "batch.pause"
    level: ClassVar[Level] = Level.INFO
    seconds: float


class RunStopped(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "run.stopped"
    level: ClassVar[Level] = Level.WARNING
    reason: str
    signal: str | None = None
    exit_code: int
    kept: int | None = None
    command: str | None = None


class RunFinished(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "run.finished"
    level: ClassVar[Level] = Level.INFO
    scored: int
    unscored: int
    failed: int
    elsewhere: int
    seconds: float
    calls: int
    tries: int
    cached: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    unpriced: int
    exit_code: int


class Warned(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "warning"
    level: ClassVar[Level] = Level.WARNING
    what: str


class Failed(Struct, frozen=True, kw_only=True, gc=False):
    event: ClassVar[str] = "error"
    level: ClassVar[Level] = Level.ERROR
    what: str
    problems: tuple[Found, ...] = ()
    more: int = 0
    trace: tuple[str, ...] = ()
    exit_code: int


Event = (
    RunStarted
    | Resumed
    | Progressed
    | DialogueUnscored
    | DialogueFailed
    | CallRetried
    | LimitChanged
    | BudgetReached
    | BatchHandedIn
    | BatchWaiting
    | BatchTaken
    | BatchPause
    | RunStopped
    | RunFinished
    | Warned
    | Failed
)
Tell = Callable[[Event], None]
"""Who hears of events. Nobody is None, and then no event is made."""


def dollars(cost: Fraction | None) -> float | None:
    """Exact sums stay with the run; a line of a log is for curves and alarms."""
    return None if cost is None else round(float(cost), 9)
