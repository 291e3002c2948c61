"""The slots of a task in tagged text: `<PROMPT>`, what belongs there, `</PROMPT>`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from baremo.load.comparisons.cells import split_row
from baremo.load.jsontext import decode
from baremo.load.source import LINE_LIMIT, Reading


class Slot(StrEnum):
    """In the order in which we write them. ID, ATTEMPTER, REFERENCE and METADATA are ours."""

    ID = "ID"
    ATTEMPTER = "ATTEMPTER"
    TASKCONFIG = "TASKCONFIG"
    SYSTEM_PROMPT = "SYSTEM_PROMPT"
    HISTORY = "CONVERSATION_HISTORY"
    REFERENCE = "REFERENCE"
    PROMPT = "PROMPT"
    RESPONSE1 = "RESPONSE1"
    RESPONSE2 = "RESPONSE2"
    RATINGS1 = "RESPONSE1_ORIGINAL_RATINGS"
    RATINGS2 = "RESPONSE2_ORIGINAL_RATINGS"
    LIKERT = "ORIGINAL_LIKERT_AND_JUSTIFICATION"
    METADATA = "METADATA"


RESPONSES = (Slot.RESPONSE1, Slot.RESPONSE2)
RATINGS = (Slot.RATINGS1, Slot.RATINGS2)
NEEDED = {Slot.PROMPT: "the final prompt", Slot.RESPONSE1: "Response 1", Slot.RESPONSE2: "Response 2"}
"""What no task can do without, and what we call it."""
OTHER_NAMES = {
    "TASK_ID": Slot.ID,
    "ATTEMPTER_ID": Slot.ATTEMPTER,
    "TASK_CONFIG": Slot.TASKCONFIG,
    "REFERENCE_TEXT": Slot.REFERENCE,
}
TAGS = {**{slot.value: slot for slot in Slot}, **OTHER_NAMES}
OPENING = re.compile(
    rf"(?P<indent>[ \t]*)<(?P<tag>(?i:{'|'.join(sorted(TAGS, key=len, reverse=True))}))"
    r"(?P<json>[ \t]+json)?[ \t]*>(?P<text>.*)",
    re.DOTALL,
)
AS_JSON = " json"
"""`<PROMPT json>`: the slot holds its content as a JSON value, for what plain text cannot hold."""
ORNAMENT = re.compile(r"[ \t]*+(?:[-=*_~`#+]{3,}+[ \t]*+\w*+|#{1,6}[ \t].*)?[ \t]*+", re.DOTALL)
"""Between slots: rules, fences, headings, nothing."""
PLACEHOLDER = re.compile(
    r"\[\s*(?:\.{2,}|…|\d\s*\.\.\s*\d|paste\b[^\]]*|[^\]]*\bleave\s+(?:it\s+)?(?:blank|empty)\b[^\]]*)\s*\]",
    re.IGNORECASE,
)
LONGEST = 300
"""Letters of the longest placeholder."""
OUTSIDE = "put it between tags, for example <PROMPT> and </PROMPT>, or remove it"


def filled(text: str) -> str:
    """Empty where somebody left the form's own placeholder: `[paste …]`, `[...]`, `[1/2/3 or leave blank]`."""
    return "" if text.startswith(("[", " ", "\t")) and is_placeholder(text.strip()) else text


def is_placeholder(text: str) -> bool:
    return len(text) <= LONGEST and PLACEHOLDER.fullmatch(text) is not None


