"""`baremo judge`: read, mark, print, keep."""

import argparse
import asyncio
import gc
import shlex
import sys
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime

from baremo.cli.judges import asked_as, declare_judges, wanted
from baremo.cli.output import Output
from baremo.cli.progress import Progress
from baremo.cli.reading import declare_reading, inputs
from baremo.cli.stores import declare_store, output_place
from baremo.core.barem import Barem, Protocol
from baremo.core.verdict import Record
from baremo.errors import BudgetSpent, SetupError
from baremo.load.barems import BUILT_IN, load_source
from baremo.load.dialogues import Inputs
from baremo.run.batch import judge_all
from baremo.run.hire import Staff, hire
from baremo.run.keep import fence_of, open_run, refuse_changed
from baremo.run.settings import Settings
from baremo.store.place import Place
from baremo.store.run import Run

EPILOG = """\
examples:
  baremo judge chats.jsonl
  baremo judge calls.csv --columns text=Body,speaker=Who --system-name Ana
  cat chat.txt | baremo judge - --barem debate --json
  baremo judge archive/*.jsonl -o archive.baremo     (the same command again goes on where it stopped)
  baremo judge chats.jsonl --judge openai:gpt-4o-mini --dry-run          (what it would cost)
  baremo judge chats.jsonl --judge openai:qwen@http://127.0.0.1:8000/v1  (vLLM, llama.cpp, …)
  baremo judge chats.jsonl --judge openai:gpt-4o --batch -o chats.baremo (half the price, within a day)
  baremo judge chats.jsonl --panel openai:gpt-4o,anthropic:claude-sonnet-4-5 --max-cost 5 -o chats.baremo

Keys come from OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY; they are neither stored nor logged.

exit codes: 0 all scored (with --batch: handed in), 1 something is unscored or a bound was reached,
            2 the input must be mended, 75 the run is in use or not ready: come again, 130 interrupted

Up to five dialogues are shown in full, more as a summary; with -o, 'baremo show RUN ID' shows any of them in full.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_reading(parser)
    parser.add_argument(
        "--barem", default="strict", metavar="NAME|FILE", help="solo, debate, strict or a YAML file (default: strict)"
    )
    parser.add_argument("-o", "--output", metavar="RUN", help="keep the run in this file, e.g. chats.baremo")
    declare_store(parser)
    parser.add_argument(
        "--json", action="store_true", help="print the documents' JSON, one object per line, and nothing else"
    )
    declare_judges(parser)
    parser.set_defaults(wait=False, resumed=False)  # for `resume` to say


def run(options: argparse.Namespace, arguments: list[str]) -> int:
    options.output = output_place(options)
    barem, given = asked_as(_barem(options.barem), options), inputs(options)
    who = wanted(options, fence_of(options.output))
    _refuse_idle(options, barem)
    with Progress("checked") as checking:
        total = given.check(checking.step)
    staff = hire(who)
    if options.dry_run:
        from baremo.cli.dry import dry_run

        return dry_run(staff, given, barem, options.output)
    settings = Settings(jury=staff.bench.jury, redacted=who.redact, fence=who.fence, command=tuple(arguments))
    if options.batch:
        from baremo.cli.queued import Job, judge_queued

        with _opened(options.output, barem, staff, settings) as run_file:
            return judge_queued(Job(given=given, total=total, barem=barem, staff=staff, kept=run_file, options=options))
    with ExitStack() as stack:
        kept = stack.enter_context(_opened(options.output, barem, staff, settings)) if options.output else None
        if kept:
            refuse_changed(kept, given)
            _warn_of_queued(kept)
        output = Output(barem, total, as_json=options.json)
        progress = stack.enter_context(Progress("judged", total))

        def tell(record: Record) -> None:
            output.add(record)
            progress.step(output.unscored)

        _spare_the_collector()
        try:
            asyncio.run(_judged(given, barem, staff, kept, tell))
        except KeyboardInterrupt:
            progress.clear()
            _say(_stopped(output.count, total, options.output, arguments))
            _tell_spending(staff, as_json=True)
            return 130
        except BudgetSpent as error:
            progress.clear()
            _say(f"{error}.\n{_stopped(output.count, total, options.output, arguments)}")
            _tell_spending(staff, as_json=True)
            return 1
    output.finish(options.output)
    _tell_spending(staff, as_json=options.json)
    return 1 if output.unscored else 0


def _refuse_idle(options: argparse.Namespace, barem: Barem) -> None:
    """Options that would be taken and do nothing."""
    if options.critic and barem.protocol is not Protocol.DEBATE:
        what = f"nobody is asked to object under the protocol {barem.protocol}"
        raise SetupError.single("--critic", what, "leave it out, or give --protocol debate")
    if options.dry_run and options.json:
        raise SetupError.single("--dry-run", "prints no JSON", "give one of --dry-run and --json")


def _spare_the_collector() -> None:
    """A run makes very many small values and hardly a cycle among them, so they are searched for cycles less often, and
    what is loaded by now is not searched again: that was a tenth of all work."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


async def _judged(given: Inputs, barem: Barem, staff: Staff, kept: Run | None, tell: Callable[[Record], None]) -> None:
    try:
        await judge_all(given, barem, staff.bench, kept, tell, at_once=staff.at_once)
    finally:
        await staff.aclose()


def _opened(path: Place, barem: Barem, staff: Staff, settings: Settings) -> Run:
    return open_run(path, barem, staff.bench, now=datetime.now(UTC).isoformat(timespec="seconds"), settings=settings)


def _tell_spending(staff: Staff, *, as_json: bool) -> None:
    """On standard error where standard output is for JSON alone."""
    if staff.office and staff.prices:
        from baremo.report.spending import spending_lines
        from baremo.report.style import Style

        stream = sys.stderr if as_json else sys.stdout
        style = Style.of(stream)
        for line in spending_lines(staff.office.meter.spent, staff.prices.dated, style):
            stream.write(f"{style.dim(line)}\n")


def _warn_of_queued(kept: Run) -> None:
    """Whoever goes on without the queue must know what is still in it."""
    asks = sum(parcel.requests for parcel in kept.ledger.open())
    if asks:
        told = "1 ask is" if asks == 1 else f"{asks:,} asks are"
        _say(f"{told} still in a provider's queue. What is asked here too is paid for twice.")


def _barem(name: str) -> Barem:
    """A barem of one's own is linted on the way: marks are worth as much as the scheme that they come from."""
    source = load_source(name)
    if name not in BUILT_IN:
        from baremo.lint.check import lint
        from baremo.lint.faults import Severity, severity_of

        errors = [problem for problem in lint(source) if severity_of(problem.code) is Severity.ERROR]
        if errors:
            times = "once" if len(errors) == 1 else f"{len(errors)} times"
            _say(f"{name} contradicts itself {times}. See where with: baremo lint {shlex.quote(name)}")
    return source.barem


def _stopped(count: int, total: int, kept: Place | None, arguments: list[str]) -> str:
    """How to go on."""
    if kept is None:
        return (
            f"Stopped after {count} of {total} dialogues; nothing was kept. With -o RUN.baremo, what is done is kept."
        )
    return f"Stopped: {count} of {total} dialogues are kept in {kept}. Go on with:\n  baremo {shlex.join(arguments)}"


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201
