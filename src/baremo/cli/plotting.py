"""The option `--plot`, shared by the commands whose figures can be drawn."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def declare_plot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the figures: .svg, .png, or .json (Vega-Lite)")


def check_plot(options: argparse.Namespace) -> None:
    """Before anything is computed: can FILE be drawn?"""
    if options.plot is not None:
        from baremo.report.plots.draw import check

        check(options.plot)


def plot(options: argparse.Namespace, picture: Callable[[], dict[str, Any]]) -> None:
    """Draws what was asked for, and says where on standard error, so that JSON stays JSON."""
    if options.plot is None:
        return
    from baremo.report.plots.draw import draw
    from baremo.report.style import visible

    draw(picture(), options.plot)
    print(f"Drawn: {visible(str(options.plot))}", file=sys.stderr)  # noqa: T201
