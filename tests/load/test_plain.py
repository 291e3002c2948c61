"""Plain transcripts: a label, a colon, what was said."""

from io import BytesIO

import pytest

from baremo.core.dialogue import Dialogue, Speaker
from baremo.errors import Problem, SetupError
from baremo.load.dialogues import load_dialogues
from baremo.load.options import ReadOptions


def read(text: str, options: ReadOptions | None = None) -> list[Dialogue]:
    return list(load_dialogues(BytesIO(text.encode()), format="plain", options=options or ReadOptions()))


def turns(text: str) -> list[tuple[str, str]]:
    (dialogue,) = read(text)
    return [(turn.name or turn.speaker.value, turn.text) for turn in dialogue.turns]


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(SetupError) as caught:
        read(text)
    return caught.value.problems


def test_labels() -> None:
    text = "Agent: hi\nCustomer:hello\nSYSTEM: a\nUSER b\nSYSTEM\nbot : c\nNote: d\nUSER so: yes\n"
    assert turns(text) == [
        ("SYSTEM", "hi"),
        ("USER", "hello"),
        ("SYSTEM", "a"),
        ("USER", "b"),
        ("SYSTEM", ""),
        ("SYSTEM", "c"),
        ("Note", "d"),
        ("USER", "so: yes"),
    ]


def test_an_utterance_goes_on_over_lines_and_paragraphs() -> None:
    text = "Agent: one\ntwo\n  Bob: three\n\thttp://four\n\n\nfive is a longer sentence: yes\n\nUser: six\n"
    assert turns(text) == [
        ("SYSTEM", "one\ntwo\nBob: three\nhttp://four\n\n\nfive is a longer sentence: yes"),
        ("USER", "six"),
    ]


@pytest.mark.parametrize(
    "time", ["[10:02] ", "(10:02:33) ", "10:02 ", "9:02 pm ", "[2024-01-31 10:02] ", "2024-01-31T10:02:00 - "]
)
def test_a_time_before_the_label_is_left_out(time: str) -> None:
    assert turns(f"{time}Agent: hi\n{time}USER ho\n{time}goes on\n") == [
        ("SYSTEM", "hi"),
        ("USER", f"ho\n{time}goes on"),
    ]


@pytest.mark.parametrize("rule", ["---", "===", "------  "])
def test_rules_separate_dialogues(rule: str) -> None:
    dialogues = read(f"{rule}\nAgent: a\n\n{rule}\n{rule}\nAgent: b\n{rule}\n")
    assert [(dialogue.id, dialogue.turns[0].text) for dialogue in dialogues] == [(1, "a"), (2, "b")]


def test_headers_name_and_separate_dialogues() -> None:
    dialogues = read("dialogue_id: 7\nAgent: a\nb\ndialogue_id: x 8\n\nAgent: c\n---\nAgent: d\n")
    assert [(dialogue.id, dialogue.turns[0].text) for dialogue in dialogues] == [(7, "a\nb"), ("x 8", "c"), (0, "d")]


def test_names_are_configurable_and_go_before_the_known_ones() -> None:
    options = ReadOptions(system_names=("Anna B.",), user_names=("agent",), context_names=("Customer",))
    (dialogue,) = read("anna b.: x\nAgent: y\nCustomer: z\n", options)
    assert [turn.speaker for turn in dialogue.turns] == [Speaker.SYSTEM, Speaker.USER, Speaker.CONTEXT]


@pytest.mark.parametrize(
    "line",
    [
        "Agent (09:01): hi",
        "Agent 09:01: hi",
        "Agent [2024-01-31 9:01:33 pm] : hi",
        "agent (12/05/2024, 10:02): hi",
        "12/05/2024, 10:02 - Agent: hi",
        "**Agent:** hi",
        "**Agent**: hi",
        "**Agent** (09:01): hi",
        "[09:01] **Agent:** hi",
    ],
)
def test_a_time_after_the_label_and_bold_labels_are_understood(line: str) -> None:
    assert turns(f"{line}\nUser: ho at 10:30: yes\n") == [("SYSTEM", "hi"), ("USER", "ho at 10:30: yes")]
    assert turns(f"User: ho\n{line}\n") == [("USER", "ho"), ("SYSTEM", "hi")]


def test_a_name_with_a_time_after_it_is_unknown_without_the_time() -> None:
    found = problems("Agent: a\nPriya (09:01): b\nAnna (Support) 10:03: bye\n")
    assert [problem.what for problem in found] == ["unknown speaker 'Priya'", "unknown speaker 'Anna (Support)'"]
    options = ReadOptions(user_names=("Priya",), system_names=("Anna (Support)",))
    (dialogue,) = read("Agent: a\nPriya (09:01): b\nAnna (Support) 10:03: bye\n", options)
    assert [turn.text for turn in dialogue.turns] == ["a", "b", "bye"]


@pytest.mark.parametrize(
    "line", ["Agent (09h01) hello", "agent - hello", "Agent 09:01:33 hello", "[10:02] Agent > hello", "Priya hello"]
)
def test_a_name_before_something_else_is_never_swallowed(line: str) -> None:
    with pytest.raises(SetupError) as caught:
        read(f"User: ho\n{line}\n", ReadOptions(system_names=("Priya",)))
    (problem,) = caught.value.problems
    assert problem.where == "<stream>:2"
    assert "and no colon after it" in problem.what
    assert "or indent the line" in problem.remedy


@pytest.mark.parametrize(
    "line", ["Customer service is closed", "Support was great", "**Note** that", "Agents (two) came", "  Agent - x"]
)
def test_a_sentence_that_begins_with_a_role_goes_on(line: str) -> None:
    assert turns(f"User: ho\n{line}\n") == [("USER", f"ho\n{line.strip()}")]


def test_what_looks_like_a_label_and_is_unknown_is_a_problem() -> None:
    found = problems("Agent: a\nBob: b\ngoes on\nAgent (Anna): c\nUser: d\nBob: e\n")
    assert [(problem.where, problem.what) for problem in found] == [
        ("<stream>:2", "unknown speaker 'Bob' (2 lines, first here)"),
        ("<stream>:4", "unknown speaker 'Agent (Anna)'"),
    ]
    assert found[0].remedy == (
        "say who it is: --system-name Bob (the assistant), --user-name Bob or --context-name Bob; "
        "or indent the line, if it goes on with the utterance before it"
    )
    assert '--user-name "Agent (Anna)"' in found[1].remedy


def test_text_before_the_first_speaker_and_a_dialogue_without_turns_are_problems() -> None:
    found = problems("hello there\n  you\n---\ndialogue_id: 3\n---\nAgent: a\n")
    assert [(problem.where, problem.what) for problem in found] == [
        ("<stream>:1", "text before the first speaker"),
        ("<stream>:2", "text before the first speaker"),
        ("<stream>:4", "a dialogue without turns"),
    ]


def test_a_long_unknown_name_is_shortened() -> None:
    (problem,) = problems("Agent: a\n" + "B" * 300 + ": b")
    assert problem.what == "unknown speaker '" + "B" * 40 + "…'"
