"""The three dialogue documents with their printed figures: what is known to be wrong in them is found, by code."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from baremo.errors import Problem
from baremo.lint.check import lint
from baremo.lint.faults import Fault
from baremo.load.barems import BUILT_IN, load_source
from building import ROOT

SOURCES = Path(__file__).parent / "sources"
SHIPPED = sorted((ROOT / "examples/barems").glob("*.yaml"))


def found(document: str, fault: Fault) -> Iterator[tuple[str, str]]:
    """Dialogue and the last key of the line, in the order of the lines."""
    path = SOURCES / f"{document}.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    for problem in lint(load_source(path)):
        if problem.code == fault.code:
            key = lines[int(problem.where.rpartition(":")[2]) - 1].split(":")[0].strip()
            yield problem.what.split(":")[0].removeprefix("dialogue "), key


def test_six_of_twelve_means_are_wrong() -> None:
    assert list(found("000", Fault.WRONG_MEAN)) == [
        ("335", "mean"),  # 100*.4 + 100*.15 + 100*.15 + 100*.1 + 60*.1 + 100*.1 = 96, printed 94
        ("25", "evaluator_mean"),  # 80*.4 + 60*.15 + 100*.15 + 80*.1 + 40*.1 + 80*.1 = 76, printed 75
        ("26", "evaluator_mean"),  # 40*.4 + 40*.15 + 60*.15 + 40*.3 = 43, printed 44
        ("26", "mean"),  # 43 + 20*.1 + 20*.1 = 47, printed 48
    ]
    assert list(found("001", Fault.WRONG_MEAN)) == []
    assert list(found("002", Fault.WRONG_MEAN)) == [("25", "evaluator_mean"), ("25", "mean")]  # 88, printed 86 twice


def test_three_overall_levels_are_wrong() -> None:
    assert list(found("000", Fault.IGNORED_DEDUCTION)) == [("25", "overall"), ("26", "overall")]
    assert list(found("001", Fault.WRONG_LEVEL)) == [("335", "overall")]
    assert list(found("000", Fault.WRONG_LEVEL)) == list(found("002", Fault.WRONG_LEVEL)) == []


def test_three_sums_that_are_written_out_are_wrong() -> None:
    assert [case for case, _ in found("000", Fault.WRONG_SUM)] == ["335", "26"]
    assert [case for case, _ in found("002", Fault.WRONG_SUM)] == ["25"]


def test_five_disagreements_of_002_propose_the_level_given() -> None:
    assert [case for case, _ in found("002", Fault.EMPTY_OBJECTION)] == ["335", "25", "25", "26", "26"]
    assert list(found("000", Fault.EMPTY_OBJECTION)) == []


def test_critics_without_evidence_and_what_was_accepted_all_the_same() -> None:
    assert [case for case, _ in found("000", Fault.NO_EVIDENCE)] == ["25", "26", "26"]
    assert [case for case, _ in found("000", Fault.OTHER_RULING)] == ["25", "26", "26"]
    assert [case for case, _ in found("002", Fault.NO_EVIDENCE)] == ["25", "25", "26", "26"]


def test_a_quote_that_was_never_said() -> None:
    assert list(found("000", Fault.NEVER_SAID)) == [("335", "Empathy")]
    assert list(found("001", Fault.NEVER_SAID)) == list(found("002", Fault.NEVER_SAID)) == []


def test_001_rounds_in_two_ways() -> None:
    assert len(list(found("001", Fault.OTHER_ROUNDING))) == 1


def test_nothing_else_is_said_of_them() -> None:
    codes = Counter(
        problem.code for name in ("000", "001", "002") for problem in lint(load_source(SOURCES / f"{name}.yaml"))
    )
    assert codes == {
        "B030": 1, "B040": 6, "B041": 1, "B042": 2, "B044": 3, "B045": 5, "B046": 7, "B047": 1, "B048": 3, "B050": 9
    }  # fmt: skip


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_barems_that_ship_are_clean(name: str) -> None:
    assert problems(name) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_so_are_the_examples(path: Path) -> None:
    assert problems(path) == []


def problems(source: str | Path) -> list[Problem]:
    return list(lint(load_source(source)))
