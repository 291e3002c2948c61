"""Who watches a run: the log, for which events are made, and OpenTelemetry, for which spans are."""

import asyncio
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.run.engine import Engine
from baremo.run.events import CallRetried, DialogueFailed, DialogueUnscored, LimitChanged, Tell
from baremo.store.run import forgotten_id

if TYPE_CHECKING:
    from baremo.models.refusals import Setback
    from baremo.models.telemetry import DialogueSpan, Telemetry

SENDING = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_EXPORTER", "OTEL_METRICS_EXPORTER")
"""Environment variables that ask for OpenTelemetry, and those for one signal alone."""
SIGNALS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT")
REFUSED = "reply refused"
"""How it is told that a judge answered and its reply could not be taken. Why may quote the reply: `show` has it."""
_STATUS = re.compile(r"[^:]+: (?P<status>[1-5]\d\d)(?=[:,]|$)")


def telemetry() -> "Telemetry | None":
    """Where it is set up, in this process or by the environment. Else nothing of it is even loaded."""
    if not wants_telemetry() and "opentelemetry.trace" not in sys.modules:
        return None
    try:
        from baremo.models.telemetry import Telemetry, listening
    except ImportError:
        return None
    return Telemetry() if listening() else None


def wants_telemetry(environment: Mapping[str, str] = os.environ) -> bool:
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    return any(environment.get(name, "").strip() for name in SENDING + SIGNALS)


class Listened:
    """What the transport tells, as events."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def retrying(self, endpoint: str, setback: "Setback", *, tries: int, wait: float) -> None:
        self._tell(
            CallRetried(
                endpoint=endpoint,
                outcome=setback.outcome,
                status=setback.status or None,
                tries=tries,
                wait_seconds=round(wait, 3),
                asked_seconds=setback.wait,
                busy=setback.busy,
            )
        )

    def limited(self, endpoint: str, before: int, now: int) -> None:
        self._tell(LimitChanged(endpoint=endpoint, before=before, now=now))


class Watched:
    """An engine of which every dialogue is followed, wherever it is judged."""

    def __init__(
        self, engine: Engine, trace: "Telemetry | None", barem: str, judge: str, hear: Callable[[Record], None] | None
    ) -> None:
        self._engine = engine
        self._trace = trace
        self._barem = barem
        self._judge = judge
        self._hear = hear

    @property
    def at_once(self) -> int:
        """It grows with the engine."""
        return self._engine.at_once

    def start(self, dialogue: Dialogue) -> asyncio.Future[Record]:
        if self._trace is None:
            future = self._engine.start(dialogue)
        else:
            span = self._trace.dialogue(forgotten_id(dialogue.id), self._barem, self._judge)
            try:
                future = self._engine.start(dialogue)
            finally:
                span.left()
            future.add_done_callback(partial(_conclude, span))
        if self._hear:
            future.add_done_callback(self._landed)
        return future

    def push(self) -> None:
        self._engine.push()

    async def aclose(self) -> None:
        await self._engine.aclose()

    def _landed(self, future: asyncio.Future[Record]) -> None:
        if self._hear and not future.cancelled() and future.exception() is None:
            self._hear(future.result())


def watched(
    engine: Engine, trace: "Telemetry | None", *, barem: str, judge: str, hear: Callable[[Record], None] | None = None
) -> Engine:
    """The engine itself where nobody watches."""
    return Watched(engine, trace, barem, judge, hear) if trace or hear else engine


def failures(tell: Tell, before: Mapping[str, int], parked: int) -> Callable[[Record], None]:
    """Tells of each dialogue that came to no mark. `before`: how often each failed already; at `parked`, no more."""

    def hear(record: Record) -> None:
        verdict = record.verdict
        if not isinstance(verdict, Unscored):
            return
        if not verdict.passing:
            tell(unscored(record))
            return
        count = before.get(str(record.dialogue.id), 0) + 1
        tell(
            DialogueFailed(
                dialogue=record.dialogue.id,
                stage=verdict.stage,
                outcome=str(verdict.outcome),
                status=_status(verdict),
                failures=count,
                again=count < parked,
            )
        )

    return hear


def unscored(record: Record) -> DialogueUnscored:
    verdict = record.verdict
    if not isinstance(verdict, Unscored):
        raise TypeError("it is scored")
    outcome = str(verdict.outcome or (verdict.stage if verdict.stage in ("input", "panel", "parked") else REFUSED))
    return DialogueUnscored(dialogue=record.dialogue.id, stage=verdict.stage, outcome=outcome, status=_status(verdict))


def _status(verdict: Unscored) -> int | None:
    found = _STATUS.match(verdict.reason) if verdict.outcome else None
    return int(found["status"]) if found else None


def _conclude(span: "DialogueSpan", future: asyncio.Future[Record]) -> None:
    if future.cancelled():
        span.given_up()
    elif error := future.exception():
        span.given_up(error)
    else:
        span.concluded(future.result().verdict)
