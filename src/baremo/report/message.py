"""A review as the queue takes it (SPEC P14): one message of tagged tables, written and read back."""

import re
from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from baremo.core.numbers import Value, decimal, plain
from baremo.core.record import Ruled
from baremo.core.review import Cell, Reviewed
from baremo.core.verdict import Unscored
from baremo.errors import SetupError
from baremo.score.changelog import SCRATCH, UNCHANGED, changelog
from baremo.score.lessons import lessons
from baremo.score.phrases import sentence

INVALID = "INVALID TASK"
TABLES = ("RESPONSE1_FIXED_TABLE", "RESPONSE2_FIXED_TABLE")
PREFERENCE, CHANGES, LESSONS = "FINAL_LIKERT_AND_JUSTIFICATION", "CHANGELOG", "SBQ"
HEADER = ("Dimension", "Rating", "Justification")
_LIKERT, _JUSTIFICATION = "Likert:", "Justification:"
_BULLET = "- "
_BARE = (SCRATCH, UNCHANGED)
"""Sentences that stand alone, without a bullet."""


class Row(Struct, frozen=True, kw_only=True):
    dimension: str
    rating: Value
    justification: str = ""


class Message(Struct, frozen=True, kw_only=True):
    """What the message says."""

    tables: tuple[tuple[Row, ...], tuple[Row, ...]]
    likert: Value
    justification: str
    changelog: tuple[str, ...]
    lessons: tuple[str, ...]


class Invalid(Struct, frozen=True, kw_only=True):
    """The message about a task that is none."""

    reason: str


def message(reviewed: Reviewed) -> str:
    return written(content(reviewed))


def content(reviewed: Reviewed) -> Message:
    first, second = (tuple(_row(cell) for cell in cells) for cells in reviewed.cells)
    return Message(
        tables=(first, second),
        likert=reviewed.likert.final,
        justification=reviewed.likert.justification,
        changelog=changelog(reviewed),
        lessons=lessons(reviewed),
    )


def _row(cell: Cell) -> Row:
    return Row(dimension=cell.dimension, rating=cell.final, justification=cell.justification)


def task_message(verdict: Ruled) -> str:
    """What goes back for a task, whatever came of it."""
    if isinstance(verdict, Reviewed):
        return message(verdict)
    if isinstance(verdict, Unscored) and verdict.stage == "task":
        return invalid_message(verdict.reason.removeprefix(f"{INVALID}: "))
    reason = verdict.reason if isinstance(verdict, Unscored) else "it is no review of two responses"
    return f"UNSCORED\n{escaped(reason)}"


def invalid_message(reason: str) -> str:
    """Of a task that cannot be judged: these two lines and nothing else."""
    return f"{INVALID}\n{escaped(sentence(reason.removeprefix(f'{INVALID}: ')))}"


def written(said: Message) -> str:
    """Negative numbers have an ASCII minus; every closing tag stands on a line of its own."""
    parts = [_tagged(tag, ["", *_table(rows)]) for tag, rows in zip(TABLES, said.tables, strict=True)]
    preference = [f"{_LIKERT} {decimal(said.likert)}", f"{_JUSTIFICATION} {escaped(said.justification)}"]
    parts.append(_tagged(PREFERENCE, preference))
    parts.append(_tagged(CHANGES, [_item(line) for line in said.changelog]))
    parts.append(_tagged(LESSONS, [_item(line) for line in said.lessons]))
    return "\n\n".join(parts)


def _tagged(tag: str, lines: list[str]) -> str:
    return "\n".join((f"<{tag}>", *lines, f"</{tag}>"))


def _table(rows: tuple[Row, ...]) -> Iterator[str]:
    """The first two columns as wide as their widest cell; the last is as long as it is."""
    cells = [(_cell(row.dimension), decimal(row.rating), _cell(row.justification)) for row in rows]
    first, second = (max(len(line[place]) for line in (HEADER, *cells)) for place in (0, 1))
    for names, ratings, words in (HEADER, ("-" * first, "-" * second, "-" * len(HEADER[2])), *cells):
        yield f"| {names:<{first}} | {ratings:<{second}} | {words:<{len(HEADER[2])}} |"


def _item(line: str) -> str:
    return line if line in _BARE else f"{_BULLET}{escaped(line)}"


