"""Tables in files: nothing is lost that the format can hold, nothing is a formula, the same rows are the same bytes."""

import csv
import io
import json
import sys
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from baremo.core.dialogue import Dialogue
from baremo.errors import SetupError
from baremo.report.rows.column import (
    Beside,
    Column,
    Kind,
    Row,
    group,
    groups,
    leaves,
    number,
    text,
    texts,
    truth,
    whole,
)
from baremo.report.rows.kinds import KINDS
from baremo.report.tables import commas, parquet
from baremo.report.tables.format import Columns
from baremo.report.tables.registry import FORMATS
from exporting import STRICT, TALK, Away, judged, marking, seated, torn, unscored

COLUMNS = (text("id", "x"), number("level", "x"), texts("said", "x"))
BESIDE = Beside(digest=str)
FORMULAS = "=+-@＝＋－＠"
SIGNS = FORMULAS + "﹦﹢﹣﹫−"


def written(format_: str, columns: Columns, rows: list[Row]) -> bytes:
    stream = io.BytesIO()
    FORMATS[format_].write(columns, rows, stream)
    return stream.getvalue()


def cells(columns: Columns, rows: list[Row]) -> list[dict[str, str]]:
    data = written("csv", columns, rows).decode()
    return list(csv.DictReader(io.StringIO(data, newline=""), strict=True))


def first(said: str) -> str:
    """A text on its way through a file."""
    return cells(COLUMNS, [{"id": said, "level": 1, "said": []}])[0]["id"]


@pytest.mark.parametrize(
    "said",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\tx",
        "\rx",
        "\nx",
        "  =1",
        "\u00a0=1",
        "\u3000＝1",
        "＋1",
        "－1",
        "＠x",
        "\ufeff=1",
        "\u200b-x",
    ],
)
def test_no_cell_is_a_formula(said: str) -> None:
    assert first(said) == f"'{said}"


@pytest.mark.parametrize("said", ["\x00=1", "\x1b\x01@x", "\ud800=1", "\x7f=1", "\x85=1"])
def test_nor_behind_what_cannot_be_seen(said: str) -> None:
    assert first(said).startswith("'\ufffd")


@pytest.mark.parametrize("said", ["a=1", "1-2", "'=1", "", " ", 'ja, "so"\r\nnein', "é", "(193/3)", "…", "—", "🙂"])
def test_what_is_none_stays_as_it_is(said: str) -> None:
    assert first(said) == said


def test_numbers_stay_numbers() -> None:
    columns = (number("level", "x"), Column(name="levels", kind=Kind.NUMBER, many=True), group("metadata", any_value()))
    row = {"level": -1.5, "levels": [-1, 2.5, None], "metadata": {"any": -3}}
    assert cells(columns, [row]) == [{"level": "-1.5", "levels": "-1\n2.5\n", "metadata.any": "-3"}]


def any_value() -> Column:
    return Column(name="any", kind=Kind.ANY)


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("-3", "'-3"),
        (True, "true"),
        (None, ""),
        (2**70, str(2**70)),
        ({"b": "\ud800", "a": [1, None]}, '{"a":[1,null],"b":"\ufffd"}'),
        (["=1"], '["=1"]'),
    ],
)
def test_whatever_a_dialogue_brings_along(value: Any, cell: str) -> None:
    assert cells((group("metadata", any_value()),), [{"metadata": {"any": value}}]) == [{"metadata.any": cell}]


def test_a_field_that_a_dialogue_does_not_have_is_empty() -> None:
    columns = (text("id", "x"), group("metadata", any_value()))
    assert cells(columns, [{"id": "1", "metadata": {}}]) == [{"id": "1", "metadata.any": ""}]
    (row,) = back(columns, [{"id": "1", "metadata": {}}])
    assert row == {"id": "1", "metadata.any": None}


def test_lists_have_one_item_per_line() -> None:
    row = {"id": "1", "level": None, "said": ["-a", "b\r\nc", None]}
    assert cells(COLUMNS, [row]) == [{"id": "1", "level": "", "said": "'-a\nb⏎c\n"}]


def test_lines_end_as_the_rfc_says() -> None:
    assert written("csv", COLUMNS, [{"id": "a,b", "level": 1, "said": []}]) == b'id,level,said\r\n"a,b",1,\r\n'


@pytest.mark.property
@given(
    st.text(st.characters(codec=None, exclude_categories=())),
    st.text(alphabet=[*SIGNS, "\t", "\r", "\n", " ", "\x00", "a", ";", '"']),
)
@example("\ud83d", "=")
def test_any_text_comes_back_and_is_no_formula(one: str, other: str) -> None:
    (row,) = cells(COLUMNS, [{"id": one, "level": -1, "said": [other, one]}])
    assert row["level"] == "-1"
    shown = commas._UNWRITABLE.sub("\ufffd", one)
    risky = one[:1] in tuple("\t\r\n") or seen(shown).startswith(tuple(SIGNS))
    assert row["id"] == (f"'{shown}" if risky else shown)
    lines = row["said"].split("\n")
    assert len(lines) == 2
    for cell in (row["id"], row["said"], *lines):
        assert not seen(cell).startswith(tuple(FORMULAS))


def seen(said: str) -> str:
    """What is left when all is taken off that no reader sees."""
    return said.lstrip("".join(char for char in said if not char.isprintable() or char in " \ufffd"))


def back(columns: Columns, rows: list[Row]) -> list[dict[str, Any]]:
    table = pyarrow.parquet.read_table(io.BytesIO(written("parquet", columns, rows)))
    found: list[dict[str, Any]] = table.to_pylist()
    return found


