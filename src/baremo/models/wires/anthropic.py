"""Anthropic's messages."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from baremo.core.ask import Finish, Usage
from baremo.errors import CallFailed, Outcome
from baremo.models.wires.dialect import dialect
from baremo.models.wires.faults import Count, Error, answered, explain, failed, read
from baremo.models.wires.wire import THINKING, TOOL, Answer, Call, Mode, Request, Wire, stable

VERSION = "2023-06-01"
THINKS = re.compile(r"(?:^|/)claude-(?!(?:[23]|instant)\b|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8})?$)")
"""Claude from 4.7 on: it may think unasked, its thoughts count as output, and it takes no temperature."""
BOUNDS = frozenset(
    """
    minItems maxItems uniqueItems minLength maxLength
    minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
    """.split()
)
"""Keywords that its structured output refuses."""
CUT_OFF = ("max_tokens", "model_context_window_exceeded")


class Block(msgspec.Struct, frozen=True):
    """Thoughts are blocks too: what is wanted is told by its type, not by its place."""

    type: str
    text: str = ""
    input: msgspec.Raw = msgspec.Raw(b"")


class Counts(msgspec.Struct, frozen=True):
    input_tokens: Count
    """Without those that came from the cache or went to it."""
    output_tokens: Count
    cache_read_input_tokens: Count | None = None
    cache_creation_input_tokens: Count | None = None


class Message(msgspec.Struct, frozen=True):
    content: list[Block] = []
    model: str = ""
    stop_reason: str | None = None
    usage: Counts | None = None
    error: Error = None


_message = msgspec.json.Decoder(Message)


def encode(request: Request) -> Call:
    thinks = THINKS.search(request.model)
    body: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.most + (THINKING if thinks else 0),
        "system": [{"type": "text", "text": stable(request.rules), "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": request.case}],
    }
    if request.mode is Mode.SCHEMA:
        shape = {"type": "json_schema", "schema": dialect(request.schema, _refuses)}
        body["output_config"] = {"format": shape}
    elif request.mode is Mode.TOOL:
        schema = msgspec.Raw(request.schema)
        body["tools"] = [{"name": TOOL, "description": "Gives the answer.", "input_schema": schema}]
        body["tool_choice"] = {"type": "tool", "name": TOOL, "disable_parallel_tool_use": True}
    if request.temperature is not None and not thinks:
        body["temperature"] = request.temperature
    return Call(path="/messages", body=msgspec.json.encode(body), headers=(("anthropic-version", VERSION),))


def _refuses(_part: Mapping[str, Any], keyword: str) -> bool:
    return keyword in BOUNDS


def decode(body: bytes, request: Request) -> Answer:
    message = read(_message, body)
    if message.error:
        raise failed(message.error)
    if message.stop_reason == "refusal":
        raise CallFailed(Outcome.FILTERED, "the model refused")
    finish = Finish.LENGTH if message.stop_reason in CUT_OFF else Finish.DONE
    return Answer(
        text=answered(_written(message.content, request.mode), finish),
        model=message.model,
        finish=finish,
        usage=_usage(message.usage),
    )


def _written(blocks: list[Block], mode: Mode) -> str:
    """A model that passed over the tool may still have answered in its text."""
    calls = [bytes(block.input).decode() for block in blocks if block.type == "tool_use" and mode is Mode.TOOL]
    return calls[0] if calls else "".join([block.text for block in blocks if block.type == "text"])


def _usage(counts: Counts | None) -> Usage | None:
    if counts is None:
        return None
    cached = counts.cache_read_input_tokens or 0
    written = counts.cache_creation_input_tokens or 0
    return Usage(
        input=counts.input_tokens + cached + written, output=counts.output_tokens, cached=cached, written=written
    )


def credentials(key: str) -> dict[str, str]:
    return {"x-api-key": key}


ANTHROPIC = Wire(
    name="anthropic",
    base="https://api.anthropic.com/v1",
    keys=("ANTHROPIC_API_KEY",),
    needs_key=True,
    modes=(Mode.SCHEMA, Mode.TOOL, Mode.PROMPT),
    encode=encode,
    decode=decode,
    credentials=credentials,
    explain=explain,
)
