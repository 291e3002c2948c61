"""Several sources as one input: formats found by content, ids, and every problem at once."""

import json
from io import BytesIO
from pathlib import Path

import pytest

from baremo.core.dialogue import Dialogue
from baremo.errors import Problem, SetupError
from baremo.load.dialogues import Inputs, check_dialogues, load_dialogues
from baremo.load.draft import Findings
from baremo.load.options import ReadOptions
from baremo.load.registry import FORMATS, recognise
from baremo.load.source import Source

TURN = {"role": "user", "content": "hi"}


def stream(*values: object) -> BytesIO:
    return BytesIO("".join(json.dumps(value) + "\n" for value in values).encode())


def problems(*given: BytesIO | Path, options: ReadOptions | None = None) -> tuple[Problem, ...]:
    with pytest.raises(SetupError) as caught:
        check_dialogues(given, options=options or ReadOptions())
    return caught.value.problems


def ids(*given: BytesIO | Path, options: ReadOptions | None = None) -> list[int | str]:
    inputs = Inputs(given, options=options or ReadOptions())
    first = [dialogue.id for dialogue in inputs]
    assert first == [dialogue.id for dialogue in inputs]
    assert len(first) == inputs.check()
    return first


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ('{"id":1,"messages":[]}\n{"id":2', "jsonl"),
        ('{"role":"user","content":"x"}\n', "jsonl"),
        ('{"messages": oops}\n', "jsonl"),
        ('{"messages":[{"content":"' + "x" * 70_000, "jsonl"),
        ('[{"role":"user","content":"x"}]\n[{"role":"user"}]', "jsonl"),
        ('[{"role":"user","content":"' + "x" * 70_000, "json"),
        ('{\n "messages": []}', "json"),
        ('[{"messages":[]}]', "json"),
        ("[\n  {", "json"),
        ("[]", "json"),
        ("{" * 5000, "json"),
        ('[{"conversations":[', "sharegpt"),
        ('{"id":"a","conversations":[{"from"', "sharegpt"),
        ('[{"from":"human","value":""}]', "sharegpt"),
        ('{"messages":[{"role":"user","content":"x","from":"y"}]}', "jsonl"),
        ("id,role,content\n", "csv"),
        ("text;speaker\n", "csv"),
        ("speaker\ttext\tact\n", "csv"),
        ("SYSTEM\thi\tOTHER\t\n", "uss"),
        ("Agent\thi\tOTHER\t\n", "uss"),
        ("dialogue_id: 3\nUSER hi OTHER 3,3\n", "uss"),
        ("SYSTEM: hi\nUSER: ho\nUSER: OVERALL 3,4\n", "uss"),
        ("USER: I like ENTITY_NAME+MOVIE 3,3\n", "uss"),
        ("SYSTEM hello\nUSER hi\n\nUSER\n", "uss"),
        ("SYSTEM hello\nand more\n", "plain"),
        ("SYSTEM: hello\nUSER: I prefer the OTHER\n", "plain"),
        ("SYSTEM: hello\nUSER: I love NASA\n", "plain"),
        ("---\n\ndialogue_id: 4\nAgent: hi\n", "plain"),
        ("Bob: hi\n", "plain"),
        ("[10:02] Agent: hi\n", "plain"),
        ("Agent: hi, the message, text\n", "plain"),
    ],
)
def test_the_format_is_found_by_content(head: str, name: str) -> None:
    known = recognise(Source.of_bytes("x", head.encode()), ReadOptions(), Findings())
    assert known is not None
    assert known.name == name


@pytest.mark.parametrize("text", ["hello", "dialogue_id: 3\n", "3", "a,b\n1,2\n"])
def test_a_format_that_cannot_be_told(text: str) -> None:
    (problem,) = problems(BytesIO(text.encode()))
    assert problem.what == "the format cannot be told from the content"
    assert problem.remedy == (
        "name it with --format: tagged, pairs, pairs-json, pairs-csv, sharegpt, jsonl, json, csv, uss, plain; "
        "a plain transcript has one turn per line: `Agent: Good morning`, then `Customer: Hello`"
    )


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(SetupError, match="there is no format 'xml'"):
        Inputs([], format="xml")
    assert all(Inputs([], format=name.upper()) for known in FORMATS for name in known.names)


