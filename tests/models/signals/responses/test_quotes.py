"""What is quoted can be found again, whatever the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.models.signals.responses.quoting import DENSE, LONGEST, around, cut, sentences
from baremo.verify.search import exact_span


def test_a_sentence_is_quoted_without_signs_of_layout() -> None:
    text = "# Heading\n- **First** point. Second one!\n"
    assert [text[slice(*span)] for span in (around(text, 0), around(text, 14), around(text, 30)) if span] == [
        "Heading",
        "**First** point",
        "Second one",
    ]


def test_where_a_place_cannot_be_quoted_the_next_one_is_or_one_before() -> None:
    assert around("Right. ...", 9) == (0, 5)
    assert around("...", 0) is None
    assert cut("   \n", 0, 4) is None


def test_a_long_sentence_is_cut_between_words_and_dense_script_anywhere() -> None:
    text = "word " * 60
    span = around(text, 0)
    assert span
    assert len(text[slice(*span)]) <= LONGEST
    assert text[slice(*span)].endswith("word")
    assert around("東" * 300, 0) == (0, DENSE)


def test_sentences_end_at_stops_of_any_script() -> None:
    text = "一つです。二つです！ Three"
    assert [text[slice(*span)].strip() for span in sentences(text)] == ["一つです", "二つです", "Three"]


@pytest.mark.property
@given(st.text(), st.integers(min_value=0, max_value=40))
def test_every_quote_is_found(text: str, place: int) -> None:
    for span in (around(text, place), cut(text, place, place + 20)):
        if span:
            assert exact_span(text[slice(*span)], text)
