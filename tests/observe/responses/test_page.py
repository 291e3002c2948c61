"""docs/checks-by-code.md says what the code does."""

import re

import pytest

from baremo.observe.responses.registry import CHECKS
from building import ROOT

PAGE = (ROOT / "docs" / "checks-by-code.md").read_text(encoding="utf-8")
START, END = "<!-- checks -->", "<!-- /checks -->"


def checks() -> str:
    rows = [
        f"| `{check.name}` | {', '.join(check.dimensions)} | {check.sees} | {check.costs} | {check.binds} |"
        for check in CHECKS
    ]
    return "\n".join(["| check | counts for | the response … | steps | binds |", "|---|---|---|---|---|", *rows])


def test_the_page_lists_the_checks_as_they_are() -> None:
    """Where this fails, put the table that it shows between the two marks of the page."""
    assert PAGE.split(START)[1].split(END)[0].strip() == checks()


def test_the_example_of_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    exec(example, {})


def test_the_settings_of_the_page_name_real_checks() -> None:
    (ignored,) = re.findall(r"ignore: \[(.*?)\]", PAGE)
    assert set(ignored.split(", ")) <= {check.name for check in CHECKS}
