"""A judge on trial: figures by the names that gates know, groups by size, seeds that do not leak into each other."""

from dataclasses import replace

import numpy as np
import pytest

from baremo.stats.ratings import Agreed, Ratings, Scale
from baremo.stats.trial import Sampling, Trial, by_group, figures_of

SCALE = Scale(labels=("1", "2", "3"), values=(1.0, 2.0, 3.0))


def ratings(name: str = "", count: int = 60, seed: int = 1) -> Ratings:
    rng = np.random.default_rng(seed)
    people = rng.integers(0, 3, (count, 2)).astype(np.int16)
    judge = np.where(rng.random(count) < 0.6, people[:, 0], rng.integers(0, 3, count)).astype(np.int16)
    return Ratings(name=name, scale=SCALE, judge=judge, people_scale=SCALE, people=people)


def trial(*agreed: Agreed) -> Trial:
    return Trial(
        run="r",
        barem="b",
        judge="j",
        confidence=0.95,
        draws=100,
        seed=0,
        ratings=(),
        agreed=agreed,
        groups=(),
        small=(),
        labels=1,
        strays=0,
        notes=(),
    )


def test_a_figure_does_not_depend_on_the_others() -> None:
    one, other = ratings("A"), ratings("B", seed=2)
    steps: list[int] = []
    both = figures_of([one, other], Sampling(draws=200), lambda: steps.append(1))
    assert both[1:] == figures_of([other], Sampling(draws=200))
    assert len(steps) == 2


def test_names_of_figures() -> None:
    whole, part = figures_of([ratings(), ratings("Tone", seed=3)], Sampling(draws=200))
    figures = trial(part, whole).figures
    assert figures["kappa"] == figures["overall.kappa"] == whole.kappa.value
    assert figures["Tone.kappa.low"] == part.kappa.low
    assert figures["coverage"] == 1
    assert trial(part).figures["kappa"] == part.kappa.value
    assert trial(Agreed(name="", cases=0, scored=0, labelled=0, both=0, marks=0)).figures["coverage"] is None
    assert trial(part).of("Tone") is part
    assert trial(part).of() is None


def test_groups_the_largest_first_and_small_ones_by_name() -> None:
    rated = ratings(count=60)
    rows = np.repeat(np.array([0, 1, 2], np.int32), [15, 40, 5])
    groups, small = by_group(rated, {"at": rows}, {"at": ("web", "phone", "fax")}, Sampling(draws=100))
    assert [(one.field, one.name, one.agreed.both) for one in groups] == [("at", "phone", 40), ("at", "web", 15)]
    assert small == ("at fax",)
    assert groups[0].agreed == figures_of([rated.rows(rows == 1)], Sampling(draws=100))[0]


def test_dialogues_without_both_marks_do_not_count() -> None:
    rated = ratings(count=12)
    unscored = replace(rated, judge=np.where(np.arange(12) < 4, -1, rated.judge).astype(np.int16))
    _, small = by_group(unscored, {"at": np.zeros(12, np.int32)}, {"at": ("web",)}, Sampling(draws=100))
    assert small == ("at web",)


def test_bias_is_of_the_sign_of_the_judge() -> None:
    rated = ratings()
    (low,) = figures_of([replace(rated, judge=np.zeros(60, np.int16))], Sampling(draws=100))
    assert low.bias.value == pytest.approx(-rated.people.mean())


def test_coverage_is_what_is_scored_whether_or_not_people_marked_it() -> None:
    found = Agreed(name="", cases=10, scored=8, labelled=6, both=5, marks=5)
    assert trial(found).figures["coverage"] == 0.8
