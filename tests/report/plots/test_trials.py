"""Which pictures a trial of a judge has, by what can be compared."""

from typing import Any

import numpy as np

from baremo.report.plots.trials import trials
from baremo.stats.ratings import Agreed, Figure, Ratings, Scale
from baremo.stats.trial import Group, Trial

FIVE = Scale(labels=("1", "2", "3", "4", "5"), values=(1.0, 2.0, 3.0, 4.0, 5.0))
TWO = Scale(labels=("no", "yes"), values=(0.0, 1.0))


def agreed(name: str) -> Agreed:
    figure = Figure(0.5, 0.4, 0.6)
    return Agreed(
        name=name,
        cases=9,
        scored=9,
        labelled=9,
        both=9,
        marks=9,
        kappa=figure,
        spearman=figure,
        judge_rates=(0.5, 0.5),
        people_rates=(0.5, 0.5),
        confusion=((4, 1), (1, 3)),
    )


def trial(*scales: tuple[str, Scale], run: str = "a.baremo", groups: tuple[Group, ...] = ()) -> Trial:
    none = np.zeros(0, np.int16)
    ratings = tuple(
        Ratings(name=name, scale=TWO, judge=none, people_scale=theirs, people=none[:, None]) for name, theirs in scales
    )
    return Trial(
        run=run,
        barem="strict",
        judge="signals",
        confidence=0.9,
        draws=1000,
        seed=0,
        ratings=ratings,
        agreed=tuple(agreed(name) for name, _ in scales),
        groups=groups,
        small=(),
        labels=9,
        strays=0,
        notes=(),
    )


def titles(spec: dict[str, Any]) -> list[str]:
    return [part["title"]["text"] for part in spec["vconcat"]]


def axes(spec: dict[str, Any]) -> set[str]:
    return {
        layer["encoding"]["x"]["title"]
        for part in spec["vconcat"]
        for layer in part.get("layer", ())
        if "title" in layer["encoding"].get("x", {})
    }


def test_on_one_scale_all_is_drawn() -> None:
    drawn = trials([trial(("Empathy", TWO), ("", TWO))])
    assert titles(drawn) == [
        "Agreement with people: signals",
        "How often each level is given: Overall",
        "People's level and the judge's: Overall",
    ]
    assert axes(drawn) == {"Cohen's kappa, quadratic"}
    assert "90 % intervals" in drawn["vconcat"][0]["description"]


def test_another_criterion_can_be_looked_at() -> None:
    drawn = trials([trial(("Empathy", TWO), ("", TWO))], "Empathy")
    assert titles(drawn)[1:] == ["How often each level is given: Empathy", "People's level and the judge's: Empathy"]


def test_where_people_use_another_scale_only_ranks_are_compared() -> None:
    drawn = trials([trial(("", FIVE))])
    assert axes(drawn) == {"Spearman's rank correlation"}
    assert titles(drawn) == ["Agreement with people: signals", "How often each level is given: Overall"]
    both = trials([trial(("Empathy", TWO), ("", FIVE))])
    assert axes(both) == {"Cohen's kappa, quadratic", "Spearman's rank correlation"}


def test_several_runs_stand_under_each_other() -> None:
    drawn = trials([trial(("", TWO)), trial(("", TWO), run="b.baremo")])
    assert titles(drawn) == ["Agreement with people: signals, a.baremo", "Agreement with people: signals, b.baremo"]


def test_groups_come_last() -> None:
    groups = tuple(Group(field="channel", name=name, agreed=agreed("")) for name in ("web", "phone"))
    last = trials([trial(("", TWO), groups=groups)])["vconcat"][-1]
    assert last["title"]["text"] == "Agreement with people: by channel"
    assert [row["name"] for row in last["data"]["values"]] == ["web", "phone"]
