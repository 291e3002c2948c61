import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.dialogue import Speaker
from baremo.observe.view import ASCII_WORD, WORD, TurnView, View
from building import dialogue


def turn(text: str) -> TurnView:
    return TurnView(1, Speaker.SYSTEM, text)


def part(text: str, span: tuple[int, int]) -> str:
    return text[span[0] : span[1]]


def test_words_are_lower_case_with_plain_apostrophes_and_spans_into_the_text() -> None:
    text = "Don’t  PANIC, İstanbul!"
    view = turn(text)
    assert view.words == ("don't", "panic", "i̇stanbul")
    assert [part(text, span) for span in view.spans] == ["Don’t", "PANIC", "İstanbul"]
    assert part(text, view.span(1, 3)) == "PANIC, İstanbul"
    assert part(text, view.whole()) == "Don’t  PANIC, İstanbul"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's the users' choice", ("it's", "the", "users", "choice")),
        ("'Quoted' and ''twice''", ("quoted", "and", "twice")),
        ("rock''n'roll, 'n' a_b", ("rock", "n'roll", "n", "a", "b")),
        ("'", ()),
    ],
)
def test_apostrophes_belong_to_words_only_within_them(text: str, words: tuple[str, ...]) -> None:
    assert turn(text).words == words


def test_in_a_long_turn_words_have_their_places_too() -> None:
    text = "It's 5, " * 80
    assert part(text, turn(text).span(101, 104)) == "5, It's 5"


@given(st.text(st.sampled_from("abA9'’ .,\n_\x1cİé"), max_size=12))
def test_words_and_their_places_are_those_that_the_pattern_finds(text: str) -> None:
    view, plain = turn(text), text.replace("’", "'")
    found = [match.span() for match in (ASCII_WORD if text.isascii() else WORD).finditer(plain)]
    assert view.words == tuple(plain[start:end].lower() for start, end in found)
    for first, (start, _) in enumerate(found):
        for last in range(first, len(found)):
            assert view.span(first, last + 1) == (start, found[last][1])


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Seen it?", True),
        ("ok, so what is it", True),
        ("have you seen it", True),
        ("have fun", False),
        ("ok", False),
        ("It is here.", False),
    ],
)
def test_asks(text: str, asks: bool) -> None:
    assert turn(text).asks is asks


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Great. Where do you live? Fine.", "Where do you live"),
        ("Where do you live", "Where do you live"),
        ("? what", "what"),
        ("Fine!? Good", "Fine!? Good"),
    ],
)
def test_the_question_is_the_sentence_before_the_mark(text: str, question: str) -> None:
    assert part(text, turn(text).question()) == question


def test_topic_words_are_stems_without_grammar() -> None:
    assert turn("Why do you like the refunds I refunded?").content == {"refund"}


def test_only_turns_of_the_two_with_words_are_seen() -> None:
    view = View(dialogue("C: note", "S: Hello.", "U: ...", "U: Hi.", "S: "))
    assert [turn.number for turn in view.turns] == [2, 4]
    assert ([turn.number for turn in view.system], [turn.number for turn in view.user]) == ([2], [4])


def test_exchanges_gather_the_topic_words_of_the_turns_before() -> None:
    view = View(dialogue("S: Hello.", "U: Lamps.", "U: Tables.", "S: Right.", "U: Chairs.", "S: Chairs?"))
    assert [(sorted(said), turn.number) for said, turn in view.exchanges] == [
        ([], 1),
        (["lamp", "table"], 4),
        (["chair"], 6),
    ]
