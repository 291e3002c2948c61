"""Parquet through pyarrow, in row groups of a fixed size: the same rows are the same bytes."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO

import msgspec

from baremo.errors import SetupError
from baremo.report.rows.column import Column, Kind, Leaf, Row, leaves
from baremo.report.tables.format import Columns, Format
from baremo.report.tables.mending import mended

GROUP = 10_000
"""Rows of a row group; they are held at a time, packed."""
PACKED = 500
"""Rows that are packed at a time."""
SETTINGS = {
    "version": "2.6",
    "compression": "zstd",
    "compression_level": 3,
    "use_dictionary": True,
    "write_statistics": True,
    "data_page_version": "1.0",
    "store_schema": True,
}
"""All that is left to the writer's taste, so that its next version has none."""
EXACT = 2**53
"""Up to here every whole number is a float."""
_encoder = msgspec.json.Encoder(order="deterministic")


def check() -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        what = "pyarrow is not installed"
        raise SetupError.single("--to parquet", what, "install it with: pip install 'baremo[parquet]'") from error


def write(columns: Columns, rows: Iterable[Row], stream: BinaryIO) -> None:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    table = _Table(columns)
    packs = table.packs(iter(rows))
    with ParquetWriter(stream, table.schema, **SETTINGS) as writer:
        while held := list(islice(packs, GROUP // PACKED)):
            writer.write_table(pyarrow.Table.from_batches(held, schema=table.schema), row_group_size=GROUP)


class _Table:
    """Groups of which there is one are taken apart into columns; lists of groups stay lists."""

    def __init__(self, columns: Columns) -> None:
        import pyarrow

        self._arrow = pyarrow
        self._fields = [field for column in columns for field in self._of(column)]
        self.schema = pyarrow.schema([(name, type_) for name, type_, _ in self._fields])

    def _of(self, column: Column) -> list[tuple[str, Any, Any]]:
        """Name, type, and how the value of a row is had."""
        if column.kind is Kind.GROUP and column.many:
            parts = self._arrow.struct([(part.name, self._type(part.kind)) for part in column.parts])
            return [(column.name, self._arrow.list_(parts), lambda row: row[column.name])]
        return [(leaf.name, self._leaf_type(leaf), _getter(leaf)) for leaf in leaves((column,))]

    def _leaf_type(self, leaf: Leaf) -> Any:
        scalar = self._type(leaf.kind)
        return self._arrow.list_(scalar) if leaf.many else scalar

    def _type(self, kind: Kind) -> Any:
        types = {
            Kind.NUMBER: self._arrow.float64,
            Kind.WHOLE: self._arrow.int64,
            Kind.TRUTH: self._arrow.bool_,
        }
        return types.get(kind, self._arrow.string)()

    def packs(self, rows: Iterator[Row]) -> Iterator[Any]:
        """As Arrow holds them, they take a tenth of the room."""
        while some := list(islice(rows, PACKED)):
            arrays = [self._array([get(row) for row in some], type_) for _, type_, get in self._fields]
            yield self._arrow.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _array(self, values: list[Any], type_: Any) -> Any:
        try:
            return self._arrow.array(values, type=type_)
        except ValueError:  # half a surrogate pair, or a whole number that is not exactly a float
            return self._arrow.array(_rounded(mended(values)), type=type_)


def _rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return float(value) if isinstance(value, int) and abs(value) > EXACT else value


def _getter(leaf: Leaf) -> Any:
    """Any value becomes text, as JSON says it."""
    get = leaf.getter()
    return (lambda row: _as_text(get(row))) if leaf.kind is Kind.ANY else get


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else _encoder.encode(mended(value)).decode()


FORMAT = Format(name="parquet", write=write, text=False, check=check)
