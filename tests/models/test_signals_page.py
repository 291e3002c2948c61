"""docs/embedded-judge.md says what the code does."""

import re

import pytest

from baremo.models.signals.table import shipped
from baremo.observe.course.rows import SHAPE, TURN, WHOLE
from baremo.observe.course.traits import Sign
from baremo.observe.registry import OBSERVERS
from building import ROOT

PAGE = (ROOT / "docs" / "embedded-judge.md").read_text(encoding="utf-8")
COURSE = (ROOT / "docs" / "course.md").read_text(encoding="utf-8")
WAYS = {Sign.FREE: "either way", Sign.UP: "up only", Sign.DOWN: "down only"}
START, END = "<!-- observers -->", "<!-- /observers -->"


def observers() -> str:
    rows = [f"| `{item.name}` | {item.sees} | {counts_for(item.name)} |" for item in OBSERVERS]
    return "\n".join(["| observer | what it sees | counts for (+) or against (−) |", "|---|---|---|", *rows])


def counts_for(observer: str) -> str:
    table = shipped()
    signs = [
        f"{criterion} {'+' if weight > 0 else '−'}"
        for criterion, row in table.criteria.items()
        for name, weight in row.weights.items()
        if table.features[name].observer == observer
    ]
    return ", ".join(signs) or "no mark"


def test_the_page_lists_the_observers_as_they_are() -> None:
    """Where this fails, put the table that it shows between the two marks of the page."""
    assert PAGE.split(START)[1].split(END)[0].strip() == observers()


def test_the_numbers_of_a_course_are_listed_as_they_are() -> None:
    turn = [f"| `{name}` | {sees} | {WAYS[sign]} |" for name, (sees, sign) in TURN.items()]
    shape = [f"| `shape.{name}` | {sees} |" for name, sees in SHAPE.items()]
    for part, rows in (("turn", turn), ("shape", shape)):
        listed = COURSE.split(f"<!-- {part} -->")[1].split(f"<!-- /{part} -->")[0].strip().splitlines()
        assert listed[2:] == rows
    assert f"{len(TURN)} named numbers" in PAGE
    assert f"it reads {len(WHOLE)} numbers" in PAGE


def test_the_example_of_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    exec(example, {})


def test_the_page_names_the_numbers_that_the_table_holds() -> None:
    table = shipped()
    assert f"`severity` ({table.severity})" in PAGE
    assert f"`doubt` ({table.critic.doubt})" in PAGE
    assert f"`object_at` ({table.critic.object_at})" in PAGE
