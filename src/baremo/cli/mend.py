"""`baremo mend`: save what still holds of a damaged run."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.errors import SetupError
from baremo.report.style import visible
from baremo.run.mend import Ground, Lost, mend, mend_decisions, tell_damage, unchained
from baremo.run.recheck import HEADER_CHANGED
from baremo.store.opening import created, is_there, opened
from baremo.store.place import Place, on_command_line, place_of
from baremo.store.run import Run

EPILOG = """\
Every record is read and recomputed, as 'baremo verify' does. Those that hold go into a new run as they are; the others
are named. 'baremo resume' then asks about these alone. People's decisions on what holds go along. The damaged run is
only read.

examples:
  baremo mend chats.baremo -o mended.baremo
  baremo resume mended.baremo

exit codes: 0 everything held, 1 something was lost or changed, 2 not a run
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("-o", "--output", required=True, metavar="NEW", help="the new run")


def run(options: argparse.Namespace, _: list[str]) -> int:
    place = place_of(options.output, options.store)
    if is_there(place):
        raise SetupError.single(str(place), "is there already", "give -o another name")
    with opened(run_place(options)) as damaged:
        ground = Ground.of(damaged)
        with _new(place, damaged) as fresh:
            return _mended(damaged, fresh, ground)


@contextmanager
def _new(place: Place, damaged: Run) -> Iterator[Run]:
    """A file that is not finished is taken away again, so that the same command can be given once more."""
    with created(place, damaged.header) as fresh:
        try:
            yield fresh
        except BaseException:
            if isinstance(place, Path):
                place.unlink(missing_ok=True)
            raise


def _mended(damaged: Run, fresh: Run, ground: Ground) -> int:
    changed = list(unchained(damaged))
    sys.stdout.writelines(f"{damaged.path}: the run: {visible(what)}\n" for what in changed)
    with Progress("recomputed") as progress:
        lost = _told(mend(damaged, fresh, ground, progress.step), damaged, progress)
        undone = _told(mend_decisions(damaged, fresh), damaged, progress)
    kept, decided, gone = fresh.count(), sum(1 for _ in fresh.decisions()), tell_damage(damaged)
    sys.stdout.write(f"{kept:,} verdicts hold and are in {fresh.path}, {lost:,} do not.\n")
    if decided or undone:
        sys.stdout.write(f"{decided:,} of people's decisions hold and are in it, {undone:,} do not.\n")
    if gone:
        sys.stdout.write(f"{gone:,} forgotten dialogues are not in it: take them out of the input.\n")
    if HEADER_CHANGED in changed:
        was = f"The header of {damaged.path} was changed after it was made. "
        sys.stdout.write(f"{was}{fresh.path} has it as it stands now, and cannot tell any more.\n")
    sys.stdout.write(f"What is missing is asked again with:\n  baremo resume {on_command_line(fresh.path)}\n")
    return 1 if lost or undone or changed else 0


def _told(losses: Iterable[Lost], damaged: Run, progress: Progress) -> int:
    """Returns how many there were."""
    count = 0
    for one in losses:
        count += one.count
        progress.clear()
        sys.stdout.write(f"{damaged.path}: {visible(one.where)}: {visible(one.why)}\n")
    return count
