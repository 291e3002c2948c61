"""The Python API: the same path as the command, one dialogue at a time."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from baremo.core.ask import Model
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.errors import Problem, SetupError
from baremo.load.barems import load_barem
from baremo.load.dialogues import Inputs
from baremo.load.options import DEFAULT_OPTIONS, ReadOptions
from baremo.run.bench import Bench
from baremo.run.engine import Here
from baremo.run.evaluate import evaluate
from baremo.run.hire import Wanted, hire
from baremo.run.watching import telemetry, watched


def judge(dialogue: Dialogue, *, barem: str | Path | Barem = "strict", judge: str | Model = "signals") -> Record:
    """Mark one dialogue. The record holds the verdict (`Scored` or `Unscored`) and all that led to it."""
    if _in_event_loop():
        raise SetupError.single("baremo.judge", "an event loop is running here", "await baremo.ajudge(…) instead")
    return asyncio.run(ajudge(dialogue, barem=barem, judge=judge))


async def ajudge(dialogue: Dialogue, *, barem: str | Path | Barem = "strict", judge: str | Model = "signals") -> Record:
    """`judge`, inside a running event loop."""
    if not isinstance(dialogue, Dialogue):
        remedy = "load files with baremo.load_dialogues(path), then judge each dialogue"
        raise SetupError.single("baremo.judge", f"{type(dialogue).__name__} is not a Dialogue", remedy)
    scheme = barem if isinstance(barem, Barem) else load_barem(barem)
    problems = [
        Problem(f"dialogue {dialogue.id}, turn {number}" if number else f"dialogue {dialogue.id}", what, remedy)
        for number, what, remedy in dialogue.faults()
    ]
    if problems:
        raise SetupError(problems)
    if not isinstance(judge, str):
        return await _judged(dialogue, scheme, Bench.of(judge))
    staff = hire(Wanted(judge=judge))
    try:
        return await _judged(dialogue, scheme, staff.bench)
    finally:
        await staff.aclose()


async def _judged(dialogue: Dialogue, barem: Barem, bench: Bench) -> Record:
    """In a span of its own, where the program that calls us has set up OpenTelemetry."""
    trace = telemetry()
    if trace is None:
        return await evaluate(dialogue, barem, bench)
    return await watched(Here(barem, bench), trace, barem=barem.name, judge=bench.name).start(dialogue)


def _in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


async def aload_dialogues(
    source: str | Path,
    *,
    format: str | None = None,  # noqa: A002 the name that users know from `--format`
    options: ReadOptions = DEFAULT_OPTIONS,
) -> AsyncIterator[Dialogue]:
    """`load_dialogues`, inside a running event loop: files are read in a thread, the loop goes on meanwhile."""
    dialogues = iter(Inputs([source], format=format, options=options))
    while (dialogue := await asyncio.to_thread(next, dialogues, None)) is not None:
        yield dialogue
