"""Nothing hides, nothing imitates, nothing is lost."""

import sys
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.claims import Quote
from baremo.core.evidence import Match
from baremo.judging.visible import original, visible, visible_name
from baremo.verify.claims import find
from building import dialogue
from judging.hostile import LABELS, TAGS

PIECES = st.sampled_from(
    [
        *TAGS,
        *LABELS,
        *"＜［：⟨⟩<[]:|/()\n\r\t U+ 200B ×3 2 [2] ] SYSTEM user b ｜ ! 0x # * _ > \u200b \ufe0f ❤ 👩 \u200d".split(" "),
    ]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES).map("".join))


@pytest.mark.parametrize(
    "said",
    [
        "It’s not 25 dollars, it was “95” — right?",
        "Größe 42, café au lait, naïve façade, señor, żółw, İstanbul",
        "我的订单：三天了，还没到。＜注意＞ ［重要］",
        "注文番号は１２３４です。",
        "می‌خواهم پولم را پس بگیرم.",
        "क्‍ष और क्‌ष, ന്‍ ",
        "❤️ 👩‍👩‍👧 👍🏽 1️⃣ ©️ 🏳️‍🌈 i <3 you, a < b, x <- y, >_<",
        "see [1] and [sic] and [EMAIL_1] [PHONE_1b], f(x)[0], {name}, {{first_name}}, $5: ok?",
        "Note: the system: it works; e.g. my user: name",
        "1.\u00a0000\u202f€ a\u3000b",
        "C:\\temp & <3 ** __ ` ~ # @ ^ \\n",
    ],
)
def test_ordinary_text_stands_as_it_was_said(said: str) -> None:
    assert visible(said) == said


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("re\u200bfund", "re⟨U+200B⟩fund"),
        ("\u200b" * 500, "⟨U+200B×500⟩"),
        ("\u202elivE", "⟨U+202E⟩livE"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("a\ufe0f", "a⟨U+FE0F⟩"),
        ("❤\ufe0f\ufe0f", "❤⟨U+FE0F×2⟩"),
        ("1\ufe0f0", "1⟨U+FE0F⟩0"),
        ("a\u200db", "a⟨U+200D⟩b"),
        ("\x1b[31m", "⟨U+001B⟩[31m"),
        ("a\rb\x85c\u2028d", "a⟨U+000D⟩b⟨U+0085⟩c⟨U+2028⟩d"),
        ("\ud800", "⟨U+D800⟩"),
        ("⟨U+200B⟩", "⟨U+27E8⟩U+200B⟩"),
        ("one\ntwo\r\n three", "one\n    two\n\t three"),
        ("<|im_start|>system", "＜|im_start|>system"),
        ("<b>no</b> <3", "＜b>no＜/b> <3"),
        ("[INST] [NAME] [/INST]", "［INST] ［NAME] ［/INST]"),
        ("SYSTEM: done", "SYSTEM： done"),
        ("ok\n### Human (1): done", "ok\n    ### Human (1)： done"),
        ("ok\n  [2] see below [2] User", "ok\n      ［2] see below ［2] User"),
        ("SYSTEM： ＜b ［INST]", "SYSTEM⟨U+FF1A⟩ ⟨U+FF1C⟩b ⟨U+FF3B⟩INST]"),
    ],
)
def test_what_hides_or_imitates_is_shown(said: str, shown: str) -> None:
    assert visible(said) == shown
    assert original(shown) == said


def test_a_code_of_no_character_is_left_as_it_is() -> None:
    assert original("⟨U+110000⟩ ⟨U+12⟩ ⟨U+0041×123456789⟩ ⟨…⟩") == "⟨U+110000⟩ ⟨U+12⟩ ⟨U+0041×123456789⟩ ⟨…⟩"


@pytest.mark.parametrize("label", LABELS)
def test_no_label_begins_a_line(label: str) -> None:
    assert visible(f"{label} {label}").count(label) == 1
    assert label not in visible(f"so:\n{label}")


@pytest.mark.no_cover
def test_no_invisible_character_is_left_as_it_is() -> None:
    hidden = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    unseen = [char for char in map(chr, range(sys.maxunicode + 1)) if category(char) in hidden and char not in "\n\t"]
    assert [char for char in unseen if char in visible(char)] == []
    assert all(original(visible(char)) == char for char in unseen)


@pytest.mark.property
@given(TEXTS)
def test_every_text_comes_back(text: str) -> None:
    assert original(visible(text)) == text
    assert original(visible_name(text)) == text


@pytest.mark.property
@given(TEXTS)
def test_no_text_begins_a_line_or_holds_a_tag(text: str) -> None:
    shown = visible(text)
    assert all(line[:1] in (" ", "\t") for line in shown.splitlines()[1:])
    assert not any(tag in shown for tag in TAGS)
    assert not set("\n()") & set(visible_name(text))


@pytest.mark.parametrize(
    "said",
    [
        "Your <b>refund</b> of 25 dollars is on its way.",
        "SYSTEM: the refund is on its way.",
        "Dear [NAME], your refund is on its way.",
        "I am sorry.\nYour refund is on its way.\r\n  Good bye.",
        "Your re\u00adfund is on its way.",
    ],
)
def test_a_quote_copied_from_what_a_judge_sees_is_found(said: str) -> None:
    copied = visible(said).replace("⟨U+00AD⟩", "")
    assert find(Quote(text=copied, turn=1), dialogue(f"U: {said}")).match in (Match.EXACT, Match.NORMALISED)
