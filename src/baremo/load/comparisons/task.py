"""One task in tagged text: its slots, read."""

from collections.abc import Iterable, Iterator

from baremo.core.comparison import ATTEMPTER, LIKERT, Entry
from baremo.load.chat import kind
from baremo.load.comparisons.context import history_turns, told_turns
from baremo.load.comparisons.parts import Parts
from baremo.load.comparisons.sheet import entries_of, entry_from, likert_entry, table_entries
from baremo.load.comparisons.slots import NEEDED, RATINGS, RESPONSES, Piece, Slot
from baremo.load.draft import Draft
from baremo.load.ids import parse_id

FRONT = (Slot.ID, Slot.ATTEMPTER, Slot.TASKCONFIG, Slot.SYSTEM_PROMPT, Slot.HISTORY, Slot.REFERENCE, Slot.METADATA)
"""Slots that a reader expects before the responses."""
TEXTS = {
    Slot.TASKCONFIG: "task",
    Slot.SYSTEM_PROMPT: "system_prompt",
    Slot.REFERENCE: "reference",
    Slot.PROMPT: "prompt",
}
NAMES = {**TEXTS, Slot.HISTORY: "history", Slot.RESPONSE1: "response_1", Slot.RESPONSE2: "response_2"}
"""What the parts of a task are called where they have lines of their own."""
Given = dict[Slot, Piece]
"""The slots of one task, in the order of the source; never empty."""


def tasks_in(pieces: Iterable[Piece]) -> Iterator[Given]:
    """A task ends where a slot comes that it has already."""
    given: Given = {}
    for piece in pieces:
        if piece.slot in given:
            tell_doubtful(given, piece)
            yield given
            given = {}
        given[piece.slot] = piece
    if given:
        yield given


def tell_doubtful(given: Given, following: Piece) -> None:
    """What comes behind a whole task and belongs before one may be the next one's, unless that begins with its id."""
    if following.slot is Slot.ID or not NEEDED.keys() <= given.keys():
        return
    slots = list(given)
    last = max(slots.index(slot) for slot in slots if slot not in FRONT)
    for slot in slots[last + 1 :]:
        piece = given[slot]
        what = f"<{piece.tag}> may belong to the task before it or to the one behind it"
        piece.problem(piece.line, what, "let every task begin with its id, for example <ID>7</ID>")


class Task:
    def __init__(self, given: Given) -> None:
        self._given = given
        self._first = next(iter(given.values()))
        self._parts = Parts(line=self._first.line)

    def draft(self) -> Draft:
        parts = self.parts()
        for slot in self.missing():
            self._tell_missing(slot)
        parts.broken = any(piece.broken for piece in self._given.values())
        return parts.draft()

    def parts(self) -> Parts:
        for slot, piece in self._given.items():
            if not piece.broken:
                self._read(slot, piece)
                self._parts.lines[NAMES.get(slot, slot)] = piece.first
        return self._parts

    def missing(self) -> tuple[Slot, ...]:
        """The slots that nobody can do without and that are absent or blank, once the parts are read. A slot that is
        never closed may have swallowed the others."""
        broken = [slot for slot, piece in self._given.items() if piece.broken]
        needed = zip(NEEDED, self._parts.missing(), strict=True)
        return tuple(slot for slot, missing in needed if missing and slot not in broken)

    def _tell_missing(self, slot: Slot) -> None:
        between = f"between <{slot}> and </{slot}>"
        if piece := self._given.get(slot):
            piece.problem(piece.line, f"{NEEDED[slot]} is blank", f"please fill it in, {between}")
        elif not any(piece.swallows for piece in self._given.values()):
            self._first.problem(self._first.line, f"this task lacks {NEEDED[slot]}", f"please give it {between}")

    def _read(self, slot: Slot, piece: Piece) -> None:
        parts = self._parts
        if slot in TEXTS:
            setattr(parts, TEXTS[slot], self._text(piece))
        elif slot in RESPONSES:
            parts.responses[RESPONSES.index(slot)] = self._text(piece) if piece.text.strip() else None
        elif slot in RATINGS:
            parts.ratings[RATINGS.index(slot)] = self._ratings(piece)
        elif slot is Slot.LIKERT:
            parts.likert = self._likert(piece)
        elif slot is Slot.HISTORY:
            self._history(piece)
        elif slot is Slot.ID:
            parts.id = self._id(piece)
        else:
            self._beside(slot, piece)

    def _text(self, piece: Piece) -> str:
        if not piece.as_json:
            return piece.text
        value = piece.value()
        if not isinstance(value, str | None):
            piece.problem(piece.first, f"<{piece.tag} json> holds {kind(value)}", "it must hold one text in quotes")
            return ""
        return value or ""

    def _id(self, piece: Piece) -> int | str | None:
        if not piece.as_json:
            return parse_id(piece.text.strip()) if piece.text.strip() else None
        value = piece.value()
        if isinstance(value, bool) or not isinstance(value, int | str | None):
            piece.problem(piece.first, f"the id is {kind(value)}", "an id is a whole number or text")
            return None
        return value

    def _history(self, piece: Piece) -> None:
        if not piece.as_json:
            self._parts.history = history_turns(piece.text, piece.reading.options)
        elif (value := piece.value()) is not None:
            told = told_turns(piece.reading, piece.first, value)
            self._parts.history, piece.broken = told.turns, told.broken

    def _ratings(self, piece: Piece) -> tuple[Entry, ...]:
        if piece.as_json:
            return entries_of(piece.value(), piece.first, piece.problem)
        return table_entries(piece.text, piece.first, piece.problem)

    def _likert(self, piece: Piece) -> Entry:
        if piece.as_json:
            return entry_from(LIKERT, piece.value(), piece.first, piece.problem)
        return likert_entry(piece.text)

    def _beside(self, slot: Slot, piece: Piece) -> None:
        metadata = self._parts.metadata
        if slot is Slot.ATTEMPTER:
            if name := self._text(piece):
                metadata.setdefault(ATTEMPTER, name)
            return
        value = piece.value()
        if isinstance(value, dict):
            metadata |= value
        elif value is not None:
            piece.problem(piece.first, f"<{piece.tag}> holds {kind(value)}", 'it must be an object: {"channel": "web"}')
