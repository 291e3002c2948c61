"""USS transcripts: four trusted columns, and the looser layouts that are found in print."""

from io import BytesIO
from pathlib import Path

import pytest

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.errors import SetupError
from baremo.load.dialogues import load_dialogues
from baremo.load.options import ReadOptions

DATA = Path(__file__).parent / "data"


def read(text: str, options: ReadOptions | None = None) -> list[Dialogue]:
    return list(load_dialogues(BytesIO(text.encode()), format="uss", options=options or ReadOptions()))


def one(line: str) -> Turn:
    (dialogue,) = read(line)
    (turn,) = dialogue.turns
    return turn


def parts(line: str) -> tuple[str, str, tuple[int, ...]]:
    turn = one(line)
    return turn.text, turn.act, turn.marks


def problems(text: str) -> list[tuple[str, str]]:
    with pytest.raises(SetupError) as caught:
        read(text)
    return [(problem.where, problem.what) for problem in caught.value.problems]


def test_four_columns() -> None:
    (dialogue,) = read("SYSTEM\tHow are you?\tOTHER\t\nUSER\tFine.\tRestaurant-Inform\t3,3,4\nUSER\tOVERALL\t\t4,5\n")
    assert dialogue == Dialogue(
        id=0,
        turns=(
            Turn(speaker=Speaker.SYSTEM, text="How are you?", act="OTHER"),
            Turn(speaker=Speaker.USER, text="Fine.", act="Restaurant-Inform", marks=(3, 3, 4)),
        ),
        overall=(4, 5),
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("USER\t  hi  \t  INFORM \t 3, 3 ", ("hi", "INFORM", (3, 3))),
        ("USER\tI love NASA\t\t", ("I love NASA", "", ())),
        ("USER\tpick 1,2\t\t3", ("pick 1,2", "", (3,))),
        ("USER\t\u00a0hi\u3000\t\t", ("\u00a0hi\u3000", "", ())),
        ("USER\t\t\t", ("", "", ())),
        ("USER\ta\u2028b\u0085c\x0bd\te\t", ("a\u2028b\u0085c\x0bd", "e", ())),
    ],
)
def test_columns_are_trusted_and_only_blanks_are_padding(line: str, expected: object) -> None:
    assert parts(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("USER I like it. ENTITY_NAME+MOVIE_OR_SERIES 3,3,4", ("I like it.", "ENTITY_NAME+MOVIE_OR_SERIES", (3, 3, 4))),
        ("USER\tI like it.   ENTITY_NAME+MOVIE    \t3,3", ("I like it.", "ENTITY_NAME+MOVIE", (3, 3))),
        ("USER\tYeah.\tOTHER 3,3,4,4", ("Yeah.", "OTHER", (3, 3, 4, 4))),
        ("USER\t\tYeah.\t\tOTHER\t\t3", ("Yeah.", "OTHER", (3,))),
        ("SYSTEM          \tok, why? OTHER", ("ok, why?", "OTHER", ())),
        ("SYSTEM: ok, why? OTHER", ("ok, why?", "OTHER", ())),
        (
            "SYSTEM How about the Incredibles 2 ENTITY_NAME+MOVIE",
            ("How about the Incredibles 2", "ENTITY_NAME+MOVIE", ()),
        ),
        ("SYSTEM hello", ("hello", "", ())),
        ("SYSTEM", ("", "", ())),
        ("USER hi\tRestaurant-Inform", ("hi", "Restaurant-Inform", ())),
        ("USER\thi\tRestaurant-Inform 3,3", ("hi", "Restaurant-Inform", (3, 3))),
        ("USER\thi there\tmy friend", ("hi there\tmy friend", "", ())),
    ],
)
def test_looser_lines_are_peeled_from_the_end(line: str, expected: object) -> None:
    assert parts(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("USER I love NASA", ("I love NASA", "", ())),
        ("USER So do I 3,3", ("So do I", "", (3, 3))),
        ("USER I love  NASA", ("I love", "NASA", ())),
        ("USER I love\tNASA", ("I love", "NASA", ())),
        ("USER I love it. INFORM", ("I love it.", "INFORM", ())),
        ("USER I love it INFORM 3,4", ("I love it", "INFORM", (3, 4))),
        ("USER I love it THANK_YOU", ("I love it", "THANK_YOU", ())),
        ("USER OTHER", ("", "OTHER", ())),
        ("USER NASA", ("NASA", "", ())),
    ],
)
def test_a_word_in_capitals_is_the_act_only_where_it_cannot_be_said(line: str, expected: object) -> None:
    assert parts(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("USER hi 3,3,4", ("hi", "", (3, 3, 4))),
        ("USER I saw Apollo 13", ("I saw Apollo 13", "", ())),
        ("USER it costs 25,000", ("it costs 25,000", "", ())),
        ("SYSTEM choose 1,2,3", ("choose 1,2,3", "", ())),
        ("Agent choose 1,2,3", ("choose 1,2,3", "", ())),
        ("USER hi  4", ("hi", "", (4,))),
        ("USER hi\t4", ("hi", "", (4,))),
        ("USER hi OTHER 4", ("hi", "OTHER", (4,))),
        ("USER hi GREET 4", ("hi", "GREET", (4,))),
    ],
)
def test_a_single_number_is_a_mark_only_in_its_own_column_or_after_an_act(line: str, expected: object) -> None:
    assert parts(line) == expected


