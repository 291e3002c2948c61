"""What a run handed in to queues: written down before and after, never changed."""

import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from shutil import copy

import pytest

from baremo.core.ask import Usage
from baremo.store.ledger import NEVER_ARRIVED, REFUSED, TURNED_AWAY, Ledger, Miss, Parcel, Takings
from baremo.store.run import Header, Run
from baremo.store.runfile import RunFile
from baremo.store.schema import NEW_TABLES
from building import ROOT
from shelves import Shelf

HEADER = Header(
    barem="barem-v1:x", barem_name="strict", barem_document="{}", judge="openai:a", version="0", created="now"
)
NOW = "2026-01-01T00:00:00+00:00"
MISS = Miss(outcome="timeout", detail="too slow", served=True)


def parcel(number: int, *, judge: str = "openai:a", requests: int = 2, expected: str | None = "1/3") -> Parcel:
    cost = None if expected is None else Fraction(expected)
    return Parcel(number=number, round=1, judge=judge, requests=requests, expected=cost, at=NOW)


@pytest.fixture
def run(shelf: Shelf) -> Run:
    return shelf.create(HEADER)


def handed_in(ledger: Ledger, number: int, *keys: str, judge: str = "openai:a", expected: str | None = "1/3") -> None:
    ledger.intend(parcel(number, judge=judge, requests=len(keys), expected=expected), keys)
    ledger.accept(number, f"batch_{number}", now=NOW)


def test_an_intention_is_there_before_the_provider_has_it(run: Run, shelf: Shelf) -> None:
    ledger = run.ledger
    assert (ledger.next(), ledger.open()) == ((1, 1), [])
    ledger.intend(parcel(1), ["k1", "k2"])
    assert ledger.open() == [parcel(1)]
    run.close()
    with shelf.open(write=True) as again:
        (found,) = again.ledger.open()
        assert (found.id, found.expected) == ("", Fraction(1, 3))
        again.ledger.accept(1, "batch_1", now=NOW)
        assert [one.id for one in again.ledger.open()] == ["batch_1"]
        assert again.ledger.asked(1) == {"k1", "k2"}
        assert again.ledger.next() == (2, 2)
        again.ledger.collect(1, Takings(ended="completed"), {}, now=NOW)
        assert again.ledger.open() == []


def test_what_is_written_down_before_money_is_spent_outlives_a_power_cut(tmp_path: Path) -> None:
    with RunFile.create(tmp_path / "a.baremo", HEADER) as run:
        run.ledger.intend(parcel(1), ["k1"])
        assert run._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_an_intention_is_kept_whole_or_not_at_all(run: Run, shelf: Shelf) -> None:
    with run, pytest.raises(shelf.refused):
        run.ledger.intend(parcel(1), ["k1", "k1"])
    with shelf.open() as again:
        assert again.ledger.next() == (1, 1)


def test_misses_are_counted_by_ask_and_replies_known_by_their_absence(run: Run) -> None:
    with run:
        ledger = run.ledger
        handed_in(ledger, 1, "good", "bad", "late")
        late = Miss(outcome="timeout", detail="expired", served=False)
        ledger.collect(1, Takings(ended="expired", calls=1), {"bad": MISS, "late": late}, now=NOW)
        handed_in(ledger, 2, "bad", "late")
        assert ledger.answered() == {"good"}  # of what is back
        ledger.collect(2, Takings(ended="completed", calls=1), {"bad": MISS}, now=NOW)
        assert ledger.answered() == {"good", "late"}
        found = ledger.missed()
        assert [(miss.served, miss.ended) for miss in found["bad"]] == [(True, "expired"), (True, "completed")]
        assert [(miss.outcome, miss.detail, miss.served) for miss in found["late"]] == [("timeout", "expired", False)]


