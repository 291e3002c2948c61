"""`verify` accepts what `judge` wrote, and nothing else."""

import asyncio
import random
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

import baremo
from baremo.core.ask import Ask, Chances, Reply, Usage
from baremo.core.barem import Adoption, Barem, Combine, Level, Overall, Protocol, Referee, Rounding
from baremo.core.claims import Absence, Claims, Kind, Objection, Quote
from baremo.core.jury import Jury
from baremo.errors import SetupError
from baremo.run.batch import judge_all
from baremo.run.bench import Bench, Chair
from baremo.run.keep import open_run
from baremo.run.recheck import compare, recheck
from baremo.store.journal import Answered, Batch, Entry, Mark
from baremo.store.journal import Kind as Noted
from baremo.store.ledger import Miss, Parcel, Takings
from baremo.store.schema import unprotect
from building import ROOT, SCALE, SIX, claims, criterion, dialogue, objection, six
from edits import EDITS, TABLES, differences, keep, keep_sound, other, talk

LEVEL = st.sampled_from(SCALE)
QUOTES = st.lists(
    st.sampled_from(["Hello there.", "Is that all?", "never said by anyone", "HELLO there"]).map(
        lambda t: Quote(text=t)
    ),
    max_size=2,
).map(tuple)
OBJECTIONS = st.builds(
    Objection,
    criterion=st.sampled_from(list(SIX)),
    kind=st.sampled_from(Kind),
    comment=st.just("It says otherwise."),
    level=LEVEL,
    quotes=QUOTES,
    absence=st.none() | st.sampled_from(["sorry", "hello"]).map(lambda word: Absence(looked_for=(word,))),
)
WEIGHTS = st.lists(st.integers(1, 9), min_size=6, max_size=6)


def scheme(weights: list[int], rounding: Rounding, combine: Combine, adopt: Adoption) -> Barem:
    total = sum(weights)
    strict = baremo.Barem.load("strict")
    return Barem(
        name="random",
        title="Random",
        protocol=Protocol.DEBATE,
        criteria=tuple(criterion(name, Fraction(w, total)) for name, w in zip(SIX, weights, strict=True)),
        rules=strict.rules,
        overall=Overall(
            levels=tuple(Level(value=value, anchor="") for value in SCALE), rounding=rounding, combine=combine
        ),
        referee=Referee(adopt=adopt),
    )


@pytest.mark.property
@given(
    st.builds(
        scheme,
        WEIGHTS,
        st.sampled_from(Rounding),
        st.sampled_from([Combine.WEIGHTED_MEAN, Combine.MINIMUM]),
        st.sampled_from(Adoption),
    ),
    st.lists(st.tuples(*[LEVEL] * 6), min_size=1, max_size=3),
    st.lists(OBJECTIONS, max_size=5),
    st.lists(st.integers(1, 5), max_size=3).map(tuple),
)
def test_what_judge_wrote_verifies(
    barem: Barem, levels: list[tuple[int, ...]], objections: list[Objection], overall: tuple[int, ...]
) -> None:
    held = {str(number): claims(six(*given), *objections, quote="Hello there.") for number, given in enumerate(levels)}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.baremo"
        keep(path, barem, held, overall)
        with baremo.RunFile.open(path) as run:
            assert list(recheck(run)) == []


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "sound.baremo"
    keep_sound(path)
    return path


class Talkative(baremo.ScriptedModel):
    """Says of its replies all that a server can say."""

    async def answer(self, ask: Ask) -> Reply:
        reply = await super().answer(ask)
        chances = (Chances(criterion="Fluency", levels=((Fraction(80), 0.75), (Fraction(60), 0.125)), covered=0.875),)
        usage = Usage(input=900, output=120, cached=800)
        return structs.replace(reply, model="stub-2026", usage=usage, chances=chances, notes=("turn 1 was cut",))


def sitting(*held: Claims | None) -> Bench:
    """A judge for each; None never answers."""
    judges = [
        Talkative.saying({str(n): one for n in range(1, 4)} if one else {}, name=f"judge-{number}")
        for number, one in enumerate(held)
    ]
    return Bench(chairs=tuple(Chair(evaluator=judge, critic=judge) for judge in judges), jury=Jury(seats=len(judges)))


