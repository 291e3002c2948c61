"""Criteria fitted to marks of their own: what is planted is found, and neither chance nor a system's manner is."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from baremo.models.signals.gauge.estimate import Reader
from baremo.models.signals.gauge.table import Agreed, read, shipped
from baremo.models.signals.reading import Reading
from baremo.models.signals.table import shipped as hand_set
from baremo.observe.course.rows import WHOLE
from baremo.run.fitting.corpus import Marked
from baremo.run.fitting.criteria import fitted, out_of_fold
from baremo.run.fitting.criteria_fit import fit_criteria, table_of
from baremo.run.fitting.criteria_rated import Rated, gathered_twice
from baremo.run.fitting.measuring import Asked
from baremo.run.fitting.table import written
from baremo.stats.fitted import CriterionFigures
from baremo.stats.measures import Floats
from baremo.stats.ridge import Ints, Scaling
from building import dialogue
from fitting_world import warm_talks

ASKED = Asked(seed=1, folds=5, draws=200)
AGREED = Agreed(dialogues=120, rho=0.5, low=0.4, high=0.6)
COUNT = 360
WARM = [*WHOLE].index("rate.warmth")


def rated(marks: dict[str, Floats], rows: Floats, *, groups: Ints | None = None, hand: Floats | None = None) -> Rated:
    felt = np.random.default_rng(7).normal(3, 0.05, len(rows))
    return Rated(
        rows=rows,
        felt=felt,
        above=felt - 3,
        hand={} if hand is None else {"Empathy": hand},
        marks=marks,
        levels=dict.fromkeys(marks, 5),
        sets=np.array(["desk"] * len(rows)),
        groups=None if groups is None else np.array([f"system {group}" for group in groups]),
        place=np.full(len(rows), -1, np.intp),
        digests={"desk": "x"},
        left_out={},
    )


def rows_of(count: int = COUNT, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(size=(count, len(WHOLE)))


def marks_of(trait: Floats, seed: int = 1) -> Floats:
    """On five levels, with as much noise as there is of the trait."""
    said = 0.5 + 0.18 * (trait + np.random.default_rng(seed).normal(size=len(trait)))
    return np.round(np.clip(said, 0, 1) * 4) / 4


ROWS = rows_of()
PLANTED = marks_of(ROWS[:, WARM])


def figures_of(found: Rated, name: str, apart: str = "") -> CriterionFigures:
    _, report = fit_criteria(found, ASKED, apart)
    return next(one for one in report.criteria if one.name == name)


def low(figures: CriterionFigures) -> float:
    assert figures.rho.low is not None
    return figures.rho.low


def test_what_is_planted_is_found_and_chance_is_not() -> None:
    """Were any mark of a kept-out dialogue known to its model, shuffled marks would be told, too."""
    shuffled = np.random.default_rng(2).permutation(PLANTED)
    kept, report = fit_criteria(rated({"Warmth": PLANTED, "Chance": shuffled}, ROWS), ASKED)
    warmth, chance = report.criteria
    assert warmth.kept
    assert low(warmth) > 0.2
    assert warmth.kappa is not None
    assert warmth.kappa > 0.2
    assert not chance.kept
    assert chance.rho.value == pytest.approx(0, abs=0.2)
    assert "at all" in chance.why
    assert [*kept] == ["Warmth"]
    assert max(kept["Warmth"].columns.items(), key=lambda item: abs(item[1].weight))[0] == "rate.warmth"


def test_the_marks_of_kept_out_dialogues_change_nothing() -> None:
    chosen, scaling = np.arange(COUNT) % 4 != 0, Scaling.of(ROWS)
    one, other = (
        fitted(rated({"Warmth": marks}, ROWS).trait("Warmth"), chosen, scaling, np.random.default_rng(0))
        for marks in (PLANTED, np.where(chosen, PLANTED, 1.0))
    )
    assert np.array_equal(one.seen.weights, other.seen.weights)
    assert np.array_equal(one.shares, other.shares)
    assert np.array_equal(one.cuts, other.cuts)
    assert (one.shares >= 0).all()


@pytest.mark.parametrize(("groups", "each"), [(5, 48), (40, 6)])
def test_what_only_tells_systems_apart_is_not_kept_where_they_are_kept_apart(groups: int, each: int) -> None:
    """Each system has its own manner and its own mean; within one, marks are chance."""
    rng, which = np.random.default_rng(3), np.repeat(np.arange(groups), each)
    manner, height = rng.normal(size=(groups, len(WHOLE))), rng.normal(size=groups)
    rows = manner[which] + 0.3 * rng.normal(size=(len(which), len(WHOLE)))
    marks = marks_of(2 * height[which])
    told = figures_of(rated({"Warmth": marks}, rows), "Warmth")
    assert told.kept
    assert low(told) > 0.5
    apart = figures_of(rated({"Warmth": marks}, rows, groups=which), "Warmth", "system")
    assert not apart.kept
    if groups < 20:
        assert apart.within.value == pytest.approx(0, abs=0.15)
    else:
        assert apart.rho.value == pytest.approx(0, abs=0.25)
        assert apart.within.value is None


def test_what_holds_within_systems_is_kept() -> None:
    which = np.arange(COUNT) % 5
    found = figures_of(rated({"Warmth": PLANTED}, ROWS, groups=which), "Warmth", "system")
    assert found.kept
    assert found.within.low is not None
    assert found.within.low > 0


def test_a_criterion_that_the_table_knows_must_be_bettered() -> None:
    good, poor = 0.18 * ROWS[:, WARM], np.random.default_rng(4).normal(size=COUNT)
    as_good = figures_of(rated({"Empathy": PLANTED}, ROWS, hand=good), "Empathy")
    assert not as_good.kept
    assert "more than the hand-set table" in as_good.why
    better = figures_of(rated({"Empathy": PLANTED}, ROWS, hand=poor), "Empathy")
    assert better.kept
    assert better.gain.low is not None
    assert better.gain.low > 0
    assert better.hand.value == pytest.approx(0, abs=0.2)


def test_nothing_of_use_is_not_kept_though_the_table_is_worse() -> None:
    """The hand-set position ranks dialogues upside down; what was fitted is chance."""
    chance = np.random.default_rng(5).permutation(PLANTED)
    found = figures_of(rated({"Empathy": chance}, ROWS, hand=-chance), "Empathy")
    assert found.gain.low is not None
    assert found.gain.low > 0
    assert not found.kept


def test_marks_spread_as_peoples_do() -> None:
    trait = rated({"Warmth": PLANTED}, ROWS).trait("Warmth")
    said = out_of_fold(trait, ASKED)
    assert said.places.std() > 0.9 * trait.places.std()
    assert len(set(said.places.tolist())) == 5


def test_the_judge_that_reads_the_table_says_what_was_fitted() -> None:
    """Of a criterion that the hand-set table knows, and of one that it does not."""
    dialogues, opinions = warm_talks(120)
    everyone = [Marked(dialogue=one, marks=(), within="desk", criteria=opinions[str(one.id)]) for one in dialogues]
    whole, found = gathered_twice(everyone, {"Empathy": 5, "Warmth": 5})
    assert not whole.fits()
    assert found is not None
    criteria, blends = {}, {}
    for name in ("Empathy", "Warmth"):
        trait = found.trait(name)
        blends[name] = fitted(trait, np.ones(120, bool), Scaling.of(trait.rows), np.random.default_rng(0))
        criteria[name] = table_of(trait, blends[name], AGREED)
    gauge = read(written(structs.replace(shipped(), criteria=criteria)), "judge.json")
    reader = Reader(gauge)
    for name, blend in blends.items():
        trait = found.trait(name)
        readings = [Reading(one, hand_set(), reader) for one in dialogues]
        positions = np.array([one.standing(name).position for one in readings])
        scores = blend.scores(trait)
        assert np.corrcoef(positions, scores)[0, 1] == pytest.approx(1, abs=1e-6)
        levels = [one.standing(name).index(5, severity=0.5) for one in readings]
        expected = np.searchsorted(blend.cuts, scores, side="right")
        assert np.mean(np.array(levels) == expected) > 0.98  # six digits may put one on the other side of a cut
        assert positions.std() == pytest.approx(trait.marks.std(), rel=0.4)


def test_what_nothing_can_be_fitted_on_is_counted() -> None:
    foreign = dialogue("S: Guten Tag, was möchten Sie?", "U: Ich hätte gern ein Zimmer für zwei Nächte, bitte.")
    dialogues, opinions = warm_talks(3)
    everyone = [
        Marked(dialogue=one, marks=(), within="desk", criteria=opinions["warm-0"]) for one in (*dialogues, foreign)
    ]
    found = gathered_twice(everyone, {"Empathy": 5, "Warmth": 5})[1]
    assert found is not None
    assert (found.counts(), found.left_out) == ({"Empathy": 3, "Warmth": 3}, {"not in English": 1})
    assert gathered_twice([replace(one, criteria={}) for one in everyone], {"Warmth": 5})[1] is None


def test_another_estimate_leaves_out_those_that_have_none() -> None:
    found = replace(rated({"Warmth": PLANTED}, ROWS), place=np.where(np.arange(COUNT) % 2, np.arange(COUNT) // 2, -1))
    values = np.linspace(1, 5, COUNT // 2)
    anew = found.felt_anew(values, 3.0)
    assert anew.felt.tolist() == values.tolist()
    assert anew.above.tolist() == (values - 3).tolist()
    assert anew.counts() == {"Warmth": COUNT // 2}
    assert anew.rows.tolist() == ROWS[1::2].tolist()
    assert [*anew.left_out.values()] == [COUNT // 2]


def test_too_few_marks_are_told_and_so_is_what_is_the_same_everywhere() -> None:
    few = np.where(np.arange(COUNT) < 99, PLANTED, np.nan)
    _, report = fit_criteria(rated({"Few": few, "Same": np.full(COUNT, 0.5)}, ROWS), ASKED)
    assert report.too_few == {"Few": 99}
    (same,) = report.criteria
    assert (same.kept, same.why) == (False, "people gave every dialogue the same mark")


def test_one_system_alone_has_nothing_to_be_kept_apart_from() -> None:
    which = np.arange(COUNT) % 2
    only = np.where(which == 0, PLANTED, np.nan)
    found = figures_of(rated({"Warmth": only}, ROWS, groups=which), "Warmth", "system")
    assert (found.kept, found.why) == (False, "one group has all marks")