@pytest.mark.parametrize(
    "label", ["USER OVERALL OTHER 4,4", "USER\tOVERALL        \tOTHER 4,4", "USER OVERALL 4,4", "USER\tOVERALL\t\t4,4"]
)
def test_the_label_line_ends_the_dialogue(label: str) -> None:
    first, second = read(f"USER hi\n{label}\nUSER again")
    assert (first.id, first.overall, len(first.turns)) == (1, (4, 4), 1)
    assert (second.id, second.overall, second.turns[0].text) == (2, (), "again")


@pytest.mark.parametrize(
    "line", ["USER OVERALL", "USER OVERALL it was fine 4,4", "USER\tOVERALL\tOTHER\t", "SYSTEM OVERALL"]
)
def test_the_word_overall_alone_is_an_utterance(line: str) -> None:
    (dialogue,) = read(line)
    assert dialogue.overall == ()
    assert dialogue.turns[0].text.startswith("OVERALL")


def test_blank_lines_separate_dialogues() -> None:
    assert [len(dialogue.turns) for dialogue in read("\n\nUSER a\nSYSTEM b\n \t\n\nUSER c\n")] == [2, 1]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("dialogue_id: 335", 335),
        ("# dialogue_id 335", 335),
        ("#dialogue_id=a b", "a b"),
        ("conversation_id: 007", "007"),
        ("Dialogue_ID: 0", 0),
        ("Example 1 (High quality, dialogue_id 335):", 335),
        ("(Example 1 — dialogue_id x7)", "x7"),
        ("dialogue_id: " + "9" * 30, "9" * 30),
    ],
)
def test_a_header_names_the_dialogue(header: str, name: int | str) -> None:
    first, second = read(f"dialogue_id: first\nUSER a\n{header}\n\nUSER b\n")
    assert (first.id, second.id) == ("first", name)


def test_names_of_speakers_can_be_given_and_other_roles_are_context() -> None:
    options = ReadOptions(system_names=("Anna",), user_names=("Bob",), context_names=("Log",))
    (dialogue,) = read("Anna\thi\t\t\nBob\tho\t\t\nLog\tx\t\t\nTool\ty\t\t\n", options)
    assert [(turn.speaker, turn.name) for turn in dialogue.turns] == [
        (Speaker.SYSTEM, ""),
        (Speaker.USER, ""),
        (Speaker.CONTEXT, "Log"),
        (Speaker.CONTEXT, "Tool"),
    ]


def test_every_problem_is_listed_with_its_line() -> None:
    text = (
        "Bob hello\nUSER\thi\t\t6,0\nSYSTEM\tyes\t\t3\nUSER\tno\t\tgood\n\n"
        "dialogue_id: 7\n\ndialogue_id: 8\nUSER a\nUSER OVERALL OTHER 9\n\n"
        "Carl hi\n"
    )
    assert problems(text) == [
        ("<stream>:1", "unknown speaker 'Bob'"),
        ("<stream>:2", "mark 6 is outside 1–5"),
        ("<stream>:2", "mark 0 is outside 1–5"),
        ("<stream>:3", "marks on a SYSTEM turn"),
        ("<stream>:4", "marks 'good' are not whole numbers with commas between them"),
        ("<stream>:6", "a dialogue without turns"),
        ("<stream>:10", "OVERALL: mark 9 is outside 1–5"),
        ("<stream>:12", "unknown speaker 'Carl'"),
    ]


def test_long_padding_and_long_words_cost_no_more_than_their_length() -> None:
    for filler in (" " * 200_000, "\t" * 200_000, "A_" * 100_000, "1," * 100_000, "1 " * 100_000):
        read(f"USER a{filler}b")


def test_the_printed_layouts_give_the_same_dialogues() -> None:
    spaces, brackets, tabs = (
        list(load_dialogues(DATA / f"{name}.txt"))
        for name in ("single-spaces", "single-spaces-brackets", "tabs-and-padding")
    )
    assert [dialogue.id for dialogue in spaces] == [335, 25, 26]
    assert [len(dialogue.turns) for dialogue in spaces] == [28, 16, 19]
    assert [dialogue.overall for dialogue in spaces] == [(4, 4, 5, 4), (4, 4, 4), (2, 2, 2)]
    assert spaces == brackets == tabs
    assert spaces[1].turns[9] == Turn(
        speaker=Speaker.SYSTEM, text="Well, is there a movie you did not like?", act="OTHER"
    )
    assert spaces[2].turns[17].text == "How about the Incredibles 2"
    assert all(turn.act and "\t" not in turn.text and "  " not in turn.text for d in spaces for turn in d.turns)
    assert all(bool(turn.marks) == (turn.speaker is Speaker.USER) for d in spaces for turn in d.turns)