@pytest.fixture(scope="module")
def panel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three judges, one of whom gave no reply at all and one of whom was overruled by the Critic."""
    path = tmp_path_factory.mktemp("run") / "panel.baremo"
    mild = claims(six(80, 60, 100, 80, 80, 80), quote="Hello there.")
    torn = claims(six(60, 60, 60, 60, 60, 60), objection("Fluency", 40, "Is that all?"), quote="Hello there.")
    bench, barem = sitting(mild, torn, None), baremo.Barem.load("strict")
    with open_run(path, barem, bench, now="now") as run:
        asyncio.run(judge_all([talk(1), talk(2)], barem, bench, run, lambda record: None))
    return path


@pytest.fixture(scope="module")
def lively(sound: Path) -> Path:
    """Not at its end: calls that were intended, a failure, a reply of what is not done, and batches in a queue."""
    path = Path(copy(sound, sound.with_name("lively.baremo")))
    with baremo.RunFile.open(path, write=True) as run:
        intents = [Entry(kind=Noted.INTENT, at="now", case=case, ask=f"ask-v1:{case}", judge="m") for case in "45"]
        failure = Entry(kind=Noted.FAILURE, at="now", case="4", outcome="timeout", detail="timeout: it was slow")
        run.commit(
            Batch(
                entries=[*intents, failure],
                answered=[Answered(key="reply-v1:1", case="5", judge="m", reply=Reply(text="{}"))],
                mark=Mark(input="input-v1:1", written="{}"),
            )
        )
        ledger = run.ledger
        ledger.intend(Parcel(number=1, round=1, judge="m", requests=2, expected=Fraction(1, 3), at="now"), ["a", "b"])
        ledger.accept(1, "batch-1", now="later")
        missed = {"b": Miss(outcome="timeout", detail="slow", served=True)}
        ledger.collect(1, Takings(ended="completed", calls=1), missed, now="then")
        ledger.rest(now="then")
    return path


def edit(path: Path, change: Callable[[sqlite3.Connection], None]) -> None:
    with closing(sqlite3.connect(path)) as db:
        unprotect(db)
        change(db)
        db.commit()


@pytest.mark.parametrize(("statement", "told"), EDITS)
def test_an_edit_is_caught_and_named(sound: Path, tmp_path: Path, statement: str, told: str) -> None:
    path = Path(copy(sound, tmp_path))

    def change(db: sqlite3.Connection) -> None:
        assert db.execute(statement).rowcount > 0

    edit(path, change)
    assert any(told in line for line in differences(path)), differences(path)


@pytest.mark.parametrize("path", sorted((ROOT / "tests/golden").glob("*.baremo")), ids=lambda path: path.stem)
def test_a_run_of_an_earlier_version_still_verifies(path: Path, tmp_path: Path) -> None:
    """They were written once and are never rewritten: a digest whose recipe changes needs a new name, not new bytes."""
    assert differences(Path(copy(path, tmp_path))) == []


def test_a_sound_run_has_no_differences_and_every_dialogue_is_told_of(sound: Path) -> None:
    assert differences(sound) == []
    told: list[int] = []
    with baremo.RunFile.open(sound) as run:
        list(recheck(run, lambda: told.append(1)))
    assert len(told) == 3


def random_edit(db: sqlite3.Connection, rng: random.Random, tables: Mapping[str, tuple[str, ...]] = TABLES) -> str:
    table = rng.choice(list(tables))
    rows = [row for (row,) in db.execute(f"SELECT rowid FROM {table}")]
    row = rng.choice(rows)
    if rng.random() < 0.1:
        db.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
        return f"deleted {table} {row}"
    column = rng.choice(tables[table])
    (value,) = db.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()
    db.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?", (other(value, rng), row))
    return f"{table}.{column} {row}" if db.execute("SELECT changes()").fetchone()[0] else ""


@pytest.mark.property
@given(st.integers(0, 2**32))
def test_any_single_random_edit_is_detected(sound: Path, seed: int) -> None:
    rng = random.Random(seed)
    with TemporaryDirectory() as folder:
        path = Path(copy(sound, folder))
        made: list[str] = []
        edit(path, lambda db: made.append(random_edit(db, rng)))
        assert differences(path) or not made[0], made


def test_a_run_under_way_has_no_differences(lively: Path) -> None:
    assert differences(lively) == []


LEDGER = {
    "batches": ("number", "round", "judge", "requests", "expected", "at"),
    "asked": ("number", "key"),
    "accepted": ("number", "id", "at"),
    "collected": ("number", "ended", "at", "calls", "usage", "cost", "unpriced"),
    "missed": ("number", "key", "served", "outcome"),
    "rests": ("number", "at"),
    "underway": ("key", "id", "judge", "reply", "digest"),
    "marks": ("input", "mark", "digest"),
}
"""All but a provider's words, which no one may rely on: they go where a dialogue is forgotten."""


@pytest.mark.property
@given(st.integers(0, 2**32))
def test_any_single_random_edit_of_a_run_under_way_is_detected(lively: Path, seed: int) -> None:
    rng = random.Random(seed)
    with TemporaryDirectory() as folder:
        path = Path(copy(lively, folder))
        made: list[str] = []
        edit(path, lambda db: made.append(random_edit(db, rng, {**LEDGER, "journal": TABLES["journal"]})))
        assert differences(path) or not made[0], made


@pytest.mark.property
@given(st.integers(0, 2**32))
def test_any_single_random_edit_of_a_panels_run_is_detected(panel: Path, seed: int) -> None:
    test_any_single_random_edit_is_detected.hypothesis.inner_test(panel, seed)


