"""The options that say where people's marks are, shared by the commands that measure a judge."""

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from baremo.cli.progress import Progress
from baremo.core.barem import Barem
from baremo.core.label import Label
from baremo.core.numbers import Value, plain
from baremo.errors import SetupError
from baremo.run.keep import barem_of
from baremo.store.run import Run

if TYPE_CHECKING:
    from baremo.load.labels import LabelFiles
    from baremo.run.measured import Measured

_SPAN = re.compile(r"\s*(-?[0-9]{1,4})\s*(?:\.\.\.?|–|-)\s*(-?[0-9]{1,4})\s*")
_LISTED = re.compile(r"\s*-?[0-9]{1,6}(?:\.[0-9]{1,6})?\s*")
LEVELS = 1000
"""Of a scale, at most."""


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
        "--label-columns",
        metavar="WHAT=HEADER,…",
        help="which column is what: id, rater, criterion, level; or a criterion: Empathy=Empathie,overall=Gesamt",
    )
    group.add_argument(
        "--label-scale",
        metavar="SCALE",
        help="what people marked on, from the lowest up: 0..2, 1..10 or 1,2,3.5 (with as many levels as the judge has, "
        "place by place; else only ranks compare)",
    )
    group.add_argument(
        "--label-ids", type=Path, metavar="FILE", help="one id per line, for --labels that are dialogues without ids"
    )
    group.add_argument(
        "--decisions", action="store_true", help="take what was decided with 'baremo decide' too, though those who "
        "decided could see the judge's mark"
    )  # fmt: skip


def label_scale(options: argparse.Namespace) -> tuple[Value, ...]:
    """The one that people used; empty where nobody says it."""
    text: str | None = options.label_scale
    if text is None:
        return ()
    span = _SPAN.fullmatch(text)
    values: list[Value] = []
    if span:
        values = [*range(int(span[1]), int(span[2]) + 1)]
    elif all(_LISTED.fullmatch(one) for one in text.split(",")):
        values = [plain(Fraction(one.strip())) for one in text.split(",")]
    if not 2 <= len(values) <= LEVELS or any(after <= before for before, after in pairwise(values)):
        what = f"'{text}' is no scale"
        raise SetupError.single("--label-scale", what, "write the lowest and the highest, 0..2, or all in order: 1,2,3")
    return tuple(values)


def label_files(options: argparse.Namespace, barem: Barem) -> "LabelFiles":
    from baremo.load.labels import LabelFiles

    if options.label_ids and len(options.labels) > 1:
        what = f"one file of ids for {len(options.labels)} files"
        raise SetupError.single("--label-ids", what, "give it with one file of labels at a time")
    return LabelFiles(options.labels, barem, _columns(options.label_columns), options.label_ids)


def labels_for(options: argparse.Namespace, run: Run, barem: Barem) -> Iterable[Label] | None:
    """None for those that the run's own dialogues carry."""
    labels, _ = _given(options, run, barem)
    return labels


def _given(options: argparse.Namespace, run: Run, barem: Barem) -> tuple[Iterable[Label] | None, list[str]]:
    """The same, and how they were read: that is known when all are."""
    from baremo.run.measured import decided_labels, own_labels

    refuse_idle_labels(options)
    if not options.labels and not options.decisions:
        return None, []
    files = label_files(options, barem)
    given: Iterable[Label] = files if options.labels else own_labels(run, barem)
    return chain(given, decided_labels(run, barem) if options.decisions else ()), files.notes


def refuse_idle_labels(options: argparse.Namespace) -> None:
    """Options that say how labels are read, and none are given. The marks that dialogues carry are 1 to 5."""
    for what in ("columns", "scale", "ids"):
        if getattr(options, f"label_{what}") and not options.labels:
            raise SetupError.single(f"--label-{what}", "there is no file of labels to read by it", "give --labels FILE")


def _columns(text: str | None) -> dict[str, str]:
    from baremo.cli.reading import columns_of

    return columns_of(text, "--label-columns", "id=ticket,level=stars")


def measure(options: argparse.Namespace, run: Run, by: tuple[str, ...] = ()) -> "Measured":
    """The run beside people's marks; `SetupError` where there are none."""
    from baremo.run.measured import measured

    labels, notes = _given(options, run, barem_of(run))
    with Progress("read", run.count()) as progress:
        found = measured(run, labels, by=by, scale=label_scale(options), step=progress.step)
    if not found.labels and not found.strays:
        files = ", ".join(map(str, options.labels))
        remedy = "fill in a mark in each row" if files else "give people's marks with --labels FILE"
        raise SetupError.single(files or found.run, "nobody's marks are in it", remedy)
    return replace(found, notes=(*found.notes, *notes, *_of_decisions(options), *_of_strays(found)))


def _of_decisions(options: argparse.Namespace) -> Iterator[str]:
    if options.decisions:
        yield "decisions are among the marks: who decided could see the judge's mark, so they are not blind"


def _of_strays(found: "Measured") -> Iterator[str]:
    """What is to be told of labels that are not for this run. Ids that seem to be written in another way are refused:
    which dialogue is meant is nothing to be guessed."""
    from baremo.run.strays import seeming, some

    if not found.strays:
        return
    marked = _marked(found)
    differ = seeming(found.strays, found.ids) if marked < len(found.strays) else ""
    if marked and not differ:
        yield f"not in this run: {some(found.strays)}"
        return
    many = f"of {marked + len(found.strays):,} dialogues with labels, {len(found.strays):,} are not in {found.run}"
    what = many if marked else f"none of the labels is for a dialogue of {found.run}"
    both = f"the labels are for {some(found.strays)}, and the run has {some(found.ids)}"
    remedy = f"the ids seem to differ in {differ}; write them as in the run" if differ else f"check the ids: {both}"
    raise SetupError.single("--labels", what, remedy)


def _marked(found: "Measured") -> int:
    """Dialogues of the run that people marked."""
    import numpy as np

    return len({row for one in found.ratings for row in np.flatnonzero((one.people >= 0).any(axis=1)).tolist()})
