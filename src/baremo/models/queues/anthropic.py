"""Anthropic's message batches: the asks stand in the call that makes the batch. It keeps no tag to find a batch by."""

import re
from collections.abc import Sequence
from urllib.parse import quote

import msgspec

from baremo.errors import CallFailed, Outcome
from baremo.models.errand import Errand
from baremo.models.queues.queue import Batch, Result, Service, Steps, each
from baremo.models.wires.anthropic import VERSION
from baremo.models.wires.faults import read
from baremo.models.wires.wire import Call

PLACE = "/messages/batches"
STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""What the same error is as an HTTP status; anything else went wrong there."""
NEVER_ASKED = {
    "expired": (Outcome.TIMEOUT, "the batch expired before its turn"),
    "canceled": (Outcome.SERVER_ERROR, "the batch was cancelled before its turn"),
}
_HEADERS = (("anthropic-version", VERSION), ("Content-Type", "application/json"))
_RESULTS = re.compile(r"/messages/[\w./-]+$")


class Counts(msgspec.Struct, frozen=True):
    processing: int = 0
    succeeded: int = 0
    errored: int = 0
    canceled: int = 0
    expired: int = 0


class Shown(msgspec.Struct, frozen=True):
    id: str
    processing_status: str
    request_counts: Counts = Counts()
    results_url: str | None = None


class Kind(msgspec.Struct, frozen=True):
    type: str = ""


class Errored(msgspec.Struct, frozen=True):
    error: Kind = Kind()


class Outturn(msgspec.Struct, frozen=True):
    type: str
    message: msgspec.Raw = msgspec.Raw(b"")
    error: msgspec.Raw = msgspec.Raw(b"")


class Line(msgspec.Struct, frozen=True):
    custom_id: str
    result: Outturn


_shown, _line = msgspec.json.Decoder(Shown), msgspec.json.Decoder(Line)
_errored = msgspec.json.Decoder(Errored)


def line(name: str, call: Call) -> bytes:
    return msgspec.json.encode({"custom_id": name, "params": msgspec.Raw(call.body)})


def hand_in(lines: Sequence[bytes], _tag: str) -> Steps[Batch]:
    body = b'{"requests":[' + b",".join(lines) + b"]}"
    return _batch(read(_shown, (yield Errand(path=PLACE, method="POST", body=body, headers=_HEADERS, once=True))))


def look(name: str) -> Steps[Batch]:
    return _batch(read(_shown, (yield Errand(path=f"{PLACE}/{quote(name, safe='')}", headers=_HEADERS))))


def fetch(batch: Batch) -> Steps[tuple[Result, ...]]:
    results: list[Result] = []
    for path in batch.results:
        body = yield Errand(path=path, headers=_HEADERS)
        results += [_result(line) for line in each(_line, body)]
    return tuple(results)


def _batch(shown: Shown) -> Batch:
    counts = shown.request_counts
    failed = counts.errored + counts.canceled + counts.expired
    over = shown.processing_status == "ended"
    # The address of the results is the provider's to say, but only below our own base: the key goes with the request.
    told = _RESULTS.search(shown.results_url or "")
    return Batch(
        id=shown.id,
        word=shown.processing_status,
        over=over,
        whole=over and not counts.canceled + counts.expired,
        total=counts.processing + counts.succeeded + failed,
        done=counts.succeeded,
        failed=failed,
        results=(told[0] if told else f"{PLACE}/{quote(shown.id, safe='')}/results",) if over else (),
    )


def _result(line: Line) -> Result:
    turned = line.result
    if turned.type in NEVER_ASKED:
        return Result(id=line.custom_id, failure=CallFailed(*NEVER_ASKED[turned.type]), served=False)
    if turned.type == "succeeded":
        return Result(id=line.custom_id, body=bytes(turned.message))
    return Result(id=line.custom_id, status=_status(bytes(turned.error)), body=bytes(turned.error))


def _status(error: bytes) -> int:
    try:
        return STATUS.get(_errored.decode(error).error.type, 500)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return 500


SERVICE = Service(most=100_000, line=line, hand_in=hand_in, look=look, fetch=fetch)
