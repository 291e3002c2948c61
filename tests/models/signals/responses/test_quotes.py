"""What is quoted can be found again, whatever the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.models.signals.responses.quoting import DENSE, LONGEST, WHOLE, around, cut, sentences
from baremo.verify.search import exact_span


def test_a_sentence_is_quoted_without_signs_of_layout() -> None:
    text = "# Heading\n- **First** point. Second one!\n"
    assert [text[slice(*span)] for span in (around(text, 0), around(text, 14), around(text, 30)) if span] == [
        "Heading",
        "**First** point",
        "Second one",
    ]


def test_numbers_of_a_list_fences_and_single_letters_are_never_quoted() -> None:
    text = "1. Apples\n2. Pears\n```python\nprint(1)\n```\nB"
    spans = [around(text, place) for place in range(len(text))]
    assert {text[slice(*span)] for span in spans if span} == {"Apples", "Pears", "print(1)"}
    assert cut(text, 0, 2) is None
    assert around("B", 0) is None


def test_a_quote_ends_without_a_stop_and_without_a_word_that_calls_for_another() -> None:
    assert cut("It was last year.", 0, 17) == (0, 16)
    text = "The lamp of the tower was lit by hand every evening of the year, and later by a clock that was wound in the"
    span = around(f"{text} morning. It still is, and nobody minds that at all.", 0)
    assert span
    assert text[slice(*span)].endswith("every evening of the year")
    winding = (
        "a tower that stands on a rock which lies in a bay that opens to a sea that is the end of the world for us all"
    )
    span = around(f"{winding}. It is old and grey, and it has been there for long.", 0)
    assert span
    assert winding[slice(*span)].endswith("of the world")


def test_a_response_is_not_quoted_almost_whole() -> None:
    text = "The keeper left because the lamp had become automatic and nobody was needed there any more at all."
    span = around(text, 0)
    assert span
    assert len(text[slice(*span)]) <= WHOLE


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
