"""`baremo mend`: save what still holds of a damaged run."""

import argparse
import sys
from collections.abc import Iterable

from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.errors import SetupError
from baremo.report.style import visible
from baremo.run.mend import Lost, mend, mend_decisions, tell_damage
from baremo.store.opening import created, is_there, opened
from baremo.store.place import on_command_line, place_of
from baremo.store.run import Run

EPILOG = """\
Every record is read and recomputed, as 'baremo verify' does. Those that hold go into a new run as they are; the others
are named. 'baremo resume' then asks about these alone. People's decisions on what holds go along. The damaged run is
only read.

examples:
  baremo mend chats.baremo -o mended.baremo
  baremo resume mended.baremo

exit codes: 0 everything held, 1 something was lost, 2 not a run
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("-o", "--output", required=True, metavar="NEW", help="the new run")


def run(options: argparse.Namespace, _: list[str]) -> int:
    place = place_of(options.output, options.store)
    if is_there(place):
        raise SetupError.single(str(place), "is there already", "give -o another name")
    with opened(run_place(options)) as damaged, created(place, damaged.header) as fresh:
        with Progress("recomputed") as progress:
            lost = _told(mend(damaged, fresh, progress.step), damaged, progress)
            undone = _told(mend_decisions(damaged, fresh), damaged, progress)
        kept, decided, gone = fresh.count(), sum(1 for _ in fresh.decisions()), tell_damage(damaged)
    sys.stdout.write(f"{kept:,} verdicts hold and are in {place}, {lost:,} do not.\n")
    if decided or undone:
        sys.stdout.write(f"{decided:,} of people's decisions hold and are in it, {undone:,} do not.\n")
    if gone:
        sys.stdout.write(f"{gone:,} forgotten dialogues are not in it: take them out of the input.\n")
    sys.stdout.write(f"What is missing is asked again with:\n  baremo resume {on_command_line(place)}\n")
    return 1 if lost or undone else 0


def _told(losses: Iterable[Lost], damaged: Run, progress: Progress) -> int:
    """Returns how many there were."""
    count = 0
    for one in losses:
        count += 1
        progress.clear()
        sys.stdout.write(f"{damaged.path}: dialogue {visible(one.case)}: {visible(one.why)}\n")
    return count
