"""Our wire and our transport against a real server: what is sent is understood, what comes back is read."""

import asyncio
import json
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from baremo.core.ask import Chances, Finish, Role
from baremo.errors import CallFailed, Outcome
from baremo.judging.chances import chances
from baremo.models.endpoint import Endpoint
from baremo.models.transport import Transport
from baremo.models.wires.openai import COMPATIBLE
from baremo.models.wires.wire import Answer, Mode, Request
from building import barem
from local_model.server import Server, free_port

RULES = "You mark dialogues. Answer in JSON."
CASE = "1 USER: A table for two, please.\n2 SYSTEM: Which day?\n3 USER: Friday."
TWO = barem(weights={"Accuracy": "0.5", "Empathy": "0.5"})
LEVELS = [20, 40, 60, 80, 100]
Sleep = Callable[[float], Awaitable[object]]


def mark(criterion: str) -> dict[str, Any]:
    properties = {
        "criterion": {"type": "string", "enum": [criterion]},
        "justification": {"type": "string", "maxLength": 20},
        "level": {"type": "integer", "enum": LEVELS},
    }
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def marks(*criteria: str) -> dict[str, Any]:
    listed = {
        "type": "array",
        "items": {"anyOf": [mark(one) for one in criteria]},
        "minItems": len(criteria),
        "maxItems": len(criteria),
    }
    properties = {"marks": listed}
    return {"type": "object", "properties": properties, "required": ["marks"], "additionalProperties": False}


def request(**changes: Any) -> Request:
    settings: dict[str, Any] = {"model": "smollm2", "rules": RULES, "case": CASE, "schema": marks("Accuracy")}
    settings |= {"most": 120} | changes
    return Request(**settings | {"schema": json.dumps(settings["schema"]).encode()})


def endpoint(base: str) -> Endpoint:
    return Endpoint(base=base, headers={}, explain=COMPATIBLE.explain)


async def send(base: str, asked: Request, sleep: Sleep = asyncio.sleep) -> Answer:
    async with Transport(sleep=sleep) as transport:
        return COMPATIBLE.decode(await transport.send(endpoint(base), COMPATIBLE.encode(asked)), asked)


def answer(server: Server, **changes: Any) -> Answer:
    return asyncio.run(send(server.base, request(**changes)))


def distributions(given: Answer) -> tuple[Chances, ...]:
    written = [(token.text, token.logprob, token.others) for token in given.tokens]
    return chances(given.text, written, TWO, Role.EVALUATOR)


def test_an_answer_in_the_asked_shape(local_model: Server) -> None:
    given = answer(local_model)
    (only,) = json.loads(given.text)["marks"]
    assert only["criterion"] == "Accuracy"
    assert only["level"] in LEVELS
    assert given.finish is Finish.DONE
    assert given.model == local_model.name
    assert given.tokens == ()
    assert given.usage
    assert given.usage.input > 0
    assert 0 < given.usage.output < 120


def test_the_levels_chances_are_read_from_the_log_probabilities(local_model: Server) -> None:
    """All but the last level begin with a digit of their own, so that they are told apart at the first token."""
    given = answer(local_model, chances=True)
    (only,) = json.loads(given.text)["marks"]
    (found,) = distributions(given)
    assert found.criterion == "Accuracy"
    assert [level for level, _ in found.levels] == LEVELS
    assert sum(chance for _, chance in found.levels) == pytest.approx(found.covered)
    assert 0 < found.covered <= 1
    assert dict(found.levels)[only["level"]] > 0
    assert sum(chance > 0 for _, chance in found.levels) > 1


def test_every_criterion_has_its_own_chances(local_model: Server) -> None:
    given = answer(local_model, schema=marks("Accuracy", "Empathy"), chances=True)
    named = {one["criterion"] for one in json.loads(given.text)["marks"]}
    assert {found.criterion for found in distributions(given)} == named


def test_a_cut_answer_is_told_from_a_whole_one(local_model: Server) -> None:
    given = answer(local_model, most=5)
    assert given.finish is Finish.LENGTH
    assert given.usage
    assert given.usage.output == 5


def test_a_server_that_passes_over_the_tool_gives_no_answer_in_the_asked_shape(local_model: Server) -> None:
    given = answer(local_model, mode=Mode.TOOL, most=20)
    with pytest.raises(json.JSONDecodeError):
        json.loads(given.text)


REFUSED: dict[str, tuple[dict[str, Any], Outcome, str]] = {
    "a dialogue that does not fit": ({"case": "word " * 5000}, Outcome.TOO_LONG, "exceeds the available context size"),
    "a schema that it cannot use": (
        {"schema": {"type": "object", "properties": {"level": {"enum": []}}}},
        Outcome.REQUEST_REFUSED,
        "enum must be a non-empty array",
    ),
}


@pytest.mark.parametrize(("changes", "outcome", "words"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_told_in_the_servers_words(
    local_model: Server, changes: dict[str, Any], outcome: Outcome, words: str
) -> None:
    with pytest.raises(CallFailed) as failure:
        answer(local_model, **changes)
    assert failure.value.outcome is outcome
    assert words in failure.value.detail


def test_a_server_that_comes_up_late_is_waited_for(local_model: Server, tmp_path: Path) -> None:
    port = free_port()
    started: list[Server] = []

    async def start(_: float) -> None:
        started.append(Server(tmp_path / "late.log", port=port))

    try:
        given = asyncio.run(send(f"http://127.0.0.1:{port}/v1", request(), start))
    finally:
        for server in started:
            server.stop()
    assert len(started) == 1
    assert given.text == answer(local_model).text


def test_a_server_that_dies_while_it_answers_is_asked_again(tmp_path: Path, local_model: Server) -> None:
    server = Server(tmp_path / "first.log")
    revived: list[Server] = []
    port = int(server.base.split(":")[2].removesuffix("/v1"))

    async def revive(_: float) -> None:
        revived.append(Server(tmp_path / "second.log", port=port))

    async def kill_and_ask() -> Answer:
        asked = asyncio.create_task(send(server.base, request(), revive))
        while not asked.done() and not await asyncio.to_thread(at_work, server):
            pass
        server.stop()
        return await asked

    try:
        given = asyncio.run(kill_and_ask())
    finally:
        for each in (server, *revived):
            each.stop()
    assert len(revived) == 1
    assert given.text == answer(local_model).text


def at_work(server: Server) -> bool:
    with urllib.request.urlopen(server.base.removesuffix("/v1") + "/slots", timeout=60) as response:
        (slot,) = json.load(response)
        return bool(slot["is_processing"])
