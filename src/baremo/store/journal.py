"""The journal of a run: every call before it is made, every failure, every commit. Append-only, each entry linked to
the one before it.

A commit states the seal that it made, so that journal and records vouch for each other: neither can lose its end
unseen, once the run has come to one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from baremo.core.ask import Reply
from baremo.core.digest import digest
from baremo.core.record import Record


class Kind(StrEnum):
    OPENED = "opened"
    """The journal's beginning; `ask` is the last link of the records by then."""
    INTENT = "intent"
    """A call is about to be made."""
    FAILURE = "failure"
    """A dialogue could not be judged for a reason that may pass."""
    AGAIN = "again"
    """A dialogue is to be tried as often as a new one."""
    KEPT = "kept"
    """Records were committed; `ask` is the last link."""
    LEDGER = "ledger"
    """Something was handed in to a queue or came back; `ask` is the digest of all that the ledger holds."""
    DECIDED = "decided"
    """A person's word on a verdict: `judge` is who, `ask` the criterion (empty: the dialogue as a whole), `outcome` the
    level (empty: they take their word back), `detail` why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    kind: Kind
    at: str
    case: str = ""
    """Id of the dialogue; what stands in its place where that was forgotten."""
    ask: str = ""
    judge: str = ""
    outcome: str = ""
    detail: str = ""


def entry_link(previous: str, entry: Entry) -> str:
    return digest(
        "entry-v1",
        [previous, entry.kind, entry.at, entry.case, entry.ask, entry.judge, entry.outcome, entry.detail],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries:
    """What the journal says of a dialogue that has no verdict."""

    failures: int
    last: Entry


def tries(entries: Iterable[Entry]) -> dict[str, Tries]:
    """By id, for those that failed since they were last to be tried again."""
    found: dict[str, Tries] = {}
    for entry in entries:
        if entry.kind is Kind.AGAIN:
            found.pop(entry.case, None)
        elif entry.kind is Kind.FAILURE:
            before = found[entry.case].failures if entry.case in found else 0
            found[entry.case] = Tries(failures=before + 1, last=entry)
    return found


def journal_faults(
    rows: Iterable[tuple[int, Entry, str]], seals: Mapping[int, str], forgotten: Iterable[str]
) -> Iterator[str]:
    """`rows`: number, entry and link, in order. What was forgotten keeps its link and cannot be linked anew."""
    gone, previous, expected = set(forgotten), "", 1
    stated: set[str] = set()
    for number, entry, link in rows:
        if number != expected:
            yield f"the journal lacks entry {expected}"
        if (number == 1) != (entry.kind is Kind.OPENED):
            yield "the journal has lost its beginning" if number == 1 else f"the journal begins again at entry {number}"
        if not (_is_blank(entry) if entry.case in gone else entry_link(previous, entry) == link):
            yield f"entry {number} of the journal has been changed"
        if entry.kind in (Kind.OPENED, Kind.KEPT):
            stated.add(entry.ask)
        expected, previous = number + 1, link
    if expected == 1:
        yield "the journal is gone"
    elif seals and seals[max(seals)] not in stated:
        yield "the journal does not know of the last commit"


def _is_blank(entry: Entry) -> bool:
    """Whether it is what forgetting leaves: nothing that was said, and of a decision only that there was one."""
    told = (entry.detail, entry.ask, entry.outcome) if entry.kind is Kind.DECIDED else (entry.detail,)
    return not any(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A reply to a dialogue that has no verdict yet."""

    key: str
    """Under which whoever asks models looks for it again."""
    case: str
    judge: str
    reply: Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """How far an input was judged."""

    input: str
    """Digest of what the input looked like; empty where it cannot be known again, and then there is no mark."""
    written: str
    """Where to go on, as JSON."""


NO_MARK = Mark(input="", written="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What is committed together."""

    records: Sequence[Record] = ()
    entries: Sequence[Entry] = ()
    answered: Sequence[Answered] = ()
    mark: Mark | None = None
    at: str = ""


STAND = "journal"
"""The mark that is no input's: where the journal stands."""


def stand_digest(written: str) -> str:
    return digest("stand-v1", written)


def answered_digest(key: str, case: str, judge: str, reply: str) -> str:
    return digest("underway-v1", [key, case, judge, reply])


def mark_digest(mark: Mark, header: str) -> str:
    """Of this run alone: a mark that was moved from another counts for nothing."""
    return digest("mark-v1", [header, mark.input, mark.written])
