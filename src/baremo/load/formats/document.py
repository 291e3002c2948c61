"""Chat messages as one JSON document: an array of dialogues or of messages, or one object. Read element by element."""

import re
from collections.abc import Iterator

from baremo.load.chat import MESSAGES, chat_drafts
from baremo.load.draft import Draft
from baremo.load.format import Format
from baremo.load.jsontext import document_values
from baremo.load.options import ReadOptions
from baremo.load.source import Reading

START = re.compile(r'\{|\[\s*[\[{"\]]')
"""`[10:02] Agent: hi` is no array."""


def sniff(head: str, _: ReadOptions) -> bool:
    return bool(START.match(head))


def read(reading: Reading) -> Iterator[Draft]:
    return chat_drafts(reading, document_values(reading), MESSAGES)


FORMAT = Format(
    names=("json",),
    about="chat messages (role, content) in one JSON array or object",
    sniff=sniff,
    read=read,
    suffixes=(".json",),
)