def test_one_dialogue_without_an_id_is_0_and_several_are_numbered_over_all_sources() -> None:
    assert ids(stream([TURN])) == [0]
    assert ids(stream([TURN], [TURN]), BytesIO(b"Agent: hi")) == [1, 2, 3]
    assert ids(stream({"id": 7, "messages": [TURN]}, [TURN])) == [7, 0]
    assert ids(stream([TURN], {"id": "a", "messages": [TURN]}, [TURN])) == [1, "a", 2]


def test_equal_ids_are_a_problem_that_names_both_places(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_bytes(stream({"id": 1, "messages": [TURN]}, {"id": "x", "messages": [TURN]}).getvalue())
    second.write_bytes(stream({"id": "1", "messages": [TURN]}, {"id": 2, "messages": [TURN]}).getvalue())
    (problem,) = problems(first, second)
    assert (problem.where, problem.what) == (f"{second}:1", f"id '1' stands already at {first}:1")


def test_a_number_given_out_must_not_be_an_id() -> None:
    (problem,) = problems(stream({"id": "2", "messages": [TURN]}, [TURN], [TURN]))
    assert (problem.where, problem.what) == ("<stream>:1", "id 2 is also the number of a dialogue that has no id")
    assert problems(stream({"id": 0, "messages": [TURN]}, [TURN]))


def test_ids_from_the_file_beside_a_transcript(tmp_path: Path) -> None:
    path = tmp_path / "calls.txt"
    path.write_text("USER a\n\nUSER b\n\nUSER c\n")
    path.with_suffix(".ids").write_text("12\n\n x y \r\n007\n")
    assert ids(path) == [12, "x y", "007"]


def test_ids_from_a_named_file(tmp_path: Path) -> None:
    named = tmp_path / "names.txt"
    named.write_text("b\na\n")
    assert ids(stream([TURN], [TURN]), options=ReadOptions(ids=named)) == ["b", "a"]


def test_faults_of_files_of_ids(tmp_path: Path) -> None:
    named = tmp_path / "names.txt"
    named.write_text("1\n2\n1\n")
    options = ReadOptions(ids=named)
    assert [(p.where, p.what) for p in problems(stream({"id": 9, "messages": [TURN]}, [TURN]), options=options)] == [
        (str(named), "3 ids for the 2 dialogues of <stream>"),
        (f"{named}:1", "id 1, but the dialogue's own header says 9"),
    ]
    found = problems(stream([TURN], [TURN], [TURN], [TURN]), options=options)
    assert [problem.what for problem in found] == [
        "3 ids for the 4 dialogues of <stream>",
        "id 1 stands already at <stream>:1",
    ]
    assert problems(stream([TURN]), stream([TURN]), options=options)[0].where == "--ids"


def test_a_missing_file_of_ids_is_named_and_hides_no_other_problem(tmp_path: Path) -> None:
    missing = tmp_path / "missing.ids"
    found = problems(BytesIO(b"Agent: a\nBob: b\n"), options=ReadOptions(ids=missing))
    assert [(problem.where, problem.what) for problem in found] == [
        (str(missing), "no such file"),
        ("<stream>:2", "unknown speaker 'Bob'"),
    ]


def test_faulty_options() -> None:
    options = ReadOptions(columns={"body": "x"}, system_names=("Bob",), user_names=("bob ",))
    found = problems(stream([TURN]), options=options)
    assert [(problem.where, problem.what) for problem in found] == [
        ("--columns", "'body' is no meaning of a column"),
        ("--user-name", "'bob ' is also given with --system-name"),
    ]


def test_problems_of_all_sources_are_told_at_once_and_nothing_is_given_out() -> None:
    inputs = Inputs([stream([TURN], [{"role": "Bob", "content": ""}]), BytesIO(b"Agent: a\nCarl: b"), BytesIO(b"")])
    given: list[Dialogue] = []
    with pytest.raises(SetupError) as caught:
        given.extend(inputs)
    assert given == []
    assert len(caught.value.problems) == 3


def test_a_thousand_problems_are_kept_and_the_rest_counted() -> None:
    with pytest.raises(SetupError) as caught:
        list(load_dialogues(BytesIO(b"Agent: a\n" + b"".join(b"B%d: b\n" % number for number in range(1234)))))
    assert (len(caught.value.problems), caught.value.more) == (1000, 234)


def test_an_unknown_name_is_told_once_and_hides_no_other_problem() -> None:
    with pytest.raises(SetupError) as caught:
        list(load_dialogues(BytesIO(b"Agent: a\n" + b"Anna: b\n" * 2000 + b"Bob: c\n")))
    assert [(problem.where, problem.what) for problem in caught.value.problems] == [
        ("<stream>:2", "unknown speaker 'Anna' (2,000 lines, first here)"),
        ("<stream>:2002", "unknown speaker 'Bob'"),
    ]
    assert caught.value.more == 0


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("speaker,text\n" + "Anna,hi\n" * 3, "unknown speaker 'Anna' (3 rows, first here)"),
        ("Agent\ta\tOTHER\t\n" + "Anna\tb\tOTHER\t\n" * 3, "unknown speaker 'Anna' (3 lines, first here)"),
        ('[{"role":"Anna","content":"x"}]\n' * 3, "message 1: unknown speaker 'Anna' (3 messages, first here)"),
        ('{"role":"Anna","content":"x"}\n' * 3, "unknown speaker 'Anna' (3 messages, first here)"),
    ],
)
def test_every_format_tells_an_unknown_name_once(text: str, what: str) -> None:
    (problem,) = problems(BytesIO(text.encode()))
    assert problem.what == what


