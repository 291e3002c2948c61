"""OpenAI's batches, and those of servers that follow it: a file of asks is uploaded, and a batch is made of it."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import msgspec

from baremo.errors import CallFailed, Outcome
from baremo.models.errand import Errand
from baremo.models.queues.queue import Batch, Result, Service, Steps, each
from baremo.models.wires.faults import Error, failed, one_line, read
from baremo.models.wires.wire import Call

WINDOW = "24h"
"""The only time that may be asked for."""
TAG = "baremo"
"""In a batch's metadata."""
PAGE, PAGES = 100, 20
"""Batches that are looked through for a tag, the youngest first."""
NO_ROOM = "token_limit_exceeded"
"""More tokens are waiting in the account's queue than it may hold."""
NEVER_ASKED = {"batch_expired": Outcome.TIMEOUT, "batch_cancelled": Outcome.SERVER_ERROR}
_OVER = ("completed", "failed", "expired", "cancelled")
_JSON = (("Content-Type", "application/json"),)


class Fault(msgspec.Struct, frozen=True):
    code: str | None = None
    message: str | None = None


class Faults(msgspec.Struct, frozen=True):
    data: list[Fault] | None = None


class Counts(msgspec.Struct, frozen=True):
    total: int = 0
    completed: int = 0
    failed: int = 0


class Shown(msgspec.Struct, frozen=True):
    id: str
    status: str
    output_file_id: str | None = None
    error_file_id: str | None = None
    errors: Faults | None = None
    request_counts: Counts | None = None
    metadata: Mapping[str, Any] | None = None


class Page(msgspec.Struct, frozen=True):
    data: list[Shown] = []
    has_more: bool = False


class Uploaded(msgspec.Struct, frozen=True):
    id: str


class Response(msgspec.Struct, frozen=True):
    status_code: int = 200
    body: msgspec.Raw = msgspec.Raw(b"")


class Line(msgspec.Struct, frozen=True):
    custom_id: str
    response: Response | None = None
    error: Error = None


_shown, _page = msgspec.json.Decoder(Shown), msgspec.json.Decoder(Page)
_uploaded, _line = msgspec.json.Decoder(Uploaded), msgspec.json.Decoder(Line)


def line(name: str, call: Call) -> bytes:
    return msgspec.json.encode(
        {"custom_id": name, "method": "POST", "url": f"/v1{call.path}", "body": msgspec.Raw(call.body)}
    )


def hand_in(lines: Sequence[bytes], tag: str) -> Steps[Batch]:
    """An upload may be repeated, a file costs nothing; a batch may not."""
    uploaded = read(_uploaded, (yield _upload(b"\n".join(lines))))
    wanted = {
        "input_file_id": uploaded.id,
        "endpoint": "/v1/chat/completions",
        "completion_window": WINDOW,
        "metadata": {TAG: tag},
    }
    errand = Errand(path="/batches", method="POST", body=msgspec.json.encode(wanted), headers=_JSON, once=True)
    return _batch(read(_shown, (yield errand)))


def _upload(content: bytes) -> Errand:
    boundary = f"baremo-{sha256(content).hexdigest()}"
    parts = (
        b'Content-Disposition: form-data; name="purpose"\r\n\r\nbatch',
        b'Content-Disposition: form-data; name="file"; filename="asks.jsonl"\r\n'
        b"Content-Type: application/jsonl\r\n\r\n" + content,
    )
    edge = f"--{boundary}".encode()
    body = b"".join(edge + b"\r\n" + part + b"\r\n" for part in parts) + edge + b"--\r\n"
    return Errand(
        path="/files",
        method="POST",
        body=body,
        headers=(("Content-Type", f"multipart/form-data; boundary={boundary}"),),
    )


def look(name: str) -> Steps[Batch]:
    return _batch(read(_shown, (yield Errand(path=f"/batches/{quote(name, safe='')}"))))


def find(tag: str) -> Steps[Batch | None]:
    after = ""
    for _ in range(PAGES):
        page = read(_page, (yield Errand(path=f"/batches?limit={PAGE}{after}")))
        for shown in page.data:
            if (shown.metadata or {}).get(TAG) == tag:
                return _batch(shown)
        if not page.has_more or not page.data:
            break
        after = f"&after={quote(page.data[-1].id, safe='')}"
    return None


def fetch(batch: Batch) -> Steps[tuple[Result, ...]]:
    results: list[Result] = []
    for path in batch.results:
        body = yield Errand(path=path)
        results += [_result(line) for line in each(_line, body)]
    return tuple(results)


def _batch(shown: Shown) -> Batch:
    word = shown.status.lower()
    counts = shown.request_counts or Counts()
    faults = (shown.errors.data if shown.errors else None) or []
    told = "; ".join(fault.message or fault.code or "" for fault in faults[:3])
    files = (shown.output_file_id, shown.error_file_id)
    return Batch(
        id=shown.id,
        word=word,
        over=word in _OVER,
        whole=word == "completed",
        total=counts.total,
        done=counts.completed,
        failed=counts.failed,
        results=tuple(f"/files/{quote(file, safe='')}/content" for file in files if file),
        detail=one_line(told),
        turned_away=word == "failed" and any(fault.code == NO_ROOM for fault in faults),
    )


def _result(line: Line) -> Result:
    if line.response:
        return Result(id=line.custom_id, status=line.response.status_code, body=bytes(line.response.body))
    failure = failed(line.error or "neither a response nor an error")
    code = line.error.get("code") if isinstance(line.error, dict) else None
    if code in NEVER_ASKED:
        return Result(id=line.custom_id, failure=CallFailed(NEVER_ASKED[code], failure.detail), served=False)
    return Result(id=line.custom_id, failure=failure)


SERVICE = Service(most=50_000, line=line, hand_in=hand_in, look=look, fetch=fetch, find=find)
