"""Ids of dialogues in text: how they are written, and files that hold nothing else."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from baremo.load.draft import Draft
from baremo.load.source import OpenFile, Reading, Source, unreadable

HEADER = re.compile(r"(?i)(?:#[ \t]*)?(?:dialogue|conversation)_id(?:[ \t]*[:=][ \t]*|[ \t]+)(?P<id>\S(?:.*\S)?)[ \t]*")
TITLE = re.compile(r"\(?Example\b.*\bdialogue_id (?P<id>\w+)\)?:?[ \t]*")
"""How documents announce a printed dialogue: `Example 1 (dialogue_id 335):`."""
NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


def parse_id(text: str) -> int | str:
    """`25` is a number; `025` and `+25` are not the same id written differently, so they stay text."""
    return int(text) if NUMBER.fullmatch(text) else text


def header_id(line: str) -> int | str | None:
    match = HEADER.fullmatch(line) or TITLE.fullmatch(line)
    return parse_id(match["id"]) if match else None


def sidecar(path: Path | None) -> Path | None:
    """The file of ids beside a transcript: the same stem, `.ids`."""
    beside = path.with_suffix(".ids") if path and path.name else None
    return beside if beside and beside != path and beside.is_file() else None


def with_ids(drafts: Iterable[Draft], ids: Path, reading: Reading) -> Iterator[Draft]:
    """The n-th dialogue gets the n-th id."""
    source = Source(str(ids), OpenFile(ids), ids)
    listed = Reading(source, reading.options, reading.found)
    try:
        source.opener().close()
    except OSError as error:
        reading.found.add(source.name, *unreadable(error))
        yield from drafts
        return
    numbered = ((number, text.strip(" \t")) for number, text in listed.lines())
    pairs = ((number, parse_id(text)) for number, text in numbered if text)
    dialogues = given = 0
    for draft in drafts:
        dialogues += 1
        if pair := next(pairs, None):
            given += 1
            number, name = pair
            if draft.id is not None and str(draft.id) != str(name):
                what = f"id {name}, but the dialogue's own header says {draft.id}"
                listed.problem(number, what, "remove the header or mend the file of ids")
            draft.id = name
        yield draft
    given += sum(1 for _ in pairs)
    if given != dialogues:
        what = f"{given} ids for the {dialogues} dialogues of {reading.source.name}"
        reading.found.add(source.name, what, "the file needs one id per dialogue, one per line")