def test_twenty_problems_of_a_kind_are_kept_and_others_stay_visible() -> None:
    with pytest.raises(SetupError) as caught:
        list(load_dialogues(BytesIO(b"3\n" * 1500 + b"[]\n"), format="jsonl"))
    found = caught.value.problems
    assert (len(found), caught.value.more) == (21, 1480)
    assert (found[-1].where, found[-1].what) == ("<stream>:1501", "a dialogue without turns")


def test_equal_ids_on_one_line_are_a_problem() -> None:
    (problem,) = problems(BytesIO(json.dumps([{"id": 1, "messages": [TURN]}] * 2).encode()))
    assert problem.what == "id 1 stands already at <stream>:1"


def test_one_pasted_label_line_does_not_turn_a_plain_transcript_into_another_format(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text("Agent: Hi there\nCustomer: I said\nUSER OVERALL OTHER 1,1,1\nAgent: ok\n", encoding="utf-8")
    (dialogue,) = load_dialogues(path)
    assert dialogue.overall == ()
    assert dialogue.turns[-1].text == "ok"


def test_marks_under_another_name_are_not_lost_to_the_metadata(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(
        '{"id": 1, "overall_marks": [1], "messages": [{"role": "user", "content": "a"}]}\n', encoding="utf-8"
    )
    with pytest.raises(SetupError, match="did you mean 'overall'"):
        list(load_dialogues(path))


def test_reading_goes_on_from_any_spot_with_the_same_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baremo.load.dialogues.SMALL", 0)
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    lines = [f'{{"messages": [{{"role": "assistant", "content": "Hello {number}."}}]}}\n' for number in range(6)]
    files[0].write_text("\n" + "".join(lines[:4]))
    files[1].write_text("".join(lines[4:]))
    given = Inputs(files)
    assert given.check() == 6
    whole, spots = [], []
    for dialogue in given:
        whole.append(dialogue)
        spots.append(given.spot)
    assert [dialogue.id for dialogue in whole] == [1, 2, 3, 4, 5, 6]
    assert given.checked
    for number, spot in enumerate([*spots, given.spot]):
        again = Inputs(files)
        again.trust(given.checked, spot)
        assert list(again) == whole[number:]
        assert again.check() == 6


def test_an_input_that_changed_looks_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"messages": []}\n')
    looks = Inputs([file]).looks
    assert looks == Inputs([str(file)]).looks
    assert Inputs([file], options=ReadOptions(system_names=("Ana",))).looks != looks
    file.write_text('{"messages": [ ]}\n')
    assert Inputs([file]).looks not in (looks, "")
    assert Inputs(["-"]).looks == Inputs([file, BytesIO()]).looks == Inputs([tmp_path / "none"]).looks == ""
