"""docs/side-by-side-input.md names what the code knows."""

from baremo.load.comparisons.fields import BOTH, FIELDS, PAIRS
from baremo.load.comparisons.slots import Slot
from baremo.load.options import PAIR_COLUMNS
from baremo.load.registry import FORMATS
from building import ROOT

PAGE = (ROOT / "docs" / "side-by-side-input.md").read_text(encoding="utf-8")


def test_every_field_slot_and_format_is_on_the_page() -> None:
    for part, names in FIELDS.items():
        assert f"| `{part}` | {', '.join(names)} |" in PAGE
    for name in [*Slot, *(known.name for known in FORMATS if known.compares), BOTH[0], *PAIRS[0]]:
        assert f"`{name}`" in PAGE


def test_every_part_can_be_a_column() -> None:
    assert set(PAIR_COLUMNS) == {*FIELDS, *PAIRS[0]}
