"""Barems with one fault each: it is found, with its code and its line, and nothing else is."""

import re
from pathlib import Path

import pytest

from baremo.errors import SetupError
from baremo.lint.check import lint
from baremo.lint.faults import Fault
from baremo.load.barems import load_source
from baremo.load.tree import Code

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.yaml"))
EXPECT = re.compile(r"# expect: (B\d{3})$")


def expected(path: Path) -> list[tuple[int, str]]:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    return [(number, found[1]) for number, line in lines if (found := EXPECT.search(line))]


def found(path: Path) -> list[tuple[int, str]]:
    try:
        problems = lint(load_source(path))
    except SetupError as error:
        problems = error.problems
    assert all(problem.remedy for problem in problems)
    return [(int(problem.where.rpartition(":")[2]), problem.code) for problem in problems]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_the_one_fault_is_found_and_nothing_else(path: Path) -> None:
    assert len(expected(path)) == 1
    assert found(path) == expected(path)


def test_there_are_enough_of_them_and_every_code_has_one() -> None:
    assert len(BROKEN) >= 40
    codes = {code for path in BROKEN for _, code in expected(path)}
    assert codes == {fault.code for fault in Fault} | {code.value for code in Code}
