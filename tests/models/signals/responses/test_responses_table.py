"""The table of preferences is read strictly."""

import msgspec
import pytest

from asking_reviewer import preferred, task
from baremo.errors import SetupError
from baremo.models.signals.judge import Signals
from baremo.models.signals.responses.features import FEATURES
from baremo.models.signals.responses.table import read, shipped


def written(**changes: object) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(shipped()) | changes)


def test_the_shipped_table_weighs_every_feature_and_faults_count_against_a_response() -> None:
    table = shipped()
    assert list(table.weights) == list(FEATURES)
    assert all(table.weights[name] < 0 for name in ("wrong_sums", "missed", "major", "copied", "repeated"))
    assert read(written(), "here") == table


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"format": 2}, "a table of format 2"),
        ({"weights": {"charm": 1}}, "there is no feature 'charm'"),
        ({"likert": [1, 1, 2]}, "likert must rise"),
        ({"likert": [0, 1, 2]}, "likert must rise"),
        ({"charm": 1}, "no table of responses"),
    ],
)
def test_another_table_is_refused(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(SetupError, match=fault):
        read(written(**changes), "here")


def test_a_table_of_ones_own_decides() -> None:
    case = task("Tell me about Bern.", "Bern is old.", "Bern has arcades, fountains, cellars and a tower with a clock.")
    turned = read(written(weights={"substance": -1.0}), "here")
    assert preferred(case).preference > 4
    assert preferred(case, judge=Signals(preferences=turned)).preference < 4
