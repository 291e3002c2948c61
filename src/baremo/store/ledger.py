"""What a run handed in to providers' batch queues, and what came back: append-only, as all of a run.

A batch is written down before it is handed in and again when the provider has taken it, so that a kill in between is
seen. What came back is written down once it is safe in the reply cache.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import msgspec

from baremo.core.ask import Usage
from baremo.core.digest import digest
from baremo.store.database import Database
from baremo.store.journal import Entry, Kind
from baremo.store.rows import enter, note_stand

TURNED_AWAY = "turned away"
"""How a batch ended that the queue had no room for: nothing was asked, and it does not count as a try."""
REFUSED = "refused"
"""How one ended that the provider did not take."""
NEVER_ARRIVED = "never arrived"
"""How one ended of which it is not known whether the provider has it."""
_ALL = (
    "SELECT number, round, judge, requests, expected, at FROM batches",
    "SELECT number, id, at FROM accepted",
    "SELECT number, ended, at, calls, usage, cost, unpriced FROM collected",
    "SELECT number, at FROM rests",
    "SELECT number, key FROM asked",
    "SELECT number, key, served, outcome FROM missed",
)
_UNTAKEN = (TURNED_AWAY, REFUSED)
_NONE = Usage(input=0, output=0)
_COUNTS = Usage.__struct_fields__


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A batch, from here."""

    number: int
    round: int
    judge: str
    requests: int
    expected: Fraction | None
    """What it was thought to cost, in dollars; None where that is not known."""
    at: str
    id: str = ""
    """The provider's; empty where it is not known to have arrived."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """An ask that got no reply from its batch."""

    outcome: str
    detail: str
    served: bool
    """Whether the model was asked at all."""
    ended: str = ""
    """How its batch ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Takings:
    """What came back of a batch, besides the replies themselves."""

    ended: str = ""
    """The provider's word, or one of those above."""
    calls: int = 0
    """Those that may be billed: answers, also such as could not be read."""
    usage: Usage = _NONE
    cost: Fraction = Fraction(0)
    unpriced: int = 0
    """Calls of which the price is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """All that one judge was handed in so far."""

    requests: int = 0
    takings: Takings = field(default_factory=Takings)
    open: Fraction = Fraction(0)
    """What batches that are not back yet, or never arrived, are thought to cost."""


class Ledger:
    def __init__(self, db: Database) -> None:
        self._db = db

    def intend(self, parcel: Parcel, keys: Iterable[str]) -> None:
        self._db.durable()  # from here on money hangs on what is written
        with self._db.transaction():
            expected = "" if parcel.expected is None else str(parcel.expected)
            row = (parcel.number, parcel.round, parcel.judge, parcel.requests, expected, parcel.at)
            self._db.execute("INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?)", row)
            self._db.executemany("INSERT INTO asked VALUES (?, ?)", ((parcel.number, key) for key in keys))
            self._note(parcel.at)

    def accept(self, number: int, name: str, *, now: str) -> None:
        """The provider has it, under this name."""
        with self._db.transaction():
            self._db.execute("INSERT INTO accepted VALUES (?, ?, ?)", (number, name, now))
            self._note(now)

    def collect(self, number: int, takings: Takings, missed: Mapping[str, Miss], *, now: str) -> None:
        """Nothing more will come of it. `missed` is by the key of the ask."""
        usage = msgspec.json.encode(takings.usage).decode()
        row = (number, takings.ended, now, takings.calls, usage, str(takings.cost), takings.unpriced)
        with self._db.transaction():
            self._db.execute("INSERT INTO collected VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            self._db.executemany(
                "INSERT INTO missed VALUES (?, ?, ?, ?, ?)",
                ((number, key, miss.served, miss.outcome, miss.detail) for key, miss in missed.items()),
            )
            self._note(now)

    def next(self) -> tuple[int, int]:
        """The numbers of the next batch and of the next round."""
        query = "SELECT coalesce(max(number), 0) + 1, coalesce(max(round), 0) + 1 FROM batches"
        batch, turn = self._db.execute(query).fetchone()
        return batch, turn

    def open(self) -> list[Parcel]:
        """What has not come back yet."""
        query = """SELECT number, round, judge, requests, expected, batches.at, coalesce(id, '')
            FROM batches LEFT JOIN accepted USING (number)
            WHERE number NOT IN (SELECT number FROM collected) ORDER BY number"""
        return [
            Parcel(
                number=number,
                round=turn,
                judge=judge,
                requests=requests,
                expected=Fraction(expected) if expected else None,
                at=at,
                id=name,
            )
            for number, turn, judge, requests, expected, at, name in self._db.execute(query)
        ]

    def asked(self, number: int) -> set[str]:
        """The keys of the asks in a batch."""
        return {key for (key,) in self._db.execute("SELECT key FROM asked WHERE number = ?", (number,))}

    def rest(self, *, now: str) -> None:
        """The run has come to an end, or to one that a user must mend: later tries are counted anew."""
        last = self.next()[0] - 1
        if last and not self._db.execute("SELECT 1 FROM rests WHERE number = ?", (last,)).fetchone():
            with self._db.transaction():
                self._db.execute("INSERT INTO rests VALUES (?, ?)", (last, now))
                self._note(now)

    def faults(self) -> Iterator[str]:
        """Whether it is as the journal last said. What was handed in before runs had a journal is not known to it."""
        query = "SELECT ask FROM journal WHERE kind = ? ORDER BY number DESC LIMIT 1"
        stated = self._db.execute(query, (Kind.LEDGER,)).fetchone()
        if stated and stated[0] != self._digest():
            yield "what was handed in to a provider's queue, or came back, has been changed"

    def _note(self, now: str) -> None:
        enter(self._db, [Entry(kind=Kind.LEDGER, at=now, ask=self._digest())])
        note_stand(self._db)

    def _digest(self) -> str:
        """Of everything but a provider's words, which are taken out where a dialogue is forgotten."""
        tables = [sorted(map(_plain, self._db.execute(query))) for query in _ALL]
        return digest("ledger-v1", tables)

    def missed(self) -> dict[str, list[Miss]]:
        """Every time since the last rest that an ask got no reply, by its key, in order."""
        query = """SELECT key, outcome, detail, served, ended FROM missed JOIN collected USING (number)
            WHERE number > (SELECT coalesce(max(number), 0) FROM rests) ORDER BY number"""
        found: dict[str, list[Miss]] = {}
        for key, outcome, detail, served, ended in self._db.execute(query):
            found.setdefault(key, []).append(Miss(outcome=outcome, detail=detail, served=bool(served), ended=ended))
        return found

    def answered(self) -> set[str]:
        """The keys of the asks that got a reply, which is in the reply cache."""
        query = """SELECT key FROM asked JOIN collected USING (number) WHERE ended NOT IN (?, ?, ?) AND NOT EXISTS
            (SELECT 1 FROM missed WHERE missed.number = asked.number AND missed.key = asked.key)"""
        return {key for (key,) in self._db.execute(query, (*_UNTAKEN, NEVER_ARRIVED))}

    def smallest_turned_away(self) -> dict[str, int]:
        """By judge: so many asks at a time were too many for its queue."""
        query = """SELECT judge, min(requests) FROM batches JOIN collected USING (number) WHERE ended = ?
            GROUP BY judge"""
        return dict(self._db.execute(query, (TURNED_AWAY,)))

    def totals(self) -> dict[str, Total]:
        """By judge. What was turned away or refused was never handed in."""
        query = """SELECT judge, requests, expected, ended, calls, usage, cost, unpriced
            FROM batches LEFT JOIN collected USING (number) WHERE coalesce(ended, '') NOT IN (?, ?) ORDER BY number"""
        totals: dict[str, Total] = {}
        for judge, requests, expected, ended, *amounts in self._db.execute(query, _UNTAKEN):
            total = totals.get(judge, Total())
            totals[judge] = replace(total, requests=total.requests + requests)
            if ended in (None, NEVER_ARRIVED):
                totals[judge] = replace(totals[judge], open=total.open + Fraction(expected or 0))
            else:
                totals[judge] = replace(totals[judge], takings=_plus(total.takings, amounts))
        return totals


def _plain(row: Iterable[Any]) -> list[Any]:
    """A truth is a number in SQLite."""
    return [int(value) if isinstance(value, bool) else value for value in row]


def _plus(takings: Takings, amounts: list[Any]) -> Takings:
    calls, written, cost, unpriced = amounts
    one, other = takings.usage, msgspec.json.decode(written, type=Usage)
    usage = Usage(**{name: getattr(one, name) + getattr(other, name) for name in _COUNTS})
    return Takings(
        calls=takings.calls + calls,
        usage=usage,
        cost=takings.cost + Fraction(cost),
        unpriced=takings.unpriced + unpriced,
    )
