"""The rating sheet: tables, the Likert slot, and the same as data."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from baremo.core.comparison import LIKERT, Entry
from baremo.load.chat import kind
from baremo.load.comparisons.cells import as_cell, is_rule, shown, split_row
from baremo.load.comparisons.ratings import dimension_named, known_dimension, rating_value, words_of
from baremo.load.comparisons.slots import filled

Tell = Callable[[int, str, str], None]
"""Line, fault, remedy."""
HEADS = {
    "dimension": frozenset(("dimension", "dimensions", "criterion", "criteria", "aspect", "category")),
    "rating": frozenset(("rating", "ratings", "score", "value", "level", "mark")),
    "justification": frozenset(("justification", "justifications", "reason", "comment", "comments", "explanation")),
}
COLUMNS = {"dimension": 0, "rating": 1, "justification": 2}
HEADER = "| Dimension | Rating | Justification |\n| --- | --- | --- |"
ROW = "a row is `| Truthfulness | 2 | why |`"
BEFORE = r"[\s*_#>\-]*+"
BEHIND = r"[*_ \t]*[:=][*_ \t]*"
LIKERT_LABEL = re.compile(rf"{BEFORE}(?:\w+[ \t]+)?likert(?:[ \t]+\w+)?{BEHIND}(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
REASON_LABEL = re.compile(
    rf"{BEFORE}(?:justification|reason|rationale|explanation){BEHIND}(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)
ON_ONE_LINE = re.compile(rf"(?<=[ \t,;.])justification{BEHIND}", re.IGNORECASE)
VALUES = ("rating", "score", "value")
REASONS = ("justification", "reason", "comment", "explanation", "rationale")
ENTRY = 'a rating is a number, text, or {"rating": 2, "justification": "…"}'
SHEET = 'ratings of one response are {"Truthfulness": 2, …}, or a table as text'


def entry_of(dimension: str, written: str, justification: str) -> Entry:
    return Entry(
        dimension=dimension,
        written=written,
        value=rating_value(written, dimension),
        justification=justification,
    )


class Table:
    """The rows of one rating slot. A line without the structure of a row goes on with the justification above it."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._at = COLUMNS
        self._rows: list[tuple[int, str, str, list[str]]] = []
        """Line, dimension, rating and the lines of the justification, as they are written."""
        self._unended = False
        """The last row has no pipe at its end: that may follow with the last line of its justification."""
        self._blank = 0

    def line(self, number: int, text: str) -> None:
        if not text.strip():
            self._blank += 1
            return
        if is_rule(text) or self._is_header(text):
            pass
        elif self._is_row(text):
            self._row(number, text)
        elif self._rows:
            self._go_on(text.strip(" \t"))
        else:
            self._tell(number, "text before the first row of the table", ROW)
        self._blank = 0

    def entries(self) -> tuple[Entry, ...]:
        found: dict[str, Entry] = {}
        for number, name, rating, reason in self._rows:
            dimension = dimension_named(shown(name))
            cells = (filled(shown(cell)) for cell in (rating, "\n".join(reason)))
            entry = entry_of(dimension, *cells)
            first = found.get(dimension)
            if first is None or first.blank:
                found[dimension] = entry
            elif not entry.blank and entry != first:
                self._tell(number, f"a second row for {dimension}", "keep one of them")
        return tuple(found.values())

    def _is_header(self, text: str) -> bool:
        cells = [words_of(cell) for cell in split_row(text)]
        if self._rows or len(cells) < 2:
            return False
        at = {what: cells.index(cell) for what, names in HEADS.items() for cell in cells if cell in names}
        if "dimension" not in at or "rating" not in at:
            return False
        self._at = {"justification": len(cells), **at}
        return True

    def _is_row(self, text: str) -> bool:
        cells = split_row(text)
        piped = text.lstrip(" \t").startswith("|")
        return (piped and bool(cells)) or (len(cells) > 1 and known_dimension(cells[0], length=True) is not None)

    def _row(self, number: int, text: str) -> None:
        cells = split_row(text)
        name, rating, reason = (self._cell(cells, what) for what in COLUMNS)
        if not name and self._rows:
            if more := "|".join(cell for cell in cells if cell.strip()):
                self._go_on(more.strip(" \t"))
        elif name:
            self._rows.append((number, name, rating, [reason]))
            self._unended = not text.rstrip(" \t").endswith("|") or text.rstrip(" \t").endswith("\\|")
        elif any(cell.strip() for cell in cells):
            self._tell(number, "a row without the name of its dimension", ROW)

    def _cell(self, cells: list[str], what: str) -> str:
        """The last column takes all that is left: somebody may have forgotten to escape a pipe."""
        at = self._at[what]
        if at < max(self._at.values()):
            return cells[at].strip(" \t") if at < len(cells) else ""
        rest = cells[at:]
        while rest and not rest[-1].strip():
            rest.pop()
        return "|".join(rest).strip(" \t")

    def _go_on(self, text: str) -> None:
        if self._unended and text.endswith("|") and not text.endswith("\\|"):
            text, self._unended = text[:-1].rstrip(" \t"), False
        reason = self._rows[-1][3]
        reason.extend([""] * (self._blank if any(reason) else 0) + [text])


