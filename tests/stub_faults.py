"""What can go wrong between us and a model, one entry each, and how a call must end that meets it."""

import asyncio
import gzip
import json
import math
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from aiohttp import web

from baremo.errors import Outcome


class Ending(Enum):
    ANSWERED = "the answer comes all the same"
    FAILED = "CallFailed, with the fault's outcome"
    REFUSED = "there is a text, and whoever reads it raises ReplyRefused"
    SETUP = "SetupError"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One request that meets a fault."""

    request: web.Request
    json: Any
    text: str
    """What the answer should have been."""
    complete: Callable[[str], dict[str, Any]]
    """A text in this provider's response."""

    def abort(self) -> None:
        """Resets the connection: the peer gets RST, not a polite end."""
        transport = self.request.transport
        assert transport is not None
        peer = transport.get_extra_info("socket")
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()

    async def raw(self, *parts: bytes) -> web.Response:
        """Past aiohttp, straight into the connection, which is closed after it."""
        transport = self.request.transport
        assert isinstance(transport, asyncio.WriteTransport)
        for part in parts:
            transport.write(part)
        transport.close()
        return web.Response()


Deed = Callable[[Scene], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    does: Deed
    ending: Ending
    outcome: Outcome | None = None
    """Of a call that failed."""
    times: int | None = None
    """How many requests it befalls, where it passes."""
    slow: bool = False
    """Nothing but the caller's deadline ends it: give it a short one."""


def failing(outcome: Outcome, does: Deed, *, slow: bool = False) -> Fault:
    return Fault(does=does, ending=Ending.FAILED, outcome=outcome, slow=slow)


def passing(times: int, does: Deed) -> Fault:
    return Fault(does=does, ending=Ending.ANSWERED, times=times)


def setup(does: Deed) -> Fault:
    return Fault(does=does, ending=Ending.SETUP)


def status(code: int, message: str = "", *, headers: Mapping[str, str] | None = None, kind: str = "error") -> Deed:
    async def does(_: Scene) -> web.Response:
        body = json.dumps({"error": {"message": message, "type": kind}}) if message else ""
        return web.Response(status=code, text=body, headers=headers, content_type="application/json")

    return does


def body(data: bytes, *, code: int = 200, headers: Mapping[str, str] | None = None) -> Deed:
    async def does(_: Scene) -> web.Response:
        return web.Response(status=code, body=data, headers=headers)

    return does


def completion(change: Callable[[dict[str, Any]], object]) -> Deed:
    """A proper response of OpenAI's, changed in one place."""

    async def does(scene: Scene) -> web.Response:
        whole = scene.complete(scene.text)
        change(whole)
        return web.json_response(whole)

    return does


def writing(change: Callable[[str], str]) -> Fault:
    """A proper response in which the model wrote something else."""

    async def does(scene: Scene) -> web.Response:
        return web.json_response(scene.complete(change(scene.text)))

    return Fault(does=does, ending=Ending.REFUSED)


def choice(**changes: Any) -> Deed:
    return completion(lambda whole: whole["choices"][0].update(changes))


def message(**changes: Any) -> Deed:
    return completion(lambda whole: whole["choices"][0]["message"].update(changes))


async def reset(scene: Scene) -> web.Response:
    scene.abort()
    return web.Response()


async def reset_in_the_body(scene: Scene) -> web.StreamResponse:
    response = web.StreamResponse()
    response.content_length = 1000
    await response.prepare(scene.request)
    await response.write(b'{"choices": [')
    await asyncio.sleep(0.01)  # let it leave before the reset throws away what is unsent
    scene.abort()
    return response


async def short(scene: Scene) -> web.Response:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    return await scene.raw(head, b'{"choices": [')


async def unended(scene: Scene) -> web.Response:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    return await scene.raw(head, b'd\r\n{"choices": [\r\n')


async def garbage(scene: Scene) -> web.Response:
    return await scene.raw(b"\x16\x03\x01 what is this?\r\n\r\n")


async def drip(scene: Scene) -> web.StreamResponse:
    """Never silent for long, never done."""
    response = web.StreamResponse()
    await response.prepare(scene.request)
    while True:
        await response.write(b" ")
        await asyncio.sleep(0.01)


async def hang(_: Scene) -> web.Response:
    await asyncio.Event().wait()
    raise AssertionError


async def endless(scene: Scene) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(scene.request)
    while True:
        await response.write(b" " * 2**18)


async def redirect(scene: Scene) -> web.Response:
    port = scene.request.url.port
    return web.Response(status=307, headers={"Location": f"http://localhost:{port}/stolen"})


def another_level(level: float) -> Callable[[str], str]:
    """The first mark, or the first answer as an objection, with this level."""

    def change(text: str) -> str:
        whole = json.loads(text)
        first = next(value for value in whole.values() if isinstance(value, list))[0]
        if "agree" in first:
            first.update(agree=False, kind="contradicts", comment="Not at all.")
        first["level"] = level
        return json.dumps(whole)

    return change


def twice_the_first_key(text: str) -> str:
    name = next(iter(json.loads(text)))
    return text.replace("{", f"{{{json.dumps(name)}: [], ", 1)


def two_that_differ(text: str) -> str:
    whole = json.loads(text)
    next(value for value in whole.values() if isinstance(value, list)).pop()
    return f"{text}\n\nOn reflection:\n\n{json.dumps(whole)}"


PAGE = b"<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>"
HTML = {"Content-Type": "text/html"}
BOMB = gzip.compress(bytes(2**25), 9)
"""32 MiB in 32 KiB."""

FAULTS: Mapping[str, Fault] = {
    "429 for ever": failing(Outcome.RATE_LIMITED, status(429, "Rate limit reached")),
    "429 for an hour": failing(Outcome.RATE_LIMITED, status(429, "Slow down", headers={"Retry-After": "3600"})),
    "429 twice": passing(2, status(429, "Slow down", headers={"Retry-After": "0"})),
    "429 and nothing paid": setup(status(429, "You exceeded your quota", kind="insufficient_quota")),
    "500": failing(Outcome.SERVER_ERROR, status(500, "The server had an error")),
    "500 once": passing(1, status(500, "The server had an error")),
    "502 with a web page": failing(Outcome.SERVER_ERROR, body(PAGE, code=502, headers=HTML)),
    "503 without a body": failing(Outcome.SERVER_ERROR, status(503)),
    "503 with a time": failing(Outcome.RATE_LIMITED, status(503, headers={"Retry-After": "0"})),
    "529": failing(Outcome.RATE_LIMITED, status(529, "Overloaded", kind="overloaded_error")),
    "reset before the headers": failing(Outcome.RESET, reset),
    "reset once": passing(1, reset),
    "reset in the body": failing(Outcome.RESET, reset_in_the_body),
    "less than was promised": failing(Outcome.RESET, short),
    "chunks without an end": failing(Outcome.RESET, unended),
    "no HTTP": failing(Outcome.BAD_RESPONSE, garbage),
    "slow drip": failing(Outcome.TIMEOUT, drip, slow=True),
    "never a byte": failing(Outcome.TIMEOUT, hang, slow=True),
    "packed bomb": failing(Outcome.TOO_LARGE, body(BOMB, headers={"Content-Encoding": "gzip"})),
    "endless body": failing(Outcome.TOO_LARGE, endless),
    "empty body": failing(Outcome.BAD_RESPONSE, body(b"")),
    "200 with a web page": failing(Outcome.BAD_RESPONSE, body(PAGE, headers=HTML)),
    "200 with an error": failing(Outcome.SERVER_ERROR, body(b'{"error": {"message": "upstream failed", "code": 502}}')),
    "bytes that are no text": failing(
        Outcome.BAD_RESPONSE, body(b'{"choices": [{"message": {"content": "\xff\xfe"}}]}')
    ),
    "no choices": failing(Outcome.EMPTY, completion(lambda whole: whole.update(choices=[]))),
    "content is null": failing(Outcome.EMPTY, message(content=None)),
    "content filter": failing(Outcome.FILTERED, choice(finish_reason="content_filter")),
    "refusal": failing(Outcome.FILTERED, message(content=None, refusal="I cannot help with that.")),
    "redirect": failing(Outcome.REQUEST_REFUSED, redirect),
    "400": failing(Outcome.REQUEST_REFUSED, status(400, "Unknown parameter: 'seed'", kind="invalid_request_error")),
    "400 too long": failing(Outcome.TOO_LONG, status(400, "This model's maximum context length is 4096 tokens.")),
    "413": failing(Outcome.TOO_LONG, status(413, "Payload too large")),
    "401": setup(status(401, "Incorrect API key provided")),
    "404": setup(status(404, "The model does not exist")),
    "cut off": Fault(
        does=completion(
            lambda whole: whole["choices"][0].update(
                finish_reason="length",
                message={"role": "assistant", "content": whole["choices"][0]["message"]["content"][:-20]},
            )
        ),
        ending=Ending.REFUSED,
    ),
    "prose": writing(lambda _: "All in all this went well: 80 out of 100."),
    "another shape": writing(lambda _: '{"verdict": "good", "score": 80}'),
    "level off the scale": writing(another_level(12345)),
    "level is NaN": writing(another_level(math.nan)),
    "a key twice": writing(twice_the_first_key),
    "two objects that differ": writing(two_that_differ),
}
