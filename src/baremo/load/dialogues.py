"""Dialogues from files, standard input and streams: checked as a whole first, then streamed."""

from collections.abc import Callable, Iterable, Iterator

from baremo.core.dialogue import Dialogue
from baremo.load.binary import no_text
from baremo.load.draft import Draft, Findings
from baremo.load.format import Format
from baremo.load.ids import sidecar, with_ids
from baremo.load.options import DEFAULT_OPTIONS, ReadOptions
from baremo.load.registry import format_named, recognise
from baremo.load.source import Given, Reading, Source, open_sources, unreadable

SMALL = 2 * 2**20
"""Letters up to which an input is kept after it was checked, instead of being read a second time."""
SCATTERED = "the rows of one dialogue must stand together: sort the file by its id"


def load_dialogues(
    source: Given,
    *,
    format: str | None = None,  # noqa: A002 the name that users know from `--format`
    options: ReadOptions = DEFAULT_OPTIONS,
) -> Iterator[Dialogue]:
    """The dialogues of one source, one at a time. The whole source is checked before the first one is given out."""
    return iter(Inputs([source], format=format, options=options))


def check_dialogues(
    sources: Iterable[Given],
    *,
    format: str | None = None,  # noqa: A002
    options: ReadOptions = DEFAULT_OPTIONS,
) -> int:
    """How many dialogues there are. Raises one `SetupError` with every problem of every source."""
    return Inputs(sources, format=format, options=options).check()


class Inputs:
    """The dialogues of one or several sources. Every pass gives the same ids and holds one dialogue at a time."""

    def __init__(
        self,
        sources: Iterable[Given],
        *,
        format: str | None = None,  # noqa: A002
        options: ReadOptions = DEFAULT_OPTIONS,
    ) -> None:
        self._given = list(sources)
        self._format = format_named(format) if format else None
        self._options = options
        self._formats: list[tuple[Source, Format]] = []
        self._unnamed = 0
        self._count: int | None = None
        self._kept: list[tuple[Source, Draft]] | None = []
        """What a small input holds, so that it need not be read again; None where it is too large for that."""

    def check(self, tell: Callable[[], None] = lambda: None) -> int:
        """How many dialogues there are. Raises one `SetupError` with every problem; a second call costs nothing.
        `tell` is called once per dialogue, for progress."""
        if self._count is None:
            found = Findings()
            self._formats = list(self._recognised(found))
            roll, count = Roll(found), 0
            size = 0
            for source, draft in self._drafts(found):
                count += 1
                size += sum(len(turn.text) for turn in draft.turns)
                if self._kept is not None:
                    self._kept.append((source, draft))
                    self._kept = self._kept if size <= SMALL else None
                check_draft(source, draft, found)
                roll.enter(source, draft)
                tell()
            roll.close()
            found.stop_if_any()
            self._unnamed, self._count = roll.unnamed, count
        return self._count

    def __iter__(self) -> Iterator[Dialogue]:
        self.check()
        found, number = Findings(), 0
        for source, draft in self._drafts(found) if self._kept is None else self._kept:
            if draft.id is None:
                number += 1
            dialogue = draft.finished(number if self._unnamed > 1 else 0)
            if self._kept is None:
                # Only a source that changed since the check can stop here.
                check_draft(source, draft, found)
                found.stop_if_any()
            yield dialogue
        found.stop_if_any()

    def _recognised(self, found: Findings) -> Iterator[tuple[Source, Format]]:
        for problem in self._options.faults():
            found.add(problem.where, problem.what, problem.remedy)
        if not self._given:
            found.add("input", "no files are given", "name at least one file, or - for standard input")
        if self._options.ids and len(self._given) > 1:
            found.add("--ids", f"one file of ids for {len(self._given)} files", "give --ids with one file at a time")
        for source in open_sources(self._given, found):
            head = source.head()
            if not head:
                found.add(source.name, "it is empty", "give a file with at least one dialogue")
            elif fault := no_text(source.name, head):
                found.add(source.name, *fault)
            elif known := recognise(source, self._options, found, told=self._format):
                yield source, known

    def _drafts(self, found: Findings) -> Iterator[tuple[Source, Draft]]:
        for source, known in self._formats:
            before = found.met
            nothing = True
            try:
                for draft in self._read(Reading(source, self._options, found), known):
                    nothing = False
                    yield source, draft
            except OSError as error:
                found.add(source.name, *unreadable(error))
            if nothing and found.met == before:
                what = f"no dialogue in it, read as {known.name}"
                found.add(source.name, what, "check the content, or name its --format")

    def _read(self, reading: Reading, known: Format) -> Iterator[Draft]:
        drafts = known.read(reading)
        beside = sidecar(reading.source.path) if known.has_sidecar else None
        ids = reading.options.ids or beside
        return with_ids(drafts, ids, reading) if ids else drafts


class Roll:
    """Where each id was first seen, over all sources, and how many dialogues have none."""

    def __init__(self, found: Findings) -> None:
        self._found = found
        self._first: dict[str, tuple[str, int]] = {}
        self.unnamed = 0

    def enter(self, source: Source, draft: Draft) -> None:
        if draft.id is None:
            self.unnamed += not draft.broken
            return
        first = self._first.get(str(draft.id))
        if first is None:
            self._first[str(draft.id)] = (source.name, draft.line)
            return
        what = f"id {draft.id!r} stands already at {first[0]}:{first[1]}"
        remedy = SCATTERED if draft.rows else "give every dialogue its own id"
        self._found.add(source.name, what, remedy, line=draft.line)

    def close(self) -> None:
        """Numbers that are given out must not be ids already."""
        numbers = {"0"} if self.unnamed == 1 else {str(number) for number in range(1, self.unnamed + 1)}
        for name in sorted(numbers & self._first.keys(), key=int):
            where, line = self._first[name]
            what = f"id {name} is also the number of a dialogue that has no id"
            self._found.add(where, what, "give every dialogue an id, or none of them", line=line)


def check_draft(source: Source, draft: Draft, found: Findings) -> None:
    for line, what, remedy in draft.faults():
        found.add(source.name, what, remedy, line=line)
