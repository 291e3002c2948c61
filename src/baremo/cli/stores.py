"""The option that says in which store runs are, shared by the commands that open one."""

import argparse

from baremo.errors import SetupError
from baremo.store.place import EXAMPLE, Place, place_of

RUN = "a file made with: baremo judge … -o RUN; with a store, the run's name in it"


def declare_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store", metavar="URL", help=f"the run is in this PostgreSQL database, {EXAMPLE} (default: BAREMO_STORE)"
    )


def declare_run(parser: argparse.ArgumentParser) -> None:
    """A run that is there already."""
    parser.add_argument("run_file", metavar="RUN", help=RUN)
    declare_store(parser)


def run_place(options: argparse.Namespace) -> Place:
    return place_of(options.run_file, options.store)


def output_place(options: argparse.Namespace) -> Place | None:
    """Where `-o` says that the run is to be kept."""
    if options.output:
        return place_of(options.output, options.store)
    if options.store:
        raise SetupError.single("--store", "nothing is kept without a name", "give -o NAME")
    return None
