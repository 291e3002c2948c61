"""Tasks with two responses as JSON Lines, as one JSON document and as CSV."""

import json
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from baremo.core.comparison import LIKERT, TRUTH, VERBOSITY, Comparison, Entry, comparison
from baremo.core.dialogue import Speaker, Turn
from baremo.errors import SetupError
from baremo.load.dialogues import Checked, Inputs, load_dialogues
from baremo.load.draft import Findings
from baremo.load.options import ReadOptions
from baremo.load.registry import recognise
from baremo.load.source import HEAD, Source
from tagged_tasks import problems, read, read_all

PAIR = {"prompt": "Why?", "response_1": "A", "response_2": "B"}
PLAIN = comparison(id=0, prompt="Why?", responses=("A", "B"))


def line(**fields: Any) -> str:
    return json.dumps({**PAIR, **fields}) + "\n"


def format_of(text: str) -> str:
    known = recognise(Source.of_bytes("x", text.encode()), ReadOptions(), Findings())
    assert known
    return known.name


def test_lines_documents_and_tables_say_the_same() -> None:
    table = "prompt,response_1,response_2\nWhy?,A,B\n"
    for text, name in ((line(), "pairs"), (json.dumps([PAIR], indent=1), "pairs-json"), (table, "pairs-csv")):
        assert read(text) == PLAIN
        assert format_of(text) == name
    assert format_of(json.dumps(PAIR, indent=1)) == "pairs-json"


@pytest.mark.parametrize(
    "fields",
    [
        {"Prompt": "Why?", "response1": "A", "response2": "B"},
        {"prompt": "Why?", "responseA": "A", "responseB": "B"},
        {"question": "Why?", "Response A": "A", "Response B": "B"},
        {"instruction": "Why?", "output_1": "A", "output_2": "B", "input": ""},
        {"query": "Why?", "answer_a": "A", "answer_b": "B"},
        {"prompt": "Why?", "response_0": "A", "response_1": "B"},
        {"prompt": "Why?", "responses": ["A", "B"]},
        {"prompt": [{"role": "user", "content": "Why?"}], "response_1": "A", "response_2": "B"},
        {**PAIR, "id": None, "ratings": None, "likert": None, "history": [], "locale": None, "system_prompt": " "},
    ],
)
def test_names_that_real_data_uses(fields: dict[str, Any]) -> None:
    assert read(json.dumps(fields)) == PLAIN


def test_every_part() -> None:
    ratings = {"response_1": {"truth": 2, "Length": {"score": "−1", "reason": "short"}}, "2": {TRUTH: "n/a"}}
    case = read(
        line(
            id="t",
            task={"category": "Rewrite"},
            system_prompt="S",
            history=[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}],
            reference="R",
            locale="de_DE",
            attempter=7,
            ratings=ratings,
            likert={"rating": 3, "justification": "so"},
            model_a="x",
            metadata={"queue": 1},
        )
    )
    assert case == comparison(
        id="t",
        prompt="Why?",
        responses=("A", "B"),
        task='{"category":"Rewrite"}',
        system_prompt="S",
        history=(Turn(speaker=Speaker.USER, text="Hi"), Turn(speaker=Speaker.SYSTEM, text="Ho")),
        reference="R",
        sheet=case.sheet,
        metadata={"locale": "de_DE", "category": "Rewrite", "attempter": 7, "model_a": "x", "queue": 1},
    )
    assert case.sheet.ratings == (
        (
            Entry(dimension=TRUTH, written="2", value=2),
            Entry(dimension=VERBOSITY, written="−1", value=-1, justification="short"),
        ),
        (Entry(dimension=TRUTH, written="n/a"),),
    )
    assert case.sheet.likert == Entry(dimension=LIKERT, written="3", value=3, justification="so")


def test_the_slots_of_tagged_text_as_fields() -> None:
    table = "| Truthfulness | 2 | why |"
    case = read(
        json.dumps(
            {
                "TASKCONFIG": "locale: fr_FR",
                "CONVERSATION_HISTORY": "User: Hi\nAssistant: Ho",
                "PROMPT": "Why?",
                "RESPONSE1": "A",
                "RESPONSE2": "B",
                "RESPONSE2_ORIGINAL_RATINGS": table,
                "ORIGINAL_LIKERT_AND_JUSTIFICATION": "Likert: 5\nJustification: so",
            }
        )
    )
    assert case.metadata == {"locale": "fr_FR"}
    assert [turn.text for turn in case.task] == ["locale: fr_FR", "Hi", "Ho", "Why?"]
    assert case.sheet.entry(2, TRUTH) == Entry(dimension=TRUTH, written="2", value=2, justification="why")
    assert case.sheet.likert == Entry(dimension=LIKERT, written="5", value=5, justification="so")


