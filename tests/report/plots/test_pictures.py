"""Each picture is really drawn: its words are in the SVG, and as many dots, bars and cells as there are figures."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
import vl_convert

from baremo.report.plots.agreement import agreement
from baremo.report.plots.changes import differences, histogram, moves
from baremo.report.plots.confusion import confusion
from baremo.report.plots.contests import contest
from baremo.report.plots.dots import Row, around_zero
from baremo.report.plots.draw import svg
from baremo.report.plots.escalation import Step, escalation
from baremo.report.plots.look import Spec, names, stacked
from baremo.report.plots.probes import effects
from baremo.report.plots.rates import base_rates, levels
from baremo.report.plots.reliability import Bin, reliability
from baremo.stats.ratings import UNKNOWN, Agreed, Ceiling, Figure, Scale
from baremo.stats.versus import Contest, Entrant, Took

LABELS = ("low", "middle", "high")
SCALE = Scale(labels=LABELS, values=(1, 2, 3))
COUNTS = ((7, 2, 0), (1, 9, 3), (0, 0, 8))
PEOPLE = Ceiling(kappa=Figure(0.6, 0.5, 0.7))


def agreed(name: str, kappa: Figure = Figure(0.5, 0.4, 0.6), ceiling: Ceiling = PEOPLE) -> Agreed:  # noqa: B008
    return Agreed(
        name=name,
        cases=40,
        scored=38,
        labelled=35,
        both=30,
        marks=60,
        kappa=kappa,
        judge_rates=(0.25, 0.5, 0.25),
        people_rates=(0.5, 0.3, 0.2),
        confusion=COUNTS,
        ceiling=ceiling,
    )


def words(drawn: str) -> list[str]:
    return [unescape(text) for text in re.findall(r"<(?:text|tspan)\b[^>]*>([^<]+)<", drawn)]


def shapes(drawn: str, role: str) -> int:
    """How many of a kind there are: `symbol` is a dot, `rule` an interval or a line, `rect` a bar or a cell."""
    groups = re.findall(rf'<g class="mark-{role} role-mark[^>]*>(.*?)</g>', drawn, re.DOTALL)
    return sum(len(re.findall(r"<(?:path|line|rect)\b", group)) for group in groups)


PICTURES: dict[str, Spec] = {
    "agreement": agreement([agreed("Empathy"), agreed("")], judge="signals"),
    "confusion": confusion(COUNTS, down=LABELS, across=LABELS, title="Overall"),
    "rates": base_rates(agreed(""), SCALE),
    "marks": levels({"judge": (3, 0, 1200)}, LABELS, title="Marks", subtitle="1,203 dialogues", counts=True),
    "reliability": reliability(
        {
            "as the judge says": [Bin(predicted=0.2, observed=0.1, low=0.05, high=0.2, count=9)],
            "calibrated": [Bin(predicted=0.4, observed=0.4)],
        },
        title="Reliability",
        subtitle="30 dialogues",
    ),
    "escalation": escalation(
        [Step(kept=0.2, agreed=0.95, low=0.9, passed=True), Step(kept=1.0, agreed=0.7, low=0.6)],
        target=0.85,
        chosen=Step(kept=0.2, agreed=0.95, low=0.9, passed=True),
        subtitle="30 labels",
    ),
    "probes": effects(
        [
            Row(name="padding", value=3.0, low=1.0, high=5.0, group="fails"),
            Row(name="own name", value=None, group="not testable", missing="not testable"),
        ],
        title="What moves signals",
        subtitle="24 dialogues",
        axis="points",
    ),
    "differences": differences([Row(name="", value=-1.0, low=-2.0, high=0.5)], title="b and a", subtitle="9 in both"),
    "histogram": histogram({-2: 1, 0: 5, 1: 2}, title="Who changed"),
    "moves": moves({(0, 1): 3, (2, 0): 1}, LABELS, title="From where to where", runs=("a.baremo", "b.baremo")),
    "no agreement": agreement([]),
    "nothing defined": agreement([agreed("Empathy", UNKNOWN, Ceiling())]),
    "thirty": agreement([agreed(f"Criterion {number}") for number in range(30)]),
}
PICTURES["all"] = stacked(PICTURES["agreement"], PICTURES["rates"], PICTURES["confusion"], PICTURES["no agreement"])


@pytest.mark.parametrize("name", PICTURES)
def test_vega_lite_has_no_objection(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    vl_convert.vegalite_to_vega(PICTURES[name], vl_version="5.21", show_warnings=True)
    told = capfd.readouterr()
    assert told.out + told.err == ""


def test_an_objection_of_vega_lite_would_be_seen(capfd: pytest.CaptureFixture[str]) -> None:
    wrong = {"data": {"values": []}, "mark": "bar", "encoding": {"shape": {"field": "a", "type": "nominal"}}}
    vl_convert.vegalite_to_vega(wrong, vl_version="5.21", show_warnings=True)
    told = capfd.readouterr()
    assert "shape dropped" in told.out + told.err


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_complete_in_itself(name: str) -> None:
    assert list(urls(PICTURES[name])) == [("$schema", "https://vega.github.io/schema/vega-lite/v5.json")]


def urls(part: Any, key: str = "") -> list[tuple[str, str]]:
    if isinstance(part, dict):
        return [found for name, inner in part.items() for found in urls(inner, name)]
    if isinstance(part, list):
        return [found for inner in part for found in urls(inner, key)]
    return [(key, part)] if key == "url" or "://" in str(part) else []


def test_agreement_shows_each_criterion_with_its_interval_and_what_people_reach() -> None:
    drawn = svg(PICTURES["agreement"])
    assert shapes(drawn, "symbol") == 2
    assert shapes(drawn, "rule") == 2
    assert {"Empathy", "Overall", ".50", "n = 30", "Agreement with people: signals"} <= {*words(drawn)}
    assert any("30 dialogues" in line and "people among themselves" in line for line in words(drawn))
    assert any("95 % intervals" in line for line in words(drawn))


def test_without_a_ceiling_no_word_of_people_among_themselves() -> None:
    drawn = svg(agreement([agreed("Empathy", ceiling=Ceiling())]))
    assert not any("people among" in line for line in words(drawn))


def test_a_figure_that_is_not_defined_is_written_and_not_drawn() -> None:
    drawn = svg(PICTURES["nothing defined"])
    assert "not defined" in words(drawn)
    assert shapes(drawn, "symbol") == 0


def test_where_nothing_is_known_that_is_what_the_picture_says() -> None:
    assert any("Nothing was marked by both" in line for line in words(svg(PICTURES["no agreement"])))


def test_thirty_criteria_all_have_their_row() -> None:
    drawn = svg(PICTURES["thirty"])
    assert {f"Criterion {number}" for number in range(30)} <= {*words(drawn)}
    assert shapes(drawn, "symbol") == 30


def test_names_that_are_markup_very_long_or_alike() -> None:
    long = "a name that never ends " * 20
    drawn = svg(agreement([agreed("<b>&\x1b[2J"), agreed(long), agreed(long)]))
    assert "<b>&⟨001B⟩[2J" in words(drawn)
    assert "<b>" not in drawn
    assert shapes(drawn, "symbol") == 3
    assert names(["a", "a", "a (2)", ""]) == ["a", "a (2)", "a (2) (2)", "Overall"]


def test_a_confusion_matrix_has_all_counts_and_how_many_are_alike() -> None:
    drawn = svg(PICTURES["confusion"])
    assert shapes(drawn, "rect") == 9
    assert {"7", "2", "1", "9", "3", "8"} <= {*words(drawn)}
    assert any("30 dialogues · 80 % of them on the diagonal" in line for line in words(drawn))  # (7 + 9 + 8) / 30
    assert "people" in words(drawn)
    assert "judge" in words(drawn)


def test_different_scales_have_no_diagonal() -> None:
    drawn = svg(confusion(((1, 2), (3, 4)), down=("1", "2"), across=("20", "100"), title="Overall"))
    assert not any("diagonal" in line for line in words(drawn))
    assert "There is nothing to count." in words(svg(confusion(((0,),), down=("1",), across=("1",), title="Overall")))


def test_base_rates_stand_beside_each_other() -> None:
    drawn = svg(PICTURES["rates"])
    assert shapes(drawn, "rect") == 6
    assert {"25 %", "50 %", "30 %", "20 %", "judge", "people", "30 dialogues, 60 marks by people"} <= {*words(drawn)}


def test_rates_on_different_scales_are_not_drawn_beside_each_other() -> None:
    other = Scale(labels=("1", "2"), values=(1, 2))
    assert "The judge and people mark on different scales." in words(svg(base_rates(agreed(""), SCALE, other)))


def test_marks_are_counted() -> None:
    drawn = svg(PICTURES["marks"])
    assert shapes(drawn, "rect") == 3
    assert "1,200" in words(drawn)
    assert "No level was given." in words(svg(levels({"judge": (0, 0, 0)}, LABELS, title="Marks", subtitle="")))


def test_reliability_has_a_curve_before_and_one_after() -> None:
    drawn = svg(PICTURES["reliability"])
    assert shapes(drawn, "symbol") == 2
    assert shapes(drawn, "rule") == 1
    assert {"as the judge says", "calibrated", "the chance it gave", "how often people did"} <= {*words(drawn)}
    empty = reliability({"before": []}, title="Reliability", subtitle="")
    assert "There are too few labels to say." in words(svg(empty))


def test_escalation_shows_the_target_and_what_was_chosen() -> None:
    drawn = svg(PICTURES["escalation"])
    assert shapes(drawn, "symbol") == 3  # two thresholds and a ring around one
    assert shapes(drawn, "rule") == 2  # the target, and down from the chosen one
    assert "aimed at: 85 %" in words(drawn)


def test_escalation_shows_where_testing_stopped() -> None:
    for kept in (0.3, 0.7):
        steps = [Step(kept=kept, agreed=0.8, low=0.7, stopped=True), Step(kept=1.0, agreed=0.95, low=0.9)]
        drawn = svg(escalation(steps, target=0.85, chosen=None, subtitle=""))
        assert {"the first that fails:", "none that keeps more is tested"} <= {*words(drawn)}
        assert shapes(drawn, "rule") == 2
    assert "the first that fails:" not in words(svg(PICTURES["escalation"]))


def test_escalation_without_a_threshold() -> None:
    none = escalation([Step(kept=1.0, agreed=0.5)], target=0.9, chosen=None, subtitle="")
    assert shapes(svg(none), "symbol") == 1
    few = escalation([Step(kept=1.0, agreed=None)], target=0.9, chosen=None, subtitle="")
    assert any("too few labels" in line for line in words(svg(few)))


def test_probes_say_how_each_ended() -> None:
    drawn = svg(PICTURES["probes"])
    assert shapes(drawn, "symbol") == 1
    assert {"fails", "not testable", "padding", "own name", "+3.00"} <= {*words(drawn)}
    assert "steady" not in words(drawn)
    assert "No probe was run." in words(svg(effects([], title="What moves it", subtitle="", axis="")))


def test_an_axis_of_differences_is_as_long_on_both_sides() -> None:
    low, high = around_zero([Row(name="a", value=1.0, low=-0.5, high=2.0)], 0.1)
    assert high == -low
    assert high >= 2


def test_differences_and_changes() -> None:
    drawn = svg(PICTURES["differences"])
    assert shapes(drawn, "rule") == 2  # an interval, and zero
    assert "-1.00" in words(drawn)
    up = differences([Row(name="", value=0.5, low=0.25, high=0.75)], title="b and a", subtitle="")
    assert "+.50" in words(svg(up))
    counted = svg(PICTURES["histogram"])
    assert shapes(counted, "rect") == 4
    assert {"-2", "-1", "0", "+1", "8 dialogues, 3 of them changed"} <= {*words(counted)}
    nothing = "No dialogue is scored in both runs."
    assert nothing in words(svg(differences([], title="", subtitle="")))
    assert nothing in words(svg(histogram({}, title="")))


def test_moves_name_the_runs() -> None:
    drawn = svg(PICTURES["moves"])
    assert {"a.baremo", "b.baremo", "3", "1"} <= {*words(drawn)}
    assert any("4 dialogues with another level" in line for line in words(drawn))


def test_pictures_under_each_other_are_one() -> None:
    drawn = svg(PICTURES["all"])
    assert {"Agreement with people: signals", "How often each level is given: Overall", "7"} <= {*words(drawn)}
    assert drawn.count("<svg") == 1


def contested(both: int = 30) -> Contest:
    def way(name: str, tokens: int, kappa: Figure) -> Entrant:
        found = replace(agreed("", kappa), both=both)
        return Entrant(name=name, took=Took(dialogues=10, tokens_in=tokens, calls=10), agreed=found)

    ways = (way("solo", 10_000, Figure(0.5, 0.4, 0.6)), way("debate", 24_000, Figure(0.55, 0.45, 0.65)))
    return Contest(
        judge="openai:x", barem="strict", criterion="", entrants=ways, pairs=(), confidence=0.95, draws=100, seed=0
    )


def test_protocols_side_by_side() -> None:
    drawn = words(svg(contest(contested())))
    assert {"Protocols: openai:x", "solo", "debate", "1,000 tokens", "2,400 tokens"} <= {*drawn}
    assert "Too few dialogues" in " ".join(words(svg(contest(contested(both=3)))))
