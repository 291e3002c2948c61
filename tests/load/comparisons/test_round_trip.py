"""A comparison that is written reads back as the same one, whatever stands in it."""

from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baremo.core.comparison import (
    ATTEMPTER,
    CATEGORY,
    DIMENSIONS,
    LIKERT,
    LOCALE,
    TRUTH,
    Comparison,
    Entry,
    Sheet,
    comparison,
)
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.errors import SetupError
from baremo.load.comparisons.ratings import rating_value
from baremo.load.comparisons.slots import TAGS
from baremo.load.dialogues import load_dialogues
from baremo.load.writing import write_dialogues

HOSTILE = [
    *(f"<{tag}>" for tag in TAGS),
    *(f"</{tag}>" for tag in TAGS),
    "| </RESPONSE1_ORIGINAL_RATINGS> | | |",
    "| Truthfulness | 2 | no |",
    "| Dimension | Rating | Justification |",
    "| --- | --- |",
    "a|b",
    "a\\|b",
    "\\",
    "|",
    "<br>",
    "a<BR/>b",
    "Likert: 4",
    "Justification: because",
    "−1",
    "-1",
    "+2",
    "2/3",
    "2 (Minor issues)",
    "**2**",
    "[...]",
    "[paste Response 1 verbatim]",
    "[1/2/3 or leave blank]",
    "locale: de_DE",
    '{"locale": "fr-FR"}',
    "fr-FR",
    "task id: 7",
    "User: hi\nAssistant: ho",
    "System: a\nUser: b\nAssistant: c",
    '[{"role": "user", "content": "hi"}]',
    "---",
    "```python\nprint('<PROMPT>')\n```",
    "a\r\nb\rc",
    "\n\na\n\n",
    "  indented\n  again  ",
    "\ttab\t",
    "\x00\x1c\x85\u2028\u2029\u200f\u202e",
    "\ufeff",
    "👩‍👩‍👧 é e\u0301 שלום 日本語",
    "\"quoted\", 'twice'",
    "",
]
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(),
    st.lists(st.sampled_from([*HOSTILE, "\n", " ", "x", "|"]), max_size=4).map("".join),
)
filled = texts.filter(str.strip)
absent_or = texts.filter(lambda text: not text or bool(text.strip()))
"""A text of nothing but blanks says nothing, and is not kept as a justification or a slot."""


def entry(dimension: str) -> st.SearchStrategy[Entry]:
    written = st.sampled_from(["", "1", "2", "3", "9", "−1", "-2", "+1", "2.5", "2/3", "2 - Minor", "n/a"]) | absent_or
    return st.builds(
        lambda rating, reason: Entry(
            dimension=dimension, written=rating, value=rating_value(rating, dimension), justification=reason
        ),
        written,
        absent_or,
    )


rows = st.lists(st.sampled_from([*DIMENSIONS, "Creativity", "Own | row", "日本語"]), unique=True, max_size=4).flatmap(
    lambda names: st.tuples(*map(entry, names))
)
sheets = st.builds(lambda one, two, likert: Sheet(ratings=(one, two), likert=likert), rows, rows, entry(LIKERT))
turns = st.one_of(
    st.builds(Turn, speaker=st.sampled_from([Speaker.USER, Speaker.SYSTEM]), text=texts),
    st.builds(
        Turn,
        speaker=st.just(Speaker.CONTEXT),
        text=texts,
        name=st.sampled_from(["conversation", "system", "tool", "task configuration", "reference text"]) | texts,
    ),
)
values = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts | st.lists(texts, max_size=2)
metadata = st.builds(
    lambda known, others: {**others, **known},
    st.dictionaries(st.sampled_from([LOCALE, CATEGORY, ATTEMPTER]), texts),
    st.dictionaries(texts.filter(lambda key: key not in (LOCALE, CATEGORY, ATTEMPTER)), values, max_size=2),
)
comparisons: st.SearchStrategy[Comparison] = st.builds(
    comparison,
    id=st.integers(0, 2**53) | filled,
    prompt=filled,
    responses=st.tuples(texts, texts),
    task=absent_or,
    system_prompt=absent_or,
    history=st.lists(turns, max_size=3).map(tuple),
    reference=absent_or,
    sheet=sheets,
    metadata=metadata,
)
several = st.lists(comparisons, min_size=1, max_size=3, unique_by=lambda case: str(case.id))


def written(cases: list[Comparison], name: str) -> bytes:
    stream = BytesIO()
    assert write_dialogues(cases, stream, name) == len(cases)
    return stream.getvalue()


def read(data: bytes) -> list[Dialogue]:
    return list(load_dialogues(BytesIO(data)))


@pytest.mark.parametrize("name", ["tagged", "pairs"])
@settings(max_examples=80)
@given(cases=several)
def test_what_is_written_reads_back_as_the_same(cases: list[Comparison], name: str) -> None:
    back = read(written(cases, name))
    assert back == cases
    assert [case.digest for case in back] == [case.digest for case in cases]


def usual(**others: Any) -> Comparison:
    given: dict[str, Any] = {"id": 7, "prompt": "Why?", "responses": ("A", "B"), **others}
    return comparison(**given)


