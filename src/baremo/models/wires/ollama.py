"""Ollama's own chat API, for models on one's own machine."""

from typing import Any

import msgspec

from baremo.core.ask import Finish, Usage
from baremo.models.wires.faults import Count, Error, answered, explain, failed, read
from baremo.models.wires.logprobs import Piece, tokens
from baremo.models.wires.wire import ALTERNATIVES, Answer, Call, Mode, Request, Token, Wire, stable

SMALLEST = 8192
"""Context that is always asked for, in tokens."""


class Message(msgspec.Struct, frozen=True):
    content: str = ""


class Chat(msgspec.Struct, frozen=True):
    message: Message = Message()
    model: str = ""
    done_reason: str = ""
    prompt_eval_count: Count | None = None
    eval_count: Count = 0
    logprobs: msgspec.Raw = msgspec.Raw(b"null")
    error: Error = None


_chat = msgspec.json.Decoder(Chat)
_pieces = msgspec.json.Decoder(list[Piece] | None)


def encode(request: Request) -> Call:
    options: dict[str, Any] = {"num_predict": request.most, "num_ctx": _context(request)}
    if request.temperature is not None:
        options["temperature"] = request.temperature
    if request.seed is not None:
        options["seed"] = request.seed
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": "system", "content": stable(request.rules)}, {"role": "user", "content": request.case}],
        "stream": False,
        "options": options,
        # By default a prompt that does not fit loses its beginning without a word.
        "truncate": False,
        "shift": False,
    }
    if request.mode is Mode.SCHEMA:
        body["format"] = msgspec.Raw(request.schema)
    if request.chances:
        body |= {"logprobs": True, "top_logprobs": ALTERNATIVES}
    return Call(path="/api/chat", body=msgspec.json.encode(body))


def _context(request: Request) -> int:
    """Room for the prompt and the answer. A model is loaded anew whenever this changes, so it grows by doubling."""
    needed = (len(request.rules.encode()) + len(request.case.encode())) // 3 + request.most
    return max(SMALLEST, 1 << (needed - 1).bit_length())


def decode(body: bytes, request: Request) -> Answer:
    chat = read(_chat, body)
    if chat.error:
        raise failed(chat.error)
    finish = Finish.LENGTH if chat.done_reason == "length" else Finish.DONE
    text = answered(chat.message.content, finish)
    counted = chat.prompt_eval_count
    return Answer(
        text=text,
        model=chat.model,
        finish=finish,
        usage=None if counted is None else Usage(input=counted, output=chat.eval_count),
        tokens=_tokens(chat.logprobs, text) if request.chances else (),
    )


def _tokens(logprobs: msgspec.Raw, text: str) -> tuple[Token, ...]:
    try:
        return tokens(_pieces.decode(logprobs) or [], text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ()


def credentials(key: str) -> dict[str, str]:
    """A machine of one's own asks for none; one behind a gate may."""
    return {"Authorization": f"Bearer {key}"}


OLLAMA = Wire(
    name="ollama",
    base="http://127.0.0.1:11434",
    keys=("OLLAMA_API_KEY",),
    needs_key=False,
    modes=(Mode.SCHEMA, Mode.PROMPT),
    encode=encode,
    decode=decode,
    credentials=credentials,
    explain=explain,
)
