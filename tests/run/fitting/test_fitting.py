"""A judge fitted to marks, and how it is measured: nothing of what is kept out may be known."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from baremo.core.dialogue import Turn
from baremo.core.estimate import Feels
from baremo.models.signals.gauge.estimate import Reader
from baremo.models.signals.gauge.table import Gauge, Made, read
from baremo.observe.course.rows import TURN, WHOLE
from baremo.observe.registry import observe
from baremo.observe.view import View
from baremo.run.fitting.classes import past
from baremo.run.fitting.corpus import Corpus
from baremo.run.fitting.fit import Order, fit, rounds
from baremo.run.fitting.making import made
from baremo.run.fitting.measuring import Asked, across, left_out_in_turn, out_of_fold, set_figures
from baremo.run.fitting.table import gauge_of, written
from baremo.stats.fitted import FitReport
from fitting_world import corpus, talks

SETS = {"desk": talks("desk", 120), "shop": talks("shop", 100, usual=3.8)}
ASKED = Asked(seed=1, folds=4, draws=200)


@pytest.fixture(scope="module")
def world() -> Corpus:
    return corpus(SETS)


@pytest.fixture(scope="module")
def whole(world: Corpus) -> tuple[Gauge, FitReport]:
    return fit(world, Order(asked=ASKED, command="baremo fit", about={"desk": "a desk for everything"}))


def test_it_agrees_with_people_where_words_tell_what_they_feel(whole: tuple[Gauge, FitReport]) -> None:
    for one in whole[1].sets:
        assert one.rho.value is not None
        assert one.rho.low is not None
        assert one.f1.value is not None
        assert one.kappa.value is not None
        assert one.rho.value > one.rho.low > 0.5
        assert one.kappa.value > 0.4
        assert one.f1.value > 0.42


def test_shuffled_marks_give_nothing(world: Corpus) -> None:
    """Were any mark of a kept-out dialogue known to its judge, this would be above 0."""
    order = np.concatenate([np.random.default_rng(3).permutation(120), 120 + np.random.default_rng(4).permutation(100)])
    shuffled = replace(
        world,
        marks=world.marks[order],
        people=world.people[order],
        felt=world.felt[np.random.default_rng(5).permutation(len(world.felt))],
    )
    found = out_of_fold(shuffled, ASKED)
    for one in set_figures(shuffled, found, ASKED):
        assert one.rho.value == pytest.approx(0, abs=0.25)
        assert one.f1.value == pytest.approx(1 / 3, abs=0.08)


def test_marks_of_dialogues_that_are_kept_out_change_nothing(world: Corpus) -> None:
    chosen = np.arange(220) % 4 != 0
    turns = chosen[world.owner]
    other = replace(world, marks=np.where(chosen, world.marks, 1.0), felt=np.where(turns, world.felt, 5.0))
    one, same = (made(each, chosen, np.random.default_rng(0)) for each in (world, other))
    assert np.array_equal(one.read(world).values, same.read(world).values)
    assert np.array_equal(one.read(world).classes, same.read(world).classes)
    assert (one.radius, one.cuts.tolist()) == (same.radius, same.cuts.tolist())


def test_words_of_dialogues_that_are_kept_out_are_not_in_the_vocabulary(world: Corpus) -> None:
    chosen = np.arange(220) < 40
    known = {world.known[place] for place in made(world, chosen, np.random.default_rng(0)).words}
    used = {
        world.known[word] for word, turn in zip(world.word_of, world.turn_of, strict=True) if chosen[world.owner[turn]]
    }
    assert known <= used


def test_known_signs_are_kept(world: Corpus) -> None:
    found = made(world, np.ones(220, bool), np.random.default_rng(0))
    for weights, columns in ((found.models.turn.weights, TURN), (found.models.whole.weights, WHOLE)):
        signs = np.array([sign for _, sign in columns.values()])
        assert np.all(weights * signs >= 0)
        assert weights.any()


def test_the_interval_holds_as_often_as_it_says(whole: tuple[Gauge, FitReport]) -> None:
    assert whole[1].confidence == 0.9
    assert whole[1].coverage == pytest.approx(0.9, abs=0.05)


def test_a_set_by_a_judge_that_never_saw_it(world: Corpus, whole: tuple[Gauge, FitReport]) -> None:
    (found,) = across(world, ["desk"], ASKED)
    assert (found.fitted_on, found.name, found.dialogues) == (("desk",), "shop", 100)
    assert found.rho.value is not None
    assert found.rho.value > 0.5
    assert [one.name for one in whole[1].across] == ["desk", "shop"]


def test_one_set_has_no_other(world: Corpus) -> None:
    alone = corpus({"desk": SETS["desk"]})
    assert left_out_in_turn(alone, ASKED) == ()
    assert rounds(alone, ASKED) == 5
    assert rounds(world, ASKED) == 7


def test_some_dialogues_alone_are_measured(world: Corpus) -> None:
    held = np.arange(220) % 5 == 0
    found = made(world, ~held, ASKED.rng(9)).read(world)
    figures = set_figures(world, found, ASKED, held)
    assert [one.dialogues for one in figures] == [24, 20]


def test_the_judge_that_reads_the_table_says_what_was_fitted(world: Corpus) -> None:
    found = made(world, np.ones(220, bool), np.random.default_rng(0))
    figures = set_figures(world, found.read(world), ASKED)
    table = written(gauge_of(world, found, _made(), figures, {}))
    reader, expected = Reader(read(table, "table")), found.read(world)
    dialogues = [*SETS["desk"], *SETS["shop"]]
    for number in (0, 7, 150, 219):
        view = View(dialogues[number].unlabelled())
        estimate = reader.course(view, observe(view)).estimate()
        assert estimate.value == pytest.approx(expected.values[number], abs=2e-3)
        assert estimate.level == 1 + expected.levels[number]
        assert [one.value for one in estimate.turns] == pytest.approx(
            expected.turns[world.owner == number].tolist(), abs=2e-3
        )
        feels = [list(Feels).index(Feels(str(one.feels))) for one in estimate.turns]
        assert feels == expected.classes[world.owner == number].tolist()
    assert {0, 1, 2} == set(expected.classes.tolist())


def _made() -> Made:
    return Made(version="0", command="", seed=0, folds=4, dialogues=220, turns=1, sets={})


def test_kinds_know_their_own(whole: tuple[Gauge, FitReport]) -> None:
    gauge = whole[0]
    assert [(kind.name, kind.about, kind.dialogues) for kind in gauge.kinds] == [
        ("desk", "a desk for everything", 120),
        ("shop", "", 100),
    ]
    assert all(len(kind.centre) == 12 for kind in gauge.kinds)
    assert gauge.kinds[0].rho == pytest.approx(whole[1].sets[0].rho.value, rel=1e-5)
    alone = corpus({"desk": SETS["desk"]})
    found = made(alone, np.ones(120, bool), np.random.default_rng(0))
    (kind,) = gauge_of(alone, found, _made(), set_figures(alone, found.read(alone), ASKED), {}).kinds
    assert all(name.startswith("shape.") for name in kind.centre)


def test_where_people_all_agree_there_is_no_kind(world: Corpus) -> None:
    """One person reaches nothing against others who never differ: nothing to stand beside."""
    flat = replace(world, people=np.full((220, 1), 2, np.int16))
    found = made(flat, np.ones(220, bool), np.random.default_rng(0))
    assert gauge_of(flat, found, _made(), set_figures(flat, found.read(flat), ASKED), {}).kinds == []


def test_the_same_seed_gives_the_same_bytes(world: Corpus) -> None:
    one, same, other = (
        written(fit(world, Order(asked=Asked(seed=seed, folds=2, draws=100), command=""))[0]) for seed in (1, 1, 2)
    )
    assert one == same != other
    assert read(one, "table").format == "baremo-gauge-2"
    assert max(map(len, one.splitlines())) < 200


def test_marks_of_the_whole_alone_will_do() -> None:
    """Turns then take the marks of their dialogue, and there are no classes of turns to measure."""
    rng = Random(1)
    bare = [replace(one, turns=tuple(_unmarked(one.turns))) for one in talks("bare", 120)]
    rng.shuffle(bare)
    found = corpus({"bare": bare})
    (figures,) = set_figures(found, out_of_fold(found, ASKED), ASKED)
    assert figures.rho.value is not None
    assert figures.rho.value > 0.4
    assert (figures.turns, figures.f1.value) == (0, None)


def _unmarked(turns: tuple[Turn, ...]) -> Iterator[Turn]:
    for turn in turns:
        yield Turn(speaker=turn.speaker, text=turn.text)


def test_history_never_looks_ahead() -> None:
    """Two dialogues: of -1, 1, 0 and of 2."""
    rows = past(np.array([-1.0, 1.0, 0.0, 2.0]), np.array([0, 0, 0, 1]))
    assert rows[0].tolist() == [-1, 0, 0, 0, 0, 1]
    assert rows[1] == pytest.approx([1, -1, -0.4, -1, -1, 1])
    assert rows[2] == pytest.approx([0, 0, 0.6 * -0.4 + 0.4, -1, 1, 0])
    assert rows[3].tolist() == [2, 0, 0, 0, 0, 4]