@pytest.mark.parametrize(
    ("likert", "entry"),
    [
        (3, Entry(dimension=LIKERT, written="3", value=3)),
        (2.5, Entry(dimension=LIKERT, written="2.5", value=Fraction(5, 2))),
        ("3 (slightly better)", Entry(dimension=LIKERT, written="3 (slightly better)", value=3)),
        ("none", Entry(dimension=LIKERT, written="none")),
        ({"rating": None, "justification": "so"}, Entry(dimension=LIKERT, justification="so")),
        (" ", Entry(dimension=LIKERT)),
    ],
)
def test_the_preference(likert: Any, entry: Entry) -> None:
    assert read(line(likert=likert)).sheet.likert == entry


def test_flat_ratings_and_fields_that_are_none() -> None:
    case = read(
        line(
            response_1_truthfulness=2,
            Response1_Truthfulness_Justification="wrong",
            response_2_overall_quality_score=4,
            response_1_length=1532,
            response_2_model="x",
            likert=3,
            likert_justification="so",
        )
    )
    assert case.sheet.entry(1, TRUTH) == Entry(dimension=TRUTH, written="2", value=2, justification="wrong")
    assert case.sheet.entry(2, "Overall Quality").value == 4
    assert case.sheet.likert.justification == "so"
    assert case.metadata == {"response_1_length": 1532, "response_2_model": "x"}


def test_a_prompt_in_messages_and_an_instruction_with_its_input() -> None:
    messages = [{"role": "system", "content": "S"}, {"role": "user", "content": "Why?"}]
    assert [turn.text for turn in read(line(prompt=messages)).task] == ["S", "Why?"]
    case = read(json.dumps({"instruction": "Sum up.", "input": "Long.", "output_1": "A", "output_2": "B"}))
    assert [turn.text for turn in case.task] == ["Long.", "Sum up."]


def test_what_the_configuration_says_can_be_denied() -> None:
    assert read(line(task="locale: de_DE")).metadata == {"locale": "de_DE"}
    assert read(line(task="locale: de_DE", locale="at")).metadata == {"locale": "at"}
    assert read(line(task="locale: de_DE", locale=None)).metadata == {}


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"response_2": None}, "this task lacks Response 2"),
        ({"prompt": ""}, "this task lacks the final prompt"),
        ({"prompt": 3}, "'prompt' is a number"),
        ({"prompt": [{"role": "assistant", "content": "x"}]}, "'prompt' does not end with a message of the user"),
        ({"response_1": ["A"]}, "'response_1' is a list"),
        ({"responses": ["A"]}, "'responses' is no list of two texts"),
        ({"id": 1.5}, "'id' is a number with decimals"),
        ({"locale": ["de"]}, "'locale' is a list"),
        ({"history": 3}, "'history' is a number"),
        ({"history": [{"role": "Bob", "content": "x"}]}, "message 1: unknown speaker 'Bob'"),
        ({"ratings": 3}, "'ratings' is a number"),
        ({"ratings": {"Truthfulness": 3}}, "ratings of 'Truthfulness', which is no response"),
        ({"ratings": {"response_1": {"Truth": [1]}}}, "Truthfulness: its rating is a list"),
        (
            {"ratings": {"response_1": {"Truth": {"rating": 1, "justification": 2}}}},
            "Truthfulness: its justification is a number",
        ),
        ({"ratings": {"response_1": "fine"}}, "text before the first row of the table"),
        ({"ratings": {"response_1": {TRUTH: 1}}, "response_1_truth": 2}, "two ratings of Response 1 for Truthfulness"),
        (
            {"response_1_truth": 2, "response_1_truthfulness": 2},
            "'response_1_truthfulness' is a second rating for Truthfulness",
        ),
        ({"likert": True}, "Likert: its rating is true or false"),
        (
            {"likert": {"rating": 1}, "likert_justification": "x"},
            "'likert' and 'likert_justification' both give a justification",
        ),
        ({"likret": 3, "likrt": 3}, "unknown field 'likrt'"),
        ({"metadata": 3}, "'metadata' is a number"),
        ({"x": 3, "metadata": {"x": 3}}, "'x' stands both beside 'metadata' and in it"),
    ],
)
def test_problems_have_their_line(fields: dict[str, Any], what: str) -> None:
    assert problems(line() + line(**fields)) == [("2", what)]


def test_a_response_may_say_nothing() -> None:
    assert read(line(response_1="", response_2=" \n")).responses == ("", " \n")
    assert read(line(responses=["", "B"])).responses == ("", "B")


def test_all_that_is_missing_is_told() -> None:
    assert [what for _, what in problems('{"prompt": "", "response_1": "A"}')] == [
        "this task lacks the final prompt",
        "this task lacks Response 2",
    ]