def test_a_panels_run_verifies_and_keeps_what_was_said_of_the_replies(panel: Path) -> None:
    assert differences(panel) == []
    with baremo.RunFile.open(panel) as run:
        record = next(run.records())
    reply = record.exchanges[0].reply
    assert (reply.model, reply.notes) == ("stub-2026", ("turn 1 was cut",))
    assert reply.usage == Usage(input=900, output=120, cached=800)
    assert reply.chances[0].levels == ((80, 0.75), (60, 0.125))
    assert [exchange.seat for exchange in record.exchanges] == [0, 1, 0, 1]
    assert [isinstance(seat.verdict, baremo.Scored) for seat in record.panel] == [True, True, False]
    assert isinstance(record.verdict, baremo.Scored)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE exchanges SET seat = 1 WHERE step = 1", "ask is not the one"),
        ("UPDATE exchanges SET about = replace(about, '900', '90')", "does not match its digest"),
        ("UPDATE exchanges SET about = '' WHERE step = 1", "does not match its digest"),
        ("UPDATE verdicts SET panel = replace(panel, 'there', 'where')", "the opinions of its panel"),
        ("UPDATE verdicts SET panel = ''", "though not all replies are there"),
        ("UPDATE verdicts SET flags = '[\"evaluator: echo\"]'", "does not match its digest"),
        ("UPDATE run SET value = replace(value, '\"seats\":3', '\"seats\":2') WHERE key = 'settings'", "its header"),
        ("UPDATE run SET value = '{' WHERE key = 'settings'", "settings cannot be read"),
    ],
)
def test_an_edit_of_a_panels_run_is_caught_and_named(panel: Path, tmp_path: Path, statement: str, told: str) -> None:
    test_an_edit_is_caught_and_named(panel, tmp_path, statement, told)


def test_unscored_cases_verify_too(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    barem = baremo.Barem.load("strict")
    judge = baremo.ScriptedModel({baremo.Role.EVALUATOR: "no JSON"})
    dialogues = [talk(1), dialogue("U: Anyone?", case=2)]
    with open_run(path, barem, Bench.of(judge), now="now") as run:
        asyncio.run(judge_all(dialogues, barem, Bench.of(judge), run, lambda record: None))
    assert differences(path) == []

    def change(db: sqlite3.Connection) -> None:
        db.execute("UPDATE verdicts SET verdict = replace(verdict, 'SYSTEM', 'USER')")

    edit(path, change)
    assert any("recomputed: unscored, no SYSTEM turn" in line for line in differences(path))


def test_a_judge_that_never_answered_leaves_nothing_to_recompute(tmp_path: Path) -> None:
    path = tmp_path / "a.baremo"
    barem, judge = baremo.Barem.load("strict"), baremo.ScriptedModel({})
    with open_run(path, barem, Bench.of(judge), now="now") as run:
        asyncio.run(judge_all([talk(1)], barem, Bench.of(judge), run, lambda record: None))
    assert differences(path) == []


def test_observers_that_rules_ask_about_are_kept_and_checked(tmp_path: Path) -> None:
    text = """
extends: debate
name: watchful
title: Watchful
rules:
  thanked: {points: 5, when: {observer: {name: thanks, at_least: 1}}, because: USER gave thanks.}
"""
    (tmp_path / "w.yaml").write_text(text, encoding="utf-8")
    barem = baremo.Barem.load(tmp_path / "w.yaml")
    held = {"1": claims(six(80, 80, 80, 80, 80, 80), quote="Hello there.")}
    judge = baremo.ScriptedModel.saying(held)
    thanked = dialogue("S: Hello there.", "U: Thank you so much!", case=1)
    path = tmp_path / "a.baremo"
    with open_run(path, barem, Bench.of(judge), now="now") as run:
        asyncio.run(judge_all([thanked], barem, Bench.of(judge), run, lambda record: None))
        (record,) = run.records()
    assert [event.observer for event in record.observed] == ["thanks"]
    assert isinstance(record.verdict, baremo.Scored)
    assert (record.verdict.mean, record.verdict.adjusted) == (80, 75)
    assert differences(path) == []


def test_a_forgotten_dialogue_is_not_judged_again(sound: Path, tmp_path: Path) -> None:
    from baremo.run.keep import refuse_changed

    path = Path(copy(sound, tmp_path))
    with baremo.RunFile.open(path, write=True) as run:
        run.forget("2", now="now")
    assert differences(path) == []
    with baremo.RunFile.open(path) as run, pytest.raises(SetupError, match="was forgotten"):
        refuse_changed(run, [talk(2, (2, 2))])


def test_words_for_differences() -> None:
    one = baremo.judge(talk(1), judge=baremo.ScriptedModel.saying({"1": claims(six(80, 80, 80, 80, 60, 80))})).verdict
    assert isinstance(one, baremo.Scored)
    assert list(compare(one, one)) == []
    assert list(compare(one, baremo.Unscored(reason="gone", stage="x"))) == [
        "stored: overall 60; recomputed: unscored, gone"
    ]
    assert "its steps are not what follows from the claims" in list(compare(one, replace(one, steps=())))
