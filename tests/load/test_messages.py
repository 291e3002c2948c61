"""Chat messages: JSON Lines, JSON documents and ShareGPT."""

import json
from io import BytesIO
from typing import Any

import pytest

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.errors import Problem, SetupError
from baremo.load.dialogues import load_dialogues
from baremo.load.options import ReadOptions

HI = {"role": "user", "content": "hi"}
HO = {"role": "assistant", "content": "ho"}
TURNS = (Turn(speaker=Speaker.USER, text="hi"), Turn(speaker=Speaker.SYSTEM, text="ho"))


def read(text: str, *, format: str | None = None, options: ReadOptions | None = None) -> list[Dialogue]:  # noqa: A002
    return list(load_dialogues(BytesIO(text.encode()), format=format, options=options or ReadOptions()))


def lines(*values: Any) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def problems(text: str, *, format: str | None = None) -> tuple[Problem, ...]:  # noqa: A002
    with pytest.raises(SetupError) as caught:
        read(text, format=format)
    return caught.value.problems


def told(text: str, *, format: str | None = None) -> list[tuple[str, str]]:  # noqa: A002
    return [(problem.where.removeprefix("<stream>:"), problem.what) for problem in problems(text, format=format)]


def fault(message: Any) -> str:
    ((_, what),) = told(lines({"messages": [HI, message]}))
    return what


def test_a_line_of_the_canonical_format() -> None:
    text = (
        '{"id":25,"messages":[{"role":"assistant","content":"a\\nUSER\\tOVERALL\\tOTHER\\t1","act":"OTHER"},'
        '{"role":"user","content":"b","act":"X","ratings":[3,3,4]},{"role":"tool","content":"c"}],'
        '"overall":[4,5],"metadata":{"k":[1,null]}}\r\n\n'
    )
    assert read(text) == [
        Dialogue(
            id=25,
            turns=(
                Turn(speaker=Speaker.SYSTEM, text="a\nUSER\tOVERALL\tOTHER\t1", act="OTHER"),
                Turn(speaker=Speaker.USER, text="b", act="X", marks=(3, 3, 4)),
                Turn(speaker=Speaker.CONTEXT, text="c", name="tool"),
            ),
            overall=(4, 5),
            metadata={"k": [1, None]},
        )
    ]


@pytest.mark.parametrize(
    ("role", "speaker"),
    [
        ("assistant", Speaker.SYSTEM),
        ("Agent", Speaker.SYSTEM),
        ("GPT", Speaker.SYSTEM),
        ("model", Speaker.SYSTEM),
        ("operator", Speaker.SYSTEM),
        ("USER", Speaker.USER),
        ("human", Speaker.USER),
        ("Customer", Speaker.USER),
        ("system", Speaker.CONTEXT),
        ("developer", Speaker.CONTEXT),
        ("function", Speaker.CONTEXT),
        ("Note", Speaker.CONTEXT),
    ],
)
def test_roles(role: str, speaker: Speaker) -> None:
    ((turn,),) = [dialogue.turns for dialogue in read(lines([{"role": role, "content": "x"}]))]
    assert (turn.speaker, turn.name) == (speaker, role if speaker is Speaker.CONTEXT else "")


def test_a_message_may_say_that_it_is_context() -> None:
    ((turn,),) = [d.turns for d in read(lines([{"role": "assistant", "content": "x", "context": True}]))]
    assert (turn.speaker, turn.name) == (Speaker.CONTEXT, "assistant")


def test_an_unknown_role_can_be_named() -> None:
    message = {"role": "Bob", "content": "x"}
    (problem,) = problems(lines({"messages": [HI, message]}))
    assert (problem.where, problem.what) == ("<stream>:1", "message 2: unknown speaker 'Bob'")
    for option in ("--system-name Bob", "--user-name Bob", "--context-name Bob"):
        assert option in problem.remedy
    ((turn,),) = [d.turns for d in read(lines([message]), options=ReadOptions(system_names=("bob",)))]
    assert turn.speaker is Speaker.SYSTEM


