"""People's decisions in the journal of a run."""

from collections.abc import Iterable, Iterator, Sequence

from baremo.core.decision import Decision
from baremo.store.database import Database
from baremo.store.journal import Entry, Kind

_DECIDED = "SELECT id, ask, judge, outcome, detail, at FROM journal WHERE kind = ?"
_LIVING = "id NOT IN (SELECT cases.id FROM forgotten JOIN cases USING (number))"


def entry_of(one: Decision) -> Entry:
    return Entry(
        kind=Kind.DECIDED,
        at=one.at,
        case=one.case,
        ask=one.criterion,
        judge=one.by,
        outcome=one.level,
        detail=one.because,
    )


def read_decisions(db: Database, case: str | None = None) -> Iterator[Decision]:
    """In the order in which they were made; none on a dialogue that was forgotten."""
    wanted: tuple[str, ...] = (Kind.DECIDED.value,)
    query = f"{_DECIDED} AND {_LIVING}"
    if case is not None:
        query, wanted = f"{query} AND id = ?", (*wanted, case)
    for about, criterion, by, level, because, at in db.execute(f"{query} ORDER BY number", wanted):
        yield Decision(case=about, criterion=criterion, by=by, level=level, because=because, at=at)


def decided_cases(entries: Iterable[Entry]) -> Sequence[str]:
    """The dialogues that these entries decide on."""
    return sorted({entry.case for entry in entries if entry.kind is Kind.DECIDED})


def erase_decisions(db: Database, case: str) -> None:
    """Before a dialogue is forgotten: what was decided on it was concluded from it. Who decided stays."""
    decided = "UPDATE journal SET ask = '', outcome = '' WHERE kind = ? AND id = ?"
    db.execute(decided, (Kind.DECIDED.value, case))
