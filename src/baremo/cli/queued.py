"""`judge --batch` and `resume`: a run through the providers' batch queues, one round at a time."""

import argparse
import asyncio
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TextIO

from baremo.cli.output import Output
from baremo.cli.progress import Progress
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.errors import CallFailed
from baremo.models.meter import Spent
from baremo.report.spending import dollars, spending_lines
from baremo.report.style import Style, visible
from baremo.run.hire import Staff
from baremo.run.keep import refuse_changed
from baremo.run.parcels import Event, HandedIn, Taken, Waiting
from baremo.run.rounds import Driven, News, Pause, Rounds, Standing
from baremo.store.ledger import NEVER_ARRIVED, TURNED_AWAY, Parcel
from baremo.store.place import Place, on_command_line
from baremo.store.run import Run

LATER = 75
"""Exit code: nothing is wrong, come again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    given: Iterable[Dialogue]
    total: int
    barem: Barem
    staff: Staff
    kept: Run
    options: argparse.Namespace

    @property
    def stream(self) -> TextIO:
        """Standard output is for JSON alone, where that is wanted."""
        return sys.stderr if self.options.json else sys.stdout


def judge_queued(job: Job) -> int:
    job.kept.hold_queues()
    refuse_changed(job.kept, job.given)
    told, output = _Told(), Output(job.barem, job.total, as_json=job.options.json)
    try:
        with told.progress:
            standing = asyncio.run(_went_on(job, told, output))
    except KeyboardInterrupt:
        _say(f"Stopped.\n{_how_to_go_on(job.kept.path)}")
        return 130
    except CallFailed as error:
        _say(f"{visible(error.reason)}\nWhat was handed in is not lost.\n{_how_to_go_on(job.kept.path)}")
        return LATER
    if standing.stopped:
        _say(f"{standing.stopped}.")
    if standing.waiting:
        job.stream.write("\n".join([*told.summary(), _how_to_go_on(job.kept.path)]) + "\n")
        return 0 if standing.handed_in and not job.options.resumed else LATER
    if standing.stopped:
        _say(f"{job.kept.count()} of {job.total} dialogues are kept in {job.kept.path}.")
        return 1
    output.finish(job.kept.path)
    _tell_spending(job)
    return 1 if output.unscored else 0


async def _went_on(job: Job, told: "_Told", output: Output) -> Standing:
    rounds = Rounds(job.given, job.barem, job.staff, job.kept, told.hear)
    try:
        standing = await rounds.go_on(wait=job.options.wait)
        if not standing.waiting and not standing.stopped:
            told.progress.clear()
            await rounds.tell(output.add)
    finally:
        await job.staff.aclose()
    return standing


def _tell_spending(job: Job) -> None:
    """Of all rounds, as the ledger has it."""
    spent = {
        judge: Spent(
            calls=total.takings.calls,
            tries=total.takings.calls,
            usage=total.takings.usage,
            cost=total.takings.cost,
            unpriced=total.takings.unpriced,
        )
        for judge, total in job.kept.ledger.totals().items()
    }
    style = Style.of(job.stream)
    dated = job.staff.prices.dated if job.staff.prices else None
    rates = ["At the rates of the batch queues."] if spent else []
    for line in [*spending_lines(spent, dated, style), *rates]:
        job.stream.write(f"{style.dim(line)}\n")


class _Told:
    """Says what happens, on standard error, and remembers what was handed in."""

    def __init__(self) -> None:
        self.progress = Progress("gone through")
        self._handed_in: list[Parcel] = []

    def hear(self, news: News) -> None:
        if isinstance(news, Driven):
            self.progress.step()
            return
        if isinstance(news, HandedIn):
            self._handed_in.append(news.parcel)
        self.progress.clear()
        _say(visible(_line(news)))

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


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201
