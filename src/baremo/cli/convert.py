"""`baremo convert`: dialogues from any format that is read to one that is written."""

import argparse
import sys
from pathlib import Path

from baremo.cli.reading import declare_reading, inputs
from baremo.errors import SetupError
from baremo.load.registry import FORMATS
from baremo.load.writing import write_dialogues

EPILOG = """\
examples:
  baremo convert calls.csv --to jsonl -o calls.jsonl
  cat chat.txt | baremo convert - --to jsonl
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_reading(parser)
    known = [known.name for known in FORMATS if known.writer]
    parser.add_argument("--to", choices=known, default="jsonl", help="the format to write (default: jsonl)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write here (default: standard output)")


def run(options: argparse.Namespace, _: list[str]) -> int:
    given = inputs(options)
    given.check()
    if options.output is None:
        write_dialogues(given, sys.stdout.buffer, options.to)
        return 0
    # Beside the goal and renamed at the end, so that a refusal midway leaves no half file.
    waiting = options.output.with_name(f".{options.output.name}.part")
    try:
        with waiting.open("wb") as stream:
            write_dialogues(given, stream, options.to)
        waiting.replace(options.output)
    except OSError as error:
        raise SetupError.single(
            str(options.output), f"cannot be written: {error.strerror}", "check its folder"
        ) from error
    finally:
        waiting.unlink(missing_ok=True)
    return 0
