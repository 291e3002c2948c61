"""docs/embedded-reviewer.md says what the table holds."""

from baremo.models.signals.responses.table import shipped
from building import ROOT

PAGE = (ROOT / "docs" / "embedded-reviewer.md").read_text(encoding="utf-8")


def test_the_page_names_every_feature_with_its_weight() -> None:
    """Where this fails, write the numbers of the table into the page."""
    rows = PAGE.split("<!-- features -->")[1].split("<!-- /features -->")[0].strip().splitlines()[2:]
    cells = [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in rows]
    assert {name: float(weight) for name, _, weight in cells} == shipped().weights


def test_the_page_names_the_other_numbers_of_the_table() -> None:
    table = shipped()
    slight, better, much = table.likert
    text = " ".join(PAGE.split())
    assert f"From a difference of {slight} on a response is slightly better, from {better} better, from {much}" in text
    assert f"(`full`, {table.full})" in text
