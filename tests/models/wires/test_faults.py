"""Errors in words, whatever body they come in."""

import pytest

from baremo.models.wires.faults import LONGEST, explain, failed


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"upstream connect error or disconnect/reset before headers", "upstream connect error or disconnect/reset"),
        (b"<html><body><h1>502 Bad Gateway</h1></body></html>", ""),
        (b"\n <!DOCTYPE html>", ""),
        (b"", ""),
        (b"{}", ""),
        (b"[]", ""),
        (b"null", ""),
        (b"5", ""),
        (b'{"error": null}', ""),
        (b'{"error": {"code": 400}}', ""),
        (b'{"message": "Forbidden"}', "Forbidden"),
        (b'"in a bare text"', "in a bare text"),
        (b"\xff\xfe not UTF-8", "not UTF-8"),
        (b"[" * 100_000, "[[[["),
    ],
)
def test_what_a_body_says(body: bytes, says: str) -> None:
    said = explain(body)
    assert says in said
    assert bool(said) is bool(says)


def test_an_explanation_cannot_reach_the_terminal_as_anything_but_a_short_line() -> None:
    said = explain(b'{"error": "red \\u001b[31m\\r\\n alert' + b"!" * 1000 + b'"}')
    assert said.startswith("red [31m alert!!!")
    assert said.endswith("…")
    assert len(said) == LONGEST + 1


@pytest.mark.parametrize("key", ["sk-proj-12ab", "sk-ant-api03-x", "AIzaSyA1", "gsk_1234", "xai-77", "sk-abc***wxyz"])
def test_a_key_that_the_server_repeats_is_not_repeated_here(key: str) -> None:
    assert explain(f'{{"error": "The key {key} is wrong"}}'.encode()) == "The key … is wrong"
    assert key not in explain(f"Authorization: Bearer {key}".encode())


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        (429, "rate limited"),
        ("429", "rate limited"),
        ("rate_limit_exceeded", "rate limited"),
        ("RESOURCE_EXHAUSTED", "rate limited"),
        (400, "request refused"),
        (408, "server error"),
        (503, "server error"),
        ("invalid_api_key", "request refused"),
        ("content_filter", "content filter"),
        ("internal", "server error"),
        (None, "server error"),
        (200, "server error"),
    ],
)
def test_an_error_within_a_success_has_a_name(code: object, outcome: str) -> None:
    failure = failed({"message": "It went wrong.", "code": code})
    assert failure.outcome == outcome
    assert failure.detail.startswith("It went wrong.")