def test_lines_that_are_no_task() -> None:
    assert problems(line() + "[1]\nnull\n{\n") == [
        ("2", "a list where a task should be"),
        ("3", "missing where a task should be"),
        ("4", "not valid JSON: input data was truncated at position 2"),
    ]
    dialogue = json.dumps({"id": 1, "messages": [{"role": "user", "content": "hi"}]})
    assert [where for where, _ in problems(line() + dialogue)] == ["2", "2", "2"]


@pytest.mark.parametrize(
    "value",
    [
        {"id": 1, "messages": [{"role": "user", "content": "hi"}], **PAIR},
        {"messages": [{"role": "user", "content": '"prompt": "x", "response_1": "y"'}]},
        {"metadata": PAIR, "messages": []},
        {"conversations": [{"from": "human", "value": "hi"}], **PAIR},
        {"prompt": "x", "response": "y", "messages": []},
    ],
)
def test_dialogues_stay_dialogues(value: dict[str, Any]) -> None:
    for text in (json.dumps(value), json.dumps([value]), json.dumps(value, indent=2)):
        assert not format_of(text).startswith("pairs")


def test_a_very_long_first_response_hides_no_task() -> None:
    for text in (line(response_1="x" * HEAD), json.dumps([{**PAIR, "response_1": '\\"' * HEAD}], indent=1)):
        assert read(text).responses[1] == "B"


def test_reading_goes_on_from_a_line(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(line(id=number) for number in range(5)))
    first = Inputs([file])
    first.check()
    first.trust(Checked(dialogues=5, unnamed=0), first.spot)
    cases = iter(first)
    assert [next(cases).id for _ in range(3)] == [0, 1, 2]
    assert first.spot.line == 3
    again = Inputs([file])
    again.trust(Checked(dialogues=5, unnamed=0), first.spot)
    left = list(again)
    assert [case.id for case in left] == [2, 3, 4]
    assert all(isinstance(case, Comparison) for case in left)
    assert first.looks == again.looks != ""


def test_a_table() -> None:
    text = (
        "Task ID;Prompt;Response 1;Response-2;Locale;Response 1 Localization;response_1_localization_justification;"
        "Response 2 Style & Clarity;LIKERT;likert justification;channel\r\n"
        '007;"Why;\r\nso?";A;B;de_DE;3 (No issues);"fine\nthroughout";;5;because;web\r\n'
        "8;How?;C;D;;;;2/3;;;\r\n"
    )
    first, second = read_all(text)
    assert (first.id, first.task[-1].text, first.responses) == ("007", "Why;\r\nso?", ("A", "B"))
    assert first.metadata == {"locale": "de_DE", "channel": "web"}
    assert first.sheet.ratings == (
        (Entry(dimension="Localization", written="3 (No issues)", value=3, justification="fine\nthroughout"),),
        (),
    )
    assert first.sheet.likert == Entry(dimension=LIKERT, written="5", value=5, justification="because")
    assert (second.id, second.sheet.entry(2, "Style & Clarity").value, second.metadata) == (8, 2, {})


def test_columns_that_are_told() -> None:
    options = ReadOptions(columns={"prompt": "Ask", "response_1": "Left", "response_2": "Right", "id": "No"})
    assert read("No,Ask,Left,Right\n3,Why?,A,B\n", options) == comparison(id=3, prompt="Why?", responses=("A", "B"))
    assert [problem.what for problem in ReadOptions(columns={"promt": "x"}).faults()] == [
        "'promt' is no meaning of a column"
    ]


def test_problems_of_a_table() -> None:
    header = "prompt,response_1,response_2\n"
    assert problems(header + "Why?,A\nWhy?,A,\n") == [
        ("2", "2 cells in this row, 3 columns in the header"),
        ("3", "this task lacks Response 2"),
    ]
    assert problems("prompt,response_1,Response 1,response_2\nx,y,z,w\n") == [
        ("1", "2 columns are called 'response_1'")
    ]
    with pytest.raises(SetupError, match="there is no column 'Ask' for prompt"):
        list(load_dialogues(BytesIO(header.encode() + b"a,b,c\n"), options=ReadOptions(columns={"prompt": "Ask"})))


@pytest.mark.parametrize("form", ["%s\n", "[%s]"])
def test_a_prompt_longer_than_what_is_looked_at_first_is_a_task_all_the_same(form: str) -> None:
    line = json.dumps({"prompt": "Sum it up: " + "word " * 20_000, "response_1": "A", "response_2": "B"})
    known = recognise(Source.of_bytes("x", (form % line).encode()), ReadOptions(), Findings())
    assert known is not None
    assert known.compares
