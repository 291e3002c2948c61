"""The options that say how dialogues are read, shared by the commands that read them."""

import argparse
from pathlib import Path

from baremo.errors import SetupError
from baremo.load.dialogues import Inputs
from baremo.load.options import ReadOptions
from baremo.load.registry import names


def declare_reading(parser: argparse.ArgumentParser, things: str = "dialogues", nargs: str = "+") -> None:
    parser.add_argument("files", nargs=nargs, metavar="FILE", help=f"{things} to read; - for standard input")
    group = parser.add_argument_group("reading")
    group.add_argument("--format", metavar="NAME", help=f"force a format: {names()} (default: by content)")
    group.add_argument(
        "--columns", metavar="WHAT=HEADER,…", help="tables: which column is what, e.g. text=Body,speaker=Who"
    )
    group.add_argument("--ids", type=Path, metavar="FILE", help="one id per line, for formats without ids")
    for who, what in (("system", "the assistant"), ("user", "the customer"), ("context", "a role that is not judged")):
        flag = f"--{who}-name"
        group.add_argument(flag, action="append", default=[], metavar="NAME", help=f"a name that stands for {what}")


def inputs(options: argparse.Namespace) -> Inputs:
    return Inputs(options.files, format=options.format, options=read_options(options))


def read_options(options: argparse.Namespace) -> ReadOptions:
    return ReadOptions(
        system_names=tuple(options.system_name),
        user_names=tuple(options.user_name),
        context_names=tuple(options.context_name),
        columns=columns_of(options.columns),
        ids=options.ids,
    )


def columns_of(text: str | None, option: str = "--columns", example: str = "text=Body,speaker=Who") -> dict[str, str]:
    """What a user says about columns: meaning → header."""
    columns = {}
    for pair in text.split(",") if text else ():
        what, separator, header = pair.partition("=")
        if not separator or not what.strip() or not header.strip():
            raise SetupError.single(option, f"'{pair}' is not WHAT=HEADER", f"write, e.g., {option} {example}")
        columns[what.strip()] = header.strip()
    return columns
