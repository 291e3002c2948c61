"""Texts as they are compared, and the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.verify.folding import MOST_LETTERS, bare, fold, folded, speaks


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  Two  BLANKS\n", "two blanks "),
        ("a—b – c--d", "a b c d"),
        ("1--2", "1-2"),
        ("*one* _two_ **three** 4*5 snake_case", "one two three 4*5 snake_case"),
        ("* point", "* point"),
        ("Ａ１，ｶ", "a1,カ"),
        ("m² ½", "m² ½"),
        ("İ", "i"),
        ("it’s…", "it's..."),
        ("❤\ufe0f\u200b", "❤"),
    ],
)
def test_folding(text: str, same: str) -> None:
    assert fold(text) == same


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("'ok'.", "ok"),
        ("-5.", "-5"),
        ("(-$5)", "-$5"),
        ("- 5", "5"),
        (".5", ".5"),
        ("-.5", "-.5"),
        ("...5", "5"),
        ("-ok-", "ok"),
        ("?!", ""),
    ],
)
def test_the_sign_of_a_number_is_no_edge(text: str, core: str) -> None:
    assert bare(text) == core


@pytest.mark.parametrize(
    ("text", "does"), [("a", True), ("5", True), ("👍", True), ("€", True), ("?", False), ("", False)]
)
def test_punctuation_says_nothing(text: str, *, does: bool) -> None:
    assert speaks(text) is does


@pytest.mark.property
@given(st.text(alphabet="aZ 5-*_.'\t—ß…İ\u00ad", max_size=40))
def test_folding_keeps_the_places_and_is_done_once(text: str) -> None:
    same = folded(text)
    assert len(same.places) == len(same.text)
    assert list(same.places) == sorted(same.places)
    assert all(0 <= place < len(text) for place in same.places)
    assert all(
        same.origin(place, place + 1) is None or same.origin(place, place + 1) for place in range(len(same.text))
    )


@pytest.mark.property
@given(st.text(alphabet="aZ 5.,'?`ÉßİＡ—…😊", max_size=40))
def test_plain_texts_fold_like_all_others(text: str) -> None:
    assert fold(text) == fold(text + "\u00ad")


def test_a_text_of_very_many_letters_folds_like_any_other() -> None:
    signs = "".join(map(chr, range(0x4E00, 0x4E00 + MOST_LETTERS)))
    assert fold(signs + "ÄŁ") == signs + fold("Ä") + fold("Ł")
    assert fold("ŁÄ") == "ła\u0308"