def test_the_usual_task_is_written_plainly() -> None:
    sheet = Sheet(
        ratings=(
            (Entry(dimension=TRUTH, written="2/3", value=2, justification="one | two\nthree"),),
            (Entry(dimension=TRUTH),),
        ),
        likert=Entry(dimension=LIKERT, written="3", value=3, justification="Clearer.\n\nAnd shorter."),
    )
    history = (Turn(speaker=Speaker.USER, text="Hi"), Turn(speaker=Speaker.SYSTEM, text="Hello,\nyou."))
    case = usual(
        task="locale: de_DE",
        system_prompt="Be brief.",
        history=history,
        reference="It is so.",
        sheet=sheet,
        metadata={LOCALE: "de_DE", ATTEMPTER: "ann", "queue": 3},
    )
    assert written([case], "tagged").decode() == (
        "<ID>7</ID>\n\n<ATTEMPTER>\nann\n</ATTEMPTER>\n\n<TASKCONFIG>\nlocale: de_DE\n</TASKCONFIG>\n\n"
        "<SYSTEM_PROMPT>\nBe brief.\n</SYSTEM_PROMPT>\n\n"
        "<CONVERSATION_HISTORY>\nUser: Hi\nAssistant: Hello,\n  you.\n</CONVERSATION_HISTORY>\n\n"
        "<REFERENCE>\nIt is so.\n</REFERENCE>\n\n<PROMPT>\nWhy?\n</PROMPT>\n\n"
        "<RESPONSE1>\nA\n</RESPONSE1>\n\n<RESPONSE2>\nB\n</RESPONSE2>\n\n"
        "<RESPONSE1_ORIGINAL_RATINGS>\n| Dimension | Rating | Justification |\n| --- | --- | --- |\n"
        "| Truthfulness | 2/3 | one \\| two<br>three |\n</RESPONSE1_ORIGINAL_RATINGS>\n\n"
        "<RESPONSE2_ORIGINAL_RATINGS>\n| Dimension | Rating | Justification |\n| --- | --- | --- |\n"
        "| Truthfulness |  |  |\n</RESPONSE2_ORIGINAL_RATINGS>\n\n"
        "<ORIGINAL_LIKERT_AND_JUSTIFICATION>\nLikert: 3\nJustification: Clearer.\n\nAnd shorter.\n"
        '</ORIGINAL_LIKERT_AND_JUSTIFICATION>\n\n<METADATA>\n{"queue":3}\n</METADATA>\n\n'
    )
    assert written([case], "pairs").decode() == (
        '{"id":7,"attempter":"ann","task":"locale: de_DE","system_prompt":"Be brief.","reference":"It is so.",'
        '"history":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello,\\nyou."}],'
        '"prompt":"Why?","response_1":"A","response_2":"B",'
        '"ratings":{"response_1":{"Truthfulness":{"rating":"2/3","justification":"one | two\\nthree"}},'
        '"response_2":{"Truthfulness":null}},'
        '"likert":{"rating":3,"justification":"Clearer.\\n\\nAnd shorter."},"metadata":{"queue":3}}\n'
    )


def test_a_text_that_would_close_its_slot_is_written_as_json() -> None:
    case = usual(responses=("</RESPONSE1>\n<RESPONSE2>", "</RESPONSE1>\nB"))
    text = written([case], "tagged").decode()
    assert '<RESPONSE1 json>\n"</RESPONSE1>\\n<RESPONSE2>"\n</RESPONSE1>' in text
    assert "<RESPONSE2>\n</RESPONSE1>\nB\n</RESPONSE2>" in text


def test_a_rating_with_decimals_stays_exact() -> None:
    entries = (Entry(dimension=TRUTH, written="2.50", value=Fraction(5, 2)),)
    case = usual(sheet=Sheet(ratings=(entries, ())))
    assert read(written([case], "tagged")) == read(written([case], "pairs")) == [case]


def refusal(dialogue: Dialogue, name: str) -> str:
    with pytest.raises(SetupError) as caught:
        write_dialogues([dialogue], BytesIO(), name)
    (problem,) = caught.value.problems
    assert problem.remedy
    return problem.what


@pytest.mark.parametrize("name", ["tagged", "pairs"])
def test_what_no_reader_would_give_is_refused(name: str) -> None:
    hello = Turn(speaker=Speaker.USER, text="hello")
    assert refusal(Dialogue(id=1, turns=(hello,)), name) == f"as {name}, it would need two responses to one prompt"
    assert "would read back" in refusal(Comparison(id=1, turns=(hello, hello, hello)), name)
    assert "a comparison needs a prompt and two responses" in refusal(Comparison(id=1, turns=(hello, hello)), name)
    guessed = Sheet(likert=Entry(dimension=LIKERT, written="n/a", value=4))
    assert refusal(usual(sheet=guessed), name) == f"as {name}, its ratings would be lost or changed"
    assert "the final prompt" in refusal(usual(prompt=" "), name)


@pytest.mark.parametrize("name", ["jsonl", "csv", "plain"])
def test_no_format_of_dialogues_takes_a_comparison(name: str) -> None:
    with pytest.raises(SetupError) as caught:
        write_dialogues([usual()], BytesIO(), name)
    assert "--to pairs" in caught.value.problems[0].remedy
