import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.observe.quoting import LONGEST, quotable, sentences

LONG = "word " * 60


def quoted(text: str, seen: str) -> str:
    start = text.index(seen)
    first, last = quotable(text, start, start + len(seen))
    return text[first:last]


def test_sentences_without_their_closing_marks() -> None:
    text = "Hello there!  How are you?! ... Fine…\nOk 3.5 done."
    assert [text[start:end] for start, end in sentences(text)] == ["Hello there", "How are you", "Fine", "Ok 3.5 done"]


def test_a_quote_is_the_sentence_around_what_was_seen() -> None:
    assert quoted("Well. I am really worried about it. Bye.", "worried") == "I am really worried about it"


def test_of_several_sentences_the_one_that_holds_most_is_quoted() -> None:
    text = "Oh. It was a long and winding road. Yes."
    assert quoted(text, text) == "It was a long and winding road"


def test_a_long_sentence_is_cut_between_words_with_what_was_seen_inside() -> None:
    early, late = quoted(f"needle {LONG}", "needle"), quoted(f"{LONG}needle end", "needle")
    assert early.startswith("needle word")
    assert early.endswith("word")
    assert len(early) <= LONGEST
    assert late == "needle end"


def test_one_endless_word_is_kept_whole() -> None:
    assert quoted("a" * 500 + " b", "aaa") == "a" * 500


def test_a_mark_that_belongs_to_the_letter_before_never_starts_a_quote() -> None:
    assert quoted(" \u0301abc", "abc") == "abc"


@given(st.text(max_size=400), st.data())
def test_a_quote_is_a_slice_of_one_line_that_overlaps_what_was_seen(text: str, data: st.DataObject) -> None:
    places = [place for place, char in enumerate(text) if char.isalnum()]
    if not places:
        assert list(sentences(text)) == []
        return
    at = data.draw(st.sampled_from(places))
    first, last = quotable(text, at, at + 1)
    assert first <= at
    assert text[first:last].strip() == text[first:last] != ""
    assert len(text[first:last].splitlines()) == 1


@pytest.mark.parametrize("text", ["Dr. No is here. Yes", "a. b. c"])
def test_no_quote_holds_the_end_of_a_sentence(text: str) -> None:
    assert all(". " not in text[start:end] for start, end in sentences(text))
