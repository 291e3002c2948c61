"""The options that say which dialogues of the input are judged."""

import argparse
import re

from baremo.errors import SetupError
from baremo.run.select import Selection
from baremo.store.opening import is_there


def declare_selection(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("which dialogues")
    group.add_argument("--limit", type=_count, metavar="N", help="the first N")
    group.add_argument("--sample", type=_count, metavar="N", help="N drawn by chance; the same for the same --seed")
    group.add_argument("--seed", type=int, metavar="S", help="another sample (default: 0)")
    group.add_argument(
        "--shard", default="1/1", metavar="K/N", help="one of N equal parts, e.g. 3/16: for N machines that share"
    )
    group.add_argument(
        "--only",
        choices=["failed"],
        help="of the run named by -o, what failed on the way to a server, also after five failures",
    )


def selection(options: argparse.Namespace) -> Selection:
    match = re.fullmatch(r"(\d+)/(\d+)", options.shard)
    if not match:
        raise SetupError.single("--shard", f"{options.shard!r} is not K/N", "give, e.g., 3/16")
    if options.seed is not None and options.sample is None:
        raise SetupError.single("--seed", "draws nothing without --sample", "give --sample N too")
    if options.only:
        _refuse_only(options)
    chosen = Selection(
        limit=options.limit,
        sample=options.sample,
        seed=options.seed or 0,
        shard=(int(match[1]), int(match[2])),
        failed=bool(options.only),
    )
    chosen.refuse_faults()
    return chosen


def _refuse_only(options: argparse.Namespace) -> None:
    """`options.output` is a place by now."""
    if not options.output:
        raise SetupError.single("--only", "what failed is written in a run", "name the run with -o")
    if not is_there(options.output):
        raise SetupError.single("--only", f"there is no run {options.output} in which anything failed", "check -o")
    if options.batch or options.dry_run:
        other = "--batch" if options.batch else "--dry-run"
        raise SetupError.single("--only", f"does not go with {other}", "give one of them")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few")
    return number
