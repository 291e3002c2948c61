"""The server of `benchmarks/models.py`, with a reply for each tool in the form that the tool asks its judge for.

The name of the model says who asks. Baremo gets six marks with their quotes; the others get six justifications of the
same kind as one text, and a number or a letter made of the six levels.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from benchmarks.models import LATENCY, Server, reply

WEIGHTS = (0.40, 0.15, 0.15, 0.10, 0.10, 0.10)
PASS = 0.65


def _inspect(reason: str, score: float) -> str:
    return f"{reason}\n\nGRADE: {'C' if score >= PASS else 'I'}"


def _deepeval(reason: str, score: float) -> str:
    return json.dumps({"reason": reason, "score": round(score * 10)}, ensure_ascii=False)


def _promptfoo(reason: str, score: float) -> str:
    return json.dumps({"reason": reason, "pass": score >= PASS, "score": round(score, 2)}, ensure_ascii=False)


FORMS: dict[str, Callable[[str, float], str]] = {
    "inspect": _inspect,
    "deepeval": _deepeval,
    "promptfoo": _promptfoo,
}


class Stub(Server):
    """It tells how many requests it saw since it was last asked, how many bytes they had, and how many met."""

    requests: ClassVar[int] = 0
    received: ClassVar[int] = 0
    met: ClassVar[int] = 0
    waiting: ClassVar[deque[float]] = deque()

    def count(self) -> bytes:
        seen = {"requests": Stub.requests, "received": Stub.received, "met": Stub.met}
        Stub.requests = Stub.received = Stub.met = 0
        return json.dumps(seen).encode()

    def completion(self, body: bytes) -> bytes:
        now = asyncio.get_running_loop().time()
        Stub.waiting.append(now)
        while Stub.waiting[0] < now - LATENCY:
            Stub.waiting.popleft()
        Stub.requests += 1
        Stub.received += len(body)
        Stub.met = max(Stub.met, len(Stub.waiting))
        return super().completion(body)

    def text(self, request: dict[str, Any]) -> str:
        form = FORMS.get(request["model"])
        if not form:
            return super().text(request)
        marks = reply("\n".join(_content(message) for message in request["messages"]))["marks"]
        reason = "\n".join(f"{mark['criterion']}: {mark['justification']} {mark['level']}" for mark in marks)
        return form(reason, sum(w * mark["level"] for w, mark in zip(WEIGHTS, marks, strict=True)) / 100)


def _content(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


async def serve() -> None:
    server = await asyncio.get_running_loop().create_server(lambda: Stub(Path(), 0), "127.0.0.1", backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve())
