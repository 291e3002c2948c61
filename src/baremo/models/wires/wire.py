"""What every wire speaks: a request becomes a call, a response becomes an answer or a failure with a name."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache

import msgspec

from baremo.core.ask import Finish, Usage

TOOL = "answer"
"""What the tool is called, where a tool call is the answer."""
THINKING = 16_384
"""Tokens that a model may think with before its answer, where servers count thoughts as a part of what it writes."""
ALTERNATIVES = 20
"""How many tokens are asked for at each place, where log-probabilities are wanted: the most that servers give."""


class Mode(StrEnum):
    """How a server is made to answer in the asked shape."""

    SCHEMA = "schema"
    """The server's own structured output."""
    TOOL = "tool"
    """One tool whose arguments are the answer, and the server must call it."""
    PROMPT = "prompt"
    """The schema stands in the prompt, and the reply is read with care."""


class Request(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One prompt for one model, before any provider's format."""

    model: str
    rules: str
    """The stable part: role, barem, examples, task, shape. The same for all dialogues of a run, so it can be cached."""
    case: str
    """The part that changes: the fenced dialogue and what goes with it."""
    schema: bytes
    """JSON Schema of the answer, as JSON."""
    mode: Mode = Mode.SCHEMA
    most: int = 4096
    """How many tokens the answer may have."""
    temperature: float | None = 0.0
    """None where the model takes none."""
    seed: int | None = 0
    chances: bool = False
    """Whether log-probabilities are wanted."""


class Call(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is posted. The key is not in it: the transport adds `Wire.credentials` at the last moment."""

    path: str
    """Below the endpoint's base address."""
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


class Token(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One token of the answer with the likeliest alternatives at its place."""

    text: str
    logprob: float
    others: tuple[tuple[str, float], ...] = ()
    """The likeliest tokens here with their log-probabilities, the written one among them where the server says so."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    text: str
    model: str = ""
    finish: Finish = Finish.DONE
    usage: Usage | None = None
    tokens: tuple[Token, ...] = ()


class Wire(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One provider's format: pure functions and where it lives by default."""

    name: str
    base: str
    """The address where none is given."""
    keys: tuple[str, ...]
    """Environment variables that may hold the key, in order."""
    needs_key: bool
    modes: tuple[Mode, ...]
    """Ways to ask for a shape, the best first."""
    encode: Callable[[Request], Call]
    decode: Callable[[bytes, Request], Answer]
    """Raises `CallFailed` for a response that holds no answer."""
    credentials: Callable[[str], Mapping[str, str]]
    """Headers that carry the key."""
    explain: Callable[[bytes], str]
    """What an error response says, in one line; empty where it says nothing."""


@lru_cache(maxsize=16)
def stable(rules: str) -> msgspec.Raw:
    """The rules as JSON. They are long, and the same for thousands of calls."""
    return msgspec.Raw(msgspec.json.encode(rules))
