"""`baremo new`: a barem to begin with."""

import argparse
import shlex
import sys
from pathlib import Path

from baremo.load.starter import write_starter

EPILOG = """\
examples:
  baremo new friendly                   friendly.yaml, a small scheme with a comment on every part
  baremo new ours --from strict         ours.yaml, which says only what differs from strict
  baremo new barems/late --from mine.yaml
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("name", type=Path, metavar="NAME", help="of the barem; NAME.yaml is written")
    parser.add_argument(
        "--from", dest="parent", metavar="BAREM", help="extend this one: a built-in name or a YAML file"
    )


def run(options: argparse.Namespace, _: list[str]) -> int:
    path, *beside = write_starter(options.name, options.parent)
    file = shlex.quote(str(path))
    schema = f" and {shlex.quote(str(beside[0]))}, with which editors check it" if beside else ""
    steps = {
        f"edit {file}": "criteria, weights, anchors, rules",
        f"baremo lint {file}": "does it agree with itself?",
        f"baremo judge FILE --barem {file}": "use it",
    }
    width = max(map(len, steps))
    lines = [f"Wrote {file}{schema}.", "", "Next:", *(f"  {step:{width}}   {why}" for step, why in steps.items())]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
