"""The formats of tasks with two responses. Their readers are loaded for a source that may be one of theirs: whoever
reads dialogues does without."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from baremo.load.format import Format, Writer
from baremo.load.options import PAIR_COLUMNS, ReadOptions

LONG = 60_000
"""A beginning that may end before the first response."""
WORDS = ("response", "output", "answer", "completion")
"""One of them stands in the name of every field that can hold a response."""


def _late(place: str) -> Callable[..., Any]:
    """A function of a module here, which is loaded when it is first called."""
    module, name = place.split(".")

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"baremo.load.comparisons.{module}"), name)(*arguments)

    return call


def _sniffer(place: str, may_be: Callable[[str, ReadOptions], bool]) -> Callable[[str, ReadOptions], bool]:
    look = _late(place)
    return lambda head, options: may_be(head, options) and look(head, options)


def _may_be_tagged(head: str, _: ReadOptions) -> bool:
    return "<" in head


def _may_be_json(head: str, _: ReadOptions) -> bool:
    return head[:1] in ("{", "[") and (len(head) >= LONG or _names_a_response(head))


def _may_be_table(head: str, options: ReadOptions) -> bool:
    return _names_a_response(head.partition("\n")[0]) or not options.columns.keys().isdisjoint(PAIR_COLUMNS)


def _names_a_response(text: str) -> bool:
    folded = text.casefold()
    return any(word in folded for word in WORDS)


TAGGED = Format(
    names=("tagged", "tags"),
    about="tasks with two responses, each slot between tags: <PROMPT>, <RESPONSE1>, <RESPONSE2> and others",
    sniff=_sniffer("tagged.sniff", _may_be_tagged),
    read=_late("tagged.read"),
    writer=Writer(dialogue=_late("tagged.write")),
    compares=True,
)
LINES = Format(
    names=("pairs", "pairs-jsonl"),
    about="tasks with two responses (prompt, response_1, response_2), one per line of JSON",
    sniff=_sniffer("pairs.sniff_lines", _may_be_json),
    read=_late("pairs.read_lines"),
    writer=Writer(dialogue=_late("pairs.write")),
    by_line=True,
    compares=True,
)
DOCUMENT = Format(
    names=("pairs-json",),
    about="tasks with two responses in one JSON array or object",
    sniff=_sniffer("pairs.sniff_document", _may_be_json),
    read=_late("pairs.read_document"),
    compares=True,
)
TABLE = Format(
    names=("pairs-csv", "pairs-tsv"),
    about="tasks with two responses, one per row: columns such as id, prompt, response_1, response_2, likert",
    sniff=_sniffer("pairs_table.sniff", _may_be_table),
    read=_late("pairs_table.read"),
    compares=True,
)
