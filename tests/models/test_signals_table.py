from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.errors import SetupError
from baremo.models.signals.scale import level_index
from baremo.models.signals.table import Feature, Per, load, read, shipped
from baremo.observe.registry import OBSERVERS
from building import SIX

CUTS = [0.2, 0.4, 0.6, 0.8]


def edited(**changes: object) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(shipped()) | changes)


def test_the_shipped_table_marks_the_six_criteria() -> None:
    assert list(shipped().criteria) == list(SIX)
    assert shipped() is shipped()


def test_every_observer_but_emotion_weighs_somewhere() -> None:
    table = shipped()
    weighed = {table.features[name].observer for row in table.criteria.values() for name in row.weights}
    assert {observer.name for observer in OBSERVERS} - weighed == {"emotion"}


def test_a_feature_grows_from_0_and_stays_below_1() -> None:
    feature = Feature(observer="thanks", per=Per.DIALOGUE, half=2)
    assert [feature.value(amount) for amount in (0, 2, 6)] == [0, 0.5, 0.75]


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "judge.json"
    path.write_bytes(edited(severity=0.5))
    assert load(path).severity == 0.5
    with pytest.raises(SetupError, match="cannot be read"):
        load(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"extra": 1}, "no table of signals"),
        ({"format": 2}, "this version reads format 1"),
        ({"features": {"a": {"observer": "mood", "per": "turn", "half": 1}}}, "there is no observer 'mood'"),
        ({"features": {"thanks": {"observer": "thanks", "per": "turn", "half": 0}}}, "half must be above 0"),
        ({"criteria": {"TaskSuccess": {"base": 1, "weights": {"charm": 1}, "cuts": CUTS}}}, "no feature 'charm'"),
        ({"criteria": {"TaskSuccess": {"base": 1, "weights": {}, "cuts": [0.5, 0.4]}}}, "cuts must rise"),
        ({"criteria": {}}, "there is no criterion 'Empathy'"),
        (
            {"missing": [{"criterion": "Empathy", "after": [], "what": "x", "looked_for": [], "speaker": "SYSTEM"}]},
            "nothing to look for",
        ),
    ],
)
def test_a_table_that_cannot_work_is_refused(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(SetupError, match=fault):
        read(edited(**changes), "judge.json")


def test_a_cut_is_where_the_next_level_starts() -> None:
    assert [level_index(position, CUTS, 5) for position in (-1, 0, 0.19, 0.2, 0.4, 0.59, 0.6, 0.8, 1, 2)] == [
        *(0, 0, 0, 1, 2, 2, 3, 4, 4, 4)
    ]


def test_other_scales_are_divided_evenly_between_the_cuts() -> None:
    assert [level_index(position, [0.5], 4) for position in (0, 0.24, 0.25, 0.5, 0.75)] == [0, 0, 1, 2, 3]
    assert level_index(0.9, CUTS, 1) == 0


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 12))
def test_a_higher_position_is_never_a_lower_level(one: float, other: float, levels: int) -> None:
    low, high = sorted((one, other))
    assert 0 <= level_index(low, CUTS, levels) <= level_index(high, CUTS, levels) < levels
