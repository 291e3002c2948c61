"""Chat messages as JSON Lines: our canonical format. One dialogue per line, or one message per line."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.load.cast import Cast, Vocabulary
from baremo.load.chat import MESSAGES, chat_drafts
from baremo.load.draft import Draft
from baremo.load.format import Format, Writer
from baremo.load.jsontext import line_values, one_per_line
from baremo.load.options import DEFAULT_OPTIONS, ReadOptions
from baremo.load.ordinary import Ordinary
from baremo.load.source import Reading

LIST_OF_MESSAGES = re.compile(r'\[\s*\{\s*"role"\s*:')
ROLES = {Speaker.SYSTEM: "assistant", Speaker.USER: "user"}
CAST = Cast(DEFAULT_OPTIONS, Vocabulary.CHAT)


def sniff(head: str, _: ReadOptions) -> bool:
    return (head.startswith("{") or bool(LIST_OF_MESSAGES.match(head))) and one_per_line(head)


def read(reading: Reading) -> Iterator[Draft]:
    return chat_drafts(reading, line_values(reading, Ordinary(reading.options).draft), MESSAGES)


def write(dialogue: Dialogue) -> str:
    line: dict[str, Any] = {"id": dialogue.id, "messages": [message(turn) for turn in dialogue.turns]}
    if dialogue.overall:
        line["overall"] = dialogue.overall
    if dialogue.metadata:
        line["metadata"] = dialogue.metadata
    return msgspec.json.encode(line).decode() + "\n"


def message(turn: Turn) -> dict[str, Any]:
    fields: dict[str, Any] = {"role": ROLES.get(turn.speaker, turn.name), "content": turn.text}
    if turn.speaker is Speaker.CONTEXT and CAST.speaker(turn.name) is not Speaker.CONTEXT:
        fields["context"] = True
    if turn.act:
        fields["act"] = turn.act
    if turn.marks:
        fields["ratings"] = turn.marks
    return fields


FORMAT = Format(
    names=("jsonl", "messages"),
    about="chat messages (role, content), one dialogue or one message per line of JSON",
    sniff=sniff,
    read=read,
    writer=Writer(dialogue=write),
    suffixes=(".jsonl", ".ndjson"),
    by_line=True,
)
