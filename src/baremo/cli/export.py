"""`baremo export`: what a run holds as a table."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from baremo.cli.calibrated import declare_calibration, reader
from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.cli.troubles import troubles_line
from baremo.cli.writing import beside, refuse_taken
from baremo.core.barem import Barem
from baremo.errors import SetupError
from baremo.models.named import EMBEDDED
from baremo.report.rows.column import Beside, Row
from baremo.report.rows.kinds import KINDS, Rows, rows_of
from baremo.report.style import visible
from baremo.report.tables.commas import BYTE_ORDER_MARK
from baremo.report.tables.format import Format
from baremo.report.tables.registry import FORMATS, format_named
from baremo.run.keep import barem_of
from baremo.store.opening import opened
from baremo.store.run import Run

MOST_FIELDS = 1000
"""Of metadata in one table: past that, they are hardly columns."""
EPILOG = """\
Rows are sorted by the dialogues' ids, and the same verdicts and decisions are the same bytes, however the run was made.
All columns: docs/exports.md

examples:
  baremo export chats.baremo -o chats.csv                          one row per dialogue
  baremo export chats.baremo --rows criterion -o marks.parquet     one row per dialogue and criterion
  baremo export chats.baremo --rows turn --to csv --excel -o turns.csv
  baremo export chats.baremo --calibration calibration.json -o chats.csv   (and what people would say)
  baremo export chats.baremo | jq 'select(.state == "unscored") | .id'
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("--to", choices=[*FORMATS], help="the format (default: by the ending of FILE, else jsonl)")
    parser.add_argument("--rows", choices=[*KINDS], default="case", help="what a row is (default: case, a dialogue)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write here (default: standard output)")
    parser.add_argument("--force", action="store_true", help="write FILE though it is there already")
    parser.add_argument("--excel", action="store_true", help="begin a CSV with the mark by which Excel knows UTF-8")
    declare_calibration(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    chosen = _format(options)
    with opened(run_place(options)) as kept:
        kind, whole = _kind(kept, options)
        table = _Export(kept, kind, chosen, mark=options.excel, whole=whole)
        if line := troubles_line(kept):
            print(f"{line} They are not in the table.", file=sys.stderr)  # noqa: T201
        if options.output is None:
            table.write(sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return 0
        refuse_taken(options.output, kept.path, "-o", options)
        with beside(options.output) as stream:
            table.write(stream)
    count = "1 row" if table.written == 1 else f"{table.written:,} rows"
    sys.stdout.write(f"{count} written to {visible(str(options.output))}\n")
    return 0


def _kind(kept: Run, options: argparse.Namespace) -> tuple[Rows, bool]:
    """What a row is, and whether it takes the exchanges of a record to make it."""
    barem = barem_of(kept)
    kind = rows_of(barem, options.rows)
    read = reader(options, barem, kept.header.judge)
    estimated = EMBEDDED in kept.header.judge and options.rows != "criterion"
    if read is None:
        return kind, estimated
    if options.rows == "turn":
        raise SetupError.single("--calibration", "turns have no marks of their own", "give --rows case or criterion")
    from baremo.report.rows.calibrated import with_calibrated

    return with_calibrated(kind, read, [fit.name for fit in read.calibration.fits]), read.needs_exchanges or estimated


def _format(options: argparse.Namespace) -> Format:
    chosen = format_named(options.to, options.output.suffix if options.output else "")
    if options.excel and chosen.name != "csv":
        raise SetupError.single("--excel", f"goes with CSV, not with {chosen.name}", "leave it out, or say --to csv")
    if not chosen.text and options.output is None:
        raise SetupError.single(f"--to {chosen.name}", "is nothing to print", f"say -o FILE.{chosen.name}")
    chosen.check()
    return chosen


class _Export:
    def __init__(self, kept: Run, kind: Rows, chosen: Format, *, mark: bool, whole: bool) -> None:
        self._kept = kept
        self._kind = kind
        self._format = chosen
        self._mark = mark
        self._whole = whole
        """Whether records are read with their exchanges."""
        self.written = 0

    def write(self, stream: BinaryIO) -> None:
        barem = barem_of(self._kept)
        fields = self._fields() if self._format.flat and self._kind.metadata else ()
        if self._mark:
            stream.write(BYTE_ORDER_MARK)
        self._format.write(self._kind.columns(barem, fields), self._rows(barem), stream)

    def _fields(self) -> tuple[str, ...]:
        """Of all dialogues' metadata, by code point."""
        found: set[str] = set()
        with Progress("looked through", self._kept.count()) as progress:
            for brought in self._kept.metadata():
                found.update(brought)
                progress.step()
                if len(found) > MOST_FIELDS:
                    what = f"its dialogues have more than {MOST_FIELDS:,} different fields of metadata"
                    raise SetupError.single(str(self._kept.path), what, "JSON lines hold them: --to jsonl")
        return tuple(sorted(found))

    def _rows(self, barem: Barem) -> Iterator[Row]:
        beside = Beside.of(self._kept.digest, self._kept.decisions())
        with Progress("exported", self._kept.count()) as progress:
            for record in self._kept.records(exchanges=self._whole, by_id=True):
                for row in self._kind.of(record, barem, beside):
                    self.written += 1
                    yield row
                progress.step()
