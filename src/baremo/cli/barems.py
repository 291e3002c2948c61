"""`baremo barems`: the barems that are built in, and those in this folder."""

import argparse
import sys
from pathlib import Path

from baremo.core.barem import Barem
from baremo.core.numbers import share
from baremo.errors import SetupError
from baremo.load.barems import BUILT_IN, load_barem
from baremo.load.local import local_barems
from baremo.report.style import Style, visible

EPILOG = """\
examples:
  baremo barems                                  what `--barem` can name: built in, ./*.yaml and ./barems/*.yaml
  baremo judge chats.jsonl --barem mine.yaml     use one of them
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG


def run(_: argparse.Namespace, __: list[str]) -> int:
    style = Style.of(sys.stdout)
    lines = [style.bold("Built in")]
    for name in BUILT_IN:
        lines += _entry(name, style)
    local = list(local_barems())
    lines += ["", style.bold("Here" if local else "None here: baremo new NAME writes one")]
    for path in local:
        lines += _entry(path, style)
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _entry(source: str | Path, style: Style) -> list[str]:
    shown = style.bold(visible(str(source)))
    try:
        barem = load_barem(source)
    except SetupError as error:
        problem = error.problems[0]
        line = problem.where.rpartition(":")[2]
        where = f"line {line}: " if line.isdigit() else ""
        return [f"  {shown}", *style.wrapped(visible(f"does not load: {where}{problem.what}"), 4, style.warn)]
    about = f"{barem.title} ({barem.protocol})"
    return [f"  {shown}", *style.wrapped(visible(about), 4), *style.wrapped(visible(_criteria(barem)), 4, style.dim)]


def _criteria(barem: Barem) -> str:
    return " · ".join(f"{one.name} {share(one.weight, 2).strip('()')}" for one in barem.criteria)
