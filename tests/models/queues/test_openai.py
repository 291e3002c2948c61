"""OpenAI's batches in their documented shapes: which calls are made, and what is read out of the responses."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from baremo.errors import CallFailed, Outcome
from baremo.models.queues.openai import SERVICE, find
from baremo.models.queues.queue import Batch, Result, id_of
from baremo.models.wires.wire import Call
from running_errands import run

CALL = Call(path="/chat/completions", body=b'{"model":"gpt-4o","messages":[]}')
SHOWN: dict[str, Any] = {
    "id": "batch_abc123",
    "object": "batch",
    "endpoint": "/v1/chat/completions",
    "errors": None,
    "input_file_id": "file-abc123",
    "completion_window": "24h",
    "status": "completed",
    "output_file_id": "file-cvaTdG",
    "error_file_id": "file-HOWS94",
    "created_at": 1711471533,
    "completed_at": 1711493163,
    "request_counts": {"total": 100, "completed": 95, "failed": 5},
    "metadata": {"baremo": "run-v2:ab 1"},
}


def lines(*results: Any) -> bytes:
    return "\n".join(json.dumps(result) for result in results).encode()


def fetched(*results: Any) -> Sequence[Result]:
    batch = Batch(id="b", word="completed", over=True, results=("/files/f/content",))
    _, found = run(SERVICE.fetch(batch), lines(*results))
    return list(found)


def test_an_ask_keeps_its_body_byte_for_byte() -> None:
    key = f"reply-v1:{'0a' * 32}"
    line = SERVICE.line(id_of(key), CALL)
    assert CALL.body in line
    assert b"\n" not in line
    assert json.loads(line) == {
        "custom_id": "0a" * 32,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": "gpt-4o", "messages": []},
    }
    assert len("0a" * 32) == 64


def test_a_file_is_uploaded_and_a_batch_made_of_it() -> None:
    asks = [SERVICE.line("one", CALL), SERVICE.line("two", CALL)]
    (upload, create), batch = run(SERVICE.hand_in(asks, "run-v2:ab 1"), {"id": "file-abc123"}, SHOWN)
    assert (upload.method, upload.path) == ("POST", "/files")
    assert not upload.once  # a file costs nothing
    ((name, kind),) = upload.headers
    assert name == "Content-Type"
    boundary = kind.removeprefix("multipart/form-data; boundary=").encode()
    first, second, end = upload.body.split(b"--" + boundary)[1:]
    assert first.endswith(b'name="purpose"\r\n\r\nbatch\r\n')
    assert second.endswith(b"\r\n\r\n" + b"\n".join(asks) + b"\r\n")
    assert end == b"--\r\n"
    assert (create.method, create.path, create.once) == ("POST", "/batches", True)
    assert json.loads(create.body) == {
        "input_file_id": "file-abc123",
        "endpoint": "/v1/chat/completions",
        "completion_window": "24h",
        "metadata": {"baremo": "run-v2:ab 1"},
    }
    assert batch.id == "batch_abc123"


def test_where_a_batch_stands() -> None:
    (look,), batch = run(SERVICE.look("batch_abc123"), SHOWN)
    assert (look.method, look.path, look.body) == ("GET", "/batches/batch_abc123", b"")
    assert batch == Batch(
        id="batch_abc123",
        word="completed",
        over=True,
        whole=True,
        total=100,
        done=95,
        failed=5,
        results=("/files/file-cvaTdG/content", "/files/file-HOWS94/content"),
    )


@pytest.mark.parametrize(
    ("word", "over", "whole"),
    [
        ("validating", False, False),
        ("in_progress", False, False),
        ("finalizing", False, False),
        ("cancelling", False, False),
        ("completed", True, True),
        ("failed", True, False),
        ("expired", True, False),
        ("cancelled", True, False),
        ("COMPLETED", True, True),
        ("a word of tomorrow", False, False),
    ],
)
def test_every_word_for_it(word: str, over: bool, whole: bool) -> None:
    _, batch = run(SERVICE.look("b"), {"id": "b", "status": word})
    assert (batch.over, batch.whole, batch.results, batch.turned_away) == (over, whole, (), False)


def test_why_a_batch_failed() -> None:
    faults = [{"code": "invalid_json_line", "line": 1, "message": "This line is\nnot JSON."}, {"code": "more"}]
    _, batch = run(SERVICE.look("b"), {"id": "b", "status": "failed", "errors": {"object": "list", "data": faults}})
    assert (batch.detail, batch.turned_away) == ("This line is not JSON.; more", False)
    faults = [{"code": "token_limit_exceeded", "message": "Enqueued token limit reached for gpt-4o-mini"}]
    _, batch = run(SERVICE.look("b"), {"id": "b", "status": "failed", "errors": {"data": faults}})
    assert batch.turned_away


def test_a_name_cannot_lead_elsewhere() -> None:
    (look,), _ = run(SERVICE.look("../files?x="), SHOWN)
    assert look.path == "/batches/..%2Ffiles%3Fx%3D"


def test_a_batch_is_found_by_its_tag_page_by_page() -> None:
    kept: list[Any] = [None, {"baremo": "run-v2:ab 11"}]
    others = [{"id": f"batch_{n}", "status": "completed", "metadata": meta} for n, meta in enumerate(kept)]
    errands, found = run(find("run-v2:ab 1"), {"data": others, "has_more": True}, {"data": [SHOWN], "has_more": True})
    assert [errand.path for errand in errands] == ["/batches?limit=100", "/batches?limit=100&after=batch_1"]
    assert found.id == "batch_abc123"
    assert SERVICE.find is find
    assert run(find("another"), {"data": [SHOWN], "has_more": False})[1] is None
    assert run(find("another"), {"data": [], "has_more": True})[1] is None
    endless = [{"data": [SHOWN], "has_more": True}] * 20
    assert run(find("another"), *endless)[1] is None


def test_results_and_errors_are_fetched_from_both_files() -> None:
    good = {
        "id": "batch_req_wnaDys",
        "custom_id": "two",
        "response": {"status_code": 200, "request_id": "req_c187b3", "body": {"id": "chatcmpl-9758Iw"}},
        "error": None,
    }
    bad = {
        "id": "batch_req_x",
        "custom_id": "one",
        "response": {"status_code": 400, "request_id": "req_1", "body": {"error": {"message": "max_tokens"}}},
        "error": None,
    }
    batch = run(SERVICE.look("b"), SHOWN)[1]
    errands, found = run(SERVICE.fetch(batch), lines(good) + b"\n", lines(bad))
    assert [errand.path for errand in errands] == list(batch.results)
    assert [(one.id, one.status, json.loads(one.body)) for one in found] == [
        ("two", 200, {"id": "chatcmpl-9758Iw"}),
        ("one", 400, {"error": {"message": "max_tokens"}}),
    ]


@pytest.mark.parametrize(
    ("error", "outcome", "served"),
    [
        ({"code": "batch_expired", "message": "Not in time."}, Outcome.TIMEOUT, False),
        ({"code": "batch_cancelled", "message": "Cancelled."}, Outcome.SERVER_ERROR, False),
        ({"code": "rate_limit_exceeded", "message": "Slowly."}, Outcome.RATE_LIMITED, True),
        ("something", Outcome.SERVER_ERROR, True),
        (None, Outcome.SERVER_ERROR, True),
    ],
)
def test_an_error_without_a_response_has_a_name(error: Any, outcome: Outcome, served: bool) -> None:
    (result,) = fetched({"custom_id": "one", "response": None, "error": error})
    assert result.failure
    assert (result.failure.outcome, result.served) == (outcome, served)


def test_a_line_that_cannot_be_read_spoils_no_other() -> None:
    batch = Batch(id="b", word="completed", over=True, results=("/files/f/content",))
    body = b'{"custom_id": "one", "respon\n\n[]\n\xff\n{"response": {}}\n' + lines({"custom_id": "two", "error": "x"})
    _, found = run(SERVICE.fetch(batch), body)
    assert [result.id for result in found] == ["two"]


@pytest.mark.parametrize("response", [b"", b"<html>", b"[]", b'{"id": 1}', b'{"id": "b"}', b"\xff"])
def test_what_is_no_batch_is_said_to_be_none(response: bytes) -> None:
    with pytest.raises(CallFailed) as caught:
        run(SERVICE.look("b"), response)
    assert caught.value.outcome is Outcome.BAD_RESPONSE
