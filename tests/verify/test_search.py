"""The exact and the normalised rung: what they find, and what they must not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.verify.absence import word_span
from baremo.verify.near import near_span
from baremo.verify.search import exact_span, normalised_span

TEXT = "I do not think it costs 25 dollars. It’s an “excellent” movie… really – I dislike spinach very much."


def cut(text: str, span: tuple[int, int] | None) -> str | None:
    return text[slice(*span)] if span else None


@pytest.mark.parametrize(
    "quote", ["costs 25 dollars", "I do not think", "It’s an “excellent” movie…", "spinach very much."]
)
def test_exact(quote: str) -> None:
    assert cut(TEXT, exact_span(quote, TEXT)) == quote


@pytest.mark.parametrize("quote", ["cost", "like spinach", "ollars", "", "   ", "COSTS"])
def test_exact_needs_the_very_words_and_whole_ones(quote: str) -> None:
    assert exact_span(quote, TEXT) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("no", "I know, now or never"),
        ("I can", "I can't do it"),
        ("I can", "I can’t do it"),
        ("t do it", "I can't do it"),
        ("it was 25", "it was 25,000 dollars"),
        ("it was 25", "it was 25.50"),
        ("it was 25", "it was 25'000"),
        ("at 5", "at 5:30"),
        ("000 dollars", "it was 25,000 dollars"),
        ("5 mg", "take 0.5 mg"),
        ("5 mg", "take .5 mg"),
        (".5 mg", "take 5 mg"),
        ("5 degrees", "-5 degrees"),
        ("5 degrees", "it was −5 degrees"),
        ("-5 degrees", "5 degrees"),
        ("-5 degrees", "it was 1-5 degrees"),
        ("it took 5", "it took 5-10 minutes"),
        ("it grew by 5", "it grew by 5%"),
        ("5 is the price", "$5 is the price"),
        ("5 is due", "-$5 is due"),
        ("$5 is due", "-$5 is due"),
        ("5 is due", "$-5 is due"),
        ("the price is 5", "the price is 5€"),
        ("happy", "un\u00adhappy"),
        ("happy", "un\u200b\u00adhappy"),
        ("refunded", "it was un-refunded"),
        ("refundable", "Non-refundable"),
        ("refund", "a no-refund policy"),
        ("error", "it is error-free"),
        ("vi", "việt"),
        ("ｃａｎ", "ｃａｎｎｏｔ"),
        ("２", "２５"),
        ("cafe", "cafe\u0301 noir"),
        ("mas", "Maß"),
    ],
)
def test_words_and_numbers_are_never_cut_in_two(quote: str, text: str) -> None:
    assert exact_span(quote, text) is None
    assert normalised_span(quote, text) is None
    assert normalised_span(f"“{quote.upper()}!”", text) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("no", "I know: no, never"),
        ("I can", "I can, I can't"),
        ("it was 25", "it was 25, no more"),
        ("it was 25", "it was 25."),
        ("5 degrees", "cold—5 degrees"),
        ("-5 degrees", "it was -5 degrees"),
        ("5 stars", "(5 stars)"),
        ("-$5", "a balance of -$5"),
        ("$5", "it is $5."),
        ("5%", "by 5%, I think"),
        ("known", "a well-known shop"),
        ("please help", "no—please help"),
        ("dogs", "the dogs' food"),
        ("映画", "私は映画が好きです"),
        ("25", "25元です"),
        ("👍", "ok 👍"),
        ("❤", "I ❤\ufe0f it"),
        ("so good", "so good\u200b"),
    ],
)
def test_whole_words_and_numbers_are_found(quote: str, text: str) -> None:
    assert cut(text, exact_span(quote, text)) == quote


@pytest.mark.parametrize(
    "quote", [".", "?!", "...", "'", "I", "i", "“I”", "a", "the", "THE.", "É", " to ", "I ... the"]
)
def test_what_stands_in_any_turn_is_no_evidence(quote: str) -> None:
    text = "I think it is the best, É, a gift to me. Right?! '...'"
    assert exact_span(quote, text) is None
    assert normalised_span(quote, text) is None


@pytest.mark.parametrize(("quote", "text"), [("I", "I."), ("the", "The!"), ("no", "Oh no, not now"), ("5", "It is 5.")])
def test_a_slight_word_counts_where_it_is_all_that_was_said(quote: str, text: str) -> None:
    assert normalised_span(quote, text) is not None
    assert exact_span("是", "他是谁") == (1, 2)


def test_a_letter_is_found_with_its_accent() -> None:
    assert cut("cafe\u0301 noir", normalised_span("Café", "cafe\u0301 noir")) == "cafe\u0301"


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("COSTS  25\nDOLLARS", TEXT, "costs 25 dollars"),
        ('"It\'s an "excellent" movie..."', TEXT, "It’s an “excellent” movie"),
        ("really - I dislike spinach", TEXT, "really – I dislike spinach"),
        ("'costs 25 dollars'.", TEXT, "costs 25 dollars"),
        ("spi\u200bnach", TEXT, "spinach"),
        ("wait -- what", "Wait — what?", "Wait — what"),
        ("wait--what", "Wait—what?", "Wait—what"),
        ("good bye", "Well, good-bye then", "good-bye"),
        ("good-bye", "Well, good bye then", "good bye"),
        ("I said **it** twice", "I said it twice.", "I said it twice"),
        ("I said it twice", "I *said* __it__ twice.", "I *said* __it__ twice"),
        ("5*3 is 15", "So 5*3 IS 15", "5*3 IS 15"),
        ("I saved it", "i SA_*ved it", "i SA_*ved it"),
        ("fine by me", "It is ﬁne by ME.", "ﬁne by ME"),
        ("hello you", "ＨＥＬＬＯ　ＹＯＵ", "ＨＥＬＬＯ　ＹＯＵ"),
        ("istanbul it is", "İSTANBUL it is", "İSTANBUL it is"),
        ("İSTANBUL", "istanbul it is", "istanbul"),
        ("(-5 degrees)", "It was −5 degrees", "−5 degrees"),
        ("- 5 degrees", "It was 5 degrees", "5 degrees"),
        ("5--10 DAYS", "It takes 5-10 days", "5-10 days"),
    ],
)
def test_normalised(quote: str, text: str, found: str) -> None:
    assert exact_span(quote, text) is None
    assert cut(text, normalised_span(quote, text)) == found


@pytest.mark.parametrize(
    ("quote", "text", "why"),
    [
        ("costs 26 dollars", TEXT, "another number"),
        ("…", TEXT, "nothing but an elision"),
        ("...!", TEXT, "nothing but punctuation"),
        ("I don't know", "I do not know", "other words"),
        ("10 m2", "10 m²", "a power is no digit"),
        ("1/2 cup", "½ cup", "a fraction is no other number"),
        ("53 is", "5*3 is", "a product is no number"),
    ],
)
def test_not_normalised(quote: str, text: str, why: str) -> None:
    assert normalised_span(quote, text) is None, why


def test_many_blanks_take_no_time() -> None:
    blanks = " " * 100_000
    assert normalised_span(f"costs{blanks}25{blanks}dollars", TEXT) == (18, 34)
    assert normalised_span(f"a{blanks}-{blanks}1", TEXT) is None
    assert normalised_span("-" * 100_000 + blanks + "x", TEXT) is None


SAYING = st.lists(
    st.sampled_from(
        "I can't don’t cannot un-refunded 25,000 0.5 -5 −5 $5 5% 25 5 do can refunded it . , - ' !".split()
    ),
    max_size=8,
)
WHOLE = re.compile(r"(?<!\w)[-−]?\$?\d+(?:[.,]\d+)*%?|\w+(?:['’]\w+)*|un-refunded")


@pytest.mark.property
@given(SAYING, st.sampled_from(["", " "]), st.data())
def test_negations_and_numbers_lie_wholly_inside_or_outside(words: list[str], glue: str, data: st.DataObject) -> None:
    text = glue.join(words)
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    for search in (exact_span, normalised_span):
        if span := search(quote, text):
            for word in WHOLE.finditer(text):
                apart = word.end() <= span[0] or span[1] <= word.start()
                assert apart or (span[0] <= word.start() and word.end() <= span[1])


@pytest.mark.property
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_span_is_a_place_in_the_text(quote: str, text: str) -> None:
    for search in (exact_span, normalised_span, near_span, word_span):
        span = search(quote, text)
        assert span is None or 0 <= span[0] < span[1] <= len(text)


@pytest.mark.property
@given(st.lists(st.sampled_from("the cat did not see 25 mice in spite of 3 lamps".split()), min_size=3), st.data())
def test_whole_words_taken_from_a_text_are_found_as_they_are(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    first = data.draw(st.integers(0, len(words) - 2))
    last = data.draw(st.integers(first + 2, len(words)))
    quote = " ".join(words[first:last])
    assert cut(text, exact_span(quote, text)) == quote
    assert normalised_span(quote.upper(), text) is not None
