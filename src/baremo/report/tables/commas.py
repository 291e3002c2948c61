"""CSV after RFC 4180, which no spreadsheet takes for formulas."""

import csv
import re
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import msgspec

from baremo.report.rows.column import Kind, Leaf, Row, leaves
from baremo.report.tables.format import Columns, Format
from baremo.report.tables.mending import INSTEAD, mended

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Without it, Excel takes UTF-8 for something else when a file is opened by a double click."""

_SIGNS = frozenset("=+-@＝＋－＠﹦﹢﹣﹫−")
"""What begins a formula; spreadsheets of East Asia take the wide and the small forms too."""
_STRIPPED = ("\t", "\r", "\n")
"""What a spreadsheet may take off before it looks for one."""
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_BREAK = re.compile("\r\n|[\r\n]")
_encoder = msgspec.json.Encoder(order="deterministic")


def write(columns: Columns, rows: Iterable[Row], stream: BinaryIO) -> None:
    flat = list(leaves(columns))
    writer = csv.writer(_Encoded(stream))
    writer.writerow([harmless(leaf.name) for leaf in flat])
    cells = [(leaf.getter(), _cell_of(leaf)) for leaf in flat]
    for row in rows:
        writer.writerow([cell(get(row)) for get, cell in cells])


def harmless(text: str) -> str:
    """Control characters are made visible, and what might be a formula gets an apostrophe: a cell with one is text."""
    if text[:1].isalnum() and text.isprintable():  # as most are: this is only to be fast
        return text
    shown = _UNWRITABLE.sub(INSTEAD, text)
    return f"'{shown}" if shown.startswith(_STRIPPED) or _is_formula(shown) else shown


def _is_formula(text: str) -> bool:
    """Whether the first character that can be seen begins one. (What stands in place of a control could not be.)"""
    for char in text:
        if char in _SIGNS:
            return True
        if char.isprintable() and char not in (" ", INSTEAD):
            return False
    return False


class _Encoded:
    """Where the writer of the library, which knows only text, writes to."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, line: str) -> int:
        return self._stream.write(line.encode())


def _cell_of(leaf: Leaf) -> Callable[[Any], str]:
    """Numbers are as they are; all else is somebody's text."""
    cell = _text if leaf.kind in (Kind.TEXT, Kind.ANY) else _plain
    return (lambda items: _lines(items, cell)) if leaf.many else cell


def _lines(items: list[Any], cell: Callable[[Any], str]) -> str:
    """One item per line of the cell; a line break within an item is a sign."""
    if not items:
        return ""
    return "\n".join([cell(_BREAK.sub("⏎", item) if isinstance(item, str) else item) for item in items])


def _text(value: Any) -> str:
    return harmless(value) if isinstance(value, str) else _plain(value)


def _plain(value: Any) -> str:
    """As JSON writes it, but text without quotes and nothing for null."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return str(value) if type(value) is int else _encoder.encode(mended(value)).decode()


FORMAT = Format(name="csv", write=write)