def test_after_a_rest_tries_are_counted_anew(run: Run) -> None:
    with run:
        ledger = run.ledger
        ledger.rest(now=NOW)  # nothing was handed in: there is nothing to rest from
        handed_in(ledger, 1, "a")
        ledger.collect(1, Takings(ended="completed", calls=1), {"a": MISS}, now=NOW)
        assert len(ledger.missed()["a"]) == 1
        ledger.rest(now=NOW)
        ledger.rest(now=NOW)
        assert ledger.missed() == {}
        handed_in(ledger, 2, "a")
        ledger.collect(2, Takings(ended="completed", calls=1), {"a": MISS}, now=NOW)
        assert len(ledger.missed()["a"]) == 1
        assert ledger.answered() == set()
        assert ledger.totals()["openai:a"].requests == 2


def test_what_never_got_anywhere_is_neither_a_try_nor_an_answer(run: Run) -> None:
    with run:
        for number, ended in enumerate((TURNED_AWAY, REFUSED, NEVER_ARRIVED), start=1):
            handed_in(run.ledger, number, *(f"k{index}" for index in range(4 * number)))
            run.ledger.collect(number, Takings(ended=ended), {}, now=NOW)
        assert run.ledger.answered() == set()
        assert run.ledger.missed() == {}
        assert run.ledger.smallest_turned_away() == {"openai:a": 4}
        total = run.ledger.totals()["openai:a"]
        # What may have arrived may have to be paid for: twelve asks, and what they were thought to cost.
        assert (total.requests, total.open, total.takings.calls) == (12, Fraction(1, 3), 0)


def test_totals_by_judge_are_exact_however_much_a_server_claims_to_have_counted(run: Run) -> None:
    with run:
        ledger = run.ledger
        usage = Usage(input=2**70, output=3, cached=1, written=2)
        for number in (1, 2):
            handed_in(ledger, number, "a", "b")
            taken = Takings(ended="completed", calls=2, usage=usage, cost=Fraction(1, 3), unpriced=1)
            ledger.collect(number, taken, {}, now=NOW)
        handed_in(ledger, 3, "c", judge="anthropic:b", expected=None)
        totals = ledger.totals()
        taken = totals["openai:a"].takings
        assert taken.usage == Usage(input=2**71, output=6, cached=2, written=4)
        assert (taken.calls, taken.cost, taken.unpriced) == (4, Fraction(2, 3), 2)
        assert (totals["anthropic:b"].requests, totals["anthropic:b"].open) == (1, Fraction(0))


@pytest.mark.parametrize("table", NEW_TABLES[2])
def test_nothing_in_it_can_be_changed_taken_out_or_replaced(tmp_path: Path, table: str) -> None:
    path = tmp_path / "a.baremo"
    with RunFile.create(path, HEADER) as run:
        handed_in(run.ledger, 1, "a")
        run.ledger.collect(1, Takings(ended="completed"), {"a": MISS}, now=NOW)
        run.ledger.rest(now=NOW)
    with closing(sqlite3.connect(path)) as db:
        (row,) = db.execute(f"SELECT * FROM {table}").fetchall()
        marks = ", ".join("?" * len(row))
        for statement, values in (
            (f"UPDATE {table} SET number = 7", ()),
            (f"DELETE FROM {table}", ()),
            (f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row),
        ):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(statement, values)


def test_a_run_of_format_1_gets_a_ledger_that_is_as_safe_when_it_is_written_to(tmp_path: Path) -> None:
    path = Path(copy(ROOT / "tests/golden/format-1.baremo", tmp_path))
    with RunFile.open(path, write=True) as run:
        cases = list(run.known())
        handed_in(run.ledger, 1, "a")
        run.ledger.collect(1, Takings(ended="completed"), {"a": MISS}, now=NOW)
        assert run.forget(cases[0], now=NOW)  # takes off what protects the tables, and puts it on again
        assert run.ledger.missed()["a"][0].detail == ""  # a provider's words may have repeated what was said
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute("DELETE FROM missed")
