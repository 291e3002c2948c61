"""What a model takes is told by its name, in one small table per wire."""

import json
from typing import Any

import pytest

from baremo.models.wires.anthropic import ANTHROPIC
from baremo.models.wires.gemini import GEMINI
from baremo.models.wires.ollama import OLLAMA
from baremo.models.wires.openai import COMPATIBLE, OPENAI
from baremo.models.wires.wire import Mode, Request, Wire


def body(wire: Wire, model: str, **given: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"rules": "r", "case": "c", "schema": b"{}", "most": 100, "chances": True}
    sent: dict[str, Any] = json.loads(wire.encode(Request(model=model, **fields | given)).body)
    return sent


@pytest.mark.parametrize("model", ["o1", "o3-mini", "o4-mini-2025-04-16", "gpt-5", "gpt-5.4-nano", "gpt-6.1-terra"])
def test_openai_models_that_think_are_asked_for_neither_temperature_nor_chances(model: str) -> None:
    for sent in (body(OPENAI, model), body(COMPATIBLE, f"openai/{model}")):
        assert not {"temperature", "logprobs", "top_logprobs", "max_tokens"} & sent.keys()
        assert sent["max_completion_tokens"] == 100 + 16_384


@pytest.mark.parametrize("model", ["gpt-4o", "gpt-4.1-nano", "gpt-oss-120b", "ft:gpt-4o-mini:org::id", "gpt-3.5-turbo"])
def test_other_models_are_asked_for_both(model: str) -> None:
    sent = body(OPENAI, model)
    assert (sent["temperature"], sent["logprobs"], sent["top_logprobs"]) == (0, True, 20)
    assert sent["max_completion_tokens"] == 100
    sent = body(COMPATIBLE, model)
    assert (sent["max_tokens"], "max_completion_tokens" in sent) == (100, False)


@pytest.mark.parametrize(
    "model",
    [
        "claude-3-haiku-20240307",
        "claude-3-5-haiku-latest",
        "claude-3-7-sonnet-20250219",
        "claude-sonnet-4-20250514",
        "claude-opus-4-1-20250805",
        "claude-sonnet-4-5",
        "claude-haiku-4-5-20251001",
        "claude-opus-4-6",
        "deepseek-chat",
    ],
)
def test_older_claudes_and_strangers_take_a_temperature(model: str) -> None:
    sent = body(ANTHROPIC, model)
    assert (sent["temperature"], sent["max_tokens"]) == (0, 100)


@pytest.mark.parametrize(
    "model",
    ["claude-opus-4-7", "claude-opus-4-8", "claude-sonnet-5", "claude-haiku-5-5", "claude-fable-5-1", "x/claude-new-9"],
)
def test_newer_claudes_take_none_and_have_room_to_think(model: str) -> None:
    sent = body(ANTHROPIC, model)
    assert ("temperature" in sent, sent["max_tokens"]) == (False, 100 + 16_384)


@pytest.mark.parametrize(
    ("model", "room", "temperature", "chances"),
    [
        ("gemini-2.0-flash", 0, True, True),
        ("gemma-3-27b-it", 0, True, True),
        ("gemini-2.5-pro", 16_384, True, True),
        ("gemini-3.1-pro-preview", 16_384, False, False),
        ("gemini-4-argon", 16_384, False, False),
    ],
)
def test_geminis(model: str, room: int, temperature: bool, chances: bool) -> None:
    config = body(GEMINI, model)["generationConfig"]
    assert config["maxOutputTokens"] == 100 + room
    assert ("temperature" in config, "responseLogprobs" in config) == (temperature, chances)


def test_a_geminis_name_cannot_leave_its_place_in_the_address() -> None:
    request = Request(model="gemini-x?key=1#", rules="r", case="c", schema=b"{}")
    assert GEMINI.encode(request).path == "/models/gemini-x%3Fkey%3D1%23:generateContent"


@pytest.mark.parametrize(
    ("characters", "context"),
    [(0, 8192), (3 * 8092, 8192), (3 * 8092 + 3, 16_384), (60_000, 32_768), (200_000, 131_072)],
)
def test_ollama_is_asked_for_as_much_context_as_the_prompt_needs(characters: int, context: int) -> None:
    # 3 bytes to a token, and 100 tokens of answer; then the next power of two.
    sent = body(OLLAMA, "any", rules="", case="x" * characters)
    assert sent["options"]["num_ctx"] == context
    assert (sent["truncate"], sent["shift"]) == (False, False)


@pytest.mark.parametrize("odd", [{"tokens": ["80"], "token_logprobs": [-0.1]}, [1], "no", {"content": [{"token": 1}]}])
def test_an_answer_does_not_fail_for_log_probabilities_of_another_shape(odd: Any) -> None:
    request = Request(model="any", rules="r", case="c", schema=b"{}", chances=True)
    choice = {"message": {"content": "80"}, "logprobs": odd}
    assert OPENAI.decode(json.dumps({"choices": [choice]}).encode(), request).tokens == ()
    chat = {"message": {"content": "80"}, "logprobs": odd}
    assert OLLAMA.decode(json.dumps(chat).encode(), request).tokens == ()
    candidate = {"content": {"parts": [{"text": "80"}]}, "logprobsResult": odd}
    assert GEMINI.decode(json.dumps({"candidates": [candidate]}).encode(), request).tokens == ()


@pytest.mark.parametrize("wire", [OPENAI, ANTHROPIC])
def test_a_tool_that_was_passed_over_may_be_answered_in_the_text(wire: Wire) -> None:
    request = Request(model="any", rules="r", case="c", schema=b"{}", mode=Mode.TOOL)
    text = {"type": "text", "text": "80"}
    response = {"choices": [{"message": {"content": "80"}}], "content": [text]}
    assert wire.decode(json.dumps(response).encode(), request).text == "80"
