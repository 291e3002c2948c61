"""What the log is told of a run: how it begins and how it ends."""

from collections.abc import Iterator

from baremo.cli.output import Output
from baremo.core.barem import Barem
from baremo.models.meter import Spent
from baremo.run.events import BudgetReached, Chosen, Event, RunFinished, RunStarted, RunStopped, dollars
from baremo.run.hire import Staff
from baremo.run.select import Selection

REASONS = {1: "budget", 74: "storage", 75: "store lost", 130: "interrupted", 143: "terminated"}
"""Why a run stopped, by its exit code."""
SIGNALS = {130: "SIGINT", 143: "SIGTERM"}


def started(barem: Barem, judge: str, total: int, kept: tuple[str, int] | None, chosen: Selection) -> RunStarted:
    """`kept`: where, and how many are there already."""
    part, parts = chosen.shard
    return RunStarted(
        run=kept[0] if kept else None,
        barem=barem.name,
        barem_digest=barem.digest,
        judge=judge,
        total=total,
        kept=kept[1] if kept else 0,
        selection=Chosen(
            limit=chosen.limit,
            sample=chosen.sample,
            seed=chosen.seed,
            shard=f"{part}/{parts}",
            only="failed" if chosen.failed else None,
        ),
    )


def stopped(code: int, why: str, staff: Staff, kept: int | None, command: str | None) -> Iterator[Event]:
    reason = REASONS[code]
    if reason == "budget":
        spent = spent_by(staff)
        yield BudgetReached(bound=why.partition(":")[0], calls=spent.calls, cost_usd=float(spent.cost))
    yield RunStopped(
        reason=reason,
        signal=SIGNALS.get(code),
        exit_code=code,
        kept=kept,
        command=f"baremo {command} --log-json" if command else None,
    )


def finished(output: Output, spent: Spent, elsewhere: int, seconds: float, code: int) -> RunFinished:
    return RunFinished(
        scored=output.count - output.unscored,
        unscored=output.unscored - output.passing,
        failed=output.passing,
        elsewhere=elsewhere,
        seconds=round(seconds, 3),
        calls=spent.calls,
        tries=spent.tries,
        cached=spent.cached,
        input_tokens=spent.usage.input,
        output_tokens=spent.usage.output,
        cost_usd=dollars(spent.cost) if spent.unpriced < spent.calls else None,
        unpriced=spent.unpriced,
        exit_code=code,
    )


def spent_by(staff: Staff) -> Spent:
    return staff.office.meter.total if staff.office else Spent()
