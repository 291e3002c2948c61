"""The course of a dialogue, as data and as it is really drawn."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
import vl_convert
from msgspec import UNSET, structs

import baremo
from baremo.core.dialogue import Dialogue
from baremo.core.estimate import Driver, Estimate, Feels, Measured, TurnEstimate
from baremo.core.record import Record
from baremo.report.plots.course import MOST, Lowest, course
from baremo.report.plots.draw import svg
from baremo.report.plots.look import Spec
from building import dialogue
from exporting import SOLO, TALK, judged, torn

KIND = Measured(like="parcels (A)", dialogues=400, rho=0.41, low=0.35, high=0.47, person=0.25)
BAD = dialogue(
    "U: I lost my card.",
    "S: I do not understand.",
    "U: I lost my card! <b>I said that already.</b>",
    "S: I do not understand.",
    "U: Thanks for nothing.",
)
FOUND = Estimate(
    value=2.4,
    low=1.8,
    high=3.0,
    confidence=0.9,
    level=2,
    turns=(
        TurnEstimate(turn=1, value=3.1, feels=Feels.SATISFIED),
        TurnEstimate(turn=3, value=1.9, feels=Feels.DISSATISFIED),
        TurnEstimate(turn=5, value=2.9, feels=Feels.NEITHER),
    ),
    drivers=(
        Driver(what="USER says thanks", effect=0.2, turn=5),
        Driver(what="SYSTEM does not understand", effect=-0.3, turn=2),
    ),
    measured=KIND,
)
JUDGED = baremo.judge(BAD, barem=SOLO)


def record(talk: Dialogue = BAD, found: Estimate = FOUND) -> Record:
    first, *rest = JUDGED.exchanges
    told = structs.replace(first, reply=structs.replace(first.reply, estimate=found))
    return replace(JUDGED, dialogue=talk, exchanges=(told, *rest))


def marked() -> Dialogue:
    """By two people: turns 1 and 3, and the whole."""
    turns = list(BAD.turns)
    turns[0], turns[2] = structs.replace(turns[0], marks=(3, 4)), structs.replace(turns[2], marks=(1, 2))
    return replace(BAD, turns=tuple(turns), overall=(2, 3))


def drawn(talk: Dialogue = BAD, found: Estimate = FOUND) -> Spec:
    return course(record(talk, found), found)


def rows(spec: Any) -> list[dict[str, Any]]:
    """All data, wherever it stands."""
    if isinstance(spec, dict):
        mine = spec["data"]["values"] if "data" in spec else []
        return [*mine, *(row for key, part in spec.items() if key != "data" for row in rows(part))]
    return [row for part in spec for row in rows(part)] if isinstance(spec, list) else []


def points(spec: Spec) -> list[tuple[int, float, str]]:
    layer = next(one for one in spec["layer"] if "shape" in one.get("encoding", {}))
    return [(one["turn"], one["value"], one["kind"]) for one in layer["data"]["values"]]


def written(spec: Spec) -> list[str]:
    return [unescape(text) for text in re.findall(r"<(?:text|tspan)\b[^>]*>([^<]+)<", svg(spec))]


def lowest(*records: Record) -> Spec:
    found = Lowest()
    for one in records:
        found.add(one)
    return found.picture()


def several(count: int) -> list[Record]:
    """The later, the lower."""
    talks = (replace(marked(), id=f"case {number}") for number in range(count))
    return [record(talk, structs.replace(FOUND, value=3 - number / 100)) for number, talk in enumerate(talks)]


PICTURES = {
    "alone": drawn(),
    "marked": drawn(marked()),
    "small": lowest(*several(3)),
    "one turn": drawn(found=structs.replace(FOUND, turns=FOUND.turns[:1], drivers=())),
    "nobody speaks": drawn(found=structs.replace(FOUND, turns=(), drivers=())),
}


@pytest.mark.parametrize("name", PICTURES)
def test_vega_lite_has_no_objection(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    vl_convert.vegalite_to_vega(PICTURES[name], vl_version="5.21", show_warnings=True)
    told = capfd.readouterr()
    assert told.out + told.err == ""


def test_a_point_for_each_turn_by_its_class() -> None:
    judge = [(1, 3.1, "satisfied"), (3, 1.9, "dissatisfied"), (5, 2.9, "neither")]
    assert points(PICTURES["alone"]) == judge
    assert points(PICTURES["marked"]) == [(1, 3.5, "people, on average"), (3, 1.5, "people, on average"), *judge]


def test_a_pointer_finds_what_was_said() -> None:
    said = {row["turn"]: row["said"] for row in rows(PICTURES["alone"]) if "said" in row}
    assert said == {number: BAD.turns[number - 1].text for number in (1, 3, 5)}


def test_classes_differ_in_colour_and_in_shape() -> None:
    layer = next(one for one in PICTURES["marked"]["layer"] if "shape" in one.get("encoding", {}))
    kinds = ["dissatisfied", "neither", "satisfied", "people, on average"]
    for channel in ("color", "shape"):
        scale = layer["encoding"][channel]["scale"]
        assert scale["domain"] == kinds
        assert len(set(scale["range"])) == len(kinds)


def test_what_an_earlier_version_estimated_has_no_classes() -> None:
    turns = tuple(structs.replace(one, feels=UNSET) for one in FOUND.turns)
    assert {kind for _, _, kind in points(drawn(found=structs.replace(FOUND, turns=turns)))} == {"estimate"}


def test_the_lowest_turn_is_told_in_its_words() -> None:
    assert "3: lowest: “I lost my card! <b>I said that already.…”" in written(PICTURES["alone"])
    assert "<b>" not in svg(PICTURES["alone"])


def test_where_turns_hardly_differ_none_is_the_lowest() -> None:
    flat = tuple(structs.replace(one, value=3 + one.turn / 200) for one in FOUND.turns)
    for found in (structs.replace(FOUND, turns=flat), structs.replace(FOUND, turns=FOUND.turns[:1])):
        assert not any("lowest" in line for line in written(drawn(found=found)))


def test_what_moved_it_stands_at_its_turn_and_each_in_its_row() -> None:
    found = [row for row in rows(PICTURES["alone"]) if "effect" in row]
    assert [(row["turn"], row["effect"]) for row in found] == [(5, 0.2), (2, -0.3)]
    assert found[0]["value"] > found[1]["value"]
    assert all(row["value"] < 1 for row in found)
    lines = [one["layer"][1]["mark"]["shape"] for one in PICTURES["alone"]["layer"] if "layer" in one]
    assert lines == ["circle", "triangle-up", "triangle-down"]  # the lowest turn, then what raised and what lowered it
    words = written(PICTURES["alone"])
    assert {"5: USER says thanks +.20", "2: SYSTEM does not understand -.30"} <= {*words}


def test_the_whole_with_its_interval_and_what_people_gave() -> None:
    spec = PICTURES["marked"]
    assert {"low": 1.8, "high": 3.0} in rows(spec)
    assert {"value": 2.4} in rows(spec)
    assert {"value": 2.5} in rows(spec)  # (2 + 3) / 2
    assert {"the whole: 2.4", "people: 2.5 (2 marks)"} <= {*written(spec)}
    assert not any("people:" in line for line in written(PICTURES["alone"]))


def test_words_at_the_right_do_not_touch() -> None:
    for people in ((2, 3), (2, 2, 3)):  # 2.5 and 2.3 beside 2.4
        spec = drawn(replace(BAD, overall=people))
        beside = [one for one in spec["layer"] if one.get("mark", {}).get("align") == "left"]
        judge, theirs = (one["data"]["values"][0]["value"] for one in beside)
        assert abs(judge - theirs) == pytest.approx(0.25, abs=0.002)  # 15 dots of 60 for a mark
        assert (theirs > judge) == (sum(people) / len(people) > 2.4)


def test_under_the_title_stands_how_far_it_was_measured() -> None:
    (told,) = {PICTURES["alone"]["description"]}
    assert "2.4 of 5 (1.8 … 3.0, 90 %), as people would mark it" in told
    assert "measured: rho .41 (.35 … .47)" in told
    unknown = drawn(found=structs.replace(FOUND, measured=None))
    assert "not measured: people's marks" in unknown["description"]


def test_who_says_nothing_has_no_course() -> None:
    assert "USER says nothing: there is no course to draw." in written(PICTURES["nobody speaks"])
    assert lowest(record(found=structs.replace(FOUND, turns=())))["title"]["text"] == "How satisfied USER seems"


def test_a_long_dialogue_is_wider_up_to_a_bound() -> None:
    widths = [drawn(replace(BAD, turns=BAD.turns * times))["width"] for times in (1, 20, 200)]
    assert widths == [560, 1100, 1400]


def test_hidden_characters_are_shown_and_long_texts_cut() -> None:
    turns = tuple(structs.replace(turn, text="\u202e" + "no " * 900) for turn in BAD.turns)
    found = [row["said"] for row in rows(drawn(replace(BAD, turns=turns))) if "said" in row]
    assert all(said.startswith("⟨202E⟩no") and len(said) <= 300 for said in found)


def test_of_many_the_lowest_stand_under_each_other() -> None:
    spec = lowest(*several(MOST + 3), judged(torn(), talk=TALK))
    assert spec["title"]["text"] == "How satisfied USER seems: the lowest 10 of 13 dialogues"
    titles = [part["title"]["text"] for part in spec["vconcat"]]
    assert titles[0] == "Dialogue case 12: 2.9 of 5 (1.8 … 3.0, 90 %)"
    assert [title.split(":")[0] for title in titles] == [f"Dialogue case {number}" for number in range(12, 2, -1)]
    assert not any("effect" in row for row in rows(spec))


def test_of_few_all_are_drawn_on_the_same_axis_with_one_legend() -> None:
    spec = PICTURES["small"]
    assert spec["title"]["text"] == "How satisfied USER seems: 3 dialogues, lowest first"
    axes = [part["encoding"]["y"]["axis"]["values"] for part in spec["vconcat"]]
    assert axes == [[1, 2, 3, 4]] * 3  # people's lowest is 1.5, their highest 3.5
    assert written(spec).count("dissatisfied") == 1


def test_those_that_are_as_low_stay_in_order() -> None:
    talks = [record(replace(BAD, id=number)) for number in range(MOST + 2)]
    titles = [part["title"]["text"].split(":")[0] for part in lowest(*talks)["vconcat"]]
    assert titles == [f"Dialogue {number}" for number in range(MOST)]


def test_of_one_dialogue_all_is_drawn() -> None:
    assert lowest(record()) == PICTURES["alone"]
