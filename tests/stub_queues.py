"""Both providers' batch queues on a real HTTP server: what is handed in is checked as they check it, worked off by the
stub's model, and given back in another order, as late and as damaged as a `Deal` says.

    with StubQueues(respond, deals=[Deal(states=("in_progress", "completed"))]) as server:
        ...  # the first batch is done at the second look; later ones at once
"""

import asyncio
import email.parser
import email.policy
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from stub_faults import Scene
from stub_server import SHAPES, Respond, Seen, StubServer

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
WORDS = ("validating", "failed", "in_progress", "finalizing", "completed", "expired", "cancelling", "cancelled")
Line = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What becomes of one batch."""

    states: tuple[str, ...] = ("completed",)
    """At each look the next one; the last one stays. In OpenAI's words."""
    results: Callable[[list[Line]], list[Line]] = lambda lines: lines[::-1]
    """What is given back, of all the lines that there should be."""
    errors: tuple[dict[str, Any], ...] = ()
    """On the batch itself."""
    lost: bool = False
    """It is taken, but the connection breaks before the caller hears of it."""
    silent: bool = False
    """It is taken, and the caller never hears of it."""
    refused: int = 0
    """It is not taken, with this status."""


@dataclass
class _Batch:
    name: str
    deal: Deal
    lines: list[Line]
    metadata: dict[str, str] = field(default_factory=dict)
    looks: int = 0

    @property
    def word(self) -> str:
        return self.deal.states[min(self.looks, len(self.deal.states)) - 1] if self.looks else "validating"

    @property
    def over(self) -> bool:
        return self.word in ("completed", "failed", "expired", "cancelled")