def test_content_in_parts() -> None:
    parts = ["a", {"type": "text", "text": "b"}, {"type": "image_url", "image_url": {"url": "x"}}]
    ((turn,),) = [d.turns for d in read(lines([{"role": "user", "content": parts}]))]
    assert turn.text == "a\nb\n[image_url]"


def test_calls_of_tools_are_context() -> None:
    calls = [{"id": "1", "function": {"name": "f"}}]
    silent = {"role": "assistant", "content": None, "tool_calls": calls}
    spoken = {"role": "assistant", "content": "wait", "function_call": {"name": "g"}}
    ((first, second, third),) = [d.turns for d in read(lines([silent, spoken]))]
    assert first == Turn(speaker=Speaker.CONTEXT, text='[{"id":"1","function":{"name":"f"}}]', name="tool_calls")
    assert second == Turn(speaker=Speaker.SYSTEM, text="wait")
    assert third == Turn(speaker=Speaker.CONTEXT, text='{"name":"g"}', name="tool_calls")


def test_one_mark_needs_no_list_and_null_is_nothing() -> None:
    value = {
        "id": None,
        "messages": [{**HI, "ratings": 4, "act": None}, {**HO, "ratings": None}],
        "overall": 5,
        "metadata": None,
    }
    (dialogue,) = read(lines(value))
    assert (dialogue.id, dialogue.turns[0].marks, dialogue.turns[1].marks, dialogue.overall) == (0, (4,), (), (5,))


def test_ids_under_other_names_and_unknown_keys_as_metadata() -> None:
    first, second = read(
        lines(
            {"conversation_id": "a", "messages": [HI], "uid": 1, "metadata": {"k": 2}},
            {"id": "b", "conversation_id": "c", "messages": [HI]},
        )
    )
    assert (first.id, first.metadata) == ("a", {"uid": 1, "k": 2})
    assert (second.id, second.metadata) == ("b", {"conversation_id": "c"})


def test_bare_lists_of_messages_are_dialogues() -> None:
    assert [dialogue.turns for dialogue in read(lines([HI, HO], [HO]))] == [TURNS, TURNS[1:]]


def test_messages_on_lines_of_their_own_are_grouped_by_the_id_of_their_dialogue() -> None:
    rows = [{**HI, "dialogue_id": 8}, {**HO, "dialogue_id": 8}, {**HI, "dialogue_id": "b"}, {**HI, "id": 9}, HO]
    grouped = read(lines(*rows, {"id": 5, "messages": [HI]}, HO))
    assert [(dialogue.id, len(dialogue.turns)) for dialogue in grouped] == [(8, 2), ("b", 1), (1, 2), (5, 1), (2, 1)]
    assert [dialogue.turns for dialogue in read(lines(HI, HO))] == [TURNS]


def test_rows_of_one_dialogue_stand_together() -> None:
    rows = [{**HI, "dialogue_id": 1}, {**HI, "dialogue_id": 2}, {**HI, "dialogue_id": 1}]
    (problem,) = problems(lines(*rows))
    assert (problem.where, problem.what) == ("<stream>:3", "id 1 stands already at <stream>:1")
    assert "sort" in problem.remedy


