"""CSV and TSV: one row per turn, columns found by their header."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.load.cast import Cast, Vocabulary, unknown_speaker
from baremo.load.draft import Draft
from baremo.load.format import Format, Writer
from baremo.load.ids import parse_id
from baremo.load.options import ReadOptions
from baremo.load.source import LINE_LIMIT, Reading

TICKETS = ("ticket_id", "ticket_no", "ticket_number", "ticket", "case_id", "case_no")
HEADERS: dict[str, tuple[str, ...]] = {
    "dialogue": ("dialogue_id", "conversation_id", "conv_id", "session_id", "chat_id", "thread_id", *TICKETS, "id"),
    "speaker": ("speaker",),
    "role": ("role", "from", "author", "sender"),
    "text": ("text", "content", "message", "utterance", "body", "value"),
    "act": ("act", "dialogue_act"),
    "marks": ("marks", "ratings", "satisfaction"),
    "overall": ("overall", "overall_marks", "overall_ratings"),
}
"""Meaning → headers, the surest first. `system` is the assistant as a speaker, and the prompt as a role."""
WITHIN = frozenset(
    "turn turn_id turn_no turn_number turn_index time timestamp date datetime date_time created created_at sent "
    "sent_at start end start_time end_time".split()
)
"""Columns that a table of one single dialogue may have, too: they count its turns or say when they were."""
ONE_DIALOGUE = "-"
"""`--columns dialogue=-`: there is no such column, the table is one dialogue."""
DELIMITERS = ",;\t"
MARKS = re.compile(r"\[?[ ]*([0-9]{1,9}(?:[ ]*[,; ][ ]*[0-9]{1,9})*)[ ]*\]?")
WRITTEN = ("dialogue_id", "speaker", "text", "act", "marks", "overall")

QUOTES = "close every quote, and double the quotes inside a cell"

Row = tuple[int, list[str]]
"""Line on which it starts, and its cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Which cell means what."""

    header: list[str]
    at: dict[str, int]

    def cell(self, meaning: str, cells: list[str]) -> str:
        position = self.at.get(meaning)
        return "" if position is None else cells[position]

    def unused(self) -> dict[str, int]:
        taken = set(self.at.values())
        return {name: position for position, name in enumerate(self.header) if name and position not in taken}

    def beside(self) -> list[str]:
        """Columns by which rows may belong to several dialogues."""
        return [name for name in self.unused() if fold(name) not in WITHIN]


def sniff(head: str, options: ReadOptions) -> bool:
    first = head.partition("\n")[0]
    try:
        header = next(csv.reader([first], delimiter=delimiter_of(first)), [])
    except csv.Error:
        return False
    at = find_columns([name.strip() for name in header], options.columns)
    return "text" in at and ("speaker" in at or "role" in at)


def delimiter_of(header: str) -> str:
    return max(DELIMITERS, key=header.count)


def find_columns(header: list[str], mapped: Mapping[str, str]) -> dict[str, int]:
    """Mapped columns first, then headers that say it themselves."""
    folded = [fold(name) for name in header]
    at = {meaning: header.index(name) for meaning, name in mapped.items() if name in header}
    for meaning, names in HEADERS.items():
        if meaning in mapped or (meaning in ("speaker", "role") and mapped.keys() & {"speaker", "role"}):
            continue
        free = (folded.index(name) for name in names if name in folded and folded.index(name) not in at.values())
        position = next(free, None)
        if position is not None:
            at[meaning] = position
    return at


def fold(name: str) -> str:
    return "_".join(re.split(r"[\s_\-]+", name.casefold().strip(".#")))


def read(reading: Reading) -> Iterator[Draft]:
    rows = read_rows(reading)
    line, header = next(rows, (1, []))
    layout = make_layout(reading, line, [name.strip() for name in header])
    if layout is None:
        return
    table = Table(reading, layout)
    for number, cells in rows:
        if len(cells) != len(header):
            what = f"{len(cells)} cells in this row, {len(header)} columns in the header"
            reading.problem(number, what, "quote cells that contain the delimiter or a line break")
            continue
        yield from table.row(number, cells)
    yield from table.close()


def read_rows(reading: Reading) -> Iterator[Row]:
    # The module's own limit of 128 KiB per cell is less than a long tool result; it can only be set for the process.
    csv.field_size_limit(max(csv.field_size_limit(), LINE_LIMIT))
    lines = (text for _, text in reading.lines(keep_ends=True))
    header = reading.source.head().decode(errors="replace").partition("\n")[0]
    rows = csv.reader(lines, delimiter=delimiter_of(header), strict=True)
    while True:
        start = rows.line_num + 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            reading.problem(start, *_refused(error))
            continue
        if any(cell.strip() for cell in cells):
            yield start, cells


def _refused(error: csv.Error) -> tuple[str, str]:
    """Fault and remedy, in words for people who know tables and not the module that reads them."""
    told = str(error)
    if "unexpected end" in told:
        return "not a valid row: a quote is opened here and never closed", QUOTES
    if "expected after" in told:
        return "not a valid row: text stands after the quote that closes a cell", QUOTES
    if "new-line" in told:
        return (
            "not a valid row: a line ends in a way that tables do not",
            "save it with line ends as in Unix or Windows",
        )
    if "limit" in told:
        return f"not a valid row: a cell of more than {LINE_LIMIT // 2**20} MiB", "split it"
    return "not a valid row", QUOTES


def make_layout(reading: Reading, line: int, header: list[str]) -> Layout | None:
    """None where the header lacks something, which is then a problem."""
    mapped = reading.options.columns
    here = f"the columns are: {', '.join(header)}"
    told_one = mapped.get("dialogue") == ONE_DIALOGUE
    missing = [name for what, name in mapped.items() if name not in header and not (what == "dialogue" and told_one)]
    for name in missing:
        reading.problem(line, f"there is no column {name!r}", f"mend --columns; {here}")
    at = find_columns(header, mapped)
    for position in sorted(set(at.values())):
        if header.count(header[position]) > 1:
            reading.problem(line, f"two columns are called {header[position]!r}", "rename one of them")
            missing.append(header[position])
    if not missing and "text" not in at:
        reading.problem(line, "no column for the text", f"say which it is: --columns text=NAME; {here}")
        missing.append("text")
    if "speaker" not in at and "role" not in at and not mapped.keys() & {"speaker", "role"}:
        reading.problem(line, "no column for the speaker", f"say which it is: --columns speaker=NAME; {here}")
        missing.append("speaker")
    layout = Layout(header=header, at=at)
    if not missing and not told_one and "dialogue" not in at and (beside := layout.beside()):
        what = f"no column names the dialogue, and it may be {' or '.join(map(repr, beside))}"
        either = f"say which with --columns dialogue=NAME, or --columns dialogue={ONE_DIALOGUE}"
        reading.problem(line, what, f"{either} if the file is one dialogue; {here}")
        missing.append("dialogue")
    return None if missing else layout


class Table:
    """Rows put together to dialogues."""

    def __init__(self, reading: Reading, layout: Layout) -> None:
        self._reading = reading
        self._layout = layout
        self._who = "speaker" if "speaker" in layout.at else "role"
        self._cast = Cast(reading.options, Vocabulary.TEXT if self._who == "speaker" else Vocabulary.CHAT)
        self._unused = layout.unused()
        self._draft: Draft | None = None
        self._constant: dict[str, str] = {}

    def row(self, line: int, cells: list[str]) -> Iterator[Draft]:
        name = self._id(line, cells)
        if self._draft is None or self._draft.id != name:
            yield from self.close()
            self._draft = Draft(line=line, id=name, rows=True)
            self._constant = {column: cells[position] for column, position in self._unused.items()}
        for column in [key for key, value in self._constant.items() if cells[self._unused[key]] != value]:
            del self._constant[column]
        self._add_turn(self._draft, line, cells)
        self._add_overall(self._draft, line, cells)

    def close(self) -> Iterator[Draft]:
        if self._draft:
            self._draft.metadata = {column: value for column, value in self._constant.items() if value}
            yield self._draft
        self._draft = None

    def _id(self, line: int, cells: list[str]) -> int | str | None:
        if "dialogue" not in self._layout.at:
            return None
        name = self._layout.cell("dialogue", cells).strip(" \t")
        if not name:
            self._reading.problem(line, "a row without the id of its dialogue", "fill the cell")
            return self._draft.id if self._draft else None
        return parse_id(name)

    def _add_turn(self, draft: Draft, line: int, cells: list[str]) -> None:
        label = self._layout.cell(self._who, cells).strip(" \t")
        speaker = self._cast.speaker(label)
        if speaker is None:
            self._reading.problem(line, *unknown_speaker(label), again="rows")
            draft.broken = True
            return
        turn = Turn(
            speaker=speaker,
            text=self._layout.cell("text", cells),
            act=self._layout.cell("act", cells),
            marks=self._marks("marks", line, cells),
            name=label if speaker is Speaker.CONTEXT else "",
        )
        draft.add(turn, line)

    def _add_overall(self, draft: Draft, line: int, cells: list[str]) -> None:
        """It may stand on one row or be repeated on all."""
        overall = self._marks("overall", line, cells)
        if overall and draft.overall and overall != draft.overall:
            what = f"overall marks that differ from those on line {draft.overall_line}"
            self._reading.problem(line, what, "one dialogue has one set of overall marks")
        elif overall:
            draft.overall, draft.overall_line = overall, draft.overall_line or line

    def _marks(self, meaning: str, line: int, cells: list[str]) -> tuple[int, ...]:
        cell = self._layout.cell(meaning, cells).strip()
        match = MARKS.fullmatch(cell)
        if cell and not match:
            what = f"marks {cell!r} are not whole numbers"
            self._reading.problem(line, what, "write them as 3,3,4 in one quoted cell")
        return tuple(int(mark) for mark in re.findall("[0-9]+", match[1])) if match else ()


def write(dialogue: Dialogue) -> str:
    cells = ([dialogue.id, *row_of(turn), listed(dialogue.overall)] for turn in dialogue.turns)
    return as_csv(cells)


def row_of(turn: Turn) -> list[str]:
    return [turn.name if turn.speaker is Speaker.CONTEXT else turn.speaker, turn.text, turn.act, listed(turn.marks)]


def listed(marks: tuple[int, ...]) -> str:
    return ",".join(map(str, marks))


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    stream = StringIO(newline="")
    csv.writer(stream, lineterminator="\r\n").writerows(rows)
    return stream.getvalue()


FORMAT = Format(
    names=("csv", "tsv"),
    about="a table with one row per turn: columns such as dialogue_id, speaker, text, act, marks, overall",
    sniff=sniff,
    read=read,
    writer=Writer(dialogue=write, opening=as_csv([WRITTEN])),
    suffixes=(".csv", ".tsv"),
)
