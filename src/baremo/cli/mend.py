"""`baremo mend`: save what still holds of a damaged run."""

import argparse
import sys

from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.errors import SetupError
from baremo.report.style import visible
from baremo.run.mend import mend, tell_damage
from baremo.store.opening import created, is_there, opened
from baremo.store.place import on_command_line, place_of

EPILOG = """\
Every record is read and recomputed, as 'baremo verify' does. Those that hold go into a new run as they are; the others
are named. 'baremo resume' then asks about these alone. The damaged run is only read.

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
    lost = 0
    with opened(run_place(options)) as damaged, created(place, damaged.header) as fresh:
        with Progress("recomputed") as progress:
            for one in mend(damaged, fresh, progress.step):
                lost += 1
                progress.clear()
                sys.stdout.write(f"{damaged.path}: dialogue {visible(one.case)}: {visible(one.why)}\n")
        kept, gone = fresh.count(), tell_damage(damaged)
    sys.stdout.write(f"{kept:,} verdicts hold and are in {place}, {lost:,} do not.\n")
    if gone:
        sys.stdout.write(f"{gone:,} forgotten dialogues are not in it: take them out of the input.\n")
    sys.stdout.write(f"What is missing is asked again with:\n  baremo resume {on_command_line(place)}\n")
    return 1 if lost else 0
