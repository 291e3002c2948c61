"""`baremo verify`: recompute a run from what was said."""

import argparse
import sys

from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.report.style import visible
from baremo.run.recheck import recheck
from baremo.store.opening import opened
from baremo.store.place import on_command_line

EPILOG = """\
Every quote is looked up again, every ruling, step, sum and level recomputed from the stored replies, every hash
compared. No judge is asked.

examples:
  baremo verify chats.baremo
  baremo verify chats --store postgresql://team@db.example/marks

exit codes: 0 everything holds, 1 something differs, 2 not a run
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    with opened(run_place(options)) as kept:
        count = kept.count()
        differences = 0
        try:
            with Progress("recomputed", count) as progress:
                for difference in recheck(kept, progress.step):
                    differences += 1
                    progress.clear()
                    sys.stdout.write(f"{kept.path}: {visible(difference.where)}: {visible(difference.what)}\n")
            forgotten = len(kept.forgotten())
        except kept.broken as error:
            save = f"baremo mend {on_command_line(kept.path)} -o NEW.baremo"
            sys.stdout.write(f"{kept.path}: the file is damaged: {error}\n    save what holds with: {save}\n")
            return 1
    gone = f", {forgotten:,} forgotten" if forgotten else ""
    told = f"{differences:,} differences" if differences else "everything holds"
    verdicts = "1 verdict" if count == 1 else f"{count:,} verdicts"
    sys.stdout.write(f"{kept.path}: {verdicts} recomputed{gone}: {told}\n")
    return 1 if differences else 0
