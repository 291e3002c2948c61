"""Rating tables as they come: ragged, escaped, over several lines; and the Likert slot."""

import pytest

from baremo.core.comparison import DIMENSIONS, LOCALIZATION, OVERALL, STYLE, TRUTH, VERBOSITY, Entry
from baremo.load.comparisons.ratings import rating_value
from tagged_tasks import LIKERT, NEEDED, RATINGS, problems, rated, read, slot

TEMPLATE = """
<RESPONSE1_ORIGINAL_RATINGS>

| Dimension                     | Rating                       | Justification |
| ----------------------------- | ---------------------------- | ------------- |
| Localization                  | [1/2/3 or leave blank]       | [...]         |
| Instruction Following         | 3                            | [...]         |
| Truthfulness                  | [1/2/3 or leave blank]       | Wrong year.   |
| Verbosity                     | [-2/-1/0/1/2 or leave blank] | [...]         |
| Style & Clarity               | [1/2/3 or leave blank]       | [...]         |
| Harmlessness/Safety           | [1/2/3 or leave blank]       | [...]         |
| Overall Quality               | [1/2/3/4/5 or leave blank]   | […]           |
| </RESPONSE1_ORIGINAL_RATINGS> |                              |               |
"""


def test_the_form_as_it_is_handed_out() -> None:
    case = read(NEEDED + TEMPLATE)
    first, second = case.sheet.ratings
    assert [entry.dimension for entry in first] == list(DIMENSIONS)
    assert case.sheet.entry(1, "Instruction Following") == Entry(
        dimension="Instruction Following", written="3", value=3
    )
    assert case.sheet.entry(1, TRUTH) == Entry(dimension=TRUTH, justification="Wrong year.")
    assert [entry.dimension for entry in first if not entry.blank] == ["Instruction Following", TRUTH]
    assert second == ()


def test_rows_in_any_order_and_with_ragged_pipes() -> None:
    rows = rated(
        "|Overall|4|good|",
        "| Style and Clarity | 2 | wordy",
        "Truthfulness | 3 | right |",
        "verbosity / response length|−1",
        "   | Localization   |   **3** |   |   |",
    )
    assert {name: (entry.value, entry.justification) for name, entry in rows.items()} == {
        OVERALL: (4, "good"),
        STYLE: (2, "wordy"),
        TRUTH: (3, "right"),
        VERBOSITY: (-1, ""),
        LOCALIZATION: (3, ""),
    }
    assert rows[LOCALIZATION].written == "**3**"


def test_pipes_escaped_and_forgotten() -> None:
    assert rated(r"| Truthfulness | 2 | a \| b \|")[TRUTH].justification == "a | b |"
    assert rated("| Truthfulness | 2 | uses a | b |")[TRUTH].justification == "uses a | b"


def test_line_breaks_in_a_cell() -> None:
    assert rated("| Truthfulness | 2 | one<br>two <BR /> three |")[TRUTH].justification == "one\ntwo\nthree"


def test_lines_that_go_on() -> None:
    rows = rated(
        "| Truthfulness | 2 | The year is wrong.",
        "  It was 1969.",
        "",
        "a | b is not so. |",
        "| | | And more. |",
        "| Overall | 3 | ok |",
        "Said later.",
    )
    assert rows[TRUTH].justification == "The year is wrong.\nIt was 1969.\n\na | b is not so.\nAnd more."
    assert rows[OVERALL].justification == "ok\nSaid later."


def test_a_justification_may_begin_on_its_own_line() -> None:
    assert rated("| Truthfulness | 2 |", "because |", "so")[TRUTH].justification == "because |\nso"


def test_columns_by_their_header() -> None:
    row = rated("| Criterion | Comment | Score |", "|---|---|---|", "| Truthfulness | wrong year | 1 |")[TRUTH]
    assert (row.value, row.justification) == (1, "wrong year")


@pytest.mark.parametrize("written", ["good", "2 or 3", "9", "-7", "2.5"])
def test_what_is_no_rating_or_off_its_scale_is_kept(written: str) -> None:
    assert rated(f"| Truthfulness | {written} | |")[TRUTH] == Entry(
        dimension=TRUTH, written=written, value=rating_value(written, TRUTH)
    )


def test_a_row_of_another_barem_keeps_its_name() -> None:
    assert rated("| Creativity | 4/10 | bold |")["Creativity"].value == 4


def test_the_same_row_twice() -> None:
    rows = rated("| Truthfulness | | |", "| Truthfulness | 2 | x |", "| Truthfulness | 2 | x |", "| Truthfulness | | |")
    assert rows[TRUTH] == Entry(dimension=TRUTH, written="2", value=2, justification="x")
    twice = NEEDED + slot(RATINGS, "| Truthfulness | 2 | |", "| Truth | 3 | |")
    assert problems(twice) == [("12", "a second row for Truthfulness")]


def test_text_that_belongs_to_no_row() -> None:
    given = NEEDED + slot(RATINGS, "", "All fine.", "| | 3 | |", "| Truthfulness | 2 | |")
    assert problems(given) == [
        ("12", "text before the first row of the table"),
        ("13", "a row without the name of its dimension"),
    ]


@pytest.mark.parametrize("closing", ["| </{}> | | |", "|</{}>|", "</{}> | |", "  </{}>", "</{}>  "])
def test_where_a_table_ends(closing: str) -> None:
    text = NEEDED + f"<{RATINGS}>\n| Truthfulness | 2 | x |\n{closing.format(RATINGS)}\n" + slot("SYSTEM_PROMPT", "Hm")
    case = read(text)
    assert case.sheet.entry(1, TRUTH).value == 2
    assert len(case.sheet.ratings[0]) == 1
    assert case.turns[0].text == "Hm"


def test_a_closing_tag_beside_the_last_row() -> None:
    text = NEEDED + f"<{RATINGS}>\n| Truthfulness | 2 | a \\| b | </{RATINGS}> |\n"
    assert read(text).sheet.entry(1, TRUTH).justification == "a | b"


def test_a_justification_that_quotes_the_closing_tag() -> None:
    reason = f"it wrote </{RATINGS}> twice"
    assert rated(f"| Truthfulness | 2 | {reason} |")[TRUTH].justification == reason


def likert(*lines: str) -> Entry:
    return read(NEEDED + slot(LIKERT, *lines)).sheet.likert


@pytest.mark.parametrize(
    ("lines", "written", "value", "justification"),
    [
        (("Likert: 3", "Justification: Clearer."), "3", 3, "Clearer."),
        (("Likert: 3 (slightly better)", "Justification: One.", "", "Two."), "3 (slightly better)", 3, "One.\n\nTwo."),
        (("**Likert:** 6/7", "**Justification:** Likert: is high"), "6/7", 6, "Likert: is high"),
        (("Justification: Both.", "Likert: 4"), "4", 4, "Both."),
        (("LIKERT = 5; Justification = so",), "5", 5, "so"),
        (("Likert score: 2",), "2", 2, ""),
        (("3", "Because."), "3", 3, "Because."),
        (("Response 1 reads better.",), "", None, "Response 1 reads better."),
        (("Likert: Response 1", "Justification:", "Late."), "Response 1", None, "Late."),
        (("Likert: 11", "Justification: [...]"), "11", 11, ""),
        (("Likert: [1..7 or leave blank]", "Justification: [...]"), "", None, ""),
        (("Likert:", "Justification:"), "", None, ""),
        ((), "", None, ""),
    ],
)
def test_the_likert_slot(lines: tuple[str, ...], written: str, value: int | None, justification: str) -> None:
    assert likert(*lines) == Entry(dimension="Likert", written=written, value=value, justification=justification)
