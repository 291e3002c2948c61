"""CSV and TSV: one row per turn."""

from io import BytesIO
from pathlib import Path

import pytest

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.errors import Problem, SetupError
from baremo.load.dialogues import load_dialogues
from baremo.load.options import ReadOptions


def read(text: str, columns: dict[str, str] | None = None) -> list[Dialogue]:
    return list(load_dialogues(BytesIO(text.encode()), format="csv", options=ReadOptions(columns=columns or {})))


def problems(text: str, columns: dict[str, str] | None = None) -> tuple[Problem, ...]:
    with pytest.raises(SetupError) as caught:
        read(text, columns)
    return caught.value.problems


def told(text: str, columns: dict[str, str] | None = None) -> list[tuple[str, str]]:
    return [(problem.where.removeprefix("<stream>:"), problem.what) for problem in problems(text, columns)]


def test_columns_are_found_by_name() -> None:
    text = (
        "\r\nDialogue ID,Speaker,Text,Act,Marks,Overall,Channel,Time\r\n"
        '7,SYSTEM,"a, ""b""\r\nUSER OVERALL OTHER 1",OTHER,,,web,1\r\n'
        '7,USER, c ,,"3,4","4,5",web,2\r\n\r\n'
        "x,Customer,d,,5,,,3\r\n"
    )
    assert read(text) == [
        Dialogue(
            id=7,
            turns=(
                Turn(speaker=Speaker.SYSTEM, text='a, "b"\r\nUSER OVERALL OTHER 1', act="OTHER"),
                Turn(speaker=Speaker.USER, text=" c ", marks=(3, 4)),
            ),
            overall=(4, 5),
            metadata={"Channel": "web"},
        ),
        Dialogue(id="x", turns=(Turn(speaker=Speaker.USER, text="d", marks=(5,)),), metadata={"Time": "3"}),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters(delimiter: str) -> None:
    (dialogue,) = list(load_dialogues(BytesIO(f"speaker{delimiter}text\nUSER{delimiter}hi\n".encode())))
    assert dialogue == Dialogue(id=0, turns=(Turn(speaker=Speaker.USER, text="hi"),))


def test_system_is_the_assistant_as_a_speaker_and_the_prompt_as_a_role() -> None:
    for header, speaker in (("speaker", Speaker.SYSTEM), ("role", Speaker.CONTEXT), ("sender", Speaker.CONTEXT)):
        ((turn,),) = [dialogue.turns for dialogue in read(f"{header},text\nsystem,hi\n")]
        assert turn.speaker is speaker


def test_columns_can_be_mapped() -> None:
    text = "No,Who,Body,text,role\n1,Agent,hi,zz,user\n"
    (dialogue,) = read(text, {"dialogue": "No", "speaker": "Who", "text": "Body"})
    assert dialogue == Dialogue(
        id=1, turns=(Turn(speaker=Speaker.SYSTEM, text="hi"),), metadata={"text": "zz", "role": "user"}
    )


@pytest.mark.parametrize("marks", ["3,4", "3;4", "3 4", "[3, 4]"])
def test_marks_may_be_written_in_several_ways(marks: str) -> None:
    (dialogue,) = read(f'speaker,text,ratings\nUSER,hi,"{marks}"\n')
    assert dialogue.turns[0].marks == (3, 4)


def test_a_long_cell() -> None:
    (dialogue,) = read(f"speaker,text\nUSER,{'x' * 300_000}\n")
    assert len(dialogue.turns[0].text) == 300_000


def test_every_problem_is_listed_with_the_line_where_its_row_starts() -> None:
    text = (
        "id,speaker,text,marks,overall\n"
        '1,USER,"a\nb",9,4\n'
        "1,USER,c,x,5\n"
        "1,USER,c\n"
        '1,USER,"c"d,3,4\n'
        "2,Bob,e,,\n"
        ",USER,f,,\n"
        "1,USER,g,,\n"
        "3,SYSTEM,h,3,\n"
    )
    assert told(text) == [
        ("2", "mark 9 is outside 1–5"),
        ("4", "marks 'x' are not whole numbers"),
        ("4", "overall marks that differ from those on line 2"),
        ("5", "3 cells in this row, 5 columns in the header"),
        ("6", "not a valid row: text stands after the quote that closes a cell"),
        ("7", "unknown speaker 'Bob'"),
        ("8", "a row without the id of its dialogue"),
        ("9", "id 1 stands already at <stream>:2"),
        ("10", "marks on a SYSTEM turn"),
    ]


def test_rows_that_come_back_later_are_to_be_sorted() -> None:
    assert "sort" in problems("id,speaker,text\n1,USER,a\n2,USER,a\n1,USER,b\n")[0].remedy


def test_an_id_missing_from_the_first_row() -> None:
    assert told("id,speaker,text\n,USER,a\n") == [("2", "a row without the id of its dialogue")]


def test_a_quote_that_is_never_closed() -> None:
    assert told('speaker,text\nUSER,"a\nUSER,b\n') == [
        ("2", "not a valid row: a quote is opened here and never closed"),
    ]


@pytest.mark.parametrize(
    ("header", "columns", "what"),
    [
        ("who,what", {}, ["no column for the text", "no column for the speaker"]),
        ("speaker,what", {}, ["no column for the text"]),
        ("speaker,text", {"text": "Body"}, ["there is no column 'Body'"]),
        ("speaker,text,text", {}, ["two columns are called 'text'"]),
    ],
)
def test_faulty_headers(header: str, columns: dict[str, str], what: list[str]) -> None:
    assert told(f"{header}\na,b\n", columns) == [("1", item) for item in what]
    assert all("--columns" in p.remedy or "rename" in p.remedy for p in problems(f"{header}\na,b\n", columns))


@pytest.mark.parametrize("header", ["Queue,Who,Body", "Who,Body,customer_name", "Who,Body,turn,topic,time"])
def test_a_table_that_may_hold_several_dialogues_is_never_taken_for_one(header: str) -> None:
    columns = {"speaker": "Who", "text": "Body"}
    width = header.count(",") + 1
    text = f"{header}\n{','.join(['USER'] * width)}\n"
    (problem,) = problems(text, columns)
    assert problem.what.startswith("no column names the dialogue, and it may be '")
    assert "say which with --columns dialogue=NAME, or --columns dialogue=- if the file is one" in problem.remedy
    assert problem.remedy.endswith(f"the columns are: {', '.join(header.split(','))}")
    assert [dialogue.id for dialogue in read(text, {**columns, "dialogue": "-"})] == [0]


def test_a_table_of_turns_with_times_is_one_dialogue() -> None:
    text = "Turn No,Time,speaker,role,text,act\n1,10:02,USER,x,hi,A\n2,10:03,SYSTEM,x,ho,B\n"
    assert [len(dialogue.turns) for dialogue in read(text)] == [2]


@pytest.mark.parametrize(
    "header", ["ticket", "Ticket ID", "ticket_no", "Ticket No.", "case-id", "Thread Id", "TICKET  NO"]
)
def test_tickets_cases_and_threads_are_dialogues(header: str) -> None:
    found = read(f"{header},from,body,Queue\n7,user,hi,a\n7,agent,ho,a\n8,user,hi,b\n")
    assert [(dialogue.id, len(dialogue.turns), dialogue.metadata) for dialogue in found] == [
        (7, 2, {"Queue": "a"}),
        (8, 1, {"Queue": "b"}),
    ]


def test_a_header_alone_holds_no_dialogue() -> None:
    assert told("speaker,text\n") == [("<stream>", "no dialogue in it, read as csv")]


def test_the_suffix_is_the_last_hint(tmp_path: Path) -> None:
    path = tmp_path / "calls.csv"
    path.write_text("who,what\nAgent,hi\n")
    with pytest.raises(SetupError) as caught:
        list(load_dialogues(path))
    assert caught.value.problems[0].what == "no column for the text"
    mapped = ReadOptions(columns={"speaker": "who", "text": "what"})
    assert len(list(load_dialogues(path, options=mapped))) == 1
