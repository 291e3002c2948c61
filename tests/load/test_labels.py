"""People's marks from files: every shape that people keep them in, and a clear word where something must be mended."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from baremo.core.barem import Barem
from baremo.core.label import Label, words_of
from baremo.core.numbers import Value
from baremo.errors import SetupError
from baremo.load.labels import LabelFiles, read_labels

STRICT, PAIRS = Barem.load("strict"), Barem.load("sidebyside")
Short = tuple[str, str, str, Value]


def read(path: Path, text: str, barem: Barem = STRICT, columns: dict[str, str] | None = None) -> list[Short]:
    """Dialogue, criterion, rater, level."""
    path.write_text(text, encoding="utf-8")
    return [(one.case, one.criterion, one.rater, one.level) for one in read_labels([path], barem, columns)]


def problems(path: Path, text: str, columns: dict[str, str] | None = None) -> list[str]:
    with pytest.raises(SetupError) as caught:
        read(path, text, STRICT, columns)
    return [f"{one.where.removeprefix(str(path))} {one.what} | {one.remedy}" for one in caught.value.problems]


def test_a_column_per_criterion(tmp_path: Path) -> None:
    text = "dialogue_id,annotator,Empathy,task_success,Overall,comment\n7,ana,4,5,3,well\n8,ben,,2,4,\n"
    assert read(tmp_path / "a.csv", text) == [
        ("7", "Empathy", "ana", 4),
        ("7", "TaskSuccess", "ana", 5),
        ("7", "", "ana", 3),
        ("8", "TaskSuccess", "ben", 2),
        ("8", "", "ben", 4),
    ]


def test_a_mark_per_row(tmp_path: Path) -> None:
    text = "id;criterion;rater;level\n7;empathy;ana;80\n7;;ana;60\n8;Overall;ben;2.5\n"
    assert read(tmp_path / "a.csv", text) == [
        ("7", "Empathy", "ana", 80),
        ("7", "", "ana", 60),
        ("8", "", "ben", Fraction(5, 2)),
    ]


def test_a_mark_per_row_for_the_whole_alone(tmp_path: Path) -> None:
    assert read(tmp_path / "a.tsv", "ticket_id\tstars\nT-1\t4\n") == [("T-1", "", "", 4)]


@pytest.mark.parametrize("cell", ["3,4,4", "[3, 4, 4]", "3;4;4", "3 | 4 | 4"])
def test_several_marks_in_a_cell_are_several_people(tmp_path: Path, cell: str) -> None:
    found = read(tmp_path / "a.csv", f'id,overall\n7,"{cell}"\n')
    assert found == [("7", "", "", 3), ("7", "", "", 4), ("7", "", "", 4)]


def test_lines_of_json(tmp_path: Path) -> None:
    rows = [
        {"id": 7, "rater": "ana", "marks": {"Empathy": 4, "overall": [3, "5"]}},
        {"id": "x", "Empathy": None, "overall": 2},
    ]
    text = "\n".join(json.dumps(row) for row in rows)
    assert read(tmp_path / "a.jsonl", text) == [
        ("7", "Empathy", "ana", 4),
        ("7", "", "ana", 3),
        ("7", "", "ana", 5),
        ("x", "", "", 2),
    ]


def test_a_document_of_json(tmp_path: Path) -> None:
    text = json.dumps([{"id": 7, "score": 4}, {"id": 8, "score": 1}])
    assert read(tmp_path / "a.json", text) == [("7", "", "", 4), ("8", "", "", 1)]


def test_columns_that_the_user_names(tmp_path: Path) -> None:
    text = '{"id": 1, "uss_overall": [3, 3], "newhuman": 2}\n'
    assert read(tmp_path / "a.jsonl", text, columns={"level": "newhuman"}) == [("1", "", "", 2)]
    wide = "id,level,Empathy\n1,3,5\n"
    assert read(tmp_path / "a.csv", wide) == [("1", "Empathy", "", 5)]
    assert read(tmp_path / "a.csv", wide, columns={"level": "level"}) == [("1", "", "", 3)]


def test_levels_by_their_names(tmp_path: Path) -> None:
    named = tmp_path / "named.yaml"
    named.write_text(NAMED, encoding="utf-8")
    barem = Barem.load(named)
    assert read(tmp_path / "a.csv", "id,Tone\n1,good\n2,bad\n", barem) == [("1", "Tone", "", 2), ("2", "Tone", "", 1)]


def test_two_responses(tmp_path: Path) -> None:
    text = "id,Response 1 Truthfulness,response_2_truthfulness,likert\nt,3,1,2\n"
    assert read(tmp_path / "a.csv", text, PAIRS) == [
        ("t", "Response 1 Truthfulness", "", 3),
        ("t", "Response 2 Truthfulness", "", 1),
        ("t", "", "", 2),
    ]


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl"])
def test_dialogues_that_carry_marks(tmp_path: Path, name: str) -> None:
    text = {
        "a.txt": "USER\tHello\tGREET\t3\nSYSTEM\tHi\t\t\nUSER\tOVERALL\tOTHER\t4,5\n",
        "a.jsonl": '{"id": 0, "messages": [{"role": "user", "content": "Hello"}], "overall": [4, 5]}\n',
    }[name]
    assert read(tmp_path / name, text) == [("0", "", "", 4), ("0", "", "", 5)]


def test_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,overall\n1,2\n\n2,3\n", encoding="utf-8")
    assert [one.where for one in read_labels([path], STRICT)] == [f"{path}:2", f"{path}:4"]
    assert Label(case="1", level=1, source="here").where == "here"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id,overall\n1,good\n", ":2 'good' is no mark for the whole | write a number or a level (20, 40, 60"),
        ("id,overall\n,3\n", ":2 a row without the id"),
        ("id,overall\n1,3,4\n", ":2 3 cells in this row, 2 columns in the header"),
        ("who,overall\n1,3\n", ":1 no column for the dialogue's id | call it id, or say --label-columns id=NAME"),
        ("id,comment\n1,x\n", ":1 no column holds marks | give columns named as the criteria (overall, TaskSuccess"),
        (
            "id,overall,Emapthy\n1,3,3\n",
            ":1 the column 'Emapthy' is no criterion | did you mean Empathy?",
        ),
        ("id,criterion,level\n1,Tone,3\n", ":2 there is no criterion 'Tone' in strict | it has: overall, TaskSuccess"),
    ],
)
def test_what_must_be_mended(tmp_path: Path, text: str, told: str) -> None:
    (found,) = problems(tmp_path / "a.csv", text)
    assert found.startswith(told), found


def test_columns_that_are_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    (found,) = problems(path, "id,overall\n1,3\n", {"level": "stars"})
    assert found.startswith(":1 there is no column 'stars' | mend --label-columns; the columns are: id, overall")
    (found,) = problems(path, "id,overall\n1,3\n", {"colour": "overall"})
    assert found.startswith(":1 'colour' is no meaning of a column | --label-columns takes id, rater")


def test_no_file_an_empty_one_and_no_objects(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no such file"):
        list(read_labels([tmp_path / "none.csv"], STRICT))
    assert problems(tmp_path / "a.csv", "")[0].startswith(":1 it is empty")
    assert problems(tmp_path / "a.json", "[3]")[0].startswith(":1 is no object")


def test_a_criterion_that_is_called_overall_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(NAMED.replace("Tone", "Overall"), encoding="utf-8")
    assert read(tmp_path / "a.csv", "id,Overall\n1,good\n", Barem.load(path)) == [("1", "Overall", "", 2)]


NAMED = """\
format: 1
name: tone
title: Tone
protocol: solo
criteria:
  Tone:
    weight: 1
    question: How is the tone?
    levels:
      bad: Rude.
      good: Kind.
