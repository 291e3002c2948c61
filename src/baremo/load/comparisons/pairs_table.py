"""Tasks with two responses as CSV or TSV: one row per task."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping

from baremo.load.comparisons.fields import FIELDS, FieldReader, fold, is_pair
from baremo.load.draft import Draft
from baremo.load.formats.table import delimiter_of, read_rows
from baremo.load.ids import parse_id
from baremo.load.options import ReadOptions
from baremo.load.source import Reading

GIVE = "please fill the column {}"


def sniff(head: str, options: ReadOptions) -> bool:
    first = head.partition("\n")[0]
    try:
        header = next(csv.reader([first], delimiter=delimiter_of(first)), [])
    except csv.Error:
        return False
    names = {name.strip() for name in header}
    return is_pair([*names, *mapped_in(names, options.columns)])


def mapped_in(names: set[str], columns: Mapping[str, str]) -> list[str]:
    return [meaning for meaning, name in columns.items() if name in names]


def read(reading: Reading) -> Iterator[Draft]:
    rows = read_rows(reading)
    line, cells = next(rows, (1, []))
    header = [name.strip() for name in cells]
    if not check_header(reading, line, header):
        return
    reader = FieldReader(reading, GIVE, reading.options.columns)
    ids = {reading.options.columns.get("id"), *(name for name in header if fold(name) in FIELDS["id"])}
    for number, row in rows:
        if len(row) != len(header):
            what = f"{len(row)} cells in this row, {len(header)} columns in the header"
            reading.problem(number, what, "quote cells that contain the delimiter or a line break")
            continue
        filled = {name: cell for name, cell in zip(header, row, strict=True) if name and cell.strip()}
        named = {name: parse_id(cell.strip()) if name in ids else cell for name, cell in filled.items()}
        yield reader.draft(number, named)


def check_header(reading: Reading, line: int, header: list[str]) -> bool:
    met = reading.found.met
    for meaning, name in reading.options.columns.items():
        if name not in header:
            here = f"the columns are: {', '.join(header)}"
            reading.problem(line, f"there is no column {name!r} for {meaning}", f"mend --columns; {here}")
    for name, times in Counter(fold(name) for name in header).items():
        if name and times > 1:
            reading.problem(line, f"{times} columns are called {name!r}", "rename all but one of them")
    return reading.found.met == met
