"""The options that say where dialogues are judged."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from baremo.errors import SetupError
from baremo.run.engine import Engine
from baremo.run.engines.plan import HERE, RAY, Ground, Where, engine_here, engine_of_processes
from baremo.run.hire import Wanted

Build = Callable[[Ground], Engine]
"""To be called where the event loop runs."""


def declare_engine(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where")
    group.add_argument(
        "--workers", type=_workers, default=1, metavar="N", help="judge in N processes of this machine; auto: one per "
        "core (default: 1, this one)"
    )  # fmt: skip
    group.add_argument("--engine", choices=[HERE, RAY], default=HERE, help="ray: on a Ray cluster (extra baremo[ray])")
    group.add_argument(
        "--address", default="", metavar="HOST:PORT", help="of the Ray cluster, or auto (default: one is started here)"
    )


def where(options: argparse.Namespace, wanted: Wanted) -> Where:
    chosen = Where(engine=options.engine, workers=options.workers, address=options.address)
    problems = list(chosen.faults(wanted))
    if problems:
        raise SetupError(problems)
    return chosen


@contextmanager
def builder(chosen: Where) -> Iterator[Build]:
    """What takes long, or may fail, is done before anything is written."""
    if chosen.engine == RAY:
        from baremo.run.engines.cluster import connected, engine_of_cluster

        with connected(chosen.address):
            yield engine_of_cluster
    elif chosen.workers > 1:
        yield lambda ground: engine_of_processes(ground, chosen.workers)
    else:
        yield engine_here


def _workers(text: str) -> int:
    if text == "auto":
        from baremo.run.engines.processes import cores

        return cores()
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= number <= 1024:
        raise argparse.ArgumentTypeError(f"'{text}' is neither a number from 1 to 1024 nor auto")
    return number
