"""What is written reads back as the same dialogue, or it is refused by name."""

import string
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.errors import SetupError
from baremo.load.dialogues import load_dialogues
from baremo.load.formats import uss
from baremo.load.writing import read_back, write_dialogues

HOSTILE = [
    "OVERALL",
    "USER OVERALL OTHER 4,4",
    "\nUSER\tOVERALL\tOTHER\t1,1",
    "SYSTEM: hi\nUSER: ho",
    "---",
    "a\n---\nb",
    "dialogue_id: 7",
    "# dialogue_id 7",
    "a\r\nb\rc",
    "\x00\x1c\x85\u2028\u2029\u200f\u202e",
    " padded ",
    "\ttab\t",
    "I love NASA",
    "THANK_YOU 3,3",
    '"quoted", "twice"',
    '{"role":"user"}',
    "👩‍👩‍👧 é e\u0301 שלום",
    "Note: x",
    "a\n\n\nb\n",
    "\ufeff",
    "=1+1",
    "a,b;c\td",
]
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(),
    st.lists(st.sampled_from([*HOSTILE, "\n", "\t", " ", "x", "3,3", "Agent:"]), max_size=4).map("".join),
)
marks = st.lists(st.integers(1, 5), max_size=4).map(tuple)
words = st.sampled_from(["", "OTHER", "ENTITY_NAME+MOVIE", "Restaurant-Inform", "INFORM"])
turns = st.one_of(
    st.builds(Turn, speaker=st.just(Speaker.SYSTEM), text=texts, act=words | texts),
    st.builds(Turn, speaker=st.just(Speaker.USER), text=texts, act=words | texts, marks=marks),
    st.builds(
        Turn,
        speaker=st.just(Speaker.CONTEXT),
        text=texts,
        act=words,
        name=st.sampled_from(["tool", "system", "assistant", "USER", "Bob", "", "tool_calls"]) | texts,
    ),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
names = st.integers() | texts.filter(str.strip)
dialogues = st.builds(
    Dialogue,
    id=names,
    turns=st.lists(turns, min_size=1, max_size=5).map(tuple),
    overall=marks,
    metadata=st.dictionaries(texts, values, max_size=3),
)
modest = st.builds(
    Dialogue,
    id=st.integers(0, 10**6) | st.text(string.ascii_letters, min_size=1),
    turns=st.lists(
        st.builds(Turn, speaker=st.sampled_from([Speaker.SYSTEM, Speaker.USER]), text=texts), min_size=1
    ).map(tuple),
)
plainly = Turn(speaker=Speaker.USER, text="hi")


def written(*several: Dialogue, format: str) -> bytes:  # noqa: A002
    stream = BytesIO()
    assert write_dialogues(several, stream, format) == len(several)
    return stream.getvalue()


def read(data: bytes, *, format: str | None) -> list[Dialogue]:  # noqa: A002
    return list(load_dialogues(BytesIO(data), format=format))


def refusal(dialogue: Dialogue, format: str) -> tuple[str, str]:  # noqa: A002
    with pytest.raises(SetupError) as caught:
        write_dialogues([dialogue], BytesIO(), format)
    (problem,) = caught.value.problems
    assert problem.remedy
    return problem.where, problem.what


def said(text: str, **others: Any) -> Dialogue:
    return Dialogue(id=1, turns=(plainly, Turn(speaker=Speaker.USER, text=text, **others), plainly))


def context(name: str) -> Dialogue:
    return Dialogue(id=1, turns=(Turn(speaker=Speaker.CONTEXT, text="x", name=name), plainly))


def test_the_canonical_line() -> None:
    dialogue = Dialogue(
        id=25,
        turns=(
            Turn(speaker=Speaker.SYSTEM, text="a", act="OTHER"),
            Turn(speaker=Speaker.USER, text="b", marks=(3, 4)),
            Turn(speaker=Speaker.CONTEXT, text="c", name="tool"),
            Turn(speaker=Speaker.CONTEXT, text="d", name="Bob"),
        ),
        overall=(4,),
        metadata={"k": 1},
    )
    assert written(dialogue, format="jsonl").decode() == (
        '{"id":25,"messages":[{"role":"assistant","content":"a","act":"OTHER"},'
        '{"role":"user","content":"b","ratings":[3,4]},{"role":"tool","content":"c"},'
        '{"role":"Bob","content":"d","context":true}],"overall":[4],"metadata":{"k":1}}\n'
    )


@pytest.mark.property
@given(st.lists(dialogues, min_size=1, max_size=3, unique_by=lambda dialogue: str(dialogue.id)))
def test_the_canonical_round_trip_is_the_identity(several: list[Dialogue]) -> None:
    assert read(written(*several, format="jsonl"), format=None) == several


@pytest.mark.parametrize("format", ["uss", "plain", "csv"])
@pytest.mark.property
@given(several=st.lists(dialogues | modest, min_size=1, max_size=3, unique_by=lambda dialogue: str(dialogue.id)))
def test_text_formats_give_back_the_same_or_refuse(several: list[Dialogue], format: str) -> None:  # noqa: A002
    stream = BytesIO()
    try:
        write_dialogues(several, stream, format)
    except SetupError:
        assert stream.getvalue() == b""
    else:
        assert read(stream.getvalue(), format=format) == read(stream.getvalue(), format=None) == several


@pytest.mark.property
@given(st.lists(modest, min_size=1, max_size=3, unique_by=lambda dialogue: str(dialogue.id)))
def test_csv_holds_any_utterance(several: list[Dialogue]) -> None:
    assert read(written(*several, format="csv"), format="csv") == several


@pytest.mark.parametrize("format", ["uss", "plain", "csv"])
def test_plain_dialogues_are_written_in_every_format_and_recognised(format: str) -> None:  # noqa: A002
    first = Dialogue(id="a", turns=(Turn(speaker=Speaker.SYSTEM, text="Hello: there"), plainly))
    second = Dialogue(id=2, turns=(Turn(speaker=Speaker.CONTEXT, text="x", name="tool"), plainly))
    assert read(written(first, second, format=format), format=None) == [first, second]


def test_paragraphs_are_written_in_plain_text() -> None:
    dialogue = said("one\nBob: two\n\nthree")
    assert written(dialogue, format="plain").decode() == (
        "dialogue_id: 1\nUSER: hi\nUSER: one\n  Bob: two\n\n  three\nUSER: hi\n---\n"
    )


@pytest.mark.parametrize(
    ("dialogue", "format", "where", "what"),
    [
        (said("OVERALL", marks=(3,)), "uss", ", turn 2", "as uss, it would be lost"),
        (said("a\nb"), "uss", ", turn 2", "as uss, it could not be read back: unknown speaker 'b'"),
        (said("a\nUSER b"), "uss", ", turn 2", "as uss, its text would read back as 'a'"),
        (said(" a"), "uss", ", turn 2", "as uss, its text would read back as 'a'"),
        (said("fine THANK_YOU 3,3"), "plain", "", "as plain, it would be taken for uss"),
        (said(" a"), "plain", ", turn 2", "as plain, its text would read back as 'a'"),
        (said("a", marks=(3,)), "plain", ", turn 2", "as plain, its marks would read back as ()"),
        (said("a", act="X"), "plain", ", turn 2", "as plain, its act would read back as ''"),
        (context("system"), "uss", ", turn 1", "as uss, its speaker would read back as <Speaker.SYSTEM: 'SYSTEM'>"),
        (context(" tool"), "uss", ", turn 1", "as uss, its name would read back as 'tool'"),
        (context("Bob"), "uss", ", turn 1", "as uss, it could not be read back: unknown speaker 'Bob'"),
        (Dialogue(id="7", turns=(plainly,)), "uss", "", "as uss, its id would read back as 7"),
        (Dialogue(id="7", turns=(plainly,)), "csv", "", "as csv, its id would read back as 7"),
        (Dialogue(id=True, turns=(plainly,)), "plain", "", "as plain, its id would read back as 'True'"),
        (
            Dialogue(id=1, turns=(plainly,), overall=(3,)),
            "plain",
            "",
            "as plain, its overall marks would read back as ()",
        ),
        (
            Dialogue(id=1, turns=(plainly,), metadata={"a": 1}),
            "csv",
            "",
            "as csv, its metadata would be lost or changed",
        ),
    ],
)
def test_refusals_name_dialogue_turn_and_reason(dialogue: Dialogue, format: str, where: str, what: str) -> None:  # noqa: A002
    assert refusal(dialogue, format) == (f"dialogue {dialogue.id}{where}", what)


@pytest.mark.parametrize("data", [b"USER hi\nUSER ho", b"USER hi\n\nUSER ho"])
def test_more_turns_or_dialogues_than_were_written_are_noticed(data: bytes) -> None:
    dialogue = Dialogue(id=1, turns=(plainly,))
    assert read_back(dialogue, uss.FORMAT, data) == (0, "a part of it would become a turn or a dialogue of its own")


@pytest.mark.parametrize(
    "metadata",
    [{"a": float("nan")}, {"a": (1,)}, {"a": b"x"}, {1: 2}, {"a": [1, {"b": (2,)}]}, {"a": float("inf")}],
)
def test_metadata_that_json_would_change_is_refused(metadata: dict[str, Any]) -> None:
    dialogue = Dialogue(id=1, turns=(plainly,), metadata=metadata)
    assert refusal(dialogue, "jsonl") == ("dialogue 1", "as jsonl, its metadata would be lost or changed")


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def test_deep_metadata_is_held_or_refused() -> None:
    dialogue = Dialogue(id=1, turns=(plainly,), metadata={"a": nested(200)})
    assert read(written(dialogue, format="jsonl"), format=None) == [dialogue]
    where, _ = refusal(Dialogue(id=1, turns=(plainly,), metadata={"a": nested(5000)}), "jsonl")
    assert where == "dialogue 1"


@pytest.mark.parametrize("value", ["\ud800", object()])
def test_what_no_file_can_hold_is_refused(value: object) -> None:
    where, what = refusal(Dialogue(id=1, turns=(plainly,), metadata={"a": value}), "jsonl")
    assert where == "dialogue 1"
    assert what.startswith("it holds what no jsonl file can hold")


def test_faulty_dialogues_are_refused() -> None:
    assert refusal(said("a", marks=(9,)), "jsonl") == ("dialogue 1, turn 2", "mark 9 is outside 1–5")
    assert refusal(said("\ud800"), "jsonl") == ("dialogue 1, turn 2", "text with half of a surrogate pair")
    assert refusal(Dialogue(id=1, turns=()), "jsonl") == ("dialogue 1", "a dialogue without turns")


def test_every_refusal_is_told_and_nothing_is_written() -> None:
    good, bad = said("a"), Dialogue(id="x", turns=(Turn(speaker=Speaker.USER, text=" "),))
    stream = BytesIO()
    with pytest.raises(SetupError) as caught:
        write_dialogues([good, bad, good], stream, "uss")
    assert [problem.what for problem in caught.value.problems] == [
        "as uss, its text would read back as ''",
        "its id has been written already",
    ]
    assert stream.getvalue() == b""


def test_a_format_that_is_only_read() -> None:
    with pytest.raises(SetupError, match="sharegpt is read, not written") as caught:
        write_dialogues([], BytesIO(), "sharegpt")
    assert caught.value.problems[0].remedy == "use one of: tagged, pairs, jsonl, csv, uss, plain"
