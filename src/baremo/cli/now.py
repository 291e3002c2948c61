"""Judging at once, dialogue after dialogue: what is told on the way, and how it ends."""

import argparse
import asyncio
import gc
import shlex
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from baremo.cli.engines import Build
from baremo.cli.output import FEW, Output
from baremo.cli.telling import finished, spent_by, started, stopped
from baremo.cli.voice import Voice, visible_lines
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import BudgetSpent, SetupError, StorageError, StoreLost
from baremo.load.dialogues import Inputs
from baremo.run.batch import PARKED, Left, Work, go_through
from baremo.run.bookmark import Bookmark
from baremo.run.clerk import Clerk
from baremo.run.engines.plan import Ground
from baremo.run.events import Tell
from baremo.run.hire import Staff, Wanted
from baremo.run.select import Selection
from baremo.run.settings import read_settings
from baremo.run.watching import Listened, failures, telemetry, unscored, watched
from baremo.store.place import on_command_line
from baremo.store.run import Run

if TYPE_CHECKING:
    from baremo.run.calibration import Reader

MEND, FULL, LATER, INTERRUPTED, TERMINATED = 2, 74, 75, 130, 143
"""Exit codes: something must be mended, the disk is full, come again, SIGINT, SIGTERM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    barem: Barem
    wanted: Wanted
    staff: Staff
    build: Build
    """Makes the engine."""
    kept: Run | None
    given: Inputs
    chosen: Selection
    bookmark: Bookmark
    total: int
    """How many dialogues are chosen."""
    read: "Reader | None" = None
    """What people would say, by a calibration."""


def judge_now(task: Task, options: argparse.Namespace, arguments: list[str]) -> int:
    in_order = options.json or options.tagged or task.total <= FEW
    if in_order:
        task.bookmark.rewind()
    output = Output(task.barem, task.total, as_json=options.json, tagged=options.tagged, read=task.read)
    voice, began = options.voice, time.monotonic()
    if voice.tell:
        kept = (str(task.kept.path), task.kept.count()) if task.kept else None
        voice.tell(started(task.barem, task.staff.bench.name, task.total, kept, task.chosen))
    with voice.progress("judged", task.total - task.bookmark.passed, cost=_cost(task.staff)) as progress:

        def tell(record: Record) -> None:
            output.add(record)
            progress.step(output.unscored)
            if voice.tell and isinstance(record.verdict, Unscored) and record.verdict.stage == "parked":
                voice.tell(unscored(record))

        going = _Going(task, voice, tell, progress.skip, in_order=in_order)
        _spare_the_collector()
        code, why = _ended(going)
        progress.clear()
    if code:
        _tell_end(code, why, output.count, task, voice, arguments)
        return code
    new = output.count
    going.tell_known(output.add)
    output.finish(options.output, new=new)
    elsewhere = len(going.left.elsewhere)
    code = LATER if elsewhere else int(output.unscored > 0)
    if voice.tell:
        voice.tell(finished(output, spent_by(task.staff), elsewhere, time.monotonic() - began, code))
        return code
    tell_spending(task.staff, as_json=options.json or options.tagged)
    if elsewhere:
        voice.say(f"{_dialogues(elsewhere)} under way in other processes.")
    return code


def _tell_end(code: int, why: str, count: int, task: Task, voice: Voice, arguments: list[str]) -> None:
    """What stopped it, and how to go on."""
    if voice.tell:
        kept = None
        with suppress(StoreLost):
            kept = task.kept.count() if task.kept else 0
        for event in stopped(code, why, task.staff, kept, _command(task, arguments)):
            voice.tell(event)
        return
    voice.say(why + _how_to_go_on(count, task, arguments))
    tell_spending(task.staff, as_json=True)


def _ended(going: "_Going") -> tuple[int, str]:
    """The exit code, 0 where it came to its end; and what stopped it, where that needs to be said."""
    try:
        terminated = asyncio.run(_stoppable(going.go()))
    except KeyboardInterrupt:
        return INTERRUPTED, ""
    except BudgetSpent as error:
        return 1, f"{error}.\n"
    except SetupError as error:
        if not going.kept or going.followed:
            raise
        return MEND, "".join(f"{visible_lines(str(problem))}\n" for problem in error.problems)
    except StoreLost as error:
        return LATER, f"{error}.\nNothing more was asked.\n"
    except StorageError as error:
        return FULL, f"{error}.\nMake room; nothing more was asked.\n"
    return TERMINATED if terminated else 0, ""


class _Going:
    """A run under way."""

    def __init__(
        self, task: Task, voice: Voice, tell: Callable[[Record], None], skipped: Callable[[], None], *, in_order: bool
    ) -> None:
        self._task = task
        self._voice = voice
        self._tell = tell
        self._skipped = skipped
        self._in_order = in_order
        self._before = task.kept.count() if task.kept else 0
        self.left = Left()

    @property
    def followed(self) -> bool:
        """Whether programs are told what must be mended."""
        return self._voice.tell is not None

    @property
    def kept(self) -> int:
        """How many dialogues are safe."""
        return self._task.kept.count() if self._task.kept else 0

    async def go(self) -> None:
        task = self._task
        clerk = Clerk(task.kept) if task.kept else None
        trace, hear = telemetry(), None
        if self._voice.tell:
            hear = self._follow(self._voice.tell, clerk)
        if task.staff.office:
            task.staff.office.clerk = clerk
        only = _failed(clerk, task.kept) if task.chosen.failed and clerk and task.kept else None
        if only is not None and not only:
            self._voice.say("Nothing in it failed on the way to a server.")

        def dialogues() -> Iterable[Dialogue]:
            return task.chosen.of(task.given, passed=task.bookmark.passed, only=only)

        engine = task.build(Ground(barem=task.barem, wanted=task.wanted, staff=task.staff, clerk=clerk))
        work = Work(
            dialogues=dialogues,
            engine=watched(engine, trace, barem=task.barem.name, judge=task.staff.bench.name, hear=hear),
            barem=task.barem.digest,
            judge=task.staff.bench.name,
            clerk=clerk,
            in_order=self._in_order,
            spot=lambda: task.bookmark.spot,
            mark=lambda spot, passed: task.bookmark.mark(task.total, spot, passed),
            passed=task.bookmark.passed,
            skipped=self._skipped,
        )
        try:
            with trace.run(task.barem.name, task.staff.bench.name, task.total) if trace else nullcontext():
                self.left = await go_through(work, task.kept, self._tell)
        finally:
            await engine.aclose()
            await task.staff.aclose()

    def _follow(self, tell: Tell, clerk: Clerk | None) -> Callable[[Record], None]:
        """What goes wrong on the way becomes an event."""
        if office := self._task.staff.office:
            office.transport.listener = Listened(tell)
        before = {case: trouble.failures for case, trouble in clerk.troubles().items()} if clerk else {}
        return failures(tell, before, PARKED)

    def tell_known(self, tell: Callable[[Record], None]) -> None:
        """What was in the run already, once the new is done."""
        kept, known = self._task.kept, self._known()
        if kept is None or not known:
            return
        whole = self._task.read is not None and self._task.read.needs_exchanges
        with self._voice.progress("read back", self._before) as progress:
            for record in kept.records(exchanges=whole):
                if str(record.dialogue.id) in known:
                    tell(record)
                    progress.step()

    def _known(self) -> set[str]:
        """What was passed over before the first dialogue has not been read: its ids are read now."""
        bookmark, passed = self._task.bookmark, self._task.bookmark.passed
        if not passed:
            return self.left.known
        bookmark.rewind()
        dialogues = islice(self._task.chosen.of(self._task.given), passed)
        return self.left.known | {str(dialogue.id) for dialogue in dialogues}


def _failed(clerk: Clerk, kept: Run) -> frozenset[str]:
    """Ids of what failed before. Those that were parked are tried as often as new ones."""
    known, troubles = kept.known(), clerk.troubles()
    clerk.try_again([case for case, trouble in troubles.items() if trouble.failures >= PARKED and case not in known])
    return frozenset(troubles.keys() - known.keys())


async def _stoppable(work: Coroutine[None, None, None]) -> bool:
    """Whether it was ended by SIGTERM, which stops a run as SIGINT does."""
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work)
    told = False

    def stop() -> None:
        nonlocal told
        told = True
        task.cancel()

    with suppress(NotImplementedError, RuntimeError, ValueError):  # no such signals there, or not in the main thread
        loop.add_signal_handler(signal.SIGTERM, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not told:
            raise
    return told


def _spare_the_collector() -> None:
    """A run makes very many small values and hardly a cycle among them, so they are searched for cycles less often, and
    what is loaded by now is not searched again: that was a tenth of all work."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _cost(staff: Staff) -> Callable[[], Fraction | None]:
    """What was spent so far; None where nothing is known to cost anything."""
    office = staff.office
    if office is None:
        return lambda: None
    return lambda: sum((spent.cost for spent in office.meter.spent.values()), Fraction(0)) or None


