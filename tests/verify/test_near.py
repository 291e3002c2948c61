"""Almost the same words, and what one swapped word must not pass for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.verify.meaning import agreeing, same_word
from baremo.verify.near import near_affordable, near_span
from baremo.verify.search import normalised_span

TEXT = "I do not think it costs 25 dollars. It’s an “excellent” movie… really – I dislike spinach very much."


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("I do not think it cost 25 dollars", TEXT, "I do not think it costs 25 dollars"),
        ("costs 25 dolars", TEXT, "costs 25 dollars"),
        ("realy, I dislike spinach very much", TEXT, "really – I dislike spinach very much"),
        ("I think it costs 25 dollars. It's excellent", TEXT.replace(" do not", ""), None),
        (
            "then I dislike the spinach very much",
            "And then I dislike spinach very much",
            "then I dislike spinach very much",
        ),
        ("we have bookd a table for seven people", "Yes, we have booked a table for seven people.", None),
        ("please tell the ohter people at once", "So please tell the other people at once!", None),
        ("this is definately the best one here", "Yes, this is definitely the best one here.", None),
        ("I dont think that you were wrong", "I don't think that you were wrong", "I don't think that you were wrong"),
        ("Thanks for sharing that", "Thank for sharing that", "Thank for sharing that"),
    ],
)
def test_near(quote: str, text: str, found: str | None) -> None:
    assert normalised_span(quote, text) is None
    span = near_span(quote, text)
    assert span is not None
    assert found is None or text[slice(*span)] == found


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("we will come to see you on Monday morning", "we will come to see you on Sunday morning"),
        ("we will come to see you on Tuesday morning", "we will come to see you on Thursday morning"),
        ("the plane will leave the airport at 5 am", "the plane will leave the airport at 5 pm"),
        ("the plane will leave the airport at 5am", "the plane will leave the airport at 5pm"),
        (
            "please call us again before the delivery of the order",
            "please call us again after the delivery of the order",
        ),
        ("I am afraid that your claim was rejected by us", "I am afraid that your claim was accepted by us"),
        ("the assistant was always so helpful to me today", "the assistant was always so helpless to me today"),
        ("you have to pay some more for the new one today", "you have to pay some less for the new one today"),
        ("they have always been really friendly to our family", "they have rarely been really friendly to our family"),
        ("the fee for the new card is $5 for each month", "the fee for the new card is €5 for each month"),
        ("the fee for the new card is 5% of all payments", "the fee for the new card is 5 of all payments"),
        ("it will be -5 degrees in the morning at home", "it will be 5 degrees in the morning at home"),
        ("he told me that he would pay for all of this", "she told me that he would pay for all of this"),
        ("he told her and she told him about the money", "she told her and he told him about the money"),
        ("I do not think you are right, and I am sure", "I do think you are right, and I am not sure"),
        ("I did not say that you have to pay for this", "I did say that you have not to pay for this"),
        ("I am not happy with the service of this shop", "I am not very happy with the service of this shop"),
        ("the card of my husband was charged last month", "the card of my husband was changed last month"),
        ("the first order was sent to the wrong address", "the third order was sent to the wrong address"),
        ("we have booked a table for seven people tonight", "we have booked a table for eleven people tonight"),
        ("the parts in the box were all used before, I think", "the parts in the box were all unused before, I think"),
        ("the order of the plates was all wrong, you see", "the order of the planes was all wrong, you see"),
        ("I love the food in your restaurant a lot 😀", "I love the food in your restaurant a lot 😡"),
        ("この映画はとても好きではありませんでした", "この映画はとても好きではありましたでした"),
    ],
)
def test_one_swapped_word_is_not_near(quote: str, text: str) -> None:
    assert near_span(quote, text) is None
    assert near_span(text, quote) is None


@pytest.mark.parametrize(
    ("quote", "why"),
    [
        ("I do not think it costs 95 dollars", "another digit"),
        ("I do think it costs 25 dollars", "a negation left out"),
        ("I don't not think it costs 25 dollars", "a negation put in"),
        ("really – I like spinach very much", "dislike is not like"),
        ("it cost", "too short"),
        ("The weather in Paris is lovely today, my friend", "made up"),
        (TEXT + " And much more that was never said at all, by anyone.", "longer than the turn"),
    ],
)
def test_not_near(quote: str, why: str) -> None:
    assert near_span(quote, TEXT) is None, why
    assert near_span(quote, "tiny") is None


def test_a_match_of_fillers_alone_is_not_near_enough() -> None:
    assert near_span("really very well so just that", "really very well so just that of and of and of") is not None
    assert near_span("the the the the the the", "a a a a a a a a a a a a a a a a") is None
    assert agreeing(["very", "well"], ["cat"]) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("dolars", "dollars", True),
        ("its", "it's", True),
        ("seperate", "separate", True),
        ("plan", "plane", False),
        ("mismanaged", "managed", False),
        ("house", "horse", False),
        ("thirteenth", "thirtieth", False),
        ("can't", "cart", False),
    ],
)
def test_spellings_of_one_word(one: str, other: str, *, same: bool) -> None:
    assert same_word(one, other) is same
    assert same_word(other, one) is same


def test_long_searches_are_not_begun() -> None:
    assert near_affordable("a" * 1_000, 1_000)
    assert not near_affordable("a" * 1_001, 10)
    assert not near_affordable("a" * 100, 1_000_000)


WORDS = st.sampled_from("the cat did not never see 25 -5 mice on monday really chargd charged 5% $5 he".split())


@pytest.mark.property
@given(st.lists(WORDS, max_size=12), st.lists(WORDS, max_size=12))
def test_words_that_agree_have_the_same_numbers_and_negations(wanted: list[str], said: list[str]) -> None:
    if run := agreeing(wanted, said):
        part = said[slice(*run)]
        kept = {"not", "never", "25", "-5", "5%", "$5", "monday", "he"}
        assert [word for word in wanted if word in kept] == [word for word in part if word in kept]


@pytest.mark.property
@given(st.lists(WORDS, min_size=1, max_size=12))
def test_words_agree_with_themselves(words: list[str]) -> None:
    assert agreeing(words, words) == (0, len(words))
