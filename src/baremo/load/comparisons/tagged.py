"""Tagged text: one or several tasks, each slot between its tags."""

from collections.abc import Iterator
from typing import Any

import msgspec

from baremo.core.comparison import ATTEMPTER, Comparison
from baremo.core.dialogue import Dialogue
from baremo.load.comparisons.context import history_text
from baremo.load.comparisons.parts import Parts, parts_of
from baremo.load.comparisons.sheet import as_object, likert_text, table_text
from baremo.load.comparisons.slots import OPENING, ORNAMENT, RATINGS, RESPONSES, Slot, pieces_in
from baremo.load.comparisons.task import TEXTS, Task, tasks_in
from baremo.load.draft import Draft, Findings
from baremo.load.formats.messages import message
from baremo.load.options import DEFAULT_OPTIONS, ReadOptions
from baremo.load.source import Reading, Source

Written = tuple[str, Any]
"""The content of a slot as plain text, and as a JSON value."""


def sniff(head: str, _: ReadOptions) -> bool:
    first = next((line for line in head.split("\n") if not ORNAMENT.fullmatch(line)), "")
    return bool(OPENING.fullmatch(first))


def read(reading: Reading) -> Iterator[Draft]:
    for given in tasks_in(pieces_in(reading)):
        yield Task(given).draft()


def write(dialogue: Dialogue) -> str:
    """Closing tags stand on lines of their own. What plain text cannot hold is written as JSON, slot by slot."""
    if not isinstance(dialogue, Comparison):
        raise TypeError("a dialogue is no task with two responses")
    contents = contents_of(parts_of(dialogue))
    return "\n".join(slot_text(slot, *contents[slot]) for slot in Slot if slot in contents) + "\n"


def contents_of(parts: Parts) -> dict[Slot, Written]:
    texts = {slot: getattr(parts, name) for slot, name in TEXTS.items()}
    beside = dict(parts.metadata)
    if isinstance(beside.get(ATTEMPTER), str) and beside[ATTEMPTER]:
        texts[Slot.ATTEMPTER] = beside.pop(ATTEMPTER)
    found: dict[Slot, Written] = {slot: (text, text) for slot, text in texts.items() if text}
    found |= {slot: (text or "", text) for slot, text in zip(RESPONSES, parts.responses, strict=True)}
    found[Slot.ID] = (str(parts.id), parts.id)
    if parts.history:
        found[Slot.HISTORY] = (history_text(parts.history, DEFAULT_OPTIONS), list(map(message, parts.history)))
    for slot, entries in zip(RATINGS, parts.ratings, strict=True):
        if entries:
            found[slot] = (
                table_text(entries),
                [{"dimension": entry.dimension, **as_object(entry)} for entry in entries],
            )
    if not parts.likert.blank:
        found[Slot.LIKERT] = (likert_text(parts.likert), as_object(parts.likert))
    if beside:
        found[Slot.METADATA] = (msgspec.json.encode(beside).decode(), beside)
    return found


def slot_text(slot: Slot, text: str, value: Any) -> str:
    """Plainly, where that says the same."""
    plainly = f"<{slot}>\n{text}\n</{slot}>\n"
    as_json = f"<{slot} json>\n{msgspec.json.encode(value).decode()}\n</{slot}>\n"
    if slot is Slot.ID:
        plainly = f"<{slot}>{text}</{slot}>\n"
    return plainly if read_alone(plainly) == read_alone(as_json) else as_json


def read_alone(text: str) -> list[Parts] | None:
    """None where something is wrong with it."""
    reading = Reading(Source.of_bytes("written", text.encode()), DEFAULT_OPTIONS, Findings())
    found = [Task(given).parts() for given in tasks_in(pieces_in(reading))]
    for parts in found:
        parts.lines = {}
    return None if reading.found.met else found
