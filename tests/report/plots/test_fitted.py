"""The figures of a fit, as data and as they are really drawn."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
import vl_convert

from baremo.report.plots.draw import svg
from baremo.report.plots.fitted import fitted
from baremo.report.plots.look import Spec
from baremo.stats.fitted import Across, CriteriaReport, CriterionFigures, FitReport, SetFigures
from baremo.stats.ratings import UNKNOWN, Figure

DESK = SetFigures(
    name="desk",
    dialogues=1200,
    rho=Figure(0.42, 0.37, 0.47),
    person=Figure(0.31, 0.2, 0.4),
    kappa=Figure(0.25, 0.2, 0.3),
    person_kappa=Figure(0.21),
    turns=9000,
    f1=Figure(0.53, 0.5, 0.6),
    coverage=0.91,
)
SHOP = replace(DESK, name="shop", dialogues=400, person=UNKNOWN, kappa=UNKNOWN)
REPORT = FitReport(
    dialogues=1600,
    turns=9000,
    seed=3,
    folds=10,
    confidence=0.9,
    radius=0.583,
    sets=(DESK, SHOP),
    across=(Across(fitted_on=("shop",), name="desk", dialogues=1200, rho=Figure(0.3, 0.2, 0.4), coverage=0.8),),
    features=(),
    words=(),
)
EMPATHY = CriterionFigures(
    name="Empathy",
    dialogues=1200,
    rho=Figure(0.38, 0.32, 0.42),
    hand=Figure(0.16, 0.1, 0.2),
    gain=Figure(0.22, 0.16, 0.27),
    kept=True,
    why="",
)
CHARM = CriterionFigures(name="Charm\x1b[31m", dialogues=100, rho=Figure(0.02, -0.1, 0.1), kept=False, why="")
CRITERIA = CriteriaReport(criteria=(EMPATHY, CHARM), apart="system", groups=4, too_few={"Grace": 40})
BOTH = fitted(REPORT, CRITERIA)


def titles(spec: Spec) -> list[str]:
    return [part["title"]["text"] for part in spec["vconcat"]]


def rows(spec: Spec, place: int) -> list[dict[str, Any]]:
    return list(spec["vconcat"][place]["data"]["values"])


def written(spec: Spec) -> list[str]:
    return [unescape(text) for text in re.findall(r"<(?:text|tspan)\b[^>]*>([^<]+)<", svg(spec))]


def test_vega_lite_has_no_objection(capfd: pytest.CaptureFixture[str]) -> None:
    vl_convert.vegalite_to_vega(BOTH, vl_version="5.21", show_warnings=True)
    told = capfd.readouterr()
    assert told.out + told.err == ""


def test_sets_then_sets_across_then_criteria() -> None:
    assert titles(BOTH) == [
        "Fitted to people's marks: the order of dialogues",
        "Fitted to people's marks: their levels",
        "Fitted to people's marks: across sets",
        "Criteria: fitted, and set by hand",
    ]
    assert len(titles(fitted(replace(REPORT, across=()), None))) == 2
    assert titles(fitted(None, CRITERIA)) == ["Criteria: fitted, and set by hand"]
    assert "Nothing was fitted." in written(fitted(None, None))


def test_each_set_stands_before_what_one_person_reaches() -> None:
    desk, shop = rows(BOTH, 0)
    assert (desk["name"], desk["value"], desk["low"], desk["high"]) == ("desk", 0.42, 0.37, 0.47)
    assert (desk["tick"], desk["from"], desk["to"]) == (0.31, 0.2, 0.4)
    assert (shop["note"], shop["tick"]) == ("n = 400", None)
    assert "from" not in shop
    levels, unknown = rows(BOTH, 1)
    assert (levels["value"], levels["tick"]) == (0.25, 0.21)
    assert unknown["shown"] == "not defined"


def test_across_sets_the_same_person_stands_behind() -> None:
    (across,) = rows(BOTH, 2)
    assert (across["value"], across["tick"]) == (0.3, 0.31)
    told = BOTH["vconcat"][2]["description"]
    assert "each set read by a judge fitted on the other sets" in told
    assert "one person" in told


def test_without_several_raters_no_word_of_one_person() -> None:
    alone = fitted(replace(REPORT, sets=(SHOP,), across=()), None)
    assert "one person" not in alone["vconcat"][0]["description"]
    assert "one person" in BOTH["vconcat"][0]["description"]


def test_what_was_kept_apart_is_told() -> None:
    apart = fitted(replace(REPORT, apart="bot", groups=7), replace(CRITERIA, apart=""))
    assert "7 values of bot, each kept apart" in apart["vconcat"][0]["description"]
    assert "systems were not kept apart" in apart["vconcat"][-1]["description"]
    assert "4 values of system, each kept apart" in BOTH["vconcat"][-1]["description"]
    assert "kept apart" not in BOTH["vconcat"][0]["description"]


def test_a_criterion_stands_above_the_hand_set_one() -> None:
    empathy, hand, charm, grace = rows(BOTH, 3)
    assert (empathy["value"], empathy["group"]) == (0.38, "fitted, kept")
    assert empathy["note"] == "n = 1,200, gain +.22, kept"
    assert (hand["name"], hand["value"], hand["group"]) == ("Empathy, by hand", 0.16, "set by hand")
    assert (charm["name"], charm["note"]) == ("Charm⟨001B⟩[31m", "n = 100, not kept")
    assert (grace["value"], grace["shown"]) == (None, "40 marked dialogues: too few")


def test_it_is_drawn() -> None:
    words = written(BOTH)
    assert {"desk", "shop", ".42", ".25", ".30", "Empathy", "Empathy, by hand", ".16", "set by hand"} <= {*words}
    assert "1 of 2 criteria kept" in " ".join(words)
    assert words.count("n = 1,200") == 3
    empty = replace(CRITERIA, criteria=(), too_few={})
    assert "No criterion was fitted." in written(fitted(None, empty))