def table_entries(text: str, line: int, tell: Tell) -> tuple[Entry, ...]:
    """Of the text that begins on this line."""
    table = Table(tell)
    for number, row in enumerate(text.split("\n"), start=line):
        table.line(number, row)
    return table.entries()


def likert_entry(text: str) -> Entry:
    """`Likert: 3 (slightly better)`, then `Justification: …` to the end. Text with no label is a justification."""
    written, reason, explaining = "", list[str](), False
    for line in text.split("\n"):
        if not written and (label := LIKERT_LABEL.fullmatch(line)):
            rating, *rest = ON_ONE_LINE.split(label["rest"], maxsplit=1)
            written = filled(rating.strip(" \t,;."))
            explaining = explaining or bool(rest)
            reason += rest
        elif not explaining and (label := REASON_LABEL.fullmatch(line)):
            explaining = True
            reason.append(label["rest"])
        elif not written and not explaining and rating_value(line, LIKERT) is not None:
            written = line.strip()
        else:
            reason.append(line)
    return entry_of(LIKERT, written, filled("\n".join(reason).strip()))


def is_labelled(text: str) -> bool:
    """Whether it is a Likert slot, and not its rating alone."""
    return any(LIKERT_LABEL.fullmatch(line) or REASON_LABEL.fullmatch(line) for line in text.split("\n"))


def table_text(entries: Iterable[Entry]) -> str:
    rows = (map(as_cell, (entry.dimension, entry.written, entry.justification)) for entry in entries)
    return "\n".join([HEADER, *(f"| {' | '.join(cells)} |" for cells in rows)])


def likert_text(entry: Entry) -> str:
    return f"Likert: {entry.written}\nJustification: {entry.justification}"


def entries_of(value: Any, line: int, tell: Tell) -> tuple[Entry, ...]:
    """Of one response: an object by dimension, a list of objects with `dimension`, or a table as text."""
    if value is None:
        return ()
    if isinstance(value, str):
        return table_entries(value, line, tell)
    if isinstance(value, list):
        value = by_dimension(value, line, tell)
    if not isinstance(value, dict):
        tell(line, f"the ratings of a response are {kind(value)}", SHEET)
        return ()
    found: dict[str, Entry] = {}
    for name, item in value.items():
        dimension = dimension_named(name)
        if dimension in found:
            tell(line, f"two ratings for {dimension}", "keep one of them")
        found[dimension] = entry_from(dimension, item, line, tell)
    return tuple(found.values())


def by_dimension(values: list[Any], line: int, tell: Tell) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in values:
        name = item.get("dimension") if isinstance(item, dict) else None
        if not isinstance(name, str):
            tell(line, "a rating without its 'dimension'", SHEET)
        elif name in found:
            tell(line, f"two ratings for {name}", "keep one of them")
        else:
            found[name] = {key: part for key, part in item.items() if key != "dimension"}
    return found


def entry_from(dimension: str, value: Any, line: int, tell: Tell) -> Entry:
    reason = None
    if isinstance(value, dict):
        strange = [key for key in value if key.casefold() not in (*VALUES, *REASONS)]
        if strange:
            tell(line, f"{dimension}: unknown key {strange[0]!r}", ENTRY)
        named = {key.casefold(): item for key, item in value.items() if item is not None}
        value, reason = (next((named[key] for key in keys if key in named), None) for keys in (VALUES, REASONS))
    if isinstance(value, bool) or not isinstance(value, int | float | str | None):
        tell(line, f"{dimension}: its rating is {kind(value)}", ENTRY)
        value = None
    if not isinstance(reason, str | None):
        tell(line, f"{dimension}: its justification is {kind(reason)}", "a justification is text")
        reason = None
    written = "" if value is None else str(value)
    return entry_of(dimension, written if written.strip() else "", reason if reason and reason.strip() else "")


def as_object(entry: Entry) -> dict[str, Any]:
    """How an entry is written as data."""
    rating: Any = entry.written or None
    if isinstance(entry.value, int) and entry.written == str(entry.value):
        rating = entry.value
    return {"rating": rating, "justification": entry.justification} if entry.justification else {"rating": rating}


def as_value(entry: Entry) -> Any:
    """The same, as short as it can be."""
    value = as_object(entry)
    return value if entry.justification else value["rating"]
