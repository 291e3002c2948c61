"""`judge --batch` and `resume`: a run through the providers' batch queues, one round at a time."""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TextIO

from baremo.cli.output import Output
from baremo.cli.telling import REASONS, SIGNALS, finished, started
from baremo.cli.voice import FLAG, Voice
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.errors import CallFailed
from baremo.load.dialogues import Inputs
from baremo.models.meter import Spent
from baremo.report.spending import dollars, spending_lines
from baremo.report.style import Style, visible
from baremo.run import events
from baremo.run.batch import PARKED
from baremo.run.events import BudgetReached, RunStopped
from baremo.run.hire import Staff
from baremo.run.keep import refuse_changed
from baremo.run.parcels import Event, HandedIn, Taken, Waiting
from baremo.run.rounds import Driven, News, Pause, Rounds, Standing
from baremo.run.select import Selection
from baremo.run.watching import failures
from baremo.store.journal import NO_MARK, Batch
from baremo.store.ledger import NEVER_ARRIVED, TURNED_AWAY, Parcel
from baremo.store.place import Place, on_command_line
from baremo.store.run import Run

if TYPE_CHECKING:
    from baremo.run.calibration import Reader

LATER = 75
"""Exit code: nothing is wrong, come again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    given: Inputs
    chosen: Selection
    total: int
    barem: Barem
    staff: Staff
    kept: Run
    options: argparse.Namespace
    read: "Reader | None" = None
    """What people would say, by a calibration."""

    @property
    def dialogues(self) -> Iterable[Dialogue]:
        return self.chosen.from_(self.given)

    @property
    def voice(self) -> Voice:
        voice: Voice = self.options.voice
        return voice

    @property
    def stream(self) -> TextIO:
        """Standard output is for JSON alone, where that is wanted."""
        return sys.stderr if self.options.json else sys.stdout


def judge_queued(job: Job) -> int:
    job.kept.hold_queues()
    refuse_changed(job.kept, job.dialogues)
    job.kept.commit(Batch(mark=NO_MARK))
    voice, began = job.voice, time.monotonic()
    told, output = _Told(voice), Output(job.barem, job.total, as_json=job.options.json, read=job.read)
    if voice.tell:
        kept = (str(job.kept.path), job.kept.count())
        voice.tell(started(job.barem, job.staff.bench.name, job.total, kept, job.chosen))
    try:
        with told.progress:
            standing = asyncio.run(_went_on(job, told, output))
    except KeyboardInterrupt:
        voice.say(f"Stopped.\n{_how_to_go_on(job.kept.path)}", _stopped(job, 130))
        return 130
    except CallFailed as error:
        words = f"{visible(error.reason)}\nWhat was handed in is not lost.\n{_how_to_go_on(job.kept.path)}"
        voice.say(words, _stopped(job, LATER, str(error.outcome)))
        return LATER
    if not standing.waiting and not standing.stopped:
        output.finish(job.kept.path)
        return _finished(job, output, time.monotonic() - began)
    return _left(job, told, standing)


def _left(job: Job, told: "_Told", standing: Standing) -> int:
    """Not all is judged: it waits with a provider, or a bound was reached."""
    voice = job.voice
    if standing.stopped:
        spent = sum(_spent(job).values(), Spent())
        bound = standing.stopped.partition(":")[0]
        reached = BudgetReached(bound=bound, calls=spent.calls, cost_usd=float(spent.cost))
        voice.say(f"{standing.stopped}.", reached)
    if standing.waiting:
        code = 0 if standing.handed_in and not job.options.resumed else LATER
        if voice.tell:
            voice.tell(_stopped(job, code, "waiting"))
            return code
        job.stream.write("\n".join([*told.summary(), _how_to_go_on(job.kept.path)]) + "\n")
        return code
    words = f"{job.kept.count()} of {job.total} dialogues are kept in {job.kept.path}."
    voice.say(words, _stopped(job, 1, "budget"))
    return 1


def _stopped(job: Job, code: int, reason: str = "") -> RunStopped:
    return RunStopped(
        reason=reason or REASONS[code],
        signal=SIGNALS.get(code),
        exit_code=code,
        kept=job.kept.count(),
        command=f"baremo resume {on_command_line(job.kept.path)} {FLAG}",
    )


def _finished(job: Job, output: Output, seconds: float) -> int:
    code = int(output.unscored > 0)
    spent = _spent(job)
    if job.voice.tell:
        job.voice.tell(finished(output, sum(spent.values(), Spent()), 0, seconds, code))
    else:
        _tell_spending(job, spent)
    return code


async def _went_on(job: Job, told: "_Told", output: Output) -> Standing:
    rounds = Rounds(job.dialogues, job.barem, job.staff, job.kept, told.hear)
    try:
        standing = await rounds.go_on(wait=job.options.wait)
        if not standing.waiting and not standing.stopped:
            told.progress.clear()
            await rounds.tell(_hear(job, output))
    finally:
        await job.staff.aclose()
    return standing


def _hear(job: Job, output: Output) -> Callable[[Record], None]:
    if job.voice.tell is None:
        return output.add
    follow = failures(job.voice.tell, {}, PARKED)

    def hear(record: Record) -> None:
        output.add(record)
        follow(record)

    return hear


def _spent(job: Job) -> dict[str, Spent]:
    """Of all rounds, as the ledger has it."""
    return {
        judge: Spent(
            calls=total.takings.calls,
            tries=total.takings.calls,
            usage=total.takings.usage,
            cost=total.takings.cost,
            unpriced=total.takings.unpriced,
        )
        for judge, total in job.kept.ledger.totals().items()
    }


def _tell_spending(job: Job, spent: dict[str, Spent]) -> None:
    style = Style.of(job.stream)
    dated = job.staff.prices.dated if job.staff.prices else None
    rates = ["At the rates of the batch queues."] if spent else []
    for line in [*spending_lines(spent, dated, style), *rates]:
        job.stream.write(f"{style.dim(line)}\n")


class _Told:
    """Says what happens, on standard error, and remembers what was handed in."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self.progress = voice.progress("gone through")
        self._handed_in: list[Parcel] = []

    def hear(self, news: News) -> None:
        if isinstance(news, Driven):
            self.progress.step()
            return
        if isinstance(news, HandedIn):
            self._handed_in.append(news.parcel)
        self.progress.clear()
        self._voice.say(visible(_line(news)), _event(news))

    def summary(self) -> list[str]:
        if not self._handed_in:
            return []
        costs = [parcel.expected for parcel in self._handed_in]
        known = [cost for cost in costs if cost is not None]
        unknown = len(known) < len(costs)
        asks = _count(sum(parcel.requests for parcel in self._handed_in), "ask", "asks")
        cost = (
            "cost unknown: give --prices" if unknown else f"about {dollars(sum(known, Fraction(0)))} at the batch rate"
        )
        return [f"Handed in {asks} in {_count(len(costs), 'batch', 'batches')}: {cost}. It may take up to 24 hours."]


