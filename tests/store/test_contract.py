"""A run, wherever it is kept: what goes in comes out, nothing in it can be changed, and many may read it."""

from dataclasses import replace
from fractions import Fraction

import pytest

import baremo
from baremo.core.ask import Chances, Exchange, Reply, Role, Usage
from baremo.core.record import Record
from baremo.errors import AlreadyThere, SetupError, StorageError
from baremo.store.codec import record_digest
from baremo.store.journal import Answered, Batch, Entry, Kind, Mark
from baremo.store.opening import is_there
from baremo.store.run import Run, forgotten_id
from baremo.store.schema import SCRATCH, TABLES
from building import dialogue
from shelves import HEADER, TALK, Shelf, record


def case(number: int) -> Record:
    return record(dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", case=number))


def test_a_record_comes_back_equal_with_its_digest(shelf: Shelf) -> None:
    kept = record()
    assert not is_there(shelf.place)
    with shelf.create() as run:
        assert run.append([kept]) == (kept,)
    assert is_there(shelf.place)
    with shelf.open() as run:
        assert run.header == HEADER
        assert run.path == shelf.place
        assert run.count() == 1
        (back,) = run.records()
        assert back == kept
        assert next(run.records("a/1")) == kept
        assert list(run.records("other")) == []
        assert replace(kept, exchanges=()) == next(run.records(exchanges=False))
        assert run.digest("a/1") == record_digest(back) == record_digest(kept)
        assert run.known() == {"a/1": TALK.digest}
        assert list(run.loose_ends()) == []


def test_an_unscored_record_comes_back_too(shelf: Shelf) -> None:
    judge = baremo.ScriptedModel({baremo.Role.EVALUATOR: "no JSON"})
    kept = replace(baremo.judge(TALK, judge=judge), barem=HEADER.barem)
    assert isinstance(kept.verdict, baremo.Unscored)
    with shelf.create() as run:
        run.append([kept])
        assert list(run.records()) == [kept]
        assert next(run.records()).exchanges[0].reply.text == "no JSON"


ODD = "\x00 \x01 \x010 \x01\x01 \x00\x00 \\u0000 \x7f \uffff \U0010ffff ' \" % ? {} é \u2028"


def test_any_character_comes_back(shelf: Shelf) -> None:
    """NUL above all, which text in PostgreSQL cannot hold."""
    reply = Reply(text=ODD, model=ODD, notes=(ODD,))
    said = Exchange(role=Role.EVALUATOR, judge=ODD, ask=ODD, reply=reply, seat=0)
    odd = record(dialogue(f"S: {ODD}", case=ODD), exchanges=(said,), verdict=baremo.Unscored(reason=ODD, stage=ODD))
    header = replace(HEADER, judge=ODD, barem_document=ODD)
    with shelf.create(header) as run:
        kept = replace(odd, judge=ODD)
        run.append([kept])
        assert list(run.records()) == [kept]
        assert list(run.records(ODD)) == [kept]
        assert run.claim([ODD, "\x00"]) == {"\x00"}
        (row,) = run.rows()
        assert (row.id, row.unscored) == (ODD, ODD)
        assert list(run.loose_ends()) == []
    with shelf.open() as run:
        assert run.header == header


def test_a_lone_surrogate_has_no_place_in_a_run(shelf: Shelf) -> None:
    """JSON has none, so no digest could be made of it; nothing of its batch is kept."""
    half = Exchange(role=Role.EVALUATOR, judge="j", ask="a", reply=Reply(text="\ud800"), seat=0)
    with shelf.create() as run:
        with pytest.raises(UnicodeEncodeError):
            run.append([case(1), record(exchanges=(half,))])
        assert run.known() == {}
        assert run.append([case(1)])


def test_everything_that_is_said_of_a_reply_comes_back(shelf: Shelf) -> None:
    chances = (Chances(criterion="Fluency", levels=((Fraction(80), 0.75), (Fraction(1, 3), 0.125)), covered=0.875),)
    reply = Reply(text="x", model="m", usage=Usage(input=2**70, output=3), chances=chances, notes=("n",))
    said = Exchange(role=Role.CRITIC, judge="j", ask="a", reply=reply, seat=2)
    kept = record(exchanges=(said,), flags=("evaluator: echo",))
    with shelf.create() as run:
        run.append([kept])
        assert list(run.records()) == [kept]
        assert run.digest("a/1") == record_digest(kept)


@pytest.mark.parametrize("table", sorted(TABLES))
def test_nothing_in_it_can_be_changed_or_taken_out(shelf: Shelf, table: str) -> None:
    filled(shelf)
    ((column,),) = shelf.edit(f"SELECT count(*) FROM {table}")
    assert column > 0
    text = {"run": "value", "seals": "link", "batches": "judge", "asked": "key", "missed": "key"}
    column = {"cases": "digest", "exchanges": "reply", "verdicts": "verdict", "journal": "kind"} | text
    for statement in (f"UPDATE {table} SET {column.get(table, 'at')} = 'x'", f"DELETE FROM {table}"):
        with pytest.raises(shelf.refused, match="append-only"):
            shelf.edit(statement)


def filled(shelf: Shelf) -> None:
    """A row in every table."""
    from baremo.store.ledger import Miss, Parcel, Takings

    with shelf.create() as run:
        run.append([record(), case(2)])
        run.forget("2", now="now")
        parcel = Parcel(number=1, round=1, judge="j", requests=1, expected=None, at="now")
        run.ledger.intend(parcel, ["k"])
        run.ledger.accept(1, "b", now="now")
        run.ledger.collect(1, Takings(ended="x"), {"k": Miss(outcome="o", detail="d", served=True)}, now="now")
        run.ledger.rest(now="now")


def test_a_store_has_the_columns_of_a_file(shelf: Shelf) -> None:
    """In the same order: what one statement says holds for both."""
    import sqlite3

    filled(shelf)
    for table, declared in (TABLES | SCRATCH).items():
        with sqlite3.connect(":memory:") as db:
            db.execute(f"CREATE TABLE {table} ({declared})")
            names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        db.close()
        assert shelf.edit(f"SELECT {', '.join(names)} FROM {table} WHERE 1 = 0") == []
        assert all(len(row) == len(names) for row in shelf.edit(f"SELECT * FROM {table}"))


def test_a_batch_is_kept_whole_or_not_at_all(shelf: Shelf) -> None:
    other = replace(record(), dialogue=dialogue("S: Hello.", case="a/1"))
    with shelf.create() as run:
        with pytest.raises(SetupError, match="with another content"):
            run.append([record(), other])
        assert run.count() == 0
        assert len(run.append([record(), record()])) == 1
        assert run.count() == 1


def test_what_is_there_already_is_not_doubled(shelf: Shelf) -> None:
    with shelf.create() as run:
        run.append([case(1), case(2)])
        seal = run.seal()
        assert run.append([case(2)]) == run.append([]) == ()
        assert run.seal() == seal
        assert [str(one.dialogue.id) for one in run.append([case(2), case(3)])] == ["3"]
        assert sorted(run.seals()) == [0, 2, 3]
        assert run.forget("1", now="now")
        assert run.append([case(1)]) == ()  # forgotten for good
        assert list(run.loose_ends()) == []


def test_a_run_is_made_once(shelf: Shelf) -> None:
    shelf.create().close()
    with pytest.raises(AlreadyThere):
        shelf.create()


def test_no_such_run(shelf: Shelf) -> None:
    for write in (False, True):
        with pytest.raises(SetupError, match="no such run"):
            shelf.open(write=write)


def test_a_header_that_was_changed_is_none(shelf: Shelf) -> None:
    shelf.create().close()
    assert shelf.tamper("DELETE FROM run WHERE key = 'judge'") == 1
    with pytest.raises(SetupError, match="cannot be read as a run: its header has or lacks judge"):
        shelf.open()


def test_who_reads_cannot_write(shelf: Shelf) -> None:
    shelf.create().close()
    with shelf.open() as run, pytest.raises(StorageError, match=r"read-?only"):
        run.append([record()])
    with shelf.open() as run:
        assert run.count() == 0


def test_who_reads_sees_one_moment(shelf: Shelf) -> None:
    """Else `verify` would find seals of records that it has not read, while others write."""
    with shelf.create() as run:
        run.append([case(1)])
        with shelf.open() as reader:
            assert reader.count() == 1
            run.append([case(2)])
            assert reader.count() == 1
            assert reader.seal()[0] == len(list(reader.rows())) == 1
            assert list(reader.loose_ends()) == []
        assert run.count() == 2


def test_many_records_come_in_order_by_number_or_by_id(shelf: Shelf) -> None:
    """More than are read at once."""
    one = record()
    names = [str(number) for number in range(250, 0, -1)]
    made = [replace(one, dialogue=replace(TALK, id=name)) for name in names]
    with shelf.create() as run:
        for start in range(0, 250, 50):
            run.append(made[start : start + 50])
        assert [record.dialogue.id for record in run.records()] == names
        assert [record.dialogue.id for record in run.records(by_id=True)] == names[::-1]
        assert [row.number for row in run.rows()] == list(range(1, 251))
        assert list(run.known()) == names
        assert sum(1 for _ in run.metadata()) == 250
        assert all(record == first for record, first in zip(run.records(), made, strict=True))


def test_ids_are_ordered_by_their_bytes(shelf: Shelf) -> None:
    names = ["10", "9", "b", "B", "a", "é", "z", "_", "009"]
    with shelf.create() as run:
        run.append([replace(record(), dialogue=replace(TALK, id=name)) for name in names])
        order = [record.dialogue.id for record in run.records(by_id=True)]
    assert order == ["009", "9", "10", "B", "_", "a", "b", "z", "é"]


def entry(kind: Kind, name: str) -> Entry:
    return Entry(kind=kind, at="now", case=name, ask="k", judge="j", outcome="timeout", detail=f"{name} was slow")


def test_the_journal_and_what_is_under_way_come_back(shelf: Shelf) -> None:
    reply = Reply(text="said\x00", usage=Usage(input=1, output=2))
    answered = Answered(key="k", case="a/1", judge="j", reply=reply)
    with shelf.create() as run:
        run.commit(Batch(entries=[entry(Kind.INTENT, "a/1")], answered=[answered, answered], at="now"))
        run.commit(Batch(entries=[entry(Kind.FAILURE, "b")], mark=Mark(input="i", written="{}")))
        run.commit(Batch(mark=Mark(input="i", written="[1]")))
        assert list(run.underway()) == [answered]
        assert run.mark("i") == Mark(input="i", written="[1]")
        assert run.mark("other") is None
        assert list(run.troubles()) == [entry(Kind.FAILURE, "b")]
        kinds = [one.kind for _, one, _ in run.journal()]
        assert kinds == [Kind.OPENED, Kind.INTENT, Kind.FAILURE]
        run.append([record()])
        assert list(run.underway()) == []  # it is concluded
        assert list(run.loose_ends()) == []


def test_a_long_journal_comes_back_in_order(shelf: Shelf) -> None:
    with shelf.create() as run:
        run.commit(Batch(entries=[entry(Kind.INTENT, str(number)) for number in range(2500)]))
        assert [number for number, _, _ in run.journal()] == list(range(1, 2502))
        assert list(run.loose_ends()) == []


def test_forgetting_leaves_the_fact_and_nothing_else(shelf: Shelf) -> None:
    with shelf.create() as run:
        run.append([record(), case(2)])
        answered = Answered(key="k", case="a/1", judge="j", reply=Reply(text="Hello."))
        run.commit(Batch(entries=[entry(Kind.FAILURE, "a/1")], answered=[answered]))
        before = list(run.rows())
        assert run.forget("a/1", now="2026-01-01")
        assert not run.forget("a/1", now="2026-01-01")
        after = list(run.rows())
        kept = [(one.digest, one.link, one.dialogue_digest) for one in before]
        assert [(one.digest, one.link, one.dialogue_digest) for one in after] == kept
        assert [one.forgotten for one in after] == [True, False]
        assert list(run.records()) == [case(2)]
        assert run.count() == 1
        assert run.forgotten() == {forgotten_id("a/1"): "2026-01-01"}
        assert run.claim(["a/1", "3"]) == {"3"}
        assert list(run.loose_ends()) == []
    rows = [row for table in [*TABLES, *SCRATCH] for row in shelf.edit(f"SELECT * FROM {table}")]
    told = "\n".join(str(cell) for row in rows for cell in row)
    assert "so happy." in told  # the other dialogue's
    for words in ("a/1", "so happy\\u0000", "was slow"):
        assert words not in told, words
    with pytest.raises(shelf.refused, match="append-only"):
        shelf.edit("DELETE FROM forgotten")


def test_claims_are_for_what_is_not_in_the_run(shelf: Shelf) -> None:
    with shelf.create() as run:
        run.append([case(1)])
        assert run.claim(["1", "2", "3", "3"]) == {"2", "3"}
        assert run.claim(["2"]) == {"2"}  # still its own
        run.release(["2"])
        assert run.claim([]) == set()
        run.append([case(2)])
        assert run.claim(["2"]) == set()
        run.hold_queues()
        run.hold_queues()


def test_a_run_is_a_run(shelf: Shelf) -> None:
    with shelf.create() as run:
        assert isinstance(run.header.digest, str)
        held: Run = run
        assert held.seal() == (0, HEADER.digest)
