"""A task in pieces: its slots spread over several files, or given one after the other."""

from collections.abc import Iterable
from pathlib import Path

from baremo.core.comparison import Comparison
from baremo.load.comparisons.slots import NEEDED, Slot, pieces_in
from baremo.load.comparisons.tagged import sniff
from baremo.load.comparisons.task import Given, Task, tasks_in
from baremo.load.draft import Findings
from baremo.load.options import DEFAULT_OPTIONS, ReadOptions
from baremo.load.source import STDIN, OpenFile, Reading, Source, open_sources
from baremo.load.source import Given as GivenSource


def pieces(sources: Iterable[GivenSource], *, options: ReadOptions = DEFAULT_OPTIONS) -> Comparison:
    """The one task whose slots stand in these sources. Raises one `SetupError` with every problem, what is missing
    included."""
    found, merged = Findings(), Given()
    for source in open_sources(sources, found):
        for piece in pieces_in(Reading(source, options, found)):
            first = merged.get(piece.slot)
            if first is None or not first.text.strip():
                merged[piece.slot] = piece
            elif piece.text.strip() and (piece.text, piece.as_json) != (first.text, first.as_json):
                what = f"<{piece.tag}> stands already at {first.where}, with another text"
                piece.problem(piece.line, what, "keep one of them, or give each task a file of its own")
    if not merged:
        found.add("input", "no slot of a task is given", "give at least <PROMPT>, <RESPONSE1> and <RESPONSE2>")
        found.stop_if_any()
    draft = Task(merged).draft()
    for line, what, remedy in draft.faults():
        found.add(next(iter(merged.values())).reading.source.name, what, remedy, line=line)
    found.stop_if_any()
    case = draft.finished(0)
    assert isinstance(case, Comparison)  # noqa: S101 a task has a sheet, if only a blank one
    return case


def in_pieces(paths: Iterable[str | Path]) -> bool:
    """Whether these files are the pieces of one task: tagged text, several, and none of them is whole."""
    listed = [path for path in paths if path != STDIN]
    return len(listed) > 1 and all(is_piece(Path(path)) for path in listed)


def is_piece(path: Path) -> bool:
    if not path.is_file():
        return False
    source = Source(str(path), OpenFile(path), path)
    head = source.head().decode(errors="replace").replace("\r\n", "\n")
    return sniff(head, DEFAULT_OPTIONS) and bool(missing_in(source))


def missing_slots(text: str) -> tuple[str, ...]:
    """The tags of what is truly needed and not yet given, in this order: PROMPT, RESPONSE1, RESPONSE2. Where the text
    holds several tasks, those of the last one."""
    return tuple(missing_in(Source.of_bytes("text", text.encode(errors="replace"))))


def missing_in(source: Source) -> tuple[Slot, ...]:
    reading = Reading(source, DEFAULT_OPTIONS, Findings())
    lacking = tuple(NEEDED)
    for given in tasks_in(pieces_in(reading)):
        task = Task(given)
        task.parts()
        lacking = tuple(slot for slot in NEEDED if slot in task.missing() or given[slot].broken)
    return lacking
