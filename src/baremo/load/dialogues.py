"""Dialogues from files, standard input and streams: checked as a whole first, then streamed."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.digest import digest
from baremo.load.binary import no_text
from baremo.load.draft import Draft, Findings
from baremo.load.format import Format
from baremo.load.ids import sidecar, with_ids
from baremo.load.options import DEFAULT_OPTIONS, ReadOptions
from baremo.load.registry import format_named, recognise
from baremo.load.source import STDIN, Given, Reading, Source, open_sources, unreadable

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


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Spot:
    """Where reading can begin again: the first dialogue of a line, or of a source that is only read as a whole."""

    source: int = 0
    line: int = 0
    unnamed: int = 0
    """How many dialogues without an id stand before it."""
    before: int = 0
    """How many dialogues stand before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a check found out."""

    dialogues: int
    unnamed: int


BEGINNING = Spot()


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
        self._checked: Checked | None = None
        self._start = BEGINNING
        self._source = 0
        """Which one is read just now."""
        self.spot = BEGINNING
        """The last one before or at the dialogue that was given out last; the beginning, where all is at hand."""
        self._kept: list[tuple[Source, Draft]] | None = []
        """What a small input holds, so that it need not be read again; None where it is too large for that."""

    def check(self, tell: Callable[[], None] = lambda: None) -> int:
        """How many dialogues there are. Raises one `SetupError` with every problem; a second call costs nothing.
        `tell` is called once per dialogue, for progress."""
        if self._checked is None:
            found = Findings()
            self._formats = list(self._recognised(found))
            roll, count = Roll(), 0
            size = 0
            for source, draft in self._drafts(found):
                count += 1
                if self._kept is not None:
                    size += sum(len(turn.text) for turn in draft.turns)
                    self._kept.append((source, draft))
                    self._kept = self._kept if size <= SMALL else None
                check_draft(source, draft, found)
                roll.enter(draft)
                tell()
            if doubtful := roll.doubtful():
                self._tell_doubles(doubtful, roll.unnamed, found)
            found.stop_if_any()
            self._checked = Checked(dialogues=count, unnamed=roll.unnamed)
        return self._checked.dialogues

    @property
    def checked(self) -> Checked | None:
        """None before `check`."""
        return self._checked

    def trust(self, checked: Checked, start: Spot) -> None:
        """Instead of a check, where the same input was checked before: it is read from `start` on."""
        found = Findings()
        self._formats = list(self._recognised(found))
        found.stop_if_any()
        self._checked, self._start, self._kept = checked, start, None
        self.spot = start

    @property
    def compares(self) -> bool:
        """Whether all of it is tasks with two responses. Known after `check` or `trust`."""
        return bool(self._formats) and all(known.compares for _, known in self._formats)

    def refuse_unlike(self, barem: Barem) -> None:
        """Dialogues are no tasks with two responses, nor the other way round. Asked after `check` or `trust`."""
        compared = barem.review is not None
        found = Findings()
        for source, known in self._formats:
            if known.compares and not compared:
                what = f"these are tasks with two responses ({known.name}), and the barem {barem.name} marks dialogues"
                found.add(source.name, what, "use: baremo review FILE, or --barem sidebyside")
            elif compared and not known.compares:
                what = f"these are dialogues ({known.name}), and the barem {barem.name} compares two responses"
                found.add(source.name, what, "use: baremo judge FILE; or give a prompt and two responses")
        found.stop_if_any()

    @property
    def looks(self) -> str:
        """A digest of the files' names, sizes and times, and of how they are read; empty where something is no file."""
        paths: list[Path | None] = [self._options.ids] if self._options.ids else []
        for given in self._given:
            path = Path(given) if isinstance(given, str | Path) and given != STDIN else None
            paths += [path, sidecar(path)] if sidecar(path) else [path]
        files = []
        for path in paths:
            if path is None or not path.is_file():
                return ""
            stat = path.stat()
            files.append([str(path.absolute()), stat.st_size, stat.st_mtime_ns])
        told = self._format.name if self._format else ""
        return digest("input-v1", [files, told, repr(self._options)])

    def __iter__(self) -> Iterator[Dialogue]:
        self.check()
        found, number = Findings(), self._start.unnamed
        several = self._checked is not None and self._checked.unnamed > 1
        drafts = self._drafts(found, self._start) if self._kept is None else self._kept
        for before, (source, draft) in enumerate(drafts, start=self._start.before):
            if self._kept is None:
                self._note_spot(draft, number, before)
            if draft.id is None:
                number += 1
            dialogue = draft.finished(number if several else 0)
            if self._kept is None:
                # Only a source that changed since the check can stop here.
                check_draft(source, draft, found)
                found.stop_if_any()
            yield dialogue
        if self._kept is None and self._checked:
            self.spot = Spot(source=len(self._formats), before=self._checked.dialogues)
        found.stop_if_any()

    def _note_spot(self, draft: Draft, unnamed: int, before: int) -> None:
        source, known = self._formats[self._source]
        line = draft.line if known.by_line and not self._ids(source, known) else 0
        first = before == self._start.before
        if first or (line, self._source) != (self.spot.line, self.spot.source):
            self.spot = Spot(source=self._source, line=line, unnamed=unnamed, before=before)

    def _tell_doubles(self, doubtful: set[int], unnamed: int, found: Findings) -> None:
        """A second look, at the ids that may stand twice."""
        names = Names(found, unnamed)
        for source, draft in self._drafts(Findings()) if self._kept is None else self._kept:
            if draft.id is not None and hash(str(draft.id)) in doubtful:
                names.enter(source, draft)
        names.close()

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
                found.add(source.name, "it is empty", "give a file that holds at least one")
            elif fault := no_text(source.name, head):
                found.add(source.name, *fault)
            elif known := recognise(source, self._options, found, told=self._format):
                yield source, known

    def _drafts(self, found: Findings, start: Spot = BEGINNING) -> Iterator[tuple[Source, Draft]]:
        for number, (source, known) in enumerate(self._formats):
            if number < start.source:
                continue
            self._source = number
            before = found.met
            nothing = True
            after = start.line - 1 if number == start.source else 0
            try:
                for draft in self._read(Reading(source, self._options, found, after=max(0, after)), known):
                    nothing = False
                    yield source, draft
            except OSError as error:
                found.add(source.name, *unreadable(error))
            if nothing and found.met == before and after <= 0:
                what = f"no dialogue in it, read as {known.name}"
                found.add(source.name, what, "check the content, or name its --format")

    def _read(self, reading: Reading, known: Format) -> Iterator[Draft]:
        ids = self._ids(reading.source, known)
        drafts = known.read(reading)
        return with_ids(drafts, ids, reading) if ids else drafts

    def _ids(self, source: Source, known: Format) -> Path | None:
        """The file that gives the dialogues of a source their ids, if any."""
        return self._options.ids or (sidecar(source.path) if known.has_sidecar else None)