overall: {combine: weighted-mean, round: down}
scale: [1, 2]
"""


@pytest.mark.parametrize(
    ("cell", "levels"),
    [
        ("4,5", [Fraction(9, 2)]),
        ("4,0", [4]),
        ("3 | 4", [3, 4]),
        ("3,5 | 4", [Fraction(7, 2), 4]),
        ("3 4 4", [3, 4, 4]),
        ("[3,4]", [3, 4]),
    ],
)
@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_comma_is_that_of_a_decimal_where_it_is_no_delimiter(
    tmp_path: Path, delimiter: str, cell: str, levels: list[Value]
) -> None:
    found = read(tmp_path / "a.csv", f"id{delimiter}overall\n7{delimiter}{cell}\n")
    assert [level for *_, level in found] == levels


def test_decimal_commas_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id;overall\n7;4,5\n8;3,5\n", encoding="utf-8")
    files = LabelFiles([path], STRICT)
    assert len(list(files)) == 2
    assert files.notes == [f"{path}: commas are those of decimals, 4,5 is 4.5"]
    path.write_text('id,overall\n7,"4,5"\n', encoding="utf-8")
    assert [one.level for one in files] == [4, 5]
    assert files.notes == []


def test_three_marks_between_commas_are_no_decimal(tmp_path: Path) -> None:
    (found,) = problems(tmp_path / "a.csv", "id;overall\n7;3,4,4\n")
    assert found.startswith(":2 '3,4,4' is no mark for the whole")
    assert found.endswith("several marks are written 3 | 4")


EXPORT = "id,state,overall,level.Empathy,mean_exact,record_digest\n7,scored,80,80,80,record-v1\n"
OLD_QUEUE = "id,why,sureness,level,labelled,show,decide\n7,unsure,0.2,80,false,x,y\n"
CRITERIA = "id,criterion,state,level,level_name,evaluator.level\n7,Empathy,scored,80,,80\n"


@pytest.mark.parametrize("text", [EXPORT, OLD_QUEUE, CRITERIA])
def test_the_judges_marks_are_not_peoples(tmp_path: Path, text: str) -> None:
    (found,) = problems(tmp_path / "a.csv", text)
    assert found.startswith(":1 these are the judge's marks, as Baremo writes them, not people's | delete the judge's")


@pytest.mark.parametrize(
    "row",
    [
        {"id": "7", "overall": 80, "level": {"Empathy": 80}, "record_digest": "x"},
        {"dialogue_id": "7", "evaluator": {"Empathy": {"score": 80}}, "referee_final": {"overall": 80}},
    ],
)
def test_the_judges_marks_in_json_are_told_once(tmp_path: Path, row: dict[str, object]) -> None:
    (found,) = problems(tmp_path / "a.jsonl", "\n".join([json.dumps(row)] * 30))
    assert found.startswith(":1 these are the judge's marks, as Baremo writes them, not people's (30 rows, first here)")


def test_whoever_says_where_peoples_marks_are_may_keep_the_judges(tmp_path: Path) -> None:
    text = EXPORT.replace("record_digest", "record_digest,stars").replace("record-v1", "record-v1,4")
    assert read(tmp_path / "a.csv", text, columns={"level": "stars"}) == [("7", "", "", 4)]


def test_criteria_by_columns_that_the_user_names(tmp_path: Path) -> None:
    text = "Gespräch;Prüfer;Empathie;Gesamt;level\n7;ana;4;3;9\n"
    columns = {"id": "Gespräch", "rater": "Prüfer", "Empathy": "Empathie", "overall": "Gesamt"}
    assert read(tmp_path / "a.csv", text, columns=columns) == [("7", "Empathy", "ana", 4), ("7", "", "ana", 3)]
    (found,) = problems(tmp_path / "a.csv", text, columns | {"Fluency": "Sprache"})
    assert found.startswith(":1 there is no column 'Sprache'")
    both = "id,Empathy,Empathie\n7,1,4\n"
    assert read(tmp_path / "a.csv", both, columns={"Empathy": "Empathie"}) == [("7", "Empathy", "", 4)]


def test_a_column_per_person_gets_a_hint(tmp_path: Path) -> None:
    (found,) = problems(tmp_path / "a.csv", "id,ana,ben,cho\n7,1,2,3\n")
    assert "--label-columns level=NAME" in found
    assert "a column per person is not read: give a row each, with id, rater, level" in found


def test_rows_of_json_that_lack_a_mark_are_no_problem(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"id": 1, "score": 9}, {"id": 2, "score": 9, "human": 3}, {"id": 3, "Empathy": 9}]
    text = "\n".join(json.dumps(row) for row in rows)
    assert read(tmp_path / "a.jsonl", text, columns={"level": "human"}) == [("2", "", "", 3)]
    (found,) = problems(tmp_path / "a.jsonl", text, {"level": "person"})
    assert found.startswith(":1 there is no column 'person'")


def test_the_same_problem_of_many_rows_is_told_once(tmp_path: Path) -> None:
    rows = [json.dumps({"id": n, "Emapthy": 3, "overall": 3}) for n in range(50)]
    (found,) = problems(tmp_path / "a.jsonl", "\n".join(rows))
    assert found.startswith(":1 the column 'Emapthy' is no criterion (50 rows, first here) | did you mean Empathy?")
    words = "".join(f"{n},{'good' if n % 2 else 'fair'}\n" for n in range(40))
    first, second = problems(tmp_path / "a.csv", f"id,overall\n{words}")
    assert first.startswith(":2 'fair' is no mark for the whole (20 cells, first here)")
    assert second.startswith(":3 'good' is no mark for the whole (20 cells, first here)")


def test_what_excel_writes(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    assert read(path, "sep=;\nid;overall\n7;4\n") == [("7", "", "", 4)]
    path.write_bytes("id\toverall\n7\t4\n".encode("utf-16"))
    with pytest.raises(SetupError, match="this is UTF-16, not UTF-8") as caught:
        list(read_labels([path], STRICT))
    assert "iconv -f UTF-16 -t UTF-8" in str(caught.value)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ('7,"4\n', "a quote is opened here and never closed"),
        ('7,"4"4\n', "text stands after the quote that closes a cell"),
        ("7,4\r8,4\n", "a line ends in a way that tables do not"),
    ],
)
def test_a_row_that_cannot_be_read_is_told_in_plain_words(tmp_path: Path, row: str, what: str) -> None:
    assert problems(tmp_path / "a.csv", f"id,overall\n{row}")[0].startswith(f":2 not a valid row: {what}")


def test_ids_for_dialogues_that_have_none(tmp_path: Path) -> None:
    path, ids = tmp_path / "a.txt", tmp_path / "ids"
    talk = "USER\tHello\tGREET\t3\nSYSTEM\tHi\t\t\nUSER\tOVERALL\tOTHER\t4\n"
    path.write_text(f"{talk}\n{talk}", encoding="utf-8")
    ids.write_text("x\ny\n", encoding="utf-8")
    found = list(LabelFiles([path], STRICT, ids=ids))
    assert [(one.case, one.level) for one in found] == [("x", 4), ("y", 4)]
    assert found[0].words == found[1].words == words_of([("USER", "Hello"), ("SYSTEM", " Hi ")])
    table = tmp_path / "a.csv"
    table.write_text("id,overall\n7,4\n", encoding="utf-8")
    with pytest.raises(SetupError, match="leave --label-ids out"):
        list(LabelFiles([table], STRICT, ids=ids))


def test_a_name_that_stands_twice_in_one_object(tmp_path: Path) -> None:
    (found,) = problems(tmp_path / "a.jsonl", '{"id": "2", "overall": 60, "meta": {"id": "3"}}\n')
    assert found.startswith(":1 'id' stands in it twice, once inside another object")
    (found,) = problems(tmp_path / "a.jsonl", '{"id": 1, "marks": {"Empathy": 60}, "weights": {"Empathy": 20}}\n')
    assert found.startswith(":1 'Empathy' stands in it twice")
