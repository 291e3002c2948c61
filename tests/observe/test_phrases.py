from baremo.observe.phrases import Found, Phrasebook, spellings


def test_a_phrase_is_spelt_in_all_its_ways() -> None:
    assert list(spellings("i {do not|don't} know")) == [
        ["i", "do", "not", "know"],
        ["i", "don't", "know"],
        ["i", "dont", "know"],
    ]
    assert list(spellings("{very|} nice")) == [["very", "nice"], ["nice"]]


def test_the_longest_phrase_of_a_cue_is_found() -> None:
    book = Phrasebook({"thanks": "thank you\nthank you so much", "soon": "so much"})
    words = "well thank you so much".split()
    assert book.find(words) == [Found("thanks", 1, 5), Found("soon", 3, 5)]


def test_one_phrase_may_stand_for_two_cues_but_counts_once_for_each() -> None:
    book = Phrasebook({"a": "my pleasure\nmy pleasure", "b": "my pleasure"})
    assert book.find(["my", "pleasure"]) == [Found("a", 0, 2), Found("b", 0, 2)]


def test_a_phrase_that_is_cut_short_is_none() -> None:
    book = Phrasebook({"a": "thank you"})
    assert book.find(["thank"]) == []
    assert book.find(["thank", "god"]) == []
    assert book.find([]) == []
