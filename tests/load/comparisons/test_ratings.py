"""Names of dimensions and ratings, as people write them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.comparison import FOLLOWING, LIKERT, LOCALIZATION, OVERALL, SAFETY, STYLE, TRUTH, VERBOSITY
from baremo.load.comparisons.ratings import dimension_named, known_dimension, rating_value


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("Localization", LOCALIZATION),
        ("  localisation ", LOCALIZATION),
        ("**Localization**", LOCALIZATION),
        ("1. Localization (1–3)", LOCALIZATION),
        ("INSTRUCTION FOLLOWING", FOLLOWING),
        ("Instruction-Following", FOLLOWING),
        ("Intruction Folowing", FOLLOWING),
        ("Truthfullness", TRUTH),
        ("Verbosity / Response Length", VERBOSITY),
        ("Verbosity / Response Length (−2 to 2)", VERBOSITY),
        ("Response Length", VERBOSITY),
        ("Style and Clarity", STYLE),
        ("style/clarity", STYLE),
        ("Style & Clarity", STYLE),
        ("Harmlessness", SAFETY),
        ("Safety", SAFETY),
        ("Harmlessness / Safety", SAFETY),
        ("Overall", OVERALL),
        ("Overall Quality Score", OVERALL),
        ("overall_quality", OVERALL),
        ("Creativity", "Creativity"),
        ("Tone of Voice", "Tone of Voice"),
        ("日本語", "日本語"),
        ("", ""),
    ],
)
def test_a_dimension_in_loose_spelling(text: str, dimension: str) -> None:
    assert dimension_named(text) == dimension


def test_the_length_of_a_response_is_no_rating_outside_tables() -> None:
    assert known_dimension("response length") is None
    assert known_dimension("length", length=True) == VERBOSITY


@pytest.mark.parametrize(
    ("written", "dimension", "value"),
    [
        ("2", TRUTH, 2),
        ("2/3", TRUTH, 2),
        ("2 / 3", TRUTH, 2),
        ("2 out of 3", TRUTH, 2),
        ("2 of 3 (Minor)", TRUTH, 2),
        ("2 (Minor issues)", TRUTH, 2),
        ("2 (1 typo)", TRUTH, 2),
        ("**2**", TRUTH, 2),
        ("**2** (Minor)", TRUTH, 2),
        ("`3`", TRUTH, 3),
        ("[3]", TRUTH, 3),
        ("2.0", TRUTH, 2),
        ("2.", TRUTH, 2),
        ("2,5", TRUTH, Fraction(5, 2)),
        ("2 - Minor", TRUTH, 2),
        ("2 – Minor", TRUTH, 2),
        ("2: minor issues, 3 of them", TRUTH, 2),
        ("2 minor", TRUTH, 2),
        ("２", TRUTH, 2),
        ("9", TRUTH, 9),
        ("100", TRUTH, 100),
        ("-1", VERBOSITY, -1),
        ("−1", VERBOSITY, -1),
        ("–2", VERBOSITY, -2),
        ("－1", VERBOSITY, -1),
        ("+1", VERBOSITY, 1),
        ("−1 (a little short)", VERBOSITY, -1),
        ("1/2", VERBOSITY, 1),
        ("0", VERBOSITY, 0),
        ("3/7", LIKERT, 3),
        ("4/10", "Creativity", 4),
        ("4/10", TRUTH, None),
        ("1/2", TRUTH, None),
        ("1/2/3", TRUTH, None),
        ("2 or 3", TRUTH, None),
        ("2 (or 3)", TRUTH, None),
        ("2 ( or 3)", TRUTH, None),
        ("2 (3)", TRUTH, None),
        ("2-3", TRUTH, None),
        ("2 - 3", TRUTH, None),
        ("1 to 2", TRUTH, None),
        ("2 3", TRUTH, None),
        ("2x", TRUTH, None),
        ("n/a", TRUTH, None),
        ("good", TRUTH, None),
        ("Minor issues", TRUTH, None),
        ("-", TRUTH, None),
        ("", TRUTH, None),
        ("2" * 40, TRUTH, None),
    ],
)
def test_a_rating_as_it_is_written(written: str, dimension: str, value: int | None) -> None:
    assert rating_value(written, dimension) == value


@given(st.text(), st.sampled_from([TRUTH, VERBOSITY, LIKERT, "Own"]))
def test_any_text_may_stand_in_a_cell(text: str, dimension: str) -> None:
    rating_value(text, dimension)
    assert dimension_named(dimension_named(text)) == dimension_named(text)


@given(
    st.integers(-(10**8), 10**8), st.sampled_from(["{}", "**{}**", " {} ", "[{}]", "{} - so so", "{} (so so)", "{}.0"])
)
def test_a_whole_number_is_read_in_every_dress(number: int, dress: str) -> None:
    assert rating_value(dress.format(number), TRUTH) == number
    assert rating_value(dress.format(str(number).replace("-", "−")), TRUTH) == number