class StubQueues(StubServer):
    def __init__(self, respond: Respond | str = "{}", *, deals: Sequence[Deal] = ()) -> None:
        super().__init__(respond)
        self._deals = list(deals)
        self._files: dict[str, bytes] = {}
        self.batches: list[_Batch] = []
        self.uploads = 0
        self.down = 0
        """So many of the next requests are answered with 501."""
        self.page = 100
        """Batches on a page of the list, at most."""

    def __enter__(self) -> "StubQueues":
        super().__enter__()
        return self

    def asks(self, number: int) -> list[Any]:
        """The requests in the batch of this number, from 0."""
        return [line.get("body") or line.get("params") for line in self.batches[number].lines]

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/v1")
        if not path.startswith(("/files", "/batches", "/messages/batches")):
            return await super()._handle(request)
        data = await request.read()
        self.requests.append(Seen(path=request.path, headers=request.headers, json=None))
        if self.down:
            self.down -= 1
            return web.json_response({"error": {"message": "out of order"}}, status=501)
        count = len(self.batches)
        try:
            response = self._answered(request, path, data)
        except (AssertionError, KeyError, TypeError, ValueError) as error:
            self.errors.append(error)
            raise
        if len(self.batches) > count and self.batches[-1].deal.silent:
            await asyncio.Event().wait()
        return response

    def _answered(self, request: web.Request, path: str, data: bytes) -> web.Response:
        if path.startswith("/messages"):
            return self._anthropic(request, path.removeprefix("/messages/batches").strip("/"), data)
        if path.startswith("/files"):
            return self._file(request, path, data)
        return self._openai(request, path.removeprefix("/batches").strip("/"), data)

    def _file(self, request: web.Request, path: str, data: bytes) -> web.Response:
        if request.method == "GET":
            return web.Response(body=self._files[path.split("/")[2]], content_type="application/octet-stream")
        head = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode()
        form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + data)
        parts: dict[Any, Any] = {
            part.get_param("name", header="content-disposition"): part for part in form.iter_parts()
        }
        assert parts["purpose"].get_content().strip() == "batch"
        assert parts["file"].get_filename().endswith(".jsonl")
        self.uploads += 1
        name = f"file-{self.uploads}"
        self._files[name] = parts["file"].get_payload(decode=True)
        return web.json_response({"id": name, "object": "file", "purpose": "batch", "bytes": len(data)})

    def _openai(self, request: web.Request, name: str, data: bytes) -> web.Response:
        if request.method == "GET" and not name:
            return self._listed(request)
        if request.method == "GET":
            return self._looked(name, self._openai_shape)
        wanted = json.loads(data)
        assert wanted["completion_window"] == "24h"
        lines = [json.loads(line) for line in self._files[wanted["input_file_id"]].split(b"\n")]
        assert all(line["method"] == "POST" and line["url"] == wanted["endpoint"] for line in lines)
        return self._taken(request, lines, wanted["metadata"], self._openai_shape)

    def _anthropic(self, request: web.Request, name: str, data: bytes) -> web.Response:
        assert request.headers["anthropic-version"]
        if request.method == "POST":
            return self._taken(request, json.loads(data)["requests"], {}, self._anthropic_shape)
        if name.endswith("/results"):
            lines = self._found(name.removesuffix("/results"))
            return web.Response(body=_jsonl(lines.deal.results([self._worked_off(line) for line in lines.lines])))
        return self._looked(name, self._anthropic_shape)

    def _taken(
        self, request: web.Request, lines: list[Line], metadata: dict[str, str], shape: Callable[[_Batch], Any]
    ) -> web.Response:
        names = [line["custom_id"] for line in lines]
        assert len(set(names)) == len(names), "custom_id twice"
        assert all(NAME.fullmatch(name) for name in names)
        deal = self._deals.pop(0) if self._deals else Deal()
        if deal.refused:
            return web.json_response({"error": {"message": "not taken", "type": "stub"}}, status=deal.refused)
        batch = _Batch(name=f"batch_{len(self.batches) + 1}", deal=deal, lines=lines, metadata=metadata)
        self.batches.append(batch)
        if deal.lost:
            Scene(request=request, json=None, text="", complete=lambda _: {}).abort()
        return web.json_response(shape(batch))

    def _found(self, name: str) -> _Batch:
        return next(batch for batch in self.batches if batch.name == name)

    def _looked(self, name: str, shape: Callable[[_Batch], Any]) -> web.Response:
        if all(batch.name != name for batch in self.batches):
            return web.json_response({"error": {"message": f"No batch found: {name}"}}, status=404)
        batch = self._found(name)
        batch.looks += 1
        return web.json_response(shape(batch))

    def _listed(self, request: web.Request) -> web.Response:
        names = [batch.name for batch in reversed(self.batches)]
        start = names.index(request.query["after"]) + 1 if "after" in request.query else 0
        some = names[start : start + min(self.page, int(request.query["limit"]))]
        data = [self._openai_shape(self._found(name)) for name in some]
        return web.json_response({"object": "list", "data": data, "has_more": names[-1:] != some[-1:]})

    def _openai_shape(self, batch: _Batch) -> dict[str, Any]:
        assert batch.word in WORDS
        files: dict[str, str | None] = {"output": None, "error": None}
        results: list[Line] = []
        if batch.over and batch.word != "failed":
            results = batch.deal.results([self._worked_off(line) for line in batch.lines])
            good = [
                line for line in results if "response" not in line or (line["response"] or {}).get("status_code") == 200
            ]
            bad = [line for line in results if line not in good]
            for kind, lines in (("output", good), ("error", bad)):
                if lines:
                    files[kind] = f"{kind}-{batch.name}"
                    self._files[f"{kind}-{batch.name}"] = _jsonl(lines)
        return {
            "id": batch.name,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "status": batch.word,
            "errors": {"object": "list", "data": list(batch.deal.errors)} if batch.deal.errors else None,
            "output_file_id": files["output"],
            "error_file_id": files["error"],
            "request_counts": {"total": len(batch.lines), "completed": len(results), "failed": 0},
            "metadata": batch.metadata,
        }

    def _anthropic_shape(self, batch: _Batch) -> dict[str, Any]:
        left = len(batch.lines)
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        url = None
        if batch.over:
            url = f"{self.url}/v1/messages/batches/{batch.name}/results"
            for line in batch.deal.results([self._worked_off(line) for line in batch.lines]):
                counts[line["result"]["type"]] += 1
        else:
            counts["processing"] = left
        return {
            "id": batch.name,
            "type": "message_batch",
            "processing_status": "ended" if batch.over else "in_progress",
            "request_counts": counts,
            "results_url": url,
        }

    def _worked_off(self, line: Line) -> Line:
        """As it should be given back."""
        name = line["custom_id"]
        if "params" in line:
            asked = line["params"]
            message = SHAPES["/messages"](asked, self._respond(asked, 0))
            return {"custom_id": name, "result": {"type": "succeeded", "message": message}}
        asked = line["body"]
        body = SHAPES["/chat/completions"](asked, self._respond(asked, 0))
        return {
            "id": f"batch_req_{name}",
            "custom_id": name,
            "response": {"status_code": 200, "request_id": "req_1", "body": body},
            "error": None,
        }


def _jsonl(lines: list[Any]) -> bytes:
    """A line that is a text stands there as it is."""
    return "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines).encode()


def answered(line: Line, status: int, error: dict[str, Any]) -> Line:
    """The same line of OpenAI's, with an error response."""
    return {**line, "response": {"status_code": status, "request_id": "req_1", "body": {"error": error}}}


def expired(line: Line) -> Line:
    error = {"code": "batch_expired", "message": "This request could not be executed in time."}
    return {**line, "response": None, "error": error}
