"""`baremo runs`: what is in a store."""

import argparse
import sys

import msgspec

from baremo.cli.stores import declare_store
from baremo.errors import SetupError
from baremo.report.style import Style, visible
from baremo.store.opening import runs_in
from baremo.store.place import ENVIRONMENT, EXAMPLE, shown, store_address

EPILOG = """\
A store is a PostgreSQL database that a team keeps its runs in, see docs/teams-and-postgresql.md.

examples:
  baremo runs --store postgresql://ana@db.example/marks
  BAREMO_STORE=postgresql://ana@db.example/marks baremo runs --json
  baremo runs --store postgresql://owner@db.example/marks --init     (make the tables, and nothing else)
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_store(parser)
    parser.add_argument("--init", action="store_true", help="make the tables where there are none")
    parser.add_argument("--json", action="store_true", help="one JSON object per run, and nothing else")


def run(options: argparse.Namespace, _: list[str]) -> int:
    address = store_address(options.store)
    if address is None:
        raise SetupError.single("runs", "which store?", f"give --store {EXAMPLE} or set {ENVIRONMENT}")
    runs = runs_in(address, make=options.init)
    if options.json:
        sys.stdout.writelines(f"{msgspec.json.encode(one).decode()}\n" for one in runs)
        return 0
    if not runs:
        sys.stdout.write(f"No run is in {shown(address)} yet: baremo judge FILE --store URL -o NAME\n")
        return 0
    style = Style.of(sys.stdout)
    table = [("run", "barem", "judge", "dialogues", "begun")]
    table += [(visible(one.name), one.barem, visible(one.judge), f"{one.dialogues:,}", one.created) for one in runs]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for number, row in enumerate(table):
        cells = [
            cell.rjust(w) if at == 3 else cell.ljust(w) for at, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        line = "  ".join(cells).rstrip()
        sys.stdout.write(f"{style.dim(line) if number == 0 else line}\n")
    return 0
