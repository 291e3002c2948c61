"""Exchanges in the shapes that providers document, with our own content: what is sent, what comes back."""

import json
from pathlib import Path
from typing import Any

import pytest

from baremo.core.ask import Finish, Usage
from baremo.errors import CallFailed
from baremo.models.wires.anthropic import ANTHROPIC
from baremo.models.wires.faults import too_long
from baremo.models.wires.gemini import GEMINI
from baremo.models.wires.ollama import OLLAMA
from baremo.models.wires.openai import COMPATIBLE, OPENAI
from baremo.models.wires.wire import Answer, Mode, Request, Token

RECORDED = Path(__file__).parent / "recorded"
WIRES = {"openai": OPENAI, "compatible": COMPATIBLE, "anthropic": ANTHROPIC, "gemini": GEMINI, "ollama": OLLAMA}
LISTS = ("request", "no-answer", "errors")
EXCHANGES = sorted(path.stem for path in RECORDED.glob("*.json") if path.stem not in LISTS)


def recorded(name: str) -> Any:
    return json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))


def ask(**given: Any) -> Request:
    mode = Mode(given.pop("mode", Mode.SCHEMA))
    settings = recorded("request") | {"model": "any", "mode": mode} | given
    return Request(**settings | {"schema": json.dumps(settings["schema"]).encode()})


def usage(given: dict[str, int] | None) -> Usage | None:
    return Usage(**given) if given else None


def tokens(given: list[Any]) -> tuple[Token, ...]:
    return tuple(
        Token(text=text, logprob=logprob, others=tuple((other, chance) for other, chance in others))
        for text, logprob, others in given
    )


@pytest.mark.parametrize("name", EXCHANGES)
def test_what_is_sent(name: str) -> None:
    exchange = recorded(name)
    call = WIRES[exchange["wire"]].encode(ask(**exchange["request"]))
    assert call.path == exchange["call"]["path"]
    assert dict(call.headers) == exchange["call"]["headers"]
    assert json.loads(call.body) == exchange["call"]["body"]


@pytest.mark.parametrize("name", EXCHANGES)
def test_what_comes_back(name: str) -> None:
    exchange = recorded(name)
    expected = exchange["answer"]
    answer = WIRES[exchange["wire"]].decode(json.dumps(exchange["response"]).encode(), ask(**exchange["request"]))
    if "json" in expected:  # a call's arguments come as JSON, and are handed on as its text
        assert json.loads(answer.text) == expected["json"]
    assert answer == Answer(
        text=expected.get("text", answer.text),
        model=expected["model"],
        finish=Finish(expected["finish"]),
        usage=usage(expected["usage"]),
        tokens=tokens(expected.get("tokens", [])),
    )


@pytest.mark.parametrize("name", EXCHANGES)
def test_log_probabilities_are_left_alone_where_they_are_not_wanted(name: str) -> None:
    exchange = recorded(name)
    request = ask(**exchange["request"] | {"chances": False})
    assert WIRES[exchange["wire"]].decode(json.dumps(exchange["response"]).encode(), request).tokens == ()


@pytest.mark.parametrize("case", recorded("no-answer"), ids=lambda case: f"{case['wire']}: {case['what']}")
def test_a_response_without_an_answer_is_a_failure_with_a_name(case: dict[str, Any]) -> None:
    with pytest.raises(CallFailed) as failure:
        WIRES[case["wire"]].decode(json.dumps(case["response"]).encode(), ask())
    assert (failure.value.outcome, failure.value.detail) == (case["outcome"], case["detail"])


@pytest.mark.parametrize("case", recorded("errors"), ids=lambda case: f"{case['wire']} {case['status']}")
def test_an_error_response_is_explained_in_one_line(case: dict[str, Any]) -> None:
    says = WIRES[case["wire"]].explain(json.dumps(case["body"]).encode())
    assert says == case["says"]
    assert too_long(says) is case["too_long"]


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)
@pytest.mark.parametrize("body", [b"", b"<html>", b"null", b"\xff", b'{"a":' * 20_000, b'"80"'])
def test_what_is_not_json_of_the_provider_is_named_so(wire: Any, body: bytes) -> None:
    with pytest.raises(CallFailed) as failure:
        wire.decode(body, ask())
    assert failure.value.outcome == "not the provider's format"


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)
@pytest.mark.parametrize("mode", Mode)
def test_the_rules_come_before_the_case_whatever_the_mode(wire: Any, mode: Mode) -> None:
    """Providers keep what prompts have in common from their beginning on."""
    first, second = (wire.encode(ask(mode=mode, rules="RULES", case=case)).body for case in ("CASE 1", "CASE 2"))
    assert first.index(b"RULES") < first.index(b"CASE 1")
    assert first.replace(b"CASE 1", b"CASE 2") == second


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)
def test_a_key_is_in_no_call_and_in_one_header(wire: Any) -> None:
    assert list(wire.credentials("secret").values()) in (["secret"], ["Bearer secret"])
    assert b"secret" not in wire.encode(ask()).body


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)
def test_every_wire_can_do_without_structured_output(wire: Any) -> None:
    assert wire.modes[0] is Mode.SCHEMA
    assert wire.modes[-1] is Mode.PROMPT
    assert b"required" not in wire.encode(ask(mode=Mode.PROMPT)).body


def test_where_keys_are_looked_for() -> None:
    found = {name: (wire.keys, wire.needs_key) for name, wire in WIRES.items()}
    assert found == {
        "openai": (("OPENAI_API_KEY",), True),
        "compatible": (("OPENAI_API_KEY",), False),
        "anthropic": (("ANTHROPIC_API_KEY",), True),
        "gemini": (("GEMINI_API_KEY", "GOOGLE_API_KEY"), True),
        "ollama": (("OLLAMA_API_KEY",), False),
    }