_BREAK = r"br\s*/?>"
_TAG = rf"/?(?:{'|'.join((*TABLES, PREFERENCE, CHANGES, LESSONS))})\s*>"
_CODE = r"(?:amp|lt|#\d{1,7});"
_TO_ESCAPE = re.compile(
    rf"(?P<line>\n)|(?P<control>[\x00-\x08\x0b-\x1f\x7f-\x9f])|(?P<code>&)(?={_CODE})|(?P<tag><)(?={_BREAK}|{_TAG})",
    re.IGNORECASE,
)
_ESCAPED = re.compile(rf"(?P<line><{_BREAK})|&{_CODE}", re.IGNORECASE)
_SIGNS = {"line": "<br>", "code": "&amp;", "tag": "&lt;"}
_PIPE, _ESCAPED_PIPE = re.compile(r"(?<!\\)(\\*+)\|"), re.compile(r"(?<!\\)(\\++)\|")
_CELLS = re.compile(r"(?<!\\)(?:\\\\)*\|")
_EDGE = re.compile(r"\A\s+|\s+\Z")


def escaped(text: str) -> str:
    """On one line, with no tag of ours in it, and as it was when it is read back. Line breaks are `<br>`; what would be
    read as a tag or as a code has a code for its first character, and so have control characters and blanks at the
    edges: a terminal obeys none of them."""
    line = _TO_ESCAPE.sub(lambda match: _SIGNS.get(match.lastgroup or "") or _coded(match[0]), text)
    return _EDGE.sub(lambda edge: _coded(edge[0]), line)


def _coded(text: str) -> str:
    return "".join(f"&#{ord(char)};" for char in text)


def unescaped(line: str) -> str:
    return _ESCAPED.sub(_decoded, line.strip())


def _decoded(match: re.Match[str]) -> str:
    if match["line"]:
        return "\n"
    code = match.group()[1:-1].lower()
    if not code.startswith("#"):
        return {"amp": "&", "lt": "<"}[code]
    number = int(code[1:])
    return chr(number) if number < 0xD800 or 0xDFFF < number <= 0x10FFFF else match.group()


def _cell(text: str) -> str:
    """Backslashes before a pipe are doubled, so that the one that hides it can be told from them."""
    return _PIPE.sub(lambda match: f"{match[1] * 2}\\|", escaped(text))


def _cells(line: str) -> list[str]:
    """The cells of one row, read back; none where it is no row."""
    line = line.strip()
    if not line.startswith("|"):
        return []
    bars = [match.end() for match in _CELLS.finditer(line)]
    inner = [line[start : end - 1] for start, end in zip(bars, [*bars[1:], len(line) + 1], strict=True)]
    found = [unescaped(_ESCAPED_PIPE.sub(lambda match: f"{match[1][: len(match[1]) // 2]}|", cell)) for cell in inner]
    return found[:-1] if bars[-1] == len(line) and len(found) > 1 else found


def read_message(text: str) -> Message | Invalid:
    """What a message says, ours or one with its closing tags in the last row of a table and with real minus signs."""
    if text.strip().startswith(INVALID):
        return Invalid(reason=unescaped(text.strip().removeprefix(INVALID).strip(" :\n")))
    first, second = (tuple(_rows(tag, _block(tag, text))) for tag in TABLES)
    likert, justification = _preference(_block(PREFERENCE, text))
    changes, points = (tuple(_items(_block(tag, text))) for tag in (CHANGES, LESSONS))
    return Message(
        tables=(first, second), likert=likert, justification=justification, changelog=changes, lessons=points
    )


def _block(tag: str, text: str) -> str:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    if found is None:
        raise SetupError.single("message", f"no <{tag}> … </{tag}>", "give the whole message, with all five tags")
    return found[1]


def _rows(tag: str, block: str) -> Iterator[Row]:
    rows = [cells for line in block.split("\n") if any(cells := _cells(line))]
    for cells in rows[2:] if rows and rows[0][0] == HEADER[0] else rows:
        if len(cells) < len(HEADER) - 1:
            raise SetupError.single(tag, f"a row with one cell ({cells[0]})", "it has a dimension, a rating and words")
        name, rating, *words = cells
        yield Row(dimension=name, rating=_number(f"{tag}, {name}", rating), justification=" | ".join(words))


def _preference(block: str) -> tuple[Value, str]:
    found = re.search(rf"{_LIKERT}(.*?)\n\s*{_JUSTIFICATION}(.*)", block, re.DOTALL)
    if found is None:
        what = f"no “{_LIKERT}” and “{_JUSTIFICATION}”"
        raise SetupError.single(PREFERENCE, what, "each begins a line, in this order")
    return _number(f"{PREFERENCE}, Likert", found[1]), unescaped(found[2])


def _items(block: str) -> Iterator[str]:
    for line in block.split("\n"):
        if said := line.strip():
            yield unescaped(said[1:]) if said[0] in "-*•" else said


def _number(where: str, text: str) -> Value:
    try:
        return plain(Fraction(text.strip().replace("−", "-").replace("–", "-")))
    except (ValueError, ZeroDivisionError):
        raise SetupError.single(where, f"“{text.strip()}” is no number", "write the rating as a number") from None