@dataclass(slots=True, kw_only=True)
class Piece:
    """One slot as it was found."""

    reading: Reading
    slot: Slot
    tag: str
    """As it is written there; its closing tag is written alike."""
    line: int
    """Of the opening tag."""
    indent: str = ""
    as_json: bool = False
    lines: list[str] = field(default_factory=list)
    size: int = 0
    broken: bool = False
    """A problem of it has been told."""
    swallows: bool = False
    """It is never closed, so that other slots may stand in it."""
    begun: int = 1
    """How many lines below its tag the text begins."""

    @property
    def where(self) -> str:
        return f"{self.reading.source.name}:{self.line}"

    @property
    def text(self) -> str:
        """Without blank lines before and after it, and empty where it is a placeholder."""
        kept = [number for number, line in enumerate(self.lines) if line.strip()]
        return filled("\n".join(self.lines[kept[0] : kept[-1] + 1])) if kept else ""

    @property
    def first(self) -> int:
        """The line on which the text begins."""
        blank = next((number for number, line in enumerate(self.lines) if line.strip()), 0)
        return self.line + self.begun + blank

    def problem(self, line: int, what: str, remedy: str) -> None:
        self.broken = True
        self.reading.problem(line, what, remedy)

    def value(self) -> Any:
        """Of JSON; None where the slot is blank or broken."""
        if not self.text.strip():
            return None
        met = self.reading.found.met
        for _, value in decode(self.reading, self.first, self.text):
            return value
        self.broken = self.reading.found.met > met
        return None

    def take(self, line: str) -> None:
        self.size += len(line)
        if self.size <= LINE_LIMIT:
            self.lines.append(line)
        elif not self.broken:
            self.problem(self.line, f"<{self.tag}> holds more than {LINE_LIMIT // 2**20} MiB", unclosed(self.tag))

    def closed_by(self, line: str) -> bool:
        """By its own closing tag alone on a line, indented as the opening one; a table may hold it in a row."""
        closing = f"</{self.tag}>"
        if closing not in line:
            return False
        if line.rstrip(" \t") == self.indent + closing:
            return True
        if self.slot not in RATINGS or self.as_json:
            return False
        cells = split_row(line)
        rest = [cell for cell in cells if cell.strip() != closing]
        if any(cell.strip() for cell in rest) and len(rest) < len(cells):
            self.lines.append(f"|{'|'.join(rest)}|")
        return len(rest) < len(cells)


def unclosed(tag: str) -> str:
    return f"close it with </{tag}> on a line of its own"


def pieces_in(reading: Reading) -> Iterator[Piece]:
    """The slots of a source, one after the other. A tag inside another slot is text."""
    piece: Piece | None = None
    quoted = 0
    for number, line in reading.lines():
        if piece is None:
            piece, quoted = opened(reading, number, line), 0
            if piece and closed_at_once(piece):
                yield piece
                piece = None
        elif piece.closed_by(line):
            yield piece
            piece = None
        else:
            quoted = quoted or (number if OPENING.fullmatch(line) else 0)
            piece.take(line)
    if piece:
        hint = f"; line {quoted} opens another slot: perhaps it ends before that" if quoted else ""
        piece.swallows = True
        piece.problem(piece.line, f"<{piece.tag}> is never closed", unclosed(piece.tag) + hint)
        yield piece


def opened(reading: Reading, number: int, line: str) -> Piece | None:
    match = OPENING.fullmatch(line)
    if match is None:
        if not ORNAMENT.fullmatch(line):
            reading.problem(number, f"text outside every slot: {shortened(line)}", OUTSIDE, again="lines")
        return None
    tag, text = match["tag"], match["text"]
    return Piece(
        reading=reading,
        slot=TAGS[tag.upper()],
        tag=tag,
        line=number,
        indent=match["indent"],
        as_json=bool(match["json"]),
        lines=[text] if text.strip() else [],
        begun=0 if text.strip() else 1,
    )


def closed_at_once(piece: Piece) -> bool:
    """`<ID>7</ID>`."""
    text, closing = "".join(piece.lines).rstrip(" \t"), f"</{piece.tag}>"
    if not text.endswith(closing):
        return False
    piece.lines = [text.removesuffix(closing).strip(" \t")]
    return True


def shortened(line: str) -> str:
    shown = line.strip()
    return repr(shown if len(shown) <= 40 else shown[:40] + "…")
