"""`baremo verify`: recompute a run from what was said."""

import argparse
import sys
from pathlib import Path

from baremo.cli.progress import Progress
from baremo.report.style import visible
from baremo.run.recheck import recheck
from baremo.store.runfile import RunFile

EPILOG = """\
Every quote is looked up again, every ruling, step, sum and level recomputed from the stored replies, every hash
compared. No judge is asked.

examples:
  baremo verify chats.baremo

exit codes: 0 everything holds, 1 something differs, 2 not a run
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("run_file", type=Path, metavar="RUN", help="a file made with: baremo judge … -o RUN")


def run(options: argparse.Namespace, _: list[str]) -> int:
    with RunFile.open(options.run_file) as kept:
        count = kept.count()
        differences = 0
        with Progress("recomputed", count) as progress:
            for difference in recheck(kept, progress.step):
                differences += 1
                progress.clear()
                sys.stdout.write(f"{kept.path}: {visible(difference.where)}: {visible(difference.what)}\n")
        forgotten = len(kept.forgotten())
    gone = f", {forgotten:,} forgotten" if forgotten else ""
    told = f"{differences:,} differences" if differences else "everything holds"
    verdicts = "1 verdict" if count == 1 else f"{count:,} verdicts"
    sys.stdout.write(f"{kept.path}: {verdicts} recomputed{gone}: {told}\n")
    return 1 if differences else 0
