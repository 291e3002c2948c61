"""The option `--calibration`, shared by the commands that show marks."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from baremo.core.barem import Barem
from baremo.errors import SetupError

if TYPE_CHECKING:
    from baremo.run.calibration import Reader


def declare_calibration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="put beside the judge's marks what people would say, by a file made with: baremo calibrate",
    )


def reader(options: argparse.Namespace, barem: Barem, judge: str, seal: str = "") -> "Reader | None":
    """None where none was asked for; `SetupError` where it is for another judge or barem. `seal`: of the run."""
    if getattr(options, "calibration", None) is None:  # commands that go on with others may not have it
        return None
    if getattr(options, "json", False) or getattr(options, "tagged", False):
        what = "stands beside marks that people read, and this is for programs"
        raise SetupError.single("--calibration", what, "export it: baremo export RUN --calibration FILE")
    from baremo.load.calibrations import read_calibration
    from baremo.run.calibration import Reader

    found = Reader(read_calibration(options.calibration), barem, judge, str(options.calibration))
    found.of_this_run = found.calibration.seal == seal
    return found
