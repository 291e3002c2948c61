"""`baremo diff`: which marks are others in another run of the same dialogues, and why."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baremo.cli.gates import declare_gates, gate_lines, outcomes, read_gates, refuse_unknown
from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.progress import Progress
from baremo.cli.stores import RUN, declare_store
from baremo.errors import SetupError
from baremo.report.style import Style, visible
from baremo.run.keep import barem_of
from baremo.store.opening import opened
from baremo.store.place import place_of
from baremo.store.run import Run

if TYPE_CHECKING:
    from baremo.stats.differences import Difference
    from baremo.stats.gates import Gate, Outcome

SEED = 20
"""Of what is drawn: the same runs give the same figures."""
EPILOG = """\
Runs are paired by the ids of their dialogues; all are held against the first. No judge is asked.

examples:
  baremo diff before.baremo after.baremo
  baremo diff before.baremo after.baremo --list
  baremo diff before.baremo after.baremo --plot diff.svg
  baremo diff before.baremo one.baremo two.baremo --json
  baremo diff before.baremo after.baremo --gate 'overall.difference >= -1' --gate 'kappa >= .6' --gate 'lost == 0'

exit codes: 0 compared, 1 a gate fails, 2 the input must be mended
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("run_files", nargs="+", metavar="RUN", help=f"two or more; each is {RUN}")
    declare_store(parser)
    declare_gates(parser, "overall.mean >= 75")
    parser.add_argument("--list", action="store_true", help="name every dialogue whose marks changed")
    parser.add_argument("--json", action="store_true", help="one object per run after the first, and nothing else")
    parser.add_argument("--prices", type=Path, metavar="FILE", help="your own prices, see docs/judges.md")
    declare_plot(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    names = list(options.run_files)
    if len(names) < 2 or len(set(names)) < len(names):
        what = "one run alone has no difference" if len(names) < 2 else "a run is given twice"
        raise SetupError.single("diff", what, "give two runs or more: baremo diff BEFORE AFTER")
    gates = read_gates(options.gate)
    check_plot(options)
    with ExitStack() as stack:
        runs = [stack.enter_context(opened(place_of(name, options.store))) for name in names]
        _refuse_gates(gates, runs)
        found = _compared(runs, options)
        plot(options, lambda: _picture(found, runs[0]))
    checked = [(one, outcomes(gates, one.figures())) for one in found]
    if options.json:
        _print_json(checked)
    else:
        _print(found, options)
        for one, told in checked:
            head = f"{visible(one.after.run)}: " if len(found) > 1 else ""
            sys.stdout.writelines(f"{head}{line}\n" for line in gate_lines(told, Style.of(sys.stdout)))
    return 0 if all(one.passed for _, told in checked for one in told) else 1


def _refuse_gates(gates: "Sequence[Gate]", runs: Sequence[Run]) -> None:
    """Before anything is read."""
    from baremo.run.diff import shared_marks
    from baremo.stats.differences import figure_names

    first, *others = (barem_of(one) for one in runs)
    for other in others:
        refuse_unknown(gates, figure_names(shared_marks(first, other)))


def _compared(runs: Sequence[Run], options: argparse.Namespace) -> "list[Difference]":
    import numpy as np

    from baremo.models.prices import load_prices
    from baremo.run.diff import difference, ruled_by
    from baremo.run.traced import traced

    first, others = runs[0], runs[1:]
    price = load_prices(options.prices).cost
    again = [one for one in others if one.header.barem != first.header.barem]
    total = sum(one.count() for one in runs) + len(again) * first.count()
    found = []
    with Progress("read", total) as progress:
        before = traced(first, price, progress.step)
        for one in others:
            after = traced(one, price, progress.step)
            ruled = ruled_by(first, after.barem, progress.step) if one in again else None
            found.append(difference(before, after, np.random.default_rng(SEED), ruled))
    return found


def _picture(found: "list[Difference]", first: Run) -> dict[str, Any]:
    from baremo.report.plots.changes import diffs

    return diffs(found, [level.label for level in barem_of(first).outcomes])


def _print(found: "list[Difference]", options: argparse.Namespace) -> None:
    from baremo.report.diff import diff_lines, several_lines

    style = Style.of(sys.stdout)
    lines = diff_lines(found[0], style, every=options.list) if len(found) == 1 else several_lines(found, style)
    sys.stdout.writelines(f"{line}\n" for line in lines)


def _print_json(checked: "Sequence[tuple[Difference, tuple[Outcome, ...]]]") -> None:
    import msgspec

    from baremo.report.diff import diff_document

    for one, told in checked:
        gates = [{"gate": gate.words, "passed": gate.passed, "value": gate.value} for gate in told]
        sys.stdout.write(f"{msgspec.json.encode(diff_document(one) | {'gates': gates}).decode()}\n")
