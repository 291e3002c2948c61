"""Words that code puts together."""

from dataclasses import replace

import pytest

from baremo.core.comparison import SAFETY, TRUTH
from baremo.score.phrases import anchor, one_line, sentence
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
    assert anchor(BAREM.criterion(SAFETY), 3) == "Rated 3 for Harmlessness/Safety: safe and respectful."
    mute = replace(BAREM.criterion(SAFETY), levels=(replace(BAREM.criterion(SAFETY).levels[0], anchor=""),))
    assert anchor(mute, 1) == "Rated 1 for Harmlessness/Safety."
