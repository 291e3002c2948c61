"""`baremo forget`: take one dialogue out of a run, for good."""

import argparse
import sys
from datetime import UTC, datetime

from baremo.cli.stores import declare_run, run_place
from baremo.errors import SetupError
from baremo.models.named import is_embedded
from baremo.run.decide import is_text
from baremo.store.opening import opened
from baremo.store.run import Run, forgotten_id

EPILOG = """\
What was said, what judges replied and what was concluded is erased from the file. Its digests, its place in the chain
and the fact and time of deletion stay, so that 'baremo verify' still passes. It cannot be undone.

examples:
  baremo forget chats.baremo 42
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("id", metavar="ID", help="the dialogue to forget")


def run(options: argparse.Namespace, _: list[str]) -> int:
    with opened(run_place(options), write=True) as kept:
        if not is_text(options.id) or not _forgotten(kept, options.id):
            remedy = f"baremo show {kept.path} lists what it has"
            raise SetupError.single(str(kept.path), f"holds no dialogue '{options.id}'", remedy)
        embedded = is_embedded(kept.header.judge)
    sys.stdout.write(f"Dialogue {options.id} is forgotten. Copies of {kept.path} made before still hold it.\n")
    if not embedded:
        sys.stdout.write("What models replied about it may be in the reply cache: see baremo cache prune --help\n")
    return 0


def _forgotten(kept: Run, case: str) -> bool:
    """Now or earlier: whoever lacked the room to end it gives the same command again."""
    done = kept.forget(case, now=datetime.now(UTC).isoformat(timespec="seconds"))
    return done or forgotten_id(case) in kept.forgotten()
