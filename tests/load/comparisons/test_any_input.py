"""Whatever is given, it is read or every problem is told: nothing else is ever raised."""

import csv
import json
from io import BytesIO, StringIO
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from baremo.core.comparison import Comparison
from baremo.errors import SetupError
from baremo.load.comparisons.fields import FIELDS, PAIRS
from baremo.load.comparisons.pieces import missing_slots
from baremo.load.comparisons.slots import TAGS
from baremo.load.dialogues import load_dialogues

LINES = [
    *(f"<{tag}>" for tag in TAGS),
    *(f"</{tag}>" for tag in TAGS),
    *(f"<{tag} json>" for tag in TAGS),
    *(f"| </{tag}> | |" for tag in TAGS if "RATINGS" in tag),
    "<PROMPT>x</PROMPT>",
    "<RESPONSE1>y</RESPONSE1>",
    "<RESPONSE2>z</RESPONSE2>",
    "| Dimension | Rating |",
    "| Rating | Dimension | Reason |",
    "| Truthfulness | 2 | x",
    "Truth | x | y |",
    "|",
    "||||",
    "| --- |",
    "---",
    "Likert: 3",
    "Justification:",
    "locale: x",
    '{"a": 1}',
    '"text"',
    "[1]",
    "User: a",
    "[...]",
    "",
    " ",
]
lines = st.lists(st.sampled_from(LINES) | st.text(max_size=8), max_size=25)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(LINES),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["response_1", "2", "Truth", "rating", "role", "content", "x"]), inner, max_size=3
        )
    ),
    max_leaves=5,
)
names = st.sampled_from(
    [
        *(name for known in FIELDS.values() for name in known),
        *(name for pair in PAIRS for name in pair),
        "responses",
        "ratings",
        "response_1_original_ratings",
        "response_1_truthfulness",
        "response_2_truth_reason",
        "metadata",
        "x",
    ]
)
objects = st.dictionaries(names, values, max_size=6).map(lambda some: {"prompt": "p", "response_1": "a", **some})


def outcome(text: str, name: str) -> list[Comparison] | None:
    """None where it is refused, with a remedy for everything."""
    try:
        cases = list(load_dialogues(BytesIO(text.encode(errors="replace")), format=name))
    except SetupError as error:
        if not error.problems or not all(problem.what and problem.remedy for problem in error.problems):
            raise AssertionError(str(error)) from error
        return None
    return [case for case in cases if isinstance(case, Comparison) and len(case.responses) == 2]


@settings(max_examples=400)
@given(lines)
def test_any_tagged_text(some: list[str]) -> None:
    text = "\n".join(some)
    cases = outcome(text, "tagged")
    missing = missing_slots(text)
    assert set(missing) <= {"PROMPT", "RESPONSE1", "RESPONSE2"}
    if cases is not None:
        assert cases
        assert not missing
        assert all(case.task[-1].text.strip() for case in cases)


@settings(max_examples=300)
@given(st.lists(objects, min_size=1, max_size=2))
def test_any_objects(some: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(item) + "\n" for item in some)
    cases = outcome(text, "pairs")
    assert cases is None or len(cases) == len(some)


@settings(max_examples=100)
@given(
    st.lists(names, min_size=1, max_size=6),
    st.lists(st.lists(st.sampled_from(LINES) | st.text(max_size=5), max_size=6)),
)
def test_any_table(header: list[str], rows: list[list[str]]) -> None:
    stream = StringIO()
    csv.writer(stream).writerows(
        [["prompt", "response_1", "response_2", *header], *(["p", "a", "b", *row] for row in rows)]
    )
    outcome(stream.getvalue(), "pairs-csv")
