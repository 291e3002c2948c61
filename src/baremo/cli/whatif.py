"""`baremo whatif`: which verdicts another weight, cap or rule would change, at no cost."""

import argparse
import sys
from contextlib import ExitStack
from datetime import UTC, datetime

from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.errors import SetupError
from baremo.load.barems import load_barem
from baremo.report.shift import Shift
from baremo.report.style import Style
from baremo.run.clerk import COMMIT_EVERY
from baremo.run.keep import barem_of, derived_run
from baremo.run.whatif import barem_with, rescored
from baremo.store.opening import opened
from baremo.store.place import place_of
from baremo.store.run import Run

EPILOG = """\
The stored opinions and objections are ruled and summed again under another barem. No judge is asked.

examples:
  baremo whatif chats.baremo --barem debate
  baremo whatif chats.baremo --set criteria.Empathy.weight=0.2 --set rules.deduct.points=0
  baremo whatif chats.baremo --barem mine.yaml -o chats-mine.baremo
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("--barem", metavar="NAME|FILE", help="another barem")
    parser.add_argument(
        "--set", action="append", default=[], metavar="PATH=VALUE", help="a change to the run's own barem"
    )
    parser.add_argument("-o", "--output", metavar="NEW", help="keep the result as a new run")


def run(options: argparse.Namespace, _: list[str]) -> int:
    with ExitStack() as stack:
        kept = stack.enter_context(opened(run_place(options)))
        before, after = barem_of(kept), _other(kept, options)
        new = None
        if options.output:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            new = stack.enter_context(derived_run(place_of(options.output, options.store), kept, after, now=now))
        shift = Shift(before, after)
        progress = stack.enter_context(Progress("rescored", kept.count()))
        waiting: list[Record] = []
        for record in kept.records(exchanges=new is not None):
            again = rescored(record, after)
            shift.add(record, again)
            progress.step()
            if new:
                waiting.append(again)
                if len(waiting) == COMMIT_EVERY:
                    new.append(waiting)
                    waiting.clear()
        if new:
            new.append(waiting)
    sys.stdout.write("\n".join(shift.lines(Style.of(sys.stdout))) + "\n")
    return 0


def _other(kept: Run, options: argparse.Namespace) -> Barem:
    if bool(options.barem) == bool(options.set):
        raise SetupError.single("whatif", "needs --barem or --set, one of the two", "see: baremo whatif --help")
    return load_barem(options.barem) if options.barem else barem_with(kept, options.set)