def test_problems_in_rows_have_their_line() -> None:
    rows = [{**HI, "dialogue_id": True}, {**HI, "ratings": [7]}, {"role": "Bob", "content": ""}]
    assert told(lines(*rows)) == [
        ("1", "'dialogue_id' is true or false"),
        ("2", "mark 7 is outside 1–5"),
        ("3", "unknown speaker 'Bob'"),
    ]


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("hi", "message 2: text where a message should be"),
        ({"content": "x"}, "message 2: 'role' is missing"),
        ({"role": 3, "content": "x"}, "message 2: 'role' is a number"),
        ({"role": "user"}, "message 2: 'content' is missing"),
        ({"role": "user", "content": 1.5}, "message 2: 'content' is a number with decimals"),
        ({"role": "user", "content": {}}, "message 2: 'content' is an object"),
        ({"role": "user", "content": [3]}, "message 2: a part of the content is a number"),
        ({"role": "user", "content": [{"text": "x"}]}, "message 2: a part of the content is an object"),
        ({**HI, "act": ["A"]}, "message 2: 'act' is a list"),
        ({**HI, "ratings": ["3"]}, "message 2: 'ratings' holds text"),
        ({**HI, "ratings": True}, "message 2: 'ratings' holds true or false"),
        ({**HI, "rating": 3}, "message 2: unknown key 'rating'"),
        ({**HI, "ratings": [0]}, "turn 2: mark 0 is outside 1–5"),
        ({**HO, "ratings": [3]}, "turn 2: marks on a SYSTEM turn"),
    ],
)
def test_faulty_messages(message: Any, what: str) -> None:
    assert fault(message) == what


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (3, "a number where a dialogue should be"),
        ({"text": "x"}, "an object without 'messages'"),
        ({"messages": {}}, "'messages' is an object"),
        ({"messages": []}, "a dialogue without turns"),
        ([], "a dialogue without turns"),
        ({"message": [HI]}, "unknown key 'message'"),
        ({"messages": [HI], "overal": [3]}, "unknown key 'overal'"),
        ({"messages": [HI], "idd": 3}, "unknown key 'idd'"),
        ({"messages": [HI], "ID": 3}, "unknown key 'ID'"),
        ({"messages": [HI], "id": 1.5}, "'id' is a number with decimals"),
        ({"messages": [HI], "id": " "}, "its id is blank"),
        ({"messages": [HI], "overall": ["x"]}, "'overall' holds text"),
        ({"messages": [HI], "overall": [6]}, "OVERALL: mark 6 is outside 1–5"),
        ({"messages": [HI], "metadata": [1]}, "'metadata' is a list"),
        ({"messages": [HI], "metadata": {"k": 1}, "k": 2}, "'k' stands both beside 'metadata' and in it"),
    ],
)
def test_faulty_dialogues(value: Any, what: str) -> None:
    assert told(lines({"id": 77, "messages": [HI]}, value), format="jsonl") == [("2", what)]


@pytest.mark.parametrize("key", ["uid", "cid", "pid", "sid", "aid", "ids", "_id", "ip", "i", "idea", "over"])
def test_an_ordinary_key_is_no_near_miss(key: str) -> None:
    (dialogue,) = read(lines({"messages": [HI], key: 3}))
    assert dialogue.metadata == {key: 3}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("key", ["conversations", "dialogues"])
def test_one_object_may_hold_all_dialogues(key: str, indent: int | None) -> None:
    value = {"exported": "today", key: [{"id": 1, "messages": [HI, HO]}, {"id": 2, "messages": [HO]}]}
    found = read(json.dumps(value, indent=indent))
    assert [(dialogue.id, dialogue.turns) for dialogue in found] == [(1, TURNS), (2, TURNS[1:])]


def test_conversations_that_are_neither_are_said_to_be_read_as_sharegpt() -> None:
    (problem,) = problems(lines({"conversations": [{"role": "user", "text": "hi"}]}))
    assert problem.what == "message 1: 'from' is missing"
    assert problem.remedy == "every message needs a role, as text; this was read as sharegpt, by its keys"


