"""Anthropic's message batches in their documented shapes."""

import json
from typing import Any

import pytest

from baremo.errors import CallFailed, Outcome
from baremo.models.queues.anthropic import SERVICE
from baremo.models.queues.queue import Batch
from baremo.models.wires.wire import Call
from running_errands import run

CALL = Call(path="/messages", body=b'{"model":"claude-sonnet-4-5","max_tokens":1}')
VERSION = ("anthropic-version", "2023-06-01")
SHOWN: dict[str, Any] = {
    "id": "msgbatch_013Zva2CMHLNnXjNJJKqJ2EF",
    "type": "message_batch",
    "processing_status": "in_progress",
    "request_counts": {"processing": 100, "succeeded": 50, "errored": 30, "canceled": 10, "expired": 10},
    "ended_at": None,
    "created_at": "2024-08-20T18:37:24.100435Z",
    "expires_at": "2024-08-21T18:37:24.100435Z",
    "cancel_initiated_at": None,
    "results_url": None,
}
ENDED: dict[str, Any] = {
    **SHOWN,
    "processing_status": "ended",
    "request_counts": {"processing": 0, "succeeded": 2, "errored": 1, "canceled": 0, "expired": 0},
    "results_url": "https://api.anthropic.com/v1/messages/batches/msgbatch_013Zva2CMHLNnXjNJJKqJ2EF/results",
}
RESULTS = "/messages/batches/msgbatch_013Zva2CMHLNnXjNJJKqJ2EF/results"


def test_the_asks_stand_in_the_call_that_makes_the_batch() -> None:
    asks = [SERVICE.line("one", CALL), SERVICE.line("two", CALL)]
    (create,), batch = run(SERVICE.hand_in(asks, "no tag is kept"), SHOWN)
    assert (create.method, create.path, create.once) == ("POST", "/messages/batches", True)
    assert VERSION in create.headers
    params = {"model": "claude-sonnet-4-5", "max_tokens": 1}
    assert json.loads(create.body) == {
        "requests": [{"custom_id": "one", "params": params}, {"custom_id": "two", "params": params}]
    }
    assert CALL.body in create.body
    assert batch.id == "msgbatch_013Zva2CMHLNnXjNJJKqJ2EF"
    assert SERVICE.find is None


def test_where_a_batch_stands() -> None:
    (look,), batch = run(SERVICE.look(SHOWN["id"]), SHOWN)
    assert (look.method, look.path) == ("GET", "/messages/batches/msgbatch_013Zva2CMHLNnXjNJJKqJ2EF")
    assert VERSION in look.headers
    assert batch == Batch(id=SHOWN["id"], word="in_progress", over=False, total=200, done=50, failed=50)
    assert not run(SERVICE.look("b"), {**SHOWN, "processing_status": "canceling"})[1].over
    over = run(SERVICE.look("b"), ENDED)[1]
    assert (over.over, over.whole, over.results) == (True, True, (RESULTS,))
    assert not run(SERVICE.look("b"), {**SHOWN, "processing_status": "ended"})[1].whole  # some expired


@pytest.mark.parametrize(
    "url", ["https://elsewhere.example/v1" + RESULTS, "https://elsewhere.example/steal", "file:///etc/passwd", "", None]
)
def test_results_are_fetched_from_nowhere_else_because_the_key_goes_with_the_request(url: str | None) -> None:
    batch = run(SERVICE.look("b"), {**ENDED, "results_url": url})[1]
    assert batch.results == (RESULTS,)


def test_each_result_by_its_type() -> None:
    message = {"id": "msg_014VwiXbi91y3JMjcpyGBHX5", "content": [{"type": "text", "text": "Hello"}]}
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": "Invalid"}, "request_id": "req"}
    lines = [
        {"custom_id": "good", "result": {"type": "succeeded", "message": message}},
        {"custom_id": "bad", "result": {"type": "errored", "error": error}},
        {"custom_id": "late", "result": {"type": "expired"}},
        {"custom_id": "off", "result": {"type": "canceled"}},
        {"custom_id": "odd", "result": {"type": "a type of tomorrow"}},
    ]
    body = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    (fetch,), results = run(SERVICE.fetch(run(SERVICE.look("b"), ENDED)[1]), body)
    assert (fetch.path, VERSION in fetch.headers) == (RESULTS, True)
    good, bad, late, off, odd = results
    assert (good.id, good.status, json.loads(good.body)) == ("good", 200, message)
    assert (bad.id, bad.status, json.loads(bad.body)) == ("bad", 400, error)
    assert late.failure
    assert (late.failure.outcome, late.served) == (Outcome.TIMEOUT, False)
    assert off.failure
    assert (off.failure.outcome, off.served) == (Outcome.SERVER_ERROR, False)
    assert (odd.status, odd.failure) == (500, None)


@pytest.mark.parametrize(
    ("kind", "status"),
    [("rate_limit_error", 429), ("overloaded_error", 529), ("api_error", 500), ("billing_error", 402), (17, 500)],
)
def test_an_error_is_the_status_that_it_would_have_been(kind: object, status: int) -> None:
    error = {"type": "error", "error": {"type": kind, "message": "so"}}
    line = json.dumps({"custom_id": "one", "result": {"type": "errored", "error": error}}).encode()
    _, (result,) = run(SERVICE.fetch(run(SERVICE.look("b"), ENDED)[1]), line)
    assert result.status == status


def test_what_is_no_batch_is_said_to_be_none() -> None:
    with pytest.raises(CallFailed) as caught:
        run(SERVICE.look("b"), b'{"type": "error"}')
    assert caught.value.outcome is Outcome.BAD_RESPONSE
