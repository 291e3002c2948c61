"""A judge against people in words: how well it agrees, beside the band, and never more than the figures say."""

from dataclasses import replace

import numpy as np
import pytest

from baremo.report.agreed import band, trial_lines, verdict_words
from baremo.report.style import Style
from baremo.stats.ratings import UNKNOWN, Agreed, Ceiling, Figure, Ratings, Scale
from baremo.stats.trial import Trial

SCALE = Scale(labels=("20", "60", "100"), values=(20, 60, 100))


def agreed(kappa: Figure, person: float | None = None, **changes: object) -> Agreed:
    plain = Agreed(
        name="Empathy",
        cases=60,
        scored=60,
        labelled=60,
        both=60,
        marks=180,
        kappa=kappa,
        spearman=Figure(0.5, 0.4, 0.6),
        judge_rates=(0.2, 0.3, 0.5),
        people_rates=(0.1, 0.4, 0.5),
        ceiling=Ceiling(kappa=Figure(person), spearman=Figure(person), dialogues=60, marks=180),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def told(one: Agreed, people: Scale = SCALE) -> str:
    none = np.zeros(0, np.int16)
    ratings = Ratings(name=one.name, scale=SCALE, judge=none, people_scale=people, people=none[:, None])
    trial = Trial(
        run="a.baremo",
        barem="solo",
        judge="signals",
        confidence=0.95,
        draws=1000,
        seed=0,
        ratings=(ratings,),
        agreed=(one,),
        groups=(),
        small=(),
        labels=180,
        strays=0,
        notes=(),
    )
    return "\n".join(trial_lines(trial, Style(width=200)))


@pytest.mark.parametrize(
    ("kappa", "words"),
    [
        (0.1, "barely better than chance"),
        (0.2, "weakly"),
        (0.45, "moderately"),
        (0.6, "well"),
        (0.9, "very well"),
    ],
)
def test_bands(kappa: float, words: str) -> None:
    assert band(kappa) == words


@pytest.mark.parametrize(
    ("kappa", "person", "words"),
    [
        (Figure(0.5, 0.4, 0.6), 0.55, "moderately, kappa .50 (.40 … .60): about as well as one person agrees"),
        (Figure(0.5, 0.4, 0.6), 0.3, "moderately, kappa .50 (.40 … .60): better than one person agrees"),
        (Figure(0.5, 0.4, 0.6), 0.7, "moderately, kappa .50 (.40 … .60): less well than one person agrees"),
        (Figure(0.3, 0.1, 0.5), 0.15, "about as well as one person agrees with the others (.15, barely better than"),
        (Figure(0.5, 0.4, 0.6), None, "how far people agree with each other takes several marks for each dialogue"),
        (Figure(0.1, 0.02, 0.2), 0.15, "and so does one person with the others (.15): both are barely better than"),
        (Figure(0.1, -0.1, 0.3), None, "in a way that cannot be told from chance, kappa .10 (-.10 … .30)"),
        (Figure(0.1, -0.1, 0.3), 0.12, "one person agrees with the others barely better than chance, too (.12)"),
        (Figure(-0.1, -0.3, 0.0), 0.62, "no better than chance, kappa -.10 (-.30 … .00); one person agrees with the"),
        (Figure(0.5), None, "cannot be told from chance, kappa .50"),
    ],
)
def test_a_sentence_says_no_more_than_the_figures(kappa: Figure, person: float | None, words: str) -> None:
    assert words in verdict_words(agreed(kappa, person))


def test_ranks_alone() -> None:
    assert "moderately, rho .50 (.40 … .60)" in verdict_words(agreed(UNKNOWN))
    assert verdict_words(agreed(UNKNOWN, spearman=UNKNOWN)) == "no figure beyond chance can be had"


def test_the_same_level_for_everything_is_said() -> None:
    people = verdict_words(agreed(Figure(0.0, 0.0, 0.0), people_rates=(0.0, 1.0, 0.0)))
    assert people == (
        "people gave every dialogue the same level, so nothing tells whether the judge agrees beyond chance"
    )
    both = verdict_words(agreed(UNKNOWN, people_rates=(0.0, 1.0, 0.0), judge_rates=(1.0, 0.0, 0.0)))
    assert both.startswith("people and the judge gave every dialogue the same level")


def test_more_than_a_level_off_is_said() -> None:
    assert verdict_words(agreed(Figure(0.5, 0.4, 0.6), 0.5, bias=Figure(-1.25))).endswith(
        "; its marks lie 1.25 levels below people's on average"
    )
    assert "levels above" in verdict_words(agreed(Figure(0.5, 0.4, 0.6), bias=Figure(1.25)))
    assert "levels" not in verdict_words(agreed(Figure(0.5, 0.4, 0.6), bias=Figure(1.0)))


def test_the_sentence_stands_before_the_table_and_marks_are_called_marks() -> None:
    text = told(agreed(Figure(0.5, 0.4, 0.6), 0.5))
    assert text.index("the judge agrees with people moderately") < text.index("kappa              alpha")
    assert "  one person        180 marks" in text
    many = Ceiling(kappa=Figure(0.5), spearman=Figure(0.5), dialogues=60, marks=25_000)
    assert "  one person       25 k marks" in told(agreed(Figure(0.5, 0.4, 0.6), 0.5, ceiling=many))


def test_judge_and_people_stand_side_by_side_level_by_level() -> None:
    lines = told(agreed(Figure(0.5, 0.4, 0.6))).splitlines()
    row = next(line for line in lines if line.startswith("  60 "))
    assert row.split() == ["60", "███████▎", "30", "%", "█████████▋", "40", "%"]


def test_marks_that_are_too_many_have_no_bars() -> None:
    many = Scale(labels=tuple(map(str, range(40))), values=tuple(map(float, range(40))))
    text = told(agreed(UNKNOWN, people_rates=(0.025,) * 40), many)
    assert "40 different marks, from 0 to 39: too many for a bar each" in text
    assert "39 people" not in text
    few = Scale(labels=("1", "2"), values=(1, 2))
    assert "2 people" in told(agreed(UNKNOWN, people_rates=(0.5, 0.5)), few)
