"""Tasks with two responses as JSON: one per line, or one document."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.load.chat import kind
from baremo.load.comparisons.fields import BOTH, FieldReader, is_pair
from baremo.load.comparisons.parts import OURS, parts_of
from baremo.load.comparisons.sheet import as_object, as_value
from baremo.load.draft import Draft
from baremo.load.formats.messages import message
from baremo.load.jsontext import Value, document_values, line_values, one_per_line
from baremo.load.options import ReadOptions
from baremo.load.source import Reading

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*+)(?:"\s*+(:?)|\\?\Z)|[\[\]{}]', re.DOTALL)
"""A text, perhaps a key; the last one may be cut off. Or a bracket."""
CUT = 60_000
"""Letters from which on the beginning of a source may end within its first object."""
OPENED = re.compile(r"\[?\s*\{")
GIVE = 'please give it as "{}"'
TASK = 'a task is an object with "prompt", "response_1" and "response_2"'


def first_keys(head: str) -> set[str]:
    """The keys of the first object, as far as the head goes."""
    start = OPENED.match(head)
    keys: set[str] = set()
    depth = 1
    for token in TOKEN.finditer(head, start.end()) if start else ():
        if token[0][0] in "[{":
            depth += 1
        elif token[0][0] in "]}":
            depth -= 1
            if not depth:
                break
        elif depth == 1 and token[2]:
            keys.add(token[1])
    return keys


def sniff_lines(head: str, _: ReadOptions) -> bool:
    return head.startswith("{") and one_per_line(head) and may_be_pair(head)


def sniff_document(head: str, _: ReadOptions) -> bool:
    return may_be_pair(head)


def may_be_pair(head: str) -> bool:
    """Where the first prompt is as long as what is looked at, the responses are not in it."""
    keys = first_keys(head)
    return is_pair([*keys, BOTH[0]] if len(head) >= CUT else keys)


def read_lines(reading: Reading) -> Iterator[Draft]:
    return drafts(reading, line_values(reading))


def read_document(reading: Reading) -> Iterator[Draft]:
    return drafts(reading, document_values(reading))


def drafts(reading: Reading, values: Iterable[Value]) -> Iterator[Draft]:
    reader = FieldReader(reading, GIVE)
    for line, value in values:
        if isinstance(value, dict):
            yield reader.draft(line, value)
        else:
            reading.problem(line, f"{kind(value)} where a task should be", TASK)
            yield Draft(line=line, broken=True)


def write(dialogue: Dialogue) -> str:
    if not isinstance(dialogue, Comparison):
        raise TypeError("a dialogue is no task with two responses")
    parts = parts_of(dialogue)
    beside = dict(parts.metadata)
    own = {name: beside.pop(name) for name in OURS if name in beside and says(beside[name])}
    line: dict[str, Any] = {"id": parts.id, **own}
    texts = {"task": parts.task, "system_prompt": parts.system_prompt, "reference": parts.reference}
    line |= {name: text for name, text in texts.items() if text}
    if parts.history:
        line["history"] = [message(turn) for turn in parts.history]
    line |= {"prompt": parts.prompt, "response_1": parts.responses[0], "response_2": parts.responses[1]}
    rated = {f"response_{side}": entries for side, entries in enumerate(parts.ratings, start=1) if entries}
    if rated:
        line["ratings"] = {
            name: {entry.dimension: as_value(entry) for entry in entries} for name, entries in rated.items()
        }
    if not parts.likert.blank:
        line["likert"] = as_object(parts.likert)
    if beside:
        line["metadata"] = beside
    return msgspec.json.encode(line).decode() + "\n"


def says(value: Any) -> bool:
    """Text, or null for none where the configuration would say one."""
    return value is None or (isinstance(value, str) and bool(value.strip()))
