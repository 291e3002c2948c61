"""The options that say where people's marks are, shared by the commands that measure a judge."""

import argparse
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from baremo.cli.progress import Progress
from baremo.core.barem import Barem
from baremo.core.label import Label
from baremo.errors import SetupError
from baremo.run.keep import barem_of
from baremo.store.run import Run

if TYPE_CHECKING:
    from baremo.run.measured import Measured


def declare_labels(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("people's marks")
    group.add_argument(
        "--labels",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="people's marks: CSV or JSON with a column per criterion, or with criterion and level; or dialogues that "
        "carry marks (default: the marks of the run's own dialogues); may be given several times",
    )
    group.add_argument(
        "--label-columns", metavar="WHAT=HEADER,…", help="which column is what: id, rater, criterion, level"
    )
    group.add_argument(
        "--decisions", action="store_true", help="take what was decided with 'baremo decide' too, though those who "
        "decided could see the judge's mark"
    )  # fmt: skip


def labels_for(options: argparse.Namespace, run: Run, barem: Barem) -> Iterable[Label] | None:
    """None for those that the run's own dialogues carry."""
    from baremo.run.measured import decided_labels, own_labels

    if not options.labels and not options.decisions:
        return None
    given: list[Iterator[Label]] = []
    if options.labels:
        from baremo.load.labels import read_labels

        given.append(read_labels(options.labels, barem, _columns(options.label_columns)))
    else:
        given.append(own_labels(run, barem))
    return chain(*given, decided_labels(run, barem) if options.decisions else ())


def _columns(text: str | None) -> dict[str, str]:
    from baremo.cli.reading import columns_of

    return columns_of(text, "--label-columns", "id=ticket,level=stars")


def measure(options: argparse.Namespace, run: Run, by: tuple[str, ...] = ()) -> "Measured":
    """The run beside people's marks; `SetupError` where there are none."""
    from baremo.run.measured import measured

    with Progress("read", run.count()) as progress:
        found = measured(run, labels_for(options, run, barem_of(run)), by=by, step=progress.step)
    if not found.labels:
        what = f"none of the labels is for a dialogue of {run.path}" if found.strays else "nobody's marks are in it"
        some = f"; they are for {', '.join(found.strays[:3])}, …" if found.strays else ""
        remedy = f"check the ids{some}" if found.strays else "give people's marks with --labels FILE"
        raise SetupError.single(str(run.path), what, remedy)
    return found
