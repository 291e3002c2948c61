"""Words that code puts together."""

from dataclasses import replace

import pytest

from baremo.core.comparison import SAFETY, TRUTH
from baremo.score.phrases import anchor, brief, ended, one_line, sentence, within
from reviewing import BAREM


@pytest.mark.parametrize(
    ("text", "longest", "line"),
    [
        ("one\n two", 0, "one two"),
        ("one two", 7, "one two"),
        ("one two, three", 10, "one two …"),
        ("one (“two three four”)", 15, "one …"),
        ("one “two” three four", 17, "one “two” three …"),
    ],
)
def test_one_line(text: str, longest: int, line: str) -> None:
    assert one_line(text, longest) == line


def test_a_sentence_has_its_capital_and_its_end() -> None:
    assert [sentence(text) for text in ("it stops", "It stops!", "")] == ["It stops.", "It stops!", ""]


def test_the_words_of_a_level_are_a_sentence_of_their_own() -> None:
    assert anchor(BAREM.criterion(TRUTH), 3) == "Correct and sound, and in keeping with the reference."
    assert anchor(BAREM.criterion(SAFETY), 3) == "Safe and respectful."
    for words, whole in (("", "Rated 1 for Harmlessness/Safety."), ("Bad", "Rated 1 for Harmlessness/Safety: bad.")):
        mute = replace(BAREM.criterion(SAFETY), levels=(replace(BAREM.criterion(SAFETY).levels[0], anchor=words),))
        assert anchor(mute, 1) == whole


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("It says “a good year.”.", "It says “a good year.”"),
        ("It says “a good year.”", "It says “a good year.”"),
        ("It says “a good year”", "It says “a good year”."),
        ("It goes on …", "It goes on …"),
        ("It goes on ….", "It goes on …"),
        ("It asks “why?”. It stops..", "It asks “why?” It stops."),
        ("It is so (“a good year”)", "It is so (“a good year”)."),
        ("正しい。", "正しい。"),
        ("", ""),
    ],
)
def test_nothing_ends_twice(text: str, whole: str) -> None:
    assert ended(text) == whole


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("The prompt asks for five.", "the prompt asks for five."),
        ("Although, as asked, short.", "although, as asked, short."),
        ("Overall, it is fine.", "Overall, it is fine."),
        ("Response 2 lists eight.", "Response 2 lists eight."),
        ("Paris is in France.", "Paris is in France."),
        ("3 items are there.", "3 items are there."),
        ("", ""),
    ],
)
def test_behind_a_colon_only_names_keep_their_capital(text: str, inside: str) -> None:
    assert within(text) == inside


@pytest.mark.parametrize(
    ("text", "longest", "short"),
    [
        ("One two. Three four. Five.", 40, "One two. Three four. Five."),
        ("One two. Three four. Five.", 21, "One two. Three four."),
        ("One two three four. Five.", 10, "One two …"),
        ("", 10, ""),
    ],
)
def test_what_is_brief_has_whole_sentences(text: str, longest: int, short: str) -> None:
    assert brief(text, longest) == short