def _event(news: Event | Pause) -> events.Event:
    """Without the provider's own words."""
    if isinstance(news, Pause):
        return events.BatchPause(seconds=news.seconds)
    parcel = news.parcel
    about: dict[str, Any] = {"batch": parcel.number, "judge": parcel.judge, "asks": parcel.requests}
    match news:
        case HandedIn():
            return events.BatchHandedIn(**about, expected_usd=events.dollars(parcel.expected))
        case Waiting(batch=batch):
            return events.BatchWaiting(**about, state=batch.word, done=batch.done, failed=batch.failed)
        case Taken(ended=ended, missed=missed):
            return events.BatchTaken(**about, ended=ended, missed=missed)


def _line(event: Event | Pause) -> str:
    match event:
        case HandedIn(parcel=parcel):
            return f"{_named(parcel)}: handed in, {_count(parcel.requests, 'ask', 'asks')}"
        case Waiting(parcel=parcel, batch=batch):
            failed = f", {batch.failed:,} failed" if batch.failed else ""
            return f"{_named(parcel)}: {batch.word}, {batch.done:,} of {parcel.requests:,} done{failed}"
        case Taken():
            return f"{_named(event.parcel)}: {_ending(event)}"
        case Pause(seconds=seconds, why=why):
            return f"{why}. " * bool(why) + f"Looking again in {seconds:g} s."


def _ending(event: Taken) -> str:
    if event.ended == TURNED_AWAY:
        return f"no room for it in the queue, it goes in again in smaller batches ({event.detail})"
    if event.ended == NEVER_ARRIVED:
        return "not known to have arrived, its asks go in again; if it did arrive, it is paid for twice"
    detail = f" ({event.detail})" if event.detail else ""
    asks = event.parcel.requests
    if not event.missed:
        return f"{event.ended}{detail}, {_count(asks, 'reply', 'replies')}"
    return f"{event.ended}{detail}, {asks - event.missed:,} of {_count(asks, 'reply', 'replies')}"


def _named(parcel: Parcel) -> str:
    return f"batch {parcel.number} ({parcel.judge})"


def _how_to_go_on(path: Place) -> str:
    return f"Collect with:\n  baremo resume {on_command_line(path)}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
