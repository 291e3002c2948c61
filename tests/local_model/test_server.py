"""What a real llama.cpp server does with what we rely on. Where this changes, the wire must be looked at again."""

import json
import urllib.error
import urllib.request
from typing import Any

import jsonschema
import pytest

from local_model.server import Server

PROMPT = [
    {"role": "system", "content": "You mark a dialogue. Answer in JSON."},
    {"role": "user", "content": "1 USER: A table for two, please.\n2 SYSTEM: Which day?\n3 USER: Friday."},
]


def shape(level: dict[str, Any]) -> dict[str, Any]:
    properties = {"reason": {"type": "string", "maxLength": 30}, "level": level}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


THREE = shape({"type": "integer", "enum": [1, 3, 5]})


def post(server: Server, body: dict[str, Any]) -> tuple[int, Any]:
    request = urllib.request.Request(f"{server.base}/chat/completions", json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)


def ask(server: Server, schema: dict[str, Any] | None = None, **settings: Any) -> tuple[int, Any]:
    body: dict[str, Any] = {"model": server.name, "messages": PROMPT, "temperature": 0, "seed": 0, "max_tokens": 100}
    body |= settings
    if schema is not None:
        opinion = {"name": "opinion", "strict": True, "schema": schema}
        body["response_format"] = {"type": "json_schema", "json_schema": opinion}
    return post(server, body)


def answer(server: Server, schema: dict[str, Any] | None = None, **settings: Any) -> Any:
    status, response = ask(server, schema, **settings)
    assert status == 200, response
    return response["choices"][0]


LEVELS: dict[str, dict[str, Any]] = {
    "whole numbers": {"type": "integer", "enum": [1, 3, 5]},
    "numbers of several digits": {"type": "integer", "enum": [20, 40, 100]},
    "decimals": {"type": "number", "enum": [0.5, 1.5]},
    "names": {"type": "string", "enum": ["rude", "not bad", "warm"]},
    "a value or null": {"anyOf": [{"type": "integer", "enum": [2, 4]}, {"type": "null"}]},
    "a type or null": {"type": ["integer", "null"]},
    "one value": {"type": "boolean", "enum": [False]},
    "a list of a given length": {"type": "array", "items": {"enum": [1, 2]}, "minItems": 3, "maxItems": 3},
}


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_the_reply_keeps_to_the_schema(local_model: Server, level: dict[str, Any]) -> None:
    choice = answer(local_model, shape(level))
    reply = json.loads(choice["message"]["content"])
    jsonschema.validate(reply, shape(level))
    assert choice["finish_reason"] == "stop"


def test_reasons_come_before_levels_as_the_schema_has_them(local_model: Server) -> None:
    reply = json.loads(answer(local_model, THREE)["message"]["content"])
    assert list(reply) == ["reason", "level"]


def test_what_a_schema_says_is_not_always_kept(local_model: Server) -> None:
    """Which is why every reply is checked, whatever the server was told."""
    fives = {"type": "integer", "minimum": 1, "maximum": 4, "multipleOf": 5}
    reply = json.loads(answer(local_model, shape(fives))["message"]["content"])
    assert reply["level"] % 5


def test_a_schema_that_it_cannot_use_is_refused_with_the_reason(local_model: Server) -> None:
    status, response = ask(local_model, shape({"enum": []}))
    assert status == 400
    assert "enum must be a non-empty array" in response["error"]["message"]


def test_a_cut_reply_says_so(local_model: Server) -> None:
    choice = answer(local_model, THREE, max_tokens=5)
    assert choice["finish_reason"] == "length"
    with pytest.raises(json.JSONDecodeError):
        json.loads(choice["message"]["content"])


@pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "opinion"}}])
def test_a_forced_tool_is_not_called(local_model: Server, choice: str | dict[str, Any]) -> None:
    """No error either: the reply is prose, and must not be taken for the tool's arguments."""
    tools = [{"type": "function", "function": {"name": "opinion", "parameters": THREE}}]
    message = answer(local_model, tools=tools, tool_choice=choice, max_tokens=20)["message"]
    assert "tool_calls" not in message
    assert message["content"]


def test_tokens_are_counted(local_model: Server) -> None:
    _, response = ask(local_model, THREE)
    usage = response["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert 0 < usage["completion_tokens"] <= 100
    _, again = ask(local_model, THREE)
    assert again["usage"]["prompt_tokens_details"]["cached_tokens"] > 0


def test_log_probabilities_are_those_of_the_model_without_the_schema(local_model: Server) -> None:
    """So the levels' chances need not sum to 1, and the level that is written need not be the likeliest token."""
    choice = answer(local_model, THREE, logprobs=True, top_logprobs=20)
    tokens = choice["logprobs"]["content"]
    written = "".join(token["token"] for token in tokens)
    assert choice["message"]["content"] in written
    level = next(token for token in reversed(tokens) if token["token"].strip() in {"1", "3", "5"})
    others = {other["token"]: other["logprob"] for other in level["top_logprobs"]}
    assert len(others) == 20
    assert others[level["token"]] == level["logprob"] <= 0
    assert others.keys() - {"1", "3", "5"}


def test_the_same_seed_gives_the_same_reply(local_model: Server) -> None:
    """Where the prompt's beginning is still known, too: the first time is left out, its sums can round another way."""
    cold = [answer(local_model, THREE) for _ in range(3)]
    assert cold[1] == cold[2]
    warm = [answer(local_model, temperature=1, seed=seed, max_tokens=20)["message"]["content"] for seed in (1, 1, 2)]
    assert warm[0] == warm[1] != warm[2]


def test_a_prompt_that_does_not_fit_is_refused_by_name(local_model: Server) -> None:
    status, response = ask(local_model, messages=[{"role": "user", "content": "word " * 5000}])
    assert status == 400
    assert response["error"]["type"] == "exceed_context_size_error"
