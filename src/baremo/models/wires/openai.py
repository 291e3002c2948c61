"""OpenAI's chat completions, and every server that speaks them: vLLM, llama.cpp, gateways."""

import re
from typing import Any

import msgspec

from baremo.core.ask import Finish, Usage
from baremo.errors import CallFailed, Outcome
from baremo.models.wires.faults import Count, Error, answered, explain, failed, one_line, read
from baremo.models.wires.logprobs import Piece, tokens
from baremo.models.wires.wire import ALTERNATIVES, THINKING, TOOL, Answer, Call, Mode, Request, Token, Wire, stable

REASONS = re.compile(r"(?:^|/)(?:o\d|gpt-[5-9]|chat-latest)")
"""Models that think before they answer: they take no temperature, give no log-probabilities, and their thoughts count
as output. Behind a gateway their names have a prefix."""


class Function(msgspec.Struct, frozen=True):
    arguments: str | dict[str, Any]


class ToolCall(msgspec.Struct, frozen=True):
    function: Function


class Message(msgspec.Struct, frozen=True):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[ToolCall] | None = None


class Choice(msgspec.Struct, frozen=True):
    message: Message
    finish_reason: str | None = None
    logprobs: msgspec.Raw = msgspec.Raw(b"null")
    """Read apart, and only where they are wanted: they are many times longer than the answer."""


class PromptDetails(msgspec.Struct, frozen=True):
    cached_tokens: Count | None = None
    cache_write_tokens: Count | None = None


class Counts(msgspec.Struct, frozen=True):
    prompt_tokens: Count
    completion_tokens: Count | None = None
    prompt_tokens_details: PromptDetails | None = None


class Completion(msgspec.Struct, frozen=True):
    choices: list[Choice] | None = None
    model: str | None = None
    usage: Counts | None = None
    error: Error = None


class Logprobs(msgspec.Struct, frozen=True):
    content: list[Piece] | None = None


_BROKEN_OFF = {"content_filter": Outcome.FILTERED, "error": Outcome.SERVER_ERROR}
_completion = msgspec.json.Decoder(Completion)
_logprobs = msgspec.json.Decoder(Logprobs | None)


def encode(request: Request) -> Call:
    return _call(request, "max_completion_tokens")


def encode_compatible(request: Request) -> Call:
    """Other servers know the older word for the most that may be written."""
    return _call(request, "max_completion_tokens" if REASONS.search(request.model) else "max_tokens")


def _call(request: Request, most: str) -> Call:
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": "system", "content": stable(request.rules)}, {"role": "user", "content": request.case}],
    }
    if request.mode is Mode.SCHEMA:
        shape = {"name": TOOL, "strict": True, "schema": msgspec.Raw(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": shape}
    elif request.mode is Mode.TOOL:
        function = {"name": TOOL, "strict": True, "parameters": msgspec.Raw(request.schema)}
        body["tools"] = [{"type": "function", "function": function}]
        body["tool_choice"] = {"type": "function", "function": {"name": TOOL}}
    if request.seed is not None:
        body["seed"] = request.seed
    if REASONS.search(request.model):
        body[most] = request.most + THINKING
    else:
        body |= {most: request.most} | _sampling(request)
    return Call(path="/chat/completions", body=msgspec.json.encode(body))


def _sampling(request: Request) -> dict[str, Any]:
    wanted: dict[str, Any] = {}
    if request.temperature is not None:
        wanted["temperature"] = request.temperature
    if request.chances:
        wanted |= {"logprobs": True, "top_logprobs": ALTERNATIVES}
    return wanted


def decode(body: bytes, request: Request) -> Answer:
    completion = read(_completion, body)
    if completion.error:
        raise failed(completion.error)
    if not completion.choices:
        raise CallFailed(Outcome.EMPTY, "no choices")
    choice = completion.choices[0]
    finish = Finish.LENGTH if choice.finish_reason == "length" else Finish.DONE
    if choice.finish_reason in _BROKEN_OFF:
        raise CallFailed(_BROKEN_OFF[choice.finish_reason], "the answer was broken off")
    if choice.message.refusal:
        raise CallFailed(Outcome.FILTERED, one_line(choice.message.refusal))
    text = answered(_written(choice.message, request.mode), finish)
    return Answer(
        text=text,
        model=completion.model or "",
        finish=finish,
        usage=_usage(completion.usage),
        tokens=_tokens(choice.logprobs, text) if request.chances else (),
    )


def _written(message: Message, mode: Mode) -> str | None:
    """A server that passed over the tool may still have answered in its text."""
    if mode is not Mode.TOOL or not message.tool_calls:
        return message.content
    arguments = message.tool_calls[0].function.arguments
    return arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()


def _tokens(logprobs: msgspec.Raw, text: str) -> tuple[Token, ...]:
    """None where a server has another way with them: an answer does not fail for that."""
    try:
        given = _logprobs.decode(logprobs)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ()
    return tokens(given.content, text) if given and given.content else ()


def _usage(counts: Counts | None) -> Usage | None:
    if counts is None:
        return None
    details = counts.prompt_tokens_details or PromptDetails()
    return Usage(
        input=counts.prompt_tokens,
        output=counts.completion_tokens or 0,
        cached=details.cached_tokens or 0,
        written=details.cache_write_tokens or 0,
    )


def credentials(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


OPENAI = Wire(
    name="openai",
    base="https://api.openai.com/v1",
    keys=("OPENAI_API_KEY",),
    needs_key=True,
    modes=(Mode.SCHEMA, Mode.TOOL, Mode.PROMPT),
    encode=encode,
    decode=decode,
    credentials=credentials,
    explain=explain,
)
COMPATIBLE = Wire(
    name="openai",
    base="",
    keys=("OPENAI_API_KEY",),
    needs_key=False,
    modes=(Mode.SCHEMA, Mode.TOOL, Mode.PROMPT),
    encode=encode_compatible,
    decode=decode,
    credentials=credentials,
    explain=explain,
)
"""The same wire to another address (`openai:NAME@URL`)."""
