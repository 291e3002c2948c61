"""ShareGPT: `conversations` of `from` and `value`, as JSON Lines or as one JSON document."""

import re
from collections.abc import Iterator

from baremo.load.chat import Shape, chat_drafts
from baremo.load.draft import Draft
from baremo.load.format import Format
from baremo.load.jsontext import document_values, line_values, one_per_line
from baremo.load.options import ReadOptions
from baremo.load.source import Reading

SHAPE = Shape(messages="conversations", role="from", content="value")
FIRST_KEY = re.compile(r'"(conversations|from|messages|role|content)"\s*:')


def sniff(head: str, _: ReadOptions) -> bool:
    first = FIRST_KEY.search(head) if head.startswith(("{", "[")) else None
    return first is not None and first[1] in ("conversations", "from")


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