class Roll:
    """How many dialogues have no id, and whether ids may stand twice. Of each id a hash is kept, in 8 bytes."""

    def __init__(self) -> None:
        self._hashes = array("q")
        self.unnamed = 0

    def enter(self, draft: Draft) -> None:
        if draft.id is None:
            self.unnamed += not draft.broken
        else:
            self._hashes.append(hash(str(draft.id)))

    def doubtful(self) -> set[int]:
        """Hashes of ids that may stand twice, or that numbers which are given out may have too."""
        given_out = {hash(number) for number in numbers(self.unnamed)}
        found, last = set(), None
        for one in sorted(self._hashes):
            if one == last or one in given_out:
                found.add(one)
            last = one
        return found


class Names:
    """Where each id was first seen, over all sources."""

    def __init__(self, found: Findings, unnamed: int) -> None:
        self._found = found
        self._unnamed = unnamed
        self._first: dict[str, tuple[str, int]] = {}

    def enter(self, source: Source, draft: Draft) -> None:
        first = self._first.get(str(draft.id))
        if first is None:
            self._first[str(draft.id)] = (source.name, draft.line)
            return
        what = f"id {draft.id!r} stands already at {first[0]}:{first[1]}"
        remedy = SCATTERED if draft.rows else "give every dialogue its own id"
        self._found.add(source.name, what, remedy, line=draft.line)

    def close(self) -> None:
        """Numbers that are given out must not be ids already."""
        for name in sorted(set(numbers(self._unnamed)) & self._first.keys(), key=int):
            where, line = self._first[name]
            what = f"id {name} is also the number of a dialogue that has no id"
            self._found.add(where, what, "give every dialogue an id, or none of them", line=line)


def numbers(unnamed: int) -> Iterator[str]:
    """The ids of dialogues that have none."""
    return iter("0") if unnamed == 1 else (str(number) for number in range(1, unnamed + 1))


def check_draft(source: Source, draft: Draft, found: Findings) -> None:
    for line, what, remedy in draft.faults():
        found.add(source.name, what, remedy, line=line)
