"""ShareGPT: `conversations` of `from` and `value`, as JSON Lines or as one JSON document."""

import re
from collections.abc import Iterator
from itertools import islice

from baremo.load.chat import Shape, chat_drafts
from baremo.load.draft import Draft
from baremo.load.format import Format
from baremo.load.jsontext import document_values, line_values, one_per_line
from baremo.load.options import ReadOptions
from baremo.load.source import Reading

SHAPE = Shape(messages="conversations", role="from", content="value", told="; this was read as sharegpt, by its keys")
FIRST_KEY = re.compile(r'"(conversations|from|messages|role|content)"\s*:')


def sniff(head: str, _: ReadOptions) -> bool:
    """By its first keys; `conversations` that hold `messages` are a list of dialogues in chat format."""
    keys = [match[1] for match in islice(FIRST_KEY.finditer(head), 2)] if head.startswith(("{", "[")) else []
    return keys[:1] == ["from"] or (keys[:1] == ["conversations"] and keys[1:] != ["messages"])


def read(reading: Reading) -> Iterator[Draft]:
    head = reading.source.head().decode(errors="replace")
    lines = head.startswith("{") and one_per_line(head)
    values = line_values(reading) if lines else document_values(reading)
    return chat_drafts(reading, values, SHAPE)


FORMAT = Format(
    names=("sharegpt",),
    about="ShareGPT (conversations of from, value), JSON or JSON Lines",
    sniff=sniff,
    read=read,
)
