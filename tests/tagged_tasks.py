"""Tasks to read, built from slots."""

from io import BytesIO

import pytest

from baremo.core.comparison import Comparison, Entry
from baremo.errors import SetupError
from baremo.load.dialogues import load_dialogues
from baremo.load.options import DEFAULT_OPTIONS, ReadOptions

RATINGS = "RESPONSE1_ORIGINAL_RATINGS"
LIKERT = "ORIGINAL_LIKERT_AND_JUSTIFICATION"


def slot(tag: str, *lines: str) -> str:
    return "\n".join([f"<{tag}>", *lines, f"</{tag}>", ""])


NEEDED = slot("PROMPT", "Why?") + slot("RESPONSE1", "A") + slot("RESPONSE2", "B")


def read_all(
    text: str | bytes,
    format: str | None = None,  # noqa: A002
    options: ReadOptions = DEFAULT_OPTIONS,
) -> list[Comparison]:
    data = text if isinstance(text, bytes) else text.encode()
    found = []
    for case in load_dialogues(BytesIO(data), format=format, options=options):
        assert isinstance(case, Comparison)
        found.append(case)
    return found


def read(text: str | bytes, options: ReadOptions = DEFAULT_OPTIONS) -> Comparison:
    (case,) = read_all(text, options=options)
    return case


def problems(text: str | bytes, format: str | None = None) -> list[tuple[str, str]]:  # noqa: A002
    """Line and fault of each; every one has a remedy."""
    with pytest.raises(SetupError) as caught:
        read_all(text, format)
    assert all(problem.remedy for problem in caught.value.problems)
    return [(problem.where.removeprefix("<stream>:"), problem.what) for problem in caught.value.problems]


def rated(*lines: str) -> dict[str, Entry]:
    """The rows of a table for Response 1."""
    case = read(NEEDED + slot(RATINGS, *lines))
    return {entry.dimension: entry for entry in case.sheet.ratings[0]}
