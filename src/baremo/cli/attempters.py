"""`baremo attempters`: who rates which dimension too high or too low."""

import argparse
import sys

from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.errors import SetupError
from baremo.report.style import Style
from baremo.run.keep import barem_of
from baremo.store.opening import opened

EPILOG = """\
For each attempter of a review: how far the original ratings lie from the final ones, with 95 % intervals that take
tasks as the units; how often they are the same, or one step away; how often they were what the independent judgment
came to, before the review and after it; and the most frequent mistakes.

examples:
  baremo attempters tasks.baremo
  baremo attempters tasks.baremo --json

Who filled in a sheet is the `attempter` of its task: docs/side-by-side-input.md
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("--json", action="store_true", help="one object per attempter, one per line, and nothing else")


def run(options: argparse.Namespace, _: list[str]) -> int:
    from baremo.report.attempters import Attempters

    with opened(run_place(options)) as kept:
        barem = barem_of(kept)
        if not barem.review:
            what = f"{kept.path} holds dialogues, and nobody's ratings of two responses"
            raise SetupError.single("attempters", what, "give a run of: baremo review … -o RUN.baremo")
        found = Attempters(barem)
        with Progress("read", kept.count()) as progress:
            for record in kept.records(exchanges=False):
                found.add(record)
                progress.step()
    if options.json:
        import msgspec

        sys.stdout.writelines(f"{msgspec.json.encode(one).decode()}\n" for one in found.document())
        return 0
    sys.stdout.writelines(f"{line}\n" for line in found.lines(Style.of(sys.stdout)))
    if found.ranked() and not found.named:
        sys.stdout.write("No task says who rated it: give each an attempter, and they are told apart.\n")
    return 0