def tell_spending(staff: Staff, *, as_json: bool) -> None:
    """On standard error where standard output is for JSON alone."""
    if staff.office and staff.prices:
        from baremo.report.spending import spending_lines
        from baremo.report.style import Style

        stream = sys.stderr if as_json else sys.stdout
        style = Style.of(stream)
        for line in spending_lines(staff.office.meter.spent, staff.prices.dated, style):
            stream.write(f"{style.dim(line)}\n")


def _how_to_go_on(count: int, task: Task, arguments: list[str]) -> str:
    if task.kept is None:
        what = f"Stopped after {count:,} of {task.total:,} dialogues; nothing was kept."
        return f"{what} With -o RUN.baremo, what is done is kept."
    kept = ""
    with suppress(StoreLost):  # then it cannot be counted
        done = task.kept.count()
        of = f" of {task.total:,}" if done <= task.total else ""
        kept = f": {done:,}{of} dialogues are kept in {task.kept.path}"
    return f"Stopped{kept}. Go on with:\n  baremo {_command(task, arguments)}"


def _command(task: Task, arguments: list[str]) -> str | None:
    """What goes on with the run; None where there is none."""
    if task.kept is None:
        return None
    if list(read_settings(task.kept.header.settings).command) == arguments and "-" not in arguments:
        return f"resume {on_command_line(task.kept.path)}"
    return shlex.join(arguments)


def _dialogues(count: int) -> str:
    return "1 dialogue is" if count == 1 else f"{count:,} dialogues are"
