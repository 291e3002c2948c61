"""People's decisions in a run, wherever it is kept: in order, for good, and gone with the dialogue."""

import random
from pathlib import Path
from shutil import copy

import pytest

from baremo.core.decision import Decision
from baremo.core.record import Record
from baremo.errors import SetupError, StorageError
from baremo.store.decisions import entry_of
from baremo.store.journal import Batch, Entry, Kind
from baremo.store.run import Run, forgotten_id
from baremo.store.runfile import RunFile
from baremo.store.schema import SCRATCH, TABLES
from building import ROOT, dialogue
from shelves import FileShelf, Shelf, record


def case(name: str) -> Record:
    return record(dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", case=name))


def said(about: str = "a", by: str = "Ana", **more: str) -> Decision:
    return Decision(case=about, by=by, **({"at": "now", "level": "60", "because": f"{by} read {about}"} | more))


def decide(run: Run, *words: Decision) -> None:
    run.commit(Batch(entries=[entry_of(word) for word in words]))


def filled(shelf: Shelf, *words: Decision) -> None:
    with shelf.create() as run:
        run.append([case("a"), case("b")])
        decide(run, *words)


def test_what_was_said_comes_back_in_order(shelf: Shelf) -> None:
    """However it is dealt out, among other entries."""
    rng = random.Random(5)
    names, criteria, levels = ["Ana", "Ben", "Zoë\x00'%?"], ["", "Empathy"], ["", "20", "60"]
    words = [
        said(rng.choice("ab"), rng.choice(names), criterion=rng.choice(criteria), level=rng.choice(levels), at=str(n))
        for n in range(60)
    ]
    filled(shelf)
    left = list(words)
    while left:
        with shelf.open(write=True) as run:
            some, left = left[: (size := rng.randint(1, 9))], left[size:]
            decide(run, *some)
            run.commit(Batch(entries=[Entry(kind=Kind.INTENT, at="now", case="a", ask="k", judge="j")]))
    with shelf.open() as run:
        assert list(run.decisions()) == words
        for name in "ab":
            assert list(run.decisions(name)) == [word for word in words if word.case == name]
        assert list(run.decisions("c")) == []
        assert list(run.loose_ends()) == []


def test_verdicts_stay_as_they_are(shelf: Shelf) -> None:
    filled(shelf)
    with shelf.open(write=True) as run:
        before = [*run.records()], [*run.rows()], run.seals()
        decide(run, said(), said(criterion="Empathy", level="20"), said(level=""))
        assert ([*run.records()], [*run.rows()], run.seals()) == before
        assert run.count() == 2


def test_who_reads_cannot_decide(shelf: Shelf) -> None:
    filled(shelf)
    with shelf.open() as run, pytest.raises(StorageError, match=r"read-?only"):
        decide(run, said())
    with shelf.open() as run:
        assert list(run.decisions()) == []


@pytest.mark.parametrize("about", ["c", "", "a "])
def test_nobody_decides_on_what_is_not_there(shelf: Shelf, about: str) -> None:
    """All or nothing: what came with it is not kept either."""
    filled(shelf)
    with shelf.open(write=True) as run:
        with pytest.raises(SetupError, match="is not in"):
            decide(run, said(), said(about))
        assert list(run.decisions()) == []
        assert list(run.loose_ends()) == []


def test_nobody_decides_on_what_was_forgotten_meanwhile(shelf: Shelf) -> None:
    filled(shelf)
    with shelf.open(write=True) as run:
        run.forget("a", now="now")
        with pytest.raises(SetupError, match="is not in"):
            decide(run, said())
    assert "Ana" not in told(shelf)


def told(shelf: Shelf) -> str:
    rows = [row for table in [*TABLES, *SCRATCH] for row in shelf.edit(f"SELECT * FROM {table}")]
    return "\n".join(str(cell) for row in rows for cell in row)


def test_decisions_are_forgotten_with_their_dialogue(shelf: Shelf) -> None:
    about, other = said(criterion="Fluency", level="A-LEVEL", because="she cried"), said("b", "Ben")
    filled(shelf, about, other, said(level="", because="she called again"))
    assert "she cried" in told(shelf)
    with shelf.open(write=True) as run:
        assert run.forget("a", now="2026-01-01")
        assert list(run.decisions()) == [other]
        assert list(run.decisions("a")) == list(run.decisions(forgotten_id("a"))) == []
        assert list(run.loose_ends()) == []
    for words in ("she cried", "she called", "A-LEVEL"):
        assert words not in told(shelf)
    rows = shelf.edit("SELECT ask, judge, outcome, detail FROM journal WHERE kind = 'decided' ORDER BY number")
    assert rows == [("", "Ana", "", ""), ("", "Ben", "60", "Ben read b"), ("", "Ana", "", "")]


TAMPERING = [
    "UPDATE journal SET outcome = '100' WHERE kind = 'decided' AND id = 'a'",
    "UPDATE journal SET judge = 'Eve' WHERE kind = 'decided' AND id = 'a'",
    "UPDATE journal SET detail = 'no' WHERE kind = 'decided' AND id = 'a'",
    "UPDATE journal SET ask = 'Fluency' WHERE kind = 'decided' AND id = 'a'",
    "UPDATE journal SET at = 'then' WHERE kind = 'decided' AND id = 'a'",
    "UPDATE journal SET id = 'b' WHERE kind = 'decided' AND id = 'a'",
    "UPDATE journal SET kind = 'again' WHERE kind = 'decided' AND id = 'a'",
    "DELETE FROM journal WHERE kind = 'decided' AND id = 'a'",
    "DELETE FROM journal WHERE kind = 'decided' AND id = 'b'",  # the last entry of all
    f"UPDATE journal SET id = '{forgotten_id('gone')}' WHERE kind = 'decided' AND id = 'a'",
    f"UPDATE journal SET outcome = '20' WHERE kind = 'decided' AND id = '{forgotten_id('gone')}'",
]


@pytest.mark.parametrize("statement", TAMPERING)
def test_a_decision_that_was_changed_is_found(shelf: Shelf, statement: str) -> None:
    with shelf.create() as run:
        run.append([case("a"), case("b"), case("gone")])
        decide(run, said("gone"), said("a"), said("b"))
        run.forget("gone", now="now")
    with shelf.open() as run:
        assert list(run.loose_ends()) == []
    assert shelf.tamper(statement) == 1
    with shelf.open() as run:
        assert any("journal" in fault for fault in run.loose_ends())


def test_runs_of_earlier_formats_have_none_until_someone_decides(tmp_path: Path) -> None:
    for path in (ROOT / "tests/golden/format-1.baremo", ROOT / "tests/golden/format-2.baremo"):
        place = Path(copy(path, tmp_path))
        with RunFile.open(place) as run:
            assert list(run.decisions()) == []
            first = next(iter(run.known()))
        with RunFile.open(place, write=True) as run:
            decide(run, said(first))
        with RunFile.open(place) as run:
            assert list(run.decisions()) == [said(first)]
            assert list(run.loose_ends()) == []


def test_a_decision_survives_what_comes_after_it(tmp_path: Path) -> None:
    shelf = FileShelf(tmp_path)
    filled(shelf, said())
    with shelf.open(write=True) as run:
        run.append([case("c")])
        run.forget("b", now="now")
        assert list(run.decisions()) == [said()]
        assert list(run.loose_ends()) == []
