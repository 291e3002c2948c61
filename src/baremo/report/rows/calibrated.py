"""The columns that a calibration adds to a table, after those that are there."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.report.rows.column import Beside, Column, Row, group, number
from baremo.report.rows.kinds import Rows
from baremo.stats.calibrated import Calibrated

Read = Callable[[Record], Mapping[str, Calibrated]]
OVERALL = "overall"
"""What the dialogue as a whole is called among the criteria."""
PARTS: dict[str, tuple[str, Callable[[Calibrated], float]]] = {
    "calibrated": ("the level that people would give: the median of their chances", lambda one: one.value),
    "calibrated_expected": ("the mean of the marks that people would give", lambda one: one.expected),
    "calibrated_low": ("the least that the mean of people's marks is, so far as labels tell", lambda one: one.low),
    "calibrated_high": ("the most that it is", lambda one: one.high),
}


def with_calibrated(kind: Rows, read: Read, criteria: Iterable[str]) -> Rows:
    """The same rows, with what people would say after what the judge said. `criteria`: those that were calibrated, the
    whole among them as an empty name."""
    names = tuple(criteria)

    def columns(barem: Barem, fields: Iterable[str]) -> tuple[Column, ...]:
        given = kind.columns(barem, fields)
        if any(column.name == "criterion" for column in given):
            return (*given, *(number(part, what) for part, (what, _) in PARTS.items()))
        added = (group(part, *(number(name or OVERALL, what) for name in names)) for part, (what, _) in PARTS.items())
        return (*given, *added)

    def rows(record: Record, barem: Barem, beside: Beside) -> Iterator[Row]:
        found = read(record)
        for row in kind.of(record, barem, beside):
            if "criterion" in row:
                one = found.get(_name(row))
                yield {**row, **{part: _value(part, one) for part in PARTS}}
            else:
                yield {**row, **{part: _by_name(part, names, found) for part in PARTS}}

    return Rows(columns=columns, of=rows, metadata=kind.metadata)


def _by_name(part: str, names: tuple[str, ...], found: Mapping[str, Calibrated]) -> dict[str, Any]:
    return {name or OVERALL: _value(part, found.get(name)) for name in names}


def _value(part: str, one: Calibrated | None) -> float | None:
    """A whole number as such, as the judge's levels are written."""
    if one is None:
        return None
    value = round(PARTS[part][1](one), 6)
    return int(value) if value.is_integer() else value


def _name(row: Row) -> str:
    """Of two responses, each has its own criteria, and the preference is the whole."""
    if "response" not in row:
        return str(row["criterion"])
    return f"Response {row['response']} {row['criterion']}" if row["response"] else ""
