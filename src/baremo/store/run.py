"""What a run is to the rooms above, wherever it is kept: in a file of its own, or in a store with others."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Protocol, Self

import msgspec

from baremo.core.decision import Decision
from baremo.core.digest import digest
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored
from baremo.store.glance import Glance
from baremo.store.journal import Answered, Batch, Entry, Mark
from baremo.store.place import Place
from baremo.store.trace import Trace

if TYPE_CHECKING:
    from baremo.store.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstHeader:
    """What holds for the whole run, as format 1 had it."""

    barem: str
    """Digest of the barem."""
    barem_name: str
    barem_document: str
    """The barem itself, so that a run explains itself without any other file."""
    judge: str
    version: str
    """Of Baremo."""
    created: str
    parent: str = ""
    """The seal of the run that this one was derived from without asking a judge again, if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header(FirstHeader):
    """What holds for the whole run."""

    settings: str = ""
    """How the judges were set up, as JSON; empty in runs of format 1."""

    @property
    def digest(self) -> str:
        if self.settings:
            return digest("run-v2", self)
        return digest("run-v1", FirstHeader(**{field.name: getattr(self, field.name) for field in fields(FirstHeader)}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a run keeps about a record besides the record."""

    number: int
    id: str
    dialogue_digest: str
    overall: str | None
    mean: str | None
    unscored: str | None
    digest: str
    link: str
    forgotten: bool


class Run(Protocol):
    """Append-only. Whatever was committed survives a kill; nothing in it is ever changed."""

    @property
    def header(self) -> Header: ...

    @property
    def path(self) -> Place:
        """Where it is; as text, what a user calls it."""

    @property
    def ledger(self) -> "Ledger":
        """What was handed in to providers' batch queues for this run."""

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def append(self, records: Iterable[Record], *, now: str = "") -> tuple[Record, ...]:
        """All of them or none, in one transaction. Returns those that were not there already."""

    def commit(self, batch: Batch) -> tuple[Record, ...]:
        """All of it or nothing, in one transaction. Returns the records that were not there already."""

    def journal(self) -> Iterator[tuple[int, Entry, str]]:
        """Number, entry and link, in order."""

    def troubles(self) -> Iterator[Entry]:
        """What the journal says of failures, in order, without reading all of it."""

    def decisions(self, case: str | None = None) -> Iterator[Decision]:
        """What people said of the verdicts, or of the one of a dialogue, in the order in which they said it; nothing
        about a dialogue that was forgotten."""

    def underway(self) -> Iterator[Answered]:
        """Replies that were had for dialogues without a verdict."""

    def mark(self, seen: str) -> Mark | None:
        """How far an input that looks like this was judged."""

    def seal(self) -> tuple[int, str]:
        """How many records were ever appended, and the last link."""

    def seals(self) -> dict[int, str]: ...

    def known(self) -> dict[str, str]:
        """Digest of every dialogue in the run, by id; forgotten ones by what stands in its place."""

    def count(self) -> int:
        """How many dialogues have a verdict that was not forgotten."""

    def records(self, case: str | None = None, *, exchanges: bool = True, by_id: bool = False) -> Iterator[Record]:
        """All records in the order they were made or by the ids of the dialogues, or the one of a dialogue; none that
        was forgotten. Without their exchanges they come faster."""

    def metadata(self) -> Iterator[Mapping[str, msgspec.Raw]]:
        """What is known about each dialogue, its values unread."""

    def glances(self) -> Iterator[Glance]:
        """Levels and labels of all that was not forgotten, in order: far faster than records."""

    def traces(self) -> Iterator[Trace]:
        """Levels and fingerprints of all that was not forgotten, in order: what two runs are compared by."""

    def record(self, number: int, *, exchanges: bool = True) -> Record: ...

    def parts(self, number: int) -> tuple[str, ...]:
        """The JSON of a record's parts, as it is kept and as `parts_of` writes it."""

    def rows(self) -> Iterator[Row]:
        """What is kept beside the records, forgotten ones included, in order."""

    def row(self, number: int) -> Row:
        """`LookupError` where there is none."""

    def numbers(self) -> Iterator[int]:
        """Of all records that are there, in order, whatever the seals say. Where a table is damaged, of all that may
        be there."""

    @property
    def broken(self) -> tuple[type[Exception], ...]:
        """What reading raises where the database itself is damaged."""

    def loose_ends(self) -> Iterator[str]:
        """Rows that belong to nothing."""

    def digest(self, case: str) -> str:
        """The digest kept with a dialogue's verdict."""

    def forget(self, case: str, *, now: str) -> bool:
        """All that was said and concluded is gone; digests, the links and the fact of deletion stay."""

    def forgotten(self) -> dict[str, str]:
        """When each forgotten dialogue was forgotten, by what stands in place of its id."""

    def claim(self, cases: Collection[str]) -> set[str]:
        """Those of the dialogues that are now this writer's to judge: not in the run yet, and no living writer's."""

    def release(self, cases: Collection[str]) -> None:
        """Give up claims, so that others may judge them. Closing the run gives up all."""

    def hold_queues(self) -> None:
        """Be the only one that hands in to batch queues for this run, until it is closed. `BusyError` if another is."""


def link(previous: str, record: str) -> str:
    return digest("link-v1", [previous, record])


def forgotten_id(case: int | str) -> str:
    """What stands in place of a forgotten dialogue's id: enough to know it again, not to read it."""
    return digest("forgotten-v1", str(case))


def deletion_seal(number: int, at: str) -> str:
    return digest("deletion-v1", [number, at])


def columns(record: Record) -> tuple[str | None, str | None, str | None]:
    """What queries want to see of a verdict without reading its JSON: overall, mean, why unscored."""
    verdict = record.verdict
    if isinstance(verdict, Scored):
        return str(verdict.overall), str(verdict.mean), None
    if isinstance(verdict, Reviewed):
        return str(verdict.likert.final), None, None
    return None, None, verdict.reason
