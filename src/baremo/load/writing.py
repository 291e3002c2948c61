"""Dialogues into files. What is written reads back as the same dialogue, or it is refused by name."""

import shutil
import tempfile
from collections.abc import Iterable
from typing import Any, BinaryIO

from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue, Turn
from baremo.load.draft import Draft, Findings
from baremo.load.format import Format, Writer
from baremo.load.options import DEFAULT_OPTIONS
from baremo.load.registry import recognise, writer_named
from baremo.load.source import Reading, Source

IN_MEMORY = 16 * 2**20
PARTS = ("speaker", "name", "text", "act", "marks")
REMEDY = "use JSONL, which can hold every dialogue: --to jsonl"
PAIRS = "use the format that can hold every task with two responses: --to pairs"


def write_dialogues(
    dialogues: Iterable[Dialogue],
    stream: BinaryIO,
    format: str = "jsonl",  # noqa: A002 the name that users know from `--format`
) -> int:
    """How many were written. Raises one `SetupError` with every refusal, and then nothing has been written."""
    known, writer = writer_named(format)
    found, count = Findings(), 0
    seen: set[str] = set()
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as waiting:
        waiting.write(writer.opening.encode())
        for dialogue in dialogues:
            if str(dialogue.id) in seen:
                where = f"dialogue {dialogue.id}"
                found.add(where, "its id has been written already", "give every dialogue its own id")
            seen.add(str(dialogue.id))
            waiting.write(written(dialogue, known, writer, found))
            count += 1
        found.stop_if_any()
        waiting.seek(0)
        shutil.copyfileobj(waiting, stream)
    return count


def written(dialogue: Dialogue, known: Format, writer: Writer, found: Findings) -> bytes:
    """Empty where it is refused."""
    where = f"dialogue {dialogue.id}"
    if faults := [(number, what, remedy) for number, what, remedy in dialogue.faults()]:
        for number, what, remedy in faults:
            found.add(f"{where}, turn {number}" if number else where, what, remedy)
        return b""
    compared = isinstance(dialogue, Comparison)
    if known.compares and not compared:
        found.add(where, f"as {known.name}, it would need two responses to one prompt", REMEDY)
        return b""
    try:
        data = writer.dialogue(dialogue).encode()
        difference = read_back(dialogue, known, writer.opening.encode() + data)
    except (UnicodeEncodeError, TypeError, NotImplementedError, RecursionError) as error:
        found.add(
            where, f"it holds what no {known.name} file can hold: {error}", "use valid Unicode and plain JSON values"
        )
        return b""
    if difference:
        number, why = difference
        found.add(
            f"{where}, turn {number}" if number else where, f"as {known.name}, {why}", PAIRS if compared else REMEDY
        )
        return b""
    return data


def read_back(dialogue: Dialogue, known: Format, data: bytes) -> tuple[int, str] | None:
    """Turn (0 for the whole) and what would become of it; None where the same dialogue comes back."""
    source, found = Source.of_bytes("written", data), Findings()
    drafts = list(known.read(Reading(source, DEFAULT_OPTIONS, found)))
    first = drafts[0] if drafts else Draft(line=1)
    number, why = turns_difference(dialogue, first)
    if found.problems:
        return number, f"it could not be read back: {found.problems[0].what}"
    if why:
        return number, why
    if [len(draft.turns) for draft in drafts] != [len(dialogue.turns)]:
        return 0, "a part of it would become a turn or a dialogue of its own"
    if (taken := recognise(source, DEFAULT_OPTIONS, found)) is not known:
        return 0, f"it would be taken for {taken.name if taken else 'no known format'}"
    return whole_difference(dialogue, first)


def turns_difference(dialogue: Dialogue, back: Draft) -> tuple[int, str]:
    """The first turn that differs, and how; `(0, "")` where none does."""
    for number, turn in dialogue.numbered():
        if number > len(back.turns):
            return number, "it would be lost"
        if back.turns[number - 1] != turn:
            return number, turn_difference(turn, back.turns[number - 1])
    return 0, ""


def turn_difference(turn: Turn, back: Turn) -> str:
    part = next(part for part in PARTS if getattr(turn, part) != getattr(back, part))
    return f"its {part} would read back as {shortened(getattr(back, part))}"


def whole_difference(dialogue: Dialogue, back: Draft) -> tuple[int, str] | None:
    if back.id != dialogue.id:
        return 0, f"its id would read back as {back.id!r}"
    if back.overall != dialogue.overall:
        return 0, f"its overall marks would read back as {shortened(back.overall)}"
    if not same(back.metadata, dict(dialogue.metadata)):
        return 0, "its metadata would be lost or changed"
    if isinstance(dialogue, Comparison) and back.sheet is None:
        return 0, "it would come back as one dialogue, and no longer as two responses"
    if isinstance(dialogue, Comparison) and back.sheet != dialogue.sheet:
        return 0, "its ratings would be lost or changed"
    return None


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true are three values, and a tuple does not come back."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(item, other[key]) for key, item in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def shortened(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:60] + "…"
