"""JSON lines: one object per row, groups as objects, lists as lists."""

from collections.abc import Iterable
from typing import BinaryIO

import msgspec

from baremo.report.rows.column import Kind, Row
from baremo.report.tables.format import Columns, Format
from baremo.report.tables.mending import mended

_encoder = msgspec.json.Encoder()
_sorted = msgspec.json.Encoder(order="deterministic")


def write(columns: Columns, rows: Iterable[Row], stream: BinaryIO) -> None:
    brought = [column.name for column in columns if column.kind is Kind.GROUP and not column.parts]
    for row in rows:
        try:
            line = _line(row, brought)
        except UnicodeEncodeError:
            line = _line(mended(row), brought)
        stream.write(line)


def _line(row: Row, brought: list[str]) -> bytes:
    """What dialogues bring along is sorted: two sources of one dialogue may differ in the order of its fields."""
    ordered = {name: msgspec.Raw(_sorted.encode(row[name])) for name in brought}
    return _encoder.encode({**row, **ordered}) + b"\n"


FORMAT = Format(name="jsonl", write=write, flat=False)