def test_a_near_miss_is_suggested() -> None:
    assert problems(lines({"messages": [HI], "overal": 3}))[0].remedy.startswith("did you mean 'overall'?")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('{"messages":[]', "not valid JSON: input data was truncated at position 15"),
        ('{"messages":NaN}', "not valid JSON: invalid character at position 13"),
        ('{"é":NaN}', "not valid JSON: invalid character at position 6"),
        ('{"id":1,"id":2,"messages":[]}', "key 'id' stands twice in one object"),
        (r'{"messages":[{"role":"user","content":"\ud83d\ude00 \uD800"}]}', r"half of a surrogate pair: \uD800"),
        (r'{"messages":[{"role":"user","content":"\udc00"}]}', r"half of a surrogate pair: \udc00"),
        ("[" * 200_000 + "]" * 200_000, "brackets nested too deep"),
    ],
)
def test_one_bad_line_does_not_hide_the_next(line: str, what: str) -> None:
    assert told(f"{line}\n{lines({'messages': [HI]})}{line}\n", format="jsonl") == [("1", what), ("3", what)]


def test_what_looks_like_a_key_inside_a_text_is_no_repeated_key() -> None:
    (dialogue,) = read(lines([{"role": "user", "content": '"role": "role":'}]))
    assert dialogue.turns[0].text == '"role": "role":'


def test_an_array_of_dialogues_of_messages_or_of_lists() -> None:
    for value in ([{"messages": [HI, HO]}], [HI, HO], [[HI, HO]], {"messages": [HI, HO]}):
        for indent in (None, 2):
            text = json.dumps(value, indent=indent)
            assert [dialogue.turns for dialogue in read(text)] == [TURNS], text
            assert [dialogue.turns for dialogue in read("\ufeff\n " + text, format="json")] == [TURNS], text


def test_problems_in_a_document_have_their_line() -> None:
    text = '[\n{"messages": []},\n3,\n{"messages":\n [NaN]},,\n{"id": 1, "messages": []} "x"\n,]\ntail'
    assert told(text) == [
        ("2", "a dialogue without turns"),
        ("3", "a number where a dialogue should be"),
        ("5", "not valid JSON: invalid character at position 3"),
        ("5", "a comma with no value before it"),
        ("6", "a dialogue without turns"),
        ("6", "no comma between two values"),
        ("6", "text where a dialogue should be"),
        ("7", "a comma with no value after it"),
        ("8", "more text after the end of the JSON document"),
    ]


@pytest.mark.parametrize("cut", ['[\n{"messages": [', '[\n{"messages": "', "[\n3", '[\n{"messages": []},\n', '[\n"\\'])
def test_a_document_that_is_cut_off(cut: str) -> None:
    assert any("the file ends inside" in what for _, what in told(cut, format="json"))


def test_blank_space_of_any_length_in_a_document() -> None:
    assert [
        d.turns for d in read("[" + "\n" * 2_200_000 + json.dumps({"messages": [HI, HO]}) + " ]", format="json")
    ] == [TURNS]


def test_an_empty_array_holds_no_dialogue() -> None:
    assert told("[]") == [("<stream>", "no dialogue in it, read as json")]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("whole", [True, False])
def test_sharegpt(indent: int | None, whole: bool) -> None:
    said = [{"from": "system", "value": "p"}, {"from": "human", "value": "hi"}, {"from": "gpt", "value": "ho"}]
    value = {"id": "x", "conversations": said}
    (dialogue,) = read(json.dumps([value] if whole else value, indent=indent))
    assert dialogue == Dialogue(id="x", turns=(Turn(speaker=Speaker.CONTEXT, text="p", name="system"), *TURNS))


def test_sharegpt_on_lines() -> None:
    value = {"conversations": [{"from": "human", "value": "hi"}, {"from": "gpt", "value": "ho"}]}
    assert [dialogue.turns for dialogue in read(lines(value, value))] == [TURNS, TURNS]


@pytest.mark.parametrize("size", [70_000, 3_000_000])
def test_long_lines_and_long_elements(size: int) -> None:
    long = {"role": "user", "content": 'x\\"[{' * (size // 5)}
    for text in (
        lines({"messages": [long, HO]}, {"messages": [HI]}),
        json.dumps([{"messages": [long, HO]}, {"messages": [HI]}]),
    ):
        first, second = read(text)
        assert first.turns[0].text == long["content"]
        assert second.turns == TURNS[:1]
