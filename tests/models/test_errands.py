"""What a transport carries besides asks: files and the states of batches, with the same names for every failure."""

import asyncio
import json
import random

import pytest

from baremo.errors import CallFailed, Outcome, SetupError
from baremo.models.endpoint import Endpoint
from baremo.models.errand import Errand
from baremo.models.transport import Transport
from baremo.models.wires.openai import OPENAI
from stub_faults import FAULTS, Fault, passing, status
from stub_queues import StubQueues
from stub_server import StubServer

KEY = "0123456789-hidden-key"


def carried(server: StubServer, errand: Errand) -> bytes:
    async def no_wait(_: float) -> None:
        await asyncio.sleep(0)

    async def run() -> bytes:
        endpoint = Endpoint(base=f"{server.url}/v1", headers=OPENAI.credentials(KEY), explain=OPENAI.explain)
        async with Transport(rng=random.Random(1), sleep=no_wait) as transport:
            return await transport.carry(endpoint, errand)

    return asyncio.run(run())


def posted(*, once: bool = False, largest: int = 2**20, size: int = 10) -> Errand:
    body = json.dumps({"model": "any", "case": "x" * size}).encode()
    return Errand(path="/chat/completions", method="POST", body=body, once=once, largest=largest)


def test_something_is_fetched_with_the_key_and_without_a_body() -> None:
    with StubQueues() as server:
        page = json.loads(carried(server, Errand(path="/batches?limit=7")))
    assert page == {"object": "list", "data": [], "has_more": False}
    assert server.requests[0].path == "/v1/batches"
    assert server.requests[0].headers["Authorization"] == f"Bearer {KEY}"
    assert server.requests[0].headers.get("Content-Length", "0") == "0"


def test_a_large_body_arrives_whole() -> None:
    with StubServer(lambda asked, _: str(len(asked["case"]))) as server:
        answer = json.loads(carried(server, posted(size=3 * 2**20)))
    assert answer["choices"][0]["message"]["content"] == str(3 * 2**20)


def test_an_answer_may_be_as_large_as_the_errand_says() -> None:
    with StubServer("x" * 2**20) as server:
        assert len(carried(server, posted(largest=2**21))) > 2**20
        with pytest.raises(CallFailed, match="more than 1 MiB") as caught:
            carried(server, posted(largest=2**20))
    assert caught.value.outcome is Outcome.TOO_LARGE


def test_what_may_be_repeated_is() -> None:
    with StubServer(fault=passing(2, status(500))) as server:
        carried(server, posted())
    assert len(server.requests) == 3


@pytest.mark.parametrize("fault", [passing(1, status(500)), FAULTS["reset once"]], ids=["500", "reset"])
def test_what_may_not_be_repeated_is_sent_once_where_it_may_have_arrived(fault: Fault) -> None:
    with StubServer(fault=fault) as server, pytest.raises(CallFailed):
        carried(server, posted(once=True))
    assert len(server.requests) == 1


@pytest.mark.parametrize("code", [429, 503, 529])
def test_and_again_where_it_was_turned_away(code: int) -> None:
    with StubServer(fault=passing(2, status(code))) as server:
        carried(server, posted(once=True))
    assert len(server.requests) == 3


def test_a_server_that_refuses_the_key_is_a_matter_for_the_user() -> None:
    with StubServer(fault=passing(1, status(401))) as server, pytest.raises(SetupError, match="refuses the key"):
        carried(server, posted())
