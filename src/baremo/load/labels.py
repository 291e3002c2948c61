"""People's marks from files: tables and JSON, one mark per row or one criterion per column; or dialogues that carry
marks themselves."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from baremo.core.barem import Barem
from baremo.core.decision import decidable, level_called, levels_of
from baremo.core.label import Label
from baremo.core.numbers import Value
from baremo.load.dialogues import Inputs
from baremo.load.draft import Findings
from baremo.load.formats.table import fold, read_rows
from baremo.load.jsontext import document_values, line_values, one_per_line
from baremo.load.label_columns import Layout, faults, key, layout_of
from baremo.load.options import DEFAULT_OPTIONS
from baremo.load.source import Given, Reading, Source, open_sources, unreadable

WHOLE = ("overall", "whole", "overallmark", "overalllevel", "satisfaction", "likert", "preference")
"""What the dialogue as a whole is called."""
_DIALOGUES = ("turns", "messages", "conversation", "conversations", "utterances")
"""Keys of what a JSON file of dialogues lists."""
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_SEVERAL = re.compile(r"\[?\s*([-+.0-9]+(?:\s*[,;|]\s*[-+.0-9]+)+)\s*\]?")


def read_labels(given: Sequence[Given], barem: Barem, columns: Mapping[str, str] | None = None) -> Iterator[Label]:
    """All labels, one at a time. What must be mended is told at the end, all at once."""
    found = Findings()
    for source in open_sources(given, found):
        try:
            yield from _Reader(source, barem, found, columns or {}).labels()
        except OSError as error:
            found.add(source.name, *unreadable(error))
    found.stop_if_any()


class _Reader:
    """One file."""

    def __init__(self, source: Source, barem: Barem, found: Findings, columns: Mapping[str, str]) -> None:
        self._source = source
        self._barem = barem
        self._reading = Reading(source, DEFAULT_OPTIONS, found)
        self._mapped = columns
        self._names = dict.fromkeys(WHOLE, "") | {key(name): name for name, _ in decidable(barem)}
        self._level = lru_cache(maxsize=4096)(self._read_level)

    def labels(self) -> Iterator[Label]:
        head = self._source.head().decode(errors="replace")
        if not head:
            self._reading.problem(1, "it is empty", "give a file with people's marks")
        elif head[0] in "[{":
            yield from self._from_json(head)
        elif self._is_table(head.partition("\n")[0]):
            yield from self._from_table()
        else:
            yield from self._from_dialogues()

    def _is_table(self, first: str) -> bool:
        if self._source.path and self._source.path.suffix.lower() in (".csv", ".tsv"):
            names = {fold(cell.strip('"')) for cell in re.split("[,;\t]", first)}
            return not {"text", "speaker"} <= names and not {"content", "role"} <= names
        return False

    def _from_dialogues(self) -> Iterator[Label]:
        """Marks that stand in the transcripts."""
        given = self._source.path or self._source.name
        for dialogue in Inputs([given]):
            yield from (Label(case=str(dialogue.id), level=mark, source=self._source.name) for mark in dialogue.overall)

    def _from_json(self, head: str) -> Iterator[Label]:
        lines = one_per_line(head) and head[0] == "{"
        layout: Layout | None = None
        for line, value in line_values(self._reading) if lines else document_values(self._reading):
            if not isinstance(value, dict):
                self._reading.problem(line, "is no object", 'write {"id": …, "Empathy": 4} or the like', again="values")
                continue
            if layout is None and any(isinstance(value.get(key), list) for key in _DIALOGUES):
                yield from self._from_dialogues()
                return
            row = _flat(value)
            if layout is None or layout.header != (*row,):
                layout = self._layout(line, [*row])
            if layout:
                yield from self._row(layout, line, [*row.values()])

    def _from_table(self) -> Iterator[Label]:
        rows = read_rows(self._reading)
        line, header = next(rows, (1, []))
        layout = self._layout(line, [name.strip() for name in header])
        for number, cells in rows if layout else ():
            if len(cells) != len(header):
                what = f"{len(cells)} cells in this row, {len(header)} columns in the header"
                self._reading.problem(number, what, "quote cells that contain the delimiter or a line break")
            elif layout:
                yield from self._row(layout, number, cells)

    def _layout(self, line: int, header: list[str]) -> Layout | None:
        """None where something is missing, which is then a problem."""
        layout = layout_of(header, self._names, self._mapped)
        problems = list(faults(layout, self._names, self._mapped))
        for what, remedy in problems:
            self._reading.problem(line, what, remedy)
        return None if problems else layout

    def _row(self, layout: Layout, line: int, cells: list[Any]) -> Iterator[Label]:
        case = _text(cells[layout.at["id"]])
        if not case:
            self._reading.problem(line, "a row without the id of its dialogue", "fill the cell", again="rows")
            return
        rater = _text(cells[layout.at["rater"]]) if "rater" in layout.at else ""
        if layout.wide:
            for place, criterion in layout.wide.items():
                yield from self._cell(case, criterion, rater, line, cells[place])
            return
        criterion = ""
        if "criterion" in layout.at:
            written = key(_text(cells[layout.at["criterion"]]))
            if written and written not in self._names:
                known = ", ".join(("overall", *(name for name, _ in decidable(self._barem))))
                what = f"there is no criterion {_text(cells[layout.at['criterion']])!r} in {self._barem.name}"
                self._reading.problem(line, what, f"it has: {known}", again="rows")
                return
            criterion = self._names.get(written, "")
        yield from self._cell(case, criterion, rater, line, cells[layout.at["level"]])

    def _cell(self, case: str, criterion: str, rater: str, line: int, cell: Any) -> Iterator[Label]:
        for one in _several(cell):
            level = self._level(criterion, one)
            if level is None:
                named = ", ".join(level.label for level in levels_of(self._barem, criterion))
                what = f"{one!r} is no mark for {criterion or 'the whole'}"
                self._reading.problem(line, what, f"write a number or a level ({named}), or leave it empty")
                continue
            yield Label(case=case, level=level, criterion=criterion, rater=rater, source=self._source.name, line=line)

    def _read_level(self, criterion: str, text: str) -> Value | None:
        known = level_called(levels_of(self._barem, criterion), text)
        if known:
            return known.value
        if not _NUMBER.fullmatch(text):
            return None
        value = Fraction(text)
        return value.numerator if value.denominator == 1 else value


def _flat(value: Mapping[str, Any]) -> dict[str, Any]:
    """Objects inside an object, such as `{"marks": {"Empathy": 4}}`, are read as if they stood in it."""
    flat: dict[str, Any] = {}
    for name, inner in value.items():
        flat.update(inner if isinstance(inner, dict) else {name: inner})
    return flat


def _text(cell: Any) -> str:
    return cell.strip() if isinstance(cell, str) else "" if cell is None else str(cell)


def _several(cell: Any) -> Iterable[str]:
    """A cell may hold one mark, several (`3,4,4`) or none."""
    if isinstance(cell, list):
        return [text for one in cell if (text := _text(one))]
    text = _text(cell)
    if not text:
        return ()
    if text.isdigit():
        return (text,)
    several = _SEVERAL.fullmatch(text)
    return re.split(r"\s*[,;|]\s*", several[1]) if several else (text,)
