"""`baremo forget`: take one dialogue out of a run, for good."""

import argparse
import sys
from datetime import UTC, datetime

from baremo.cli.stores import declare_run, run_place
from baremo.errors import SetupError
from baremo.models.named import EMBEDDED
from baremo.store.opening import opened

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
        if not kept.forget(options.id, now=datetime.now(UTC).isoformat(timespec="seconds")):
            remedy = f"baremo show {kept.path} lists what it has"
            raise SetupError.single(str(kept.path), f"holds no dialogue '{options.id}'", remedy)
        embedded = kept.header.judge == EMBEDDED
    sys.stdout.write(f"Dialogue {options.id} is forgotten. Copies of {kept.path} made before still hold it.\n")
    if not embedded:
        sys.stdout.write("What models replied about it may be in the reply cache: see baremo cache prune --help\n")
    return 0
