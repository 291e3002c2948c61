"""Ordinary lines are read by a shorter way: it must not show."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.dialogue import Speaker, Turn
from baremo.load.chat import MESSAGES, chat_drafts
from baremo.load.draft import Draft, Findings
from baremo.load.formats.messages import read
from baremo.load.jsontext import line_values
from baremo.load.options import DEFAULT_OPTIONS, ReadOptions
from baremo.load.ordinary import Ordinary
from baremo.load.source import Reading, Source

LINE = '{"id": "a", "messages": [{"role": "user", "content": "Hi."}, {"role": "tool", "content": "{}"}]}'


def test_an_ordinary_line() -> None:
    assert Ordinary(DEFAULT_OPTIONS).draft(7, LINE) == Draft(
        line=7,
        id="a",
        turns=[Turn(speaker=Speaker.USER, text="Hi."), Turn(speaker=Speaker.CONTEXT, text="{}", name="tool")],
    )


def test_names_that_were_given_are_known() -> None:
    line = '{"id": 1, "messages": [{"role": "Ana", "content": "Hi."}], "metadata": {"k": {"l": 1}}}'
    draft = Ordinary(ReadOptions(system_names=("Ana",))).draft(1, line)
    assert draft == Draft(line=1, id=1, turns=[Turn(speaker=Speaker.SYSTEM, text="Hi.")], metadata={"k": {"l": 1}})


@pytest.mark.parametrize(
    "line",
    [
        LINE.replace('"id": "a", ', ""),
        LINE.replace('"id": "a"', '"id": true'),
        LINE.replace('"id": "a"', '"id": "a", "id": "b"'),
        LINE.replace('"id": "a"', '"id": "a", "topic": "b"'),
        LINE.replace('"role": "user"', '"role": "user", "role" : "tool"'),
        LINE.replace('"role": "user"', '"role": "Ana"'),
        LINE.replace('"role": "user"', '"role": "user", "ratings": [1]'),
        LINE.replace('"Hi."', "null"),
        LINE.replace('"Hi."', '"a\\":b"'),
        LINE[:-1],
        f'{{"id": 1, "messages": [], "metadata": {{"x": {"[" * 5000}{"]" * 5000}}}}}',
    ],
)
def test_all_others_are_left_to_the_longer_way(line: str) -> None:
    assert Ordinary(DEFAULT_OPTIONS).draft(1, line) is None


texts = st.text(max_size=6) | st.sampled_from(['":', '" :', "id", "\\", ""])
roles = st.sampled_from(["user", "assistant", "USER", " bot ", "tool", "system", "Ana"])
messages = st.fixed_dictionaries(
    {"role": roles, "content": texts},
    optional={"act": texts, "ratings": st.lists(st.integers(0, 6), max_size=2), "tool_calls": texts, "rolle": texts},
)
lines = st.fixed_dictionaries(
    {"messages": st.lists(messages, max_size=3)},
    optional={
        "id": st.integers() | texts | st.booleans() | st.none() | st.floats(allow_nan=False, allow_infinity=False),
        "metadata": st.dictionaries(texts, texts | st.integers(), max_size=2) | st.none(),
        "topic": texts,
        "overall": st.lists(st.integers(1, 5), max_size=2),
    },
)


def both(raw: str) -> list[tuple[list[Draft], Any]]:
    ways = []
    for way in (read, lambda reading: chat_drafts(reading, line_values(reading), MESSAGES)):
        found = Findings()
        reading = Reading(Source.of_bytes("lines", raw.encode(errors="surrogatepass")), DEFAULT_OPTIONS, found)
        ways.append((list(way(reading)), found.problems))
    return ways


@pytest.mark.property
@given(line=lines, ascii_only=st.booleans(), tight=st.booleans())
def test_the_shorter_way_reads_what_the_longer_one_reads(line: dict[str, Any], ascii_only: bool, tight: bool) -> None:
    raw = json.dumps(line, ensure_ascii=ascii_only, separators=(",", ":") if tight else (" , ", " : "))
    short, long = both(raw)
    assert short == long


@pytest.mark.property
@given(line=lines, at=st.integers(0, 200), slip=st.sampled_from(['"id":2,', '"role":"user",', " ", "{", '"', "\\"]))
def test_a_slip_in_a_line_is_seen_on_both_ways(line: dict[str, Any], at: int, slip: str) -> None:
    raw = json.dumps(line)
    short, long = both(raw[:at] + slip + raw[at:])
    assert short == long
