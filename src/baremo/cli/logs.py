"""`--log-json`: one JSON object per line on standard error, and nothing else."""

import json
import logging
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from baremo.cli.progress import ENOUGH, Progress
from baremo.cli.voice import Cost
from baremo.errors import Problem, SetupError
from baremo.run.events import (
    Event,
    Failed,
    Found,
    Progressed,
    RunFinished,
    RunStarted,
    RunStopped,
    Tell,
    Warned,
    dollars,
)

EVERY = 5.0
"""Seconds between two lines of progress."""
_LINE = re.compile(r".+:\d+")
_QUOTED = re.compile(r"['\"`].*['\"`]", re.DOTALL)
"""From the first to the last: what is quoted may hold any of them."""
_SERVER = re.compile(r"\b([1-5]\d\d): [^)]*")


class Logged:
    def __init__(self) -> None:
        self._under_way = False
        self._before = warnings.showwarning, logging.lastResort
        self.tell: Tell | None = self._write

    def say(self, text: str, event: Event | None = None) -> None:
        self._write(event or Warned(what=text))

    def mend(self, error: SetupError) -> None:
        found = tuple(discreet(problem) for problem in error.problems)
        self._write(Failed(what="the input must be mended", problems=found, more=error.more, exit_code=2))

    def fault(self, error: Exception) -> None:
        """Where and what kind; its words may be somebody's."""
        frames = traceback.extract_tb(error.__traceback__)
        trace = tuple(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)
        self._write(Failed(what=f"a fault in Baremo: {type(error).__name__}", trace=trace, exit_code=70))

    def progress(self, what: str, total: int | None = None, *, cost: Cost = lambda: None) -> Progress:
        return LoggedProgress(what, total, cost=cost, tell=self._write)

    def close(self, code: int) -> None:
        """A run that began has an end in the log, whatever ended it."""
        if self._under_way:
            self._write(RunStopped(reason="error", exit_code=code))
        warnings.showwarning, logging.lastResort = self._before

    def _write(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self._under_way = True
        elif isinstance(event, RunStopped | RunFinished):
            self._under_way = False
        line = {"time": _now(), "level": event.level, "event": event.event, **msgspec.to_builtins(event)}
        try:
            sys.stderr.write(f"{json.dumps(line)}\n")
            sys.stderr.flush()
        except (OSError, ValueError):  # whoever read it has gone: that stops no run, and Python need not try at exit
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


class LoggedProgress(Progress):
    def __init__(self, what: str, total: int | None = None, *, cost: Cost = lambda: None, tell: Tell) -> None:
        super().__init__(what, total, cost=cost)
        self._every = EVERY
        self._tell = tell

    def _show(self, now: float, unscored: int) -> None:
        rate, cost = self._rate(now), self._cost()
        left = 0 if self._total is None else max(0, self._total - self._done)
        known = self._total is not None and self._done >= ENOUGH
        self._tell(
            Progressed(
                what=self._what,
                done=self._done,
                total=self._total,
                rate=float(f"{rate:.4g}"),
                unscored=unscored,
                cost_usd=dollars(cost),
                cost_to_go_usd=dollars(cost / self._done * left) if known and cost is not None else None,
                seconds_to_go=round(left / rate, 1) if known and rate else None,
            )
        )

    def clear(self) -> None:
        pass


def logged() -> Logged:
    """What other parts of Python would print becomes a line too."""
    voice = Logged()

    def warned(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        voice.say(f"{category.__name__}: {message}")

    warnings.showwarning = warned
    logging.lastResort = _Handler(voice.say)
    return voice


class _Handler(logging.StreamHandler):  # type: ignore[type-arg]  # what stands there must be one
    """Of another library's log only who speaks, and how loud: its words may hold what was said."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self.setLevel(logging.WARNING)
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        self._say(f"{record.name}: {record.levelname.lower()}")


def discreet(problem: Problem) -> Found:
    """A problem without what a dialogue or a server says in it."""
    if problem.where.startswith(("http://", "https://", "judge ")):
        return Found(where=problem.where, what=_SERVER.sub(r"\1", problem.what), remedy=problem.remedy)
    if _LINE.fullmatch(problem.where) and not problem.code:  # a barem's problems have codes; the others are of input
        return Found(where=problem.where, what=_QUOTED.sub("…", problem.what))
    return Found(where=problem.where, what=problem.what, remedy=problem.remedy, code=problem.code)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
