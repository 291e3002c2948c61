"""docs/exports.md lists the columns that there are, in their order, and says of each what the code says."""

import re
from dataclasses import replace

import pytest

from baremo.core.barem import Barem, Review
from baremo.report.rows.column import leaves
from baremo.report.rows.kinds import KINDS, rows_of
from baremo.report.tables.parquet import GROUP
from building import ROOT, barem

PAGE = (ROOT / "docs/exports.md").read_text(encoding="utf-8")
HEADINGS = {
    "case": "One row per dialogue",
    "criterion": "One row per dialogue and criterion",
    "turn": "One row per turn",
}


REVIEWS = {
    "case": "One row per task",
    "criterion": "One row per task, response and dimension",
    "turn": HEADINGS["turn"],
}
DIALOGUES = barem(weights={"CRITERION": "1"})
PAIR = replace(DIALOGUES, review=Review())


@pytest.mark.parametrize(("headings", "scheme"), [(HEADINGS, DIALOGUES), (REVIEWS, PAIR)])
def test_every_column_is_on_the_page(headings: dict[str, str], scheme: Barem) -> None:
    assert headings.keys() == KINDS.keys()
    for name, heading in headings.items():
        columns = rows_of(scheme, name).columns(scheme, ("FIELD",))
        written = [
            f"| `{leaf.name}` | {'list: ' if leaf.many else ''}{leaf.kind} | {leaf.what} |" for leaf in leaves(columns)
        ]
        section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
        assert re.findall(r"^\| `.*$", section, re.MULTILINE) == written


def test_the_size_of_row_groups_is_on_the_page() -> None:
    assert f"Row groups have {GROUP:,} rows." in PAGE
