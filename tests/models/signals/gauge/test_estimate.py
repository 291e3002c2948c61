"""The gauge: an estimate that follows from its table alone, bounded, explained, honest about where it was measured."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from baremo.core.dialogue import Dialogue
from baremo.errors import SetupError
from baremo.models.signals.gauge.estimate import Course, Reader
from baremo.models.signals.gauge.line import Line
from baremo.models.signals.gauge.table import Column, Gauge, Kind, Made, Pull, TurnColumn, Word, read, shipped
from baremo.observe.registry import observe
from baremo.observe.view import View
from building import dialogue

MADE = Made(version="0", command="baremo fit", seed=0, folds=10, dialogues=4, turns=9, sets={"a": "x"})
NEAR = Kind(
    name="A",
    about="parcels",
    dialogues=40,
    rho=0.4,
    low=0.3,
    high=0.5,
    person=0.25,
    kappa=0.2,
    within=0.9,
    turn_f1=None,
    centre={"shape.turns": 0.0},
    reach=0.5,
)


KIND = msgspec.to_builtins(NEAR)
CALM = Pull(always=-1.0, history=[0.0] * 6, neither=[0.0, 0.0])
PLAIN = msgspec.to_builtins(CALM)


def spoken(**weights: float) -> dict[str, Word]:
    """`no_` is `no` at the end of a turn."""
    return {word.replace("_", " $"): Word(weight=weight, neither=0.0) for word, weight in weights.items()}


def gauge(**parts: Any) -> Gauge:
    plain: dict[str, Any] = {
        "format": "baremo-gauge-2",
        "made": MADE,
        "base": 3.0,
        "usual": 3.0,
        "turn_base": 3.0,
        "words": spoken(thank=0.5, no_=-1.0) | {"hello": Word(weight=0.0, neither=1.0)},
        "turn": {"user.says.thanks": TurnColumn(centre=0.0, spread=1.0, weight=0.2, neither=-1.0)},
        "whole": {"shape.turns": Column(centre=1.0, spread=1.0, weight=0.0)},
        "blend": {"words.mean": 1.0},
        "turn_blend": {"words": 1.0, "turn": 1.0},
        "cuts": [1.5, 2.5, 3.5, 4.5],
        "dissatisfied": CALM,
        "satisfied": CALM,
        "radius": 0.5,
        "confidence": 0.9,
        "kinds": [],
    }
    return Gauge(**plain | parts)


def course(of: Gauge, *lines: str) -> Course:
    view = View(dialogue(*lines))
    return Reader(of).course(view, observe(view))


def test_the_sum_by_hand() -> None:
    found = course(gauge(), "U: Hello.", "S: It is done.", "U: Thank you.", "S: More?", "U: No").estimate()
    # Words: nothing, +0.5, -1.0; a turn that says thanks adds 0.2 for the turn.
    assert found.value == pytest.approx(3.0 - 0.5 / 3, abs=0.001)
    assert [(one.turn, one.value) for one in found.turns] == [(1, 3.0), (3, 3.7), (5, 2.0)]
    assert (found.low, found.high) == (pytest.approx(found.value - 0.5), pytest.approx(found.value + 0.5))
    assert (found.level, found.confidence) == (3, 0.9)
    assert [(one.what, one.turn, one.effect) for one in found.drivers] == [("USER says thanks", 3, 0.2)]


@pytest.mark.parametrize(("part", "value"), [("words.mean", 2.75), ("words.late", 2.5), ("turn.mean", 3.05)])
def test_parts_of_the_blend(part: str, value: float) -> None:
    lines = ("U: Hello.", "S: One.", "U: Thank you.", "S: Two.", "U: Hm.", "S: Three.", "U: Well no")
    words = {"words": spoken(hm=-0.5, thank=0.0, no_=-0.5)}
    assert course(gauge(blend={part: 1.0}, **words), *lines).value == pytest.approx(value, abs=0.001)


def test_classes_of_turns_by_hand() -> None:
    pulls = {
        "satisfied": structs.replace(CALM, neither=[-2.0, -3.0]),
        "dissatisfied": structs.replace(CALM, history=[-2.0, 0.0, 0.0, 0.0, -0.5, 0.0]),
    }
    lines = ("U: Hello.", "S: It is done.", "U: Thank you.", "S: More?", "U: No", "S: Sure?", "U: Hello, thank you")
    found = course(gauge(**pulls), *lines).estimate()
    # Pulls, satisfied and dissatisfied: -3, -1 | 2, -2.4 | -1, -1 + 2 - 0.35 | 3 - 1 - 2, -1 - 1.4 + 0.5: not above 0.
    assert [one.feels for one in found.turns] == ["neither", "satisfied", "dissatisfied", "neither"]


def test_it_stays_on_the_scale() -> None:
    high = gauge(words=spoken(thank=99.0))
    assert course(high, "S: Done.", "U: Thank you.").value == 5.0
    found = course(gauge(words=spoken(thank=-99.0)), "S: Done.", "U: Thank you.").estimate()
    assert (found.value, found.low, found.level) == (1.0, 1.0, 1)
    assert found.high == 1.5


def test_where_user_says_nothing_there_is_the_base() -> None:
    found = course(gauge(), "S: Hello?").estimate()
    assert (found.value, found.turns, found.drivers) == (3.0, (), ())


def test_what_it_is_like() -> None:
    lines = ("S: Hello.", "U: Hi.")  # log(1 + 2 turns) is 1.099: a tenth of a spread from the centre
    assert course(gauge(), *lines).measured is None
    found = course(gauge(kinds=[NEAR]), *lines).measured
    assert found is not None
    assert (found.like, found.dialogues, found.rho, found.person) == ("parcels (A)", 40, 0.4, 0.25)
    far = structs.replace(NEAR, reach=0.01)
    assert course(gauge(kinds=[far]), *lines).measured is None
    beyond = structs.replace(NEAR, centre={"shape.turns": 1e308})
    assert course(gauge(kinds=[beyond]), *lines).measured is None
    nearer = structs.replace(NEAR, name="B", about="", centre={"shape.turns": 0.1})
    told = course(gauge(kinds=[NEAR, nearer]), *lines).measured
    assert told is not None
    assert told.like == "B"


def test_a_line_is_a_plain_sum() -> None:
    names = ("a", "b", "c", "d")
    columns = {
        "a": Column(centre=1.0, spread=2.0, weight=3.0),
        "b": Column(centre=0.0, spread=0.1, weight=1.0),
        "d": Column(centre=5.0, spread=1.0, weight=0.0),
    }
    line = Line(names, columns)
    for row in ([0.0] * 4, [3.0, 0.2, 9.0, 9.0], [-99.0, 9.0, 0.0, 0.0], [99.0, -9.0, 0.0, 0.0]):
        a, b, _, _ = row
        by_hand = 3.0 * min(3.0, max(-3.0, (a - 1) / 2)) + min(3.0, max(-3.0, b / 0.1))
        assert line(row) == pytest.approx(by_hand)
    assert line.effect(1, 0.2) == pytest.approx(2.0)
    assert line.effect(2, 1.0) == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "x"}, "a table of the format 'x'"),
        ({"turn": {"user.moon": [0, 1, 1, 0]}}, "there is no column 'user.moon'"),
        ({"whole": {"moon": [0, 1, 1]}}, "there is no column 'moon'"),
        ({"whole": {"shape.turns": [0, 0, 1]}}, "its spread must be above 0"),
        ({"blend": {"moon": 1}}, "'moon' is no part of an estimate"),
        ({"turn_blend": {"moon": 1}}, "'moon' is no part of a turn's estimate"),
        ({"cuts": [1, 2, 3]}, "cuts: 4 numbers that rise"),
        ({"turn": {"user.length": [0, 0, 1, 0]}}, "its spread must be above 0"),
        ({"words": {"hm": [1]}}, "no fitted judge: "),
        ({"dissatisfied": PLAIN | {"neither": [1.0]}}, "history: 6 numbers; neither: 2"),
        ({"satisfied": PLAIN | {"history": [1.0]}}, "history: 6 numbers"),
        ({"format": "baremo-gauge-1", "turn_cuts": [2.5, 3.5]}, "format 'baremo-gauge-1', and this version reads"),
        ({"kinds": [KIND | {"centre": {"moon": 0.0}}]}, "kind 'A': there is no column 'moon' in whole"),
        ({"kinds": [KIND | {"centre": {"shape.user_turns": 0.0}}]}, "there is no column 'shape.user_turns' in whole"),
        ({"radius": 0}, "radius must be above 0"),
        ({"moon": 1}, "no fitted judge: "),
    ],
)
def test_tables_are_read_strictly(change: dict[str, Any], told: str) -> None:
    table = msgspec.to_builtins(gauge()) | change
    with pytest.raises(SetupError, match=told):
        read(msgspec.json.encode(table), "judge.json")
    assert read(msgspec.json.encode(gauge()), "judge.json") == gauge()


FITTED = {
    "base": 0.2,
    "parts": {"felt": 0.1, "seen": 1.0},
    "columns": {"rate.warmth": [0.5, 0.5, 0.2]},
    "cuts": [0.3, 0.5, 0.7, 0.9],
    "figures": {"dialogues": 120, "rho": 0.5, "low": 0.4, "high": 0.6},
}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"columns": {"rate.moon": [0, 1, 1]}}, "criterion 'Charm': there is no column 'rate.moon'"),
        ({"columns": {"rate.warmth": [0, 0, 1]}}, "a spread above 0"),
        ({"columns": {"rate.warmth": [0, -1, 1]}}, "a spread above 0"),
        ({"columns": {"rate.warmth": [0, 1]}}, "no fitted judge: "),
        ({"columns": {"rate.warmth": [0, 1, "1"]}}, "no fitted judge: "),
        ({"columns": []}, "no fitted judge: "),
        ({"parts": {"moon": 1}}, "its parts are hand, felt, seen"),
        ({"parts": {"seen": -0.1}}, "none below 0"),
        ({"parts": {"hand": 1}}, "the hand-set table does not know it"),
        ({"cuts": []}, "one cut at least"),
        ({"cuts": [0.5, 0.3]}, "cuts that rise"),
        ({"cuts": [None]}, "no fitted judge: "),
        ({"figures": {"dialogues": 120}}, "no fitted judge: "),
        ({"moon": 1}, "no fitted judge: "),
    ],
)
def test_criteria_are_read_strictly(change: dict[str, Any], told: str) -> None:
    table = msgspec.to_builtins(gauge())
    found = read(msgspec.json.encode(table | {"criteria": {"Charm": FITTED}}), "judge.json")
    assert found.criteria["Charm"].cuts == FITTED["cuts"]
    with pytest.raises(SetupError, match=told):
        read(msgspec.json.encode(table | {"criteria": {"Charm": FITTED | change}}), "judge.json")


@pytest.mark.parametrize("number", [b"1e999", b"NaN", b"-Infinity", b"1e400000"])
@pytest.mark.parametrize("place", [b"0.2,", b"0.7,", b"0.5,0.5,0.2", b'"felt":0.1'])
def test_numbers_that_are_none_are_refused(number: bytes, place: bytes) -> None:
    table = msgspec.json.encode(msgspec.to_builtins(gauge()) | {"criteria": {"Charm": FITTED}})
    assert place in table
    hostile = {b"0.5,0.5,0.2": b"0.5,0.5," + number, b'"felt":0.1': b'"felt":' + number}.get(place, number + b",")
    with pytest.raises(SetupError):
        read(table.replace(place, hostile), "judge.json")


def test_a_table_without_criteria_is_written_as_before() -> None:
    assert b"criteria" not in msgspec.json.encode(gauge())


def test_one_criterion_is_in_the_package_and_says_where_it_comes_from() -> None:
    ours = shipped()
    assert list(ours.criteria) == ["Repetition"]
    assert ours.criteria_made is not None
    assert list(ours.criteria_made.sets) == ["ieval", "ji2022"]
    found = ours.criteria["Repetition"].figures
    assert found.apart == "system"
    assert 0.4 < found.low < found.rho < found.high
    assert found.dialogues == ours.criteria_made.dialogues > 3000


def test_what_is_no_table() -> None:
    for data in (b"", b"[1", b"[" * 100_000):
        with pytest.raises(SetupError, match="no fitted judge"):
            read(data, "judge.json")


GOOD = (
    "U: I lost my card and I am worried.",
    "S: I'm sorry to hear that. I have blocked it, and a new one will reach you on Friday.",
    "U: Perfect, thank you so much! That helps a lot.",
)
BAD = (
    "U: I lost my card and I am worried.",
    "S: I do not understand.",
    "U: I lost my card! I said that already.",
    "S: I do not understand.",
    "U: No. This is useless. I give up.",
)


def test_the_shipped_table_tells_good_from_bad() -> None:
    good, bad = (course(shipped(), *lines).estimate() for lines in (GOOD, BAD))
    assert good.value > bad.value
    assert bad.turns[-1].value < bad.turns[0].value
    assert any(one.effect < 0 for one in bad.drivers)


def test_the_same_bytes_every_time() -> None:
    encoded = {msgspec.json.encode(course(shipped(), *BAD).estimate()) for _ in range(3)}
    assert len(encoded) == 1


def test_context_turns_are_passed_over() -> None:
    plain = Dialogue(id=1, turns=dialogue(*GOOD).turns)
    noted = dialogue("C: The customer is furious and hates everything.", *GOOD)
    one, other = (Reader(shipped()).course(View(talk), observe(View(talk))).value for talk in (plain, noted))
    assert one == other
