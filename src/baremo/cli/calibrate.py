"""`baremo calibrate`: read a judge's marks as people would."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baremo.cli.labels import declare_labels, measure
from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.progress import Progress
from baremo.cli.shares import seed, share
from baremo.cli.stores import declare_run, run_place
from baremo.cli.writing import beside, refuse_taken
from baremo.core.decision import decidable
from baremo.errors import SetupError
from baremo.report.style import Style, visible
from baremo.store.opening import opened

if TYPE_CHECKING:
    from baremo.load.calibrations import Calibration
    from baremo.run.measured import Measured

EPILOG = """\
The labelled dialogues must be drawn at random from those of the run. The run is not changed. What is fitted and how far
it holds: docs/calibration.md

examples:
  baremo calibrate chats.baremo --labels marks.csv -o calibration.json
  baremo calibrate chats.baremo --labels marks.csv --plot reliability.svg
  baremo calibrate chats.baremo --labels marks.csv --criterion Empathy --confidence 0.8
  baremo show chats.baremo 42 --calibration calibration.json
  baremo export chats.baremo --calibration calibration.json -o chats.csv

exit codes: 0, 2 something must be mended, e.g. too few labels
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    declare_labels(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="keep the calibration here, as JSON")
    parser.add_argument("--force", action="store_true", help="write FILE though it is there already")
    parser.add_argument(
        "--criterion", metavar="NAME", help="this one alone, or 'overall' (default: all that have labels)"
    )
    parser.add_argument(
        "--confidence", type=share, default=0.9, metavar="P", help="of all intervals, below 1 (default: 0.9)"
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="of what is drawn (default: 0)")
    declare_plot(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    from baremo.load.calibrations import written
    from baremo.report.calibrated import calibration_lines
    from baremo.run.calibration import Wanted, calibrated

    check_plot(options)
    with opened(run_place(options)) as kept:
        if options.output is not None:
            refuse_taken(options.output, kept.path, "-o", options)
        found = measure(options, kept)
        wanted = Wanted(
            criterion=_criterion(options.criterion, found), confidence=options.confidence, seed=options.seed
        )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with Progress("calibrated", 1 if wanted.criterion is not None else len(found.ratings)) as progress:
            made = calibrated(kept, found, wanted, now=now, step=progress.step)
    style = Style.of(sys.stdout)
    sys.stdout.writelines(f"{line}\n" for line in calibration_lines(made, style))
    plot(options, lambda: _picture(made))
    if options.output is not None:
        with beside(options.output) as stream:
            stream.write(written(made))
        use = "Use it with --calibration: baremo show, export, judge, agree, passport"
        sys.stdout.write(style.dim(f"Kept in {visible(str(options.output))}. {use}") + "\n")
    return 0


def _picture(made: "Calibration") -> dict[str, Any]:
    from baremo.report.plots.calibrations import calibrations

    return calibrations(made.fits, made.confidence)


def _criterion(name: str | None, found: "Measured") -> str | None:
    """None for all; empty for the whole."""
    if name is None:
        return None
    chosen = "" if name.lower() == "overall" and not any(one.name == name for one in found.ratings) else name
    if found.of(chosen):
        return chosen
    known = ", ".join(one.name or "overall" for one in found.ratings)
    there = chosen == "" or chosen in dict(decidable(found.barem))
    what = "nobody marked it" if there else f"{found.barem.name} has no such criterion"
    raise SetupError.single(f"--criterion {name}", what, f"marked were: {known}")
