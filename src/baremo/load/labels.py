"""People's marks from files: tables and JSON, one mark per row or one criterion per column; or dialogues that carry
marks themselves."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from baremo.core.barem import Barem
from baremo.core.decision import decidable, level_called, levels_of
from baremo.core.label import Label, Meant, words_of
from baremo.core.numbers import Value, plain
from baremo.load.binary import no_text
from baremo.load.dialogues import Inputs
from baremo.load.draft import Findings
from baremo.load.formats.table import delimiter_of, fold, read_rows
from baremo.load.jsontext import document_values, line_values, one_per_line
from baremo.load.label_columns import Fault, Layout, faults, key, layout_of, ours
from baremo.load.options import DEFAULT_OPTIONS
from baremo.load.source import Given, Reading, Source, open_sources, unreadable

WHOLE = ("overall", "whole", "overallmark", "overalllevel", "satisfaction", "likert", "preference")
"""What the dialogue as a whole is called."""
_DIALOGUES = ("turns", "messages", "conversation", "conversations", "utterances")
"""Keys of what a JSON file of dialogues lists."""
_TABLES = (".csv", ".tsv")
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_COMMA = re.compile(r"([-+]?[0-9]{1,9}),([0-9]{1,9})")
_SEPARATED = {
    False: (re.compile(r"[-+.0-9]+(?:(?:\s*[,;|]\s*|\s+)[-+.0-9]+)+"), re.compile(r"\s*[,;|]\s*|\s+")),
    True: (re.compile(r"[-+.,0-9]+(?:(?:\s*[;|]\s*|\s+)[-+.,0-9]+)+"), re.compile(r"\s*[;|]\s*|\s+")),
}
"""Several marks in a cell and what stands between them; where a comma is that of a decimal, it is not."""
_EXCEL = "sep="
"""A first line that tells Excel the delimiter, and is no header."""


class LabelFiles:
    """The labels of some files, one at a time. What must be mended is told at the end, all at once."""

    def __init__(
        self,
        given: Sequence[Given],
        barem: Barem,
        columns: Mapping[str, str] | None = None,
        ids: Path | None = None,
    ) -> None:
        """`columns`: what the user says of them, meaning or criterion → header. `ids`: of dialogues that have none."""
        self._given = given
        self._barem = barem
        self._columns = columns or {}
        self._ids = ids
        self.notes: list[str] = []
        """How something was read that could be read in another way; known after reading."""

    def __iter__(self) -> Iterator[Label]:
        found = Findings()
        self.notes.clear()
        for source in open_sources(self._given, found):
            reader = _Reader(source, self._barem, found, self._columns, self._ids)
            try:
                yield from reader.labels()
            except OSError as error:
                found.add(source.name, *unreadable(error))
            self.notes += reader.notes
        found.stop_if_any()


def read_labels(given: Sequence[Given], barem: Barem, columns: Mapping[str, str] | None = None) -> Iterator[Label]:
    """All labels, one at a time. What must be mended is told at the end, all at once."""
    return iter(LabelFiles(given, barem, columns))


class _Reader:
    """One file."""

    def __init__(
        self, source: Source, barem: Barem, found: Findings, columns: Mapping[str, str], ids: Path | None
    ) -> None:
        self._source = source
        self._barem = barem
        self._reading = Reading(source, DEFAULT_OPTIONS, found)
        self._mapped = columns
        self._ids = ids
        self._names = dict.fromkeys(WHOLE, "") | {key(name): name for name, _ in decidable(barem)}
        self._level = lru_cache(maxsize=4096)(self._read_level)
        self._commas = False
        """Whether a comma is that of a decimal."""
        self.notes: list[str] = []

    def labels(self) -> Iterator[Label]:
        raw = self._source.head()
        head = raw.decode(errors="replace")
        fault = no_text(self._source.name, raw)
        if not head:
            self._reading.problem(1, "it is empty", "give a file with people's marks")
        elif fault:
            self._reading.found.add(self._source.name, *fault)
        elif head[0] in "[{":
            yield from self._from_json(head)
        elif self._is_table(head):
            self._refuse_ids()
            yield from self._from_table(delimiter_of(head.partition("\n")[0]))
        else:
            yield from self._from_dialogues()

    def _is_table(self, head: str) -> bool:
        if self._source.path and self._source.path.suffix.lower() in _TABLES:
            first, second, *_ = [*head.split("\n", 2), ""]
            header = second if first.startswith(_EXCEL) else first
            names = {fold(cell.strip('"')) for cell in re.split("[,;\t]", header)}
            return not {"text", "speaker"} <= names and not {"content", "role"} <= names
        return False

    def _refuse_ids(self) -> None:
        if self._ids:
            what = "these are no dialogues: every row has an id already"
            self._reading.problem(1, what, "leave --label-ids out", again="rows")

    def _from_dialogues(self) -> Iterator[Label]:
        """Marks that stand in the transcripts."""
        given = self._source.path or self._source.name
        for dialogue in Inputs([given], options=replace(DEFAULT_OPTIONS, ids=self._ids)):
            if not dialogue.overall:
                continue
            words = words_of((turn.speaker, turn.text) for turn in dialogue.turns)
            for mark in dialogue.overall:
                yield Label(
                    case=str(dialogue.id), level=mark, source=self._source.name, meant=Meant.OVERALL, words=words
                )

    def _from_json(self, head: str) -> Iterator[Label]:
        lines = one_per_line(head) and head[0] == "{"
        rows = self._objects(line_values(self._reading) if lines else document_values(self._reading))
        first = next(rows, None)
        if first and any(isinstance(first[1].get(key), list) for key in _DIALOGUES):
            yield from self._from_dialogues()
        elif first:
            self._refuse_ids()
            yield from self._from_objects(chain([first], rows))

    def _objects(self, values: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
        for line, value in values:
            if isinstance(value, dict):
                yield line, value
            else:
                self._reading.problem(line, "is no object", 'write {"id": …, "Empathy": 4} or the like', again="values")

    def _from_objects(self, rows: Iterable[tuple[int, dict[str, Any]]]) -> Iterator[Label]:
        """What is not in a row has no mark; that is a problem only if no row has it."""
        layouts: dict[tuple[str, ...], tuple[Layout, list[Fault]]] = {}
        lacking: list[tuple[int, Fault]] = []
        marked = False
        for line, value in rows:
            row, twice = _flat(value)
            if twice:
                what = f"{twice!r} stands in it twice, once inside another object"
                self._reading.problem(line, what, "keep the one that is meant", again="rows")
                continue
            if (*row,) not in layouts:
                layouts[(*row,)] = self._checked([*row], [*value])
            layout, problems = layouts[(*row,)]
            wrong = [one for one in problems if not one.lacking]
            for one in wrong:
                self._reading.problem(line, one.what, one.remedy, again="rows")
            if layout.marks and not wrong:
                marked = True
                yield from self._row(layout, line, [*row.values()])
            elif not lacking:
                lacking += ((line, one) for one in problems if one.lacking)
        for line, one in () if marked else lacking:
            self._reading.problem(line, one.what, one.remedy)

    def _checked(self, header: Sequence[str], keys: Sequence[str] = ()) -> tuple[Layout, list[Fault]]:
        """`keys`: what else names something in it."""
        layout = layout_of(header, self._names, self._mapped)
        own = ours([*header, *keys], self._mapped)
        return layout, [own] if own else [*faults(layout, self._names, self._mapped)]

    def _from_table(self, delimiter: str) -> Iterator[Label]:
        self._commas = delimiter != ","
        rows = read_rows(self._reading)
        line, header = next(rows, (1, []))
        if header and header[0].startswith(_EXCEL):
            line, header = next(rows, (1, []))
        layout = self._layout(line, [name.strip() for name in header])
        for number, cells in rows if layout else ():
            if len(cells) != len(header):
                what = f"{len(cells)} cells in this row, {len(header)} columns in the header"
                remedy = "quote cells that contain the delimiter or a line break"
                self._reading.problem(number, what, remedy, again="rows")
            elif layout:
                yield from self._row(layout, number, cells)

    def _layout(self, line: int, header: list[str]) -> Layout | None:
        """None where something is missing, which is then a problem."""
        layout, problems = self._checked(header)
        for one in problems:
            self._reading.problem(line, one.what, one.remedy)
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
        told = _text(cells[layout.at["criterion"]]) if "criterion" in layout.at else ""
        about = self._criterion(line, told)
        if about is not None:
            yield from self._cell(case, about, rater, line, cells[layout.at["level"]])

    def _criterion(self, line: int, text: str) -> str | None:
        written = key(text)
        if written and written not in self._names:
            known = ", ".join(("overall", *(name for name, _ in decidable(self._barem))))
            near = get_close_matches(written, [*self._names], n=1)
            meant = f"did you mean {self._names[near[0]] or 'overall'}? It" if near else "it"
            what = f"there is no criterion {text!r} in {self._barem.name}"
            self._reading.problem(line, what, f"{meant} has: {known}", again="rows")
            return None
        return self._names.get(written, "")

    def _cell(self, case: str, criterion: str, rater: str, line: int, cell: Any) -> Iterator[Label]:
        for one in _several(cell, commas=self._commas):
            level = self._level(criterion, one)
            if level is None:
                named = ", ".join(level.label for level in levels_of(self._barem, criterion))
                what = f"{one!r} is no mark for {criterion or 'the whole'}"
                several = "; several marks are written 3 | 4" if self._commas and "," in one else ""
                remedy = f"write a number or a level ({named}) instead of {one!r}, or leave it empty{several}"
                self._reading.problem(line, what, remedy, again="cells")
                continue
            value, meant = level
            yield Label(
                case=case,
                level=value,
                criterion=criterion,
                rater=rater,
                source=self._source.name,
                line=line,
                meant=meant,
            )

    def _read_level(self, criterion: str, text: str) -> tuple[Value, Meant] | None:
        """A level that is called by a name is one of the barem; a number may be on any scale."""
        if self._commas and (comma := _COMMA.fullmatch(text)):
            text = f"{comma[1]}.{comma[2]}"
            if not self.notes:
                self.notes.append(f"{self._source.name}: commas are those of decimals, {comma[0]} is {text}")
        known = level_called(levels_of(self._barem, criterion), text)
        if known:
            return known.value, Meant.UNKNOWN if _NUMBER.fullmatch(text) else Meant.LEVEL
        return (plain(Fraction(text)), Meant.UNKNOWN) if _NUMBER.fullmatch(text) else None


def _flat(value: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Objects inside an object, such as `{"marks": {"Empathy": 4}}`, are read as if they stood in it. Of a name that
    would then stand there twice, nobody knows which is meant: it is the second value."""
    flat: dict[str, Any] = {}
    for name, inner in value.items():
        for part, cell in inner.items() if isinstance(inner, dict) else [(name, inner)]:
            if part in flat:
                return flat, part
            flat[part] = cell
    return flat, ""


def _text(cell: Any) -> str:
    return cell.strip() if isinstance(cell, str) else "" if cell is None else str(cell)


def _several(cell: Any, *, commas: bool) -> Iterable[str]:
    """A cell may hold one mark, several (`3,4,4`) or none. `commas`: whether a comma is that of a decimal."""
    if isinstance(cell, list):
        return [text for one in cell if (text := _text(one))]
    text = _text(cell)
    if not text:
        return ()
    if text.isdigit():
        return (text,)
    listed = text.startswith("[") and text.endswith("]")
    inner = text[1:-1].strip() if listed else text
    known, between = _SEPARATED[commas and not listed]
    return between.split(inner) if known.fullmatch(inner) else (inner,) if inner else ()
