"""A real HTTP server on loopback that answers like a provider's, or as badly as `stub_faults.FAULTS` says.

It runs in a thread of its own, so that tests with and without an event loop, and other processes, can use it:

    with StubServer('{"marks": []}', fault=FAULTS["500 once"], when=lambda ask: "Critic" in str(ask)) as server:
        ...  # OpenAI's and Anthropic's base is f"{server.url}/v1", Gemini's /v1beta, Ollama's server.url itself
"""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from aiohttp import web

from stub_faults import Fault, Scene

Respond = Callable[[Any, int], str]
"""From the request's JSON and how many came before it: the text that the model writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A request that arrived."""

    path: str
    headers: Mapping[str, str]
    json: Any


class StubServer:
    def __init__(
        self,
        respond: Respond | str = "{}",
        *,
        latency: float = 0.0,
        fault: Fault | None = None,
        when: Callable[[Any], bool] = lambda _: True,
    ) -> None:
        self._respond: Respond = respond if callable(respond) else lambda _json, _n: respond
        self._latency = latency
        self._fault = fault
        self._when = when
        self._struck = 0
        self._flying = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self.url = ""
        self.requests: list[Seen] = []
        self.peak = 0
        """The most requests that were under way at a time."""
        self.errors: list[Exception] = []
        """What `respond` or `when` raised; raised again at the end."""

    def __enter__(self) -> "StubServer":
        self._thread.start()
        assert self._ready.wait(10), "the stub server does not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)
        if self.errors:
            raise self.errors[0]

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        app = web.Application(client_max_size=2**26)
        app.router.add_route("*", "/{path:.*}", self._handle)
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.05)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
        await site.start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        self._ready.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        data = await request.read()
        shape = next((shape for end, shape in SHAPES.items() if request.path.endswith(end)), None)
        asked = json.loads(data) if data else None
        number = len(self.requests)
        self.requests.append(Seen(path=request.path, headers=request.headers, json=asked))
        if shape is None or asked is None:
            return web.json_response({"error": {"message": f"no such path: {request.path}"}}, status=404)
        self._flying += 1
        self.peak = max(self.peak, self._flying)
        try:
            if self._latency:
                await asyncio.sleep(self._latency)
            return await self._answer(request, asked, number, partial(shape, asked))
        except (AssertionError, KeyError, TypeError, ValueError) as error:
            self.errors.append(error)
            raise
        finally:
            self._flying -= 1

    async def _answer(
        self, request: web.Request, asked: Any, number: int, complete: Callable[[str], dict[str, Any]]
    ) -> web.StreamResponse:
        text = self._respond(asked, number)
        fault = self._fault
        if fault and self._when(asked) and (fault.times is None or self._struck < fault.times):
            self._struck += 1
            return await fault.does(Scene(request=request, json=asked, text=text, complete=complete))
        return web.json_response(complete(text))


def _openai(asked: Any, text: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if "tools" in asked:
        call = {"id": "call_1", "type": "function", "function": {"name": "answer", "arguments": text}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": asked["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 200, "total_tokens": 1200},
    }


def _anthropic(asked: Any, text: str) -> dict[str, Any]:
    block = {"type": "text", "text": text}
    if "tools" in asked:
        block = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": json.loads(text)}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked["model"],
        "content": [block],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 1000, "output_tokens": 200},
    }


def _gemini(asked: Any, text: str) -> dict[str, Any]:
    part: dict[str, Any] = {"text": text}
    if "tools" in asked:
        part = {"functionCall": {"name": "answer", "args": json.loads(text)}}
    return {
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 1000, "candidatesTokenCount": 200, "totalTokenCount": 1200},
        "modelVersion": "gemini-stub",
    }


def _ollama(asked: Any, text: str) -> dict[str, Any]:
    return {
        "model": asked["model"],
        "message": {"role": "assistant", "content": text},
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 1000,
        "eval_count": 200,
    }


SHAPES: Mapping[str, Callable[[Any, str], dict[str, Any]]] = {
    "/chat/completions": _openai,
    "/messages": _anthropic,
    ":generateContent": _gemini,
    "/api/chat": _ollama,
}
"""Each provider's response, by the end of its path."""