TALKS = (TALK, Dialogue(id=2, turns=TALK.turns, metadata={"n": 1, "z": "=1", "deep": {"b": [1], "a": None}}))
RECORDS = [
    judged(torn()),
    judged(torn(), talk=TALKS[1]),
    unscored(),
    seated(marking("x:1", *[100] * 6), marking("x:2", *[20] * 6), Away()),
]


@pytest.mark.parametrize("kind", KINDS)
def test_parquet_and_json_lines_hold_the_same(kind: str) -> None:
    made = KINDS[kind]
    columns = made.columns(STRICT, ("deep", "n", "z"))
    rows = [row for record in RECORDS for row in made.of(record, STRICT, BESIDE)]
    lines = [json.loads(line) for line in written("jsonl", made.columns(STRICT, ()), rows).splitlines()]
    assert len(lines) == len(rows)
    assert [list(line) for line in lines] == [[column.name for column in columns]] * len(rows)
    table = pyarrow.parquet.read_table(io.BytesIO(written("parquet", columns, rows)))
    assert table.to_pylist() == [flat(columns, line) for line in lines]
    types = {field.name: str(field.type) for field in table.schema}
    wanted = {Kind.TEXT: "string", Kind.ANY: "string", Kind.NUMBER: "double", Kind.WHOLE: "int64", Kind.TRUTH: "bool"}
    for leaf in leaves(columns):
        if not leaf.each:
            assert types[leaf.name] == (f"list<element: {wanted[leaf.kind]}>" if leaf.many else wanted[leaf.kind])


def flat(columns: Columns, line: dict[str, Any]) -> dict[str, Any]:
    """A line of JSON as a row of Parquet: groups taken apart, any value as text."""
    found: dict[str, Any] = {}
    for column in columns:
        if column.kind is not Kind.GROUP or column.many:
            found[column.name] = line[column.name]
        for part in () if column.many else column.parts:
            value = line[column.name].get(part.name)
            if part.kind is Kind.ANY and value is not None and not isinstance(value, str):
                value = json.dumps(value, separators=(",", ":"), sort_keys=True)
            found[f"{column.name}.{part.name}"] = value
    return found


def test_csv_has_the_same_rows_too() -> None:
    for kind in KINDS.values():
        columns = kind.columns(STRICT, ("n",))
        rows = [row for record in RECORDS for row in kind.of(record, STRICT, BESIDE)]
        found = cells(columns, rows)
        assert [row["id"] for row in found] == [row["id"] for row in rows]
        assert list(found[0]) == [leaf.name for leaf in leaves(columns)]


@pytest.mark.parametrize("format_", FORMATS)
def test_no_rows_make_a_table_all_the_same(format_: str) -> None:
    data = written(format_, COLUMNS, [])
    if format_ == "parquet":
        assert pyarrow.parquet.read_schema(io.BytesIO(data)).names == ["id", "level", "said"]
    else:
        assert data == (b"id,level,said\r\n" if format_ == "csv" else b"")


@pytest.mark.parametrize("format_", FORMATS)
def test_half_a_surrogate_pair_breaks_nothing(format_: str) -> None:
    columns = (text("id", "x"), groups("quotes", text("text", "x"), truth("counts", "x"), whole("turn", "x")))
    hostile: Row = {"id": "a\ud800\x00", "quotes": [{"text": "\udfff", "counts": True, "turn": 1}]}
    data = written(format_, columns, [hostile])
    if format_ == "jsonl":
        assert json.loads(data)["id"] == "a\ufffd\x00"
        assert json.loads(data)["quotes"][0]["text"] == "\ufffd"
    elif format_ == "csv":
        assert cells(columns, [hostile])[0]["id"] == "a\ufffd\ufffd"
    else:
        (row,) = back(columns, [hostile])
        assert row == {"id": "a\ufffd\x00", "quotes": [{"text": "\ufffd", "counts": True, "turn": 1}]}


def test_a_number_that_is_no_float_is_the_nearest_one() -> None:
    columns = (number("level", "x"), groups("steps", number("before", "x")))
    (row,) = back(columns, [{"level": 2**53 + 1, "steps": [{"before": -(2**60) - 1}]}])
    assert row == {"level": 2.0**53, "steps": [{"before": -(2.0**60)}]}


def test_metadata_in_another_order_is_the_same_line() -> None:
    columns = (group("metadata"),)
    one: Row = {"metadata": {"a": 1, "b": {"x": 1, "y": 2}}}
    other: Row = {"metadata": {"b": {"y": 2, "x": 1}, "a": 1}}
    assert written("jsonl", columns, [one]) == written("jsonl", columns, [other])


@pytest.mark.parametrize("format_", FORMATS)
def test_rows_are_written_while_they_come(format_: str) -> None:
    """Whoever writes holds at most one group of rows: those before are in the file when the next are asked for."""
    stream = io.BytesIO()
    most = parquet.GROUP if format_ == "parquet" else 1
    sizes: list[int] = []

    def coming() -> Iterator[Row]:
        for at in range(2 * most + 1):
            if at % most == 0:
                sizes.append(stream.tell())
            yield {"id": f"{at:09}", "level": at, "said": [str(at)]}

    FORMATS[format_].write(COLUMNS, coming(), stream)
    assert sizes == sorted(set(sizes))
    if format_ == "parquet":
        assert pyarrow.parquet.ParquetFile(stream).metadata.num_row_groups == 3


def test_without_pyarrow_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(SetupError, match=r"baremo\[parquet\]"):
        FORMATS["parquet"].check()
