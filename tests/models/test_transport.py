"""The door out, against a real server: what comes back as a body, and what as a failure with a name."""

import asyncio
import random
import socket
import traceback
from contextlib import closing
from fractions import Fraction
from typing import Any

import pytest

from baremo.core.ask import Usage
from baremo.errors import BudgetSpent, CallFailed, Outcome, SetupError
from baremo.models.endpoint import Endpoint
from baremo.models.meter import Meter
from baremo.models.pace import Pace
from baremo.models.transport import TRIES, Transport
from baremo.models.wires.openai import OPENAI
from baremo.models.wires.wire import Request
from stub_faults import FAULTS, Ending, Fault, body, failing, passing, status
from stub_server import StubServer

KEY = "0123456789-hidden-key"
TEXT = '{"marks": [{"criterion": "Tone", "justification": "Kind.", "quotes": [], "level": 80}], "emotion": null}'
ASKED = Request(model="any", rules="Judge.", case="S: Hello.", schema=b'{"type":"object"}')
CALL = OPENAI.encode(ASKED)
SHORT = 0.3
"""A deadline for faults that nothing else ends."""


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


def endpoint(url: str, *, key: str = KEY) -> Endpoint:
    return Endpoint(
        base=f"{url}/v1", headers=OPENAI.credentials(key), explain=OPENAI.explain, remedy="look at OPENAI_API_KEY"
    )


def sent(server: StubServer, *, deadline: float = 60.0, time: Time | None = None, meter: Meter | None = None) -> bytes:
    time = time or Time()

    async def run() -> bytes:
        rng = random.Random(1)
        async with Transport(deadline=deadline, rng=rng, clock=time.clock, sleep=time.sleep) as transport:
            if meter is None:
                return await transport.send(endpoint(server.url), CALL)
            with meter.tab("judge") as tab:
                got = await transport.send(endpoint(server.url), CALL, tab)
                tab.settle(OPENAI.decode(got, ASKED).usage)
                return got

    return asyncio.run(run())


def failure(server: StubServer, *, deadline: float = 60.0, time: Time | None = None) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        OPENAI.decode(sent(server, deadline=deadline, time=time), ASKED)
    return caught.value


def test_a_body_comes_back_and_the_key_went_out() -> None:
    with StubServer(TEXT) as server:
        answer = OPENAI.decode(sent(server), ASKED)
    assert (answer.text, answer.usage) == (TEXT, Usage(input=1000, output=200))
    (seen,) = server.requests
    assert seen.path == "/v1/chat/completions"
    assert seen.headers["Authorization"] == f"Bearer {KEY}"
    assert seen.headers["Content-Type"] == "application/json"
    assert seen.json["messages"][1]["content"] == "S: Hello."


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_ends_as_it_must(name: str) -> None:
    fault = FAULTS[name]
    with StubServer(TEXT, fault=fault) as server:
        deadline = SHORT if fault.slow else 60.0
        if fault.ending is Ending.FAILED:
            assert failure(server, deadline=deadline).outcome is fault.outcome
        elif fault.ending is Ending.SETUP:
            with pytest.raises(SetupError):
                sent(server)
        else:
            text = OPENAI.decode(sent(server), ASKED).text
            assert (text == TEXT) == (fault.ending is Ending.ANSWERED)
    assert all(seen.path == "/v1/chat/completions" for seen in server.requests), "nobody is led elsewhere"


RETRIED = ("429 for ever", "500", "502 with a web page", "503 without a body", "503 with a time", "529")
CUT = ("reset before the headers", "reset in the body", "less than was promised", "chunks without an end")
FINAL = ("400", "400 too long", "413", "redirect", "packed bomb", "429 for an hour", "no HTTP")


@pytest.mark.parametrize("name", [*RETRIED, *CUT])
def test_what_may_pass_is_tried_five_times(name: str) -> None:
    with StubServer(TEXT, fault=FAULTS[name]) as server:
        assert "5 tries" in failure(server).detail
    assert len(server.requests) == TRIES == 5


@pytest.mark.parametrize("name", FINAL)
def test_what_will_not_pass_is_tried_once(name: str) -> None:
    with StubServer(TEXT, fault=FAULTS[name]) as server:
        failure(server)
    assert len(server.requests) == 1


def test_waits_are_drawn_from_zero_up_to_twice_as_much_each_time() -> None:
    time = Time()
    with StubServer(TEXT, fault=FAULTS["500"]) as server:
        failure(server, time=time)
    rng = random.Random(1)
    assert time.slept == [rng.uniform(0, most) for most in (1, 2, 4, 8)]


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({"retry-after-ms": "7500", "Retry-After": "8"}, 7.5),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:09 GMT", "Date": "Wed, 21 Oct 2015 07:28:00 GMT"}, 9),
    ],
)
def test_the_server_says_when_to_come_back(headers: dict[str, str], seconds: float) -> None:
    time = Time()
    with StubServer(TEXT, fault=passing(1, status(429, headers=headers))) as server:
        sent(server, time=time)
    assert time.slept == [seconds]


def test_google_says_so_in_the_body() -> None:
    time = Time()
    details = b'{"error": {"message": "Quota", "details": [{"@type": "RetryInfo", "retryDelay": "34.5s"}]}}'
    with StubServer(TEXT, fault=passing(1, body(details, code=429))) as server:
        sent(server, time=time)
    assert time.slept == [34.5]


@pytest.mark.parametrize("after", ["soon", "-5", "nan", "Wed, 99 Oct 2015 07:28:09 GMT", "1e999"])
def test_a_time_that_is_none_is_not_heeded(after: str) -> None:
    time = Time()
    with StubServer(TEXT, fault=passing(1, status(429, headers={"Retry-After": after}))) as server:
        sent(server, time=time)
    assert time.slept == [random.Random(1).uniform(0, 1)]


def test_a_wait_longer_than_what_is_left_is_not_begun() -> None:
    time = Time()
    with StubServer(TEXT, fault=FAULTS["429 for an hour"]) as server:
        caught = failure(server, time=time)
    assert caught.status == 429
    assert caught.detail == "429: Slow down (error), the next one would be in 3600 s, too late"
    assert time.slept == []


def test_while_the_server_wants_a_pause_nobody_else_calls() -> None:
    async def run(server: StubServer) -> list[bytes | BaseException]:
        time = Time()
        async with Transport(clock=time.clock, sleep=time.sleep) as transport:
            place = endpoint(server.url)
            with pytest.raises(CallFailed):
                await transport.send(place, CALL)
            return await asyncio.gather(*(transport.send(place, CALL) for _ in range(3)), return_exceptions=True)

    with StubServer(TEXT, fault=FAULTS["429 for an hour"]) as server:
        others = asyncio.run(run(server))
    assert [str(error) for error in others] == [
        ": rate limited: the server wants no calls for 3600 s, longer than this one may take"
    ] * 3
    assert len(server.requests) == 1


def test_deadlines_count_tries_and_waits() -> None:
    """The waits alone would be 10 s each: after two of them, 5 of the 25 s are left, and a third does not fit."""
    time = Time()
    with StubServer(TEXT, fault=failing(Outcome.RATE_LIMITED, status(429, headers={"Retry-After": "10"}))) as server:
        failure(server, deadline=25, time=time)
    assert time.slept == [10, 10]
    assert len(server.requests) == 3


def test_deadlines_count_what_tries_take() -> None:
    """Each try takes 10 of 25 s, and waits are at most 1 and 2 s: there is time for three."""
    time = Time()

    def respond(_asked: Any, _number: int) -> str:
        time.now += 10
        return TEXT

    with StubServer(respond, fault=FAULTS["500"]) as server:
        failure(server, deadline=25, time=time)
    assert len(server.requests) == 3


def test_the_time_in_line_does_not_count() -> None:
    """One at a time, 0.06 s each: the last stands in line longer than its deadline."""

    async def run(server: StubServer) -> list[bytes]:
        async with Transport(deadline=1.0, most=1) as transport:
            return await asyncio.gather(*(transport.send(endpoint(server.url), CALL) for _ in range(20)))

    with StubServer(TEXT, latency=0.06) as server:
        assert len(asyncio.run(run(server))) == 20
    assert server.peak == 1


def test_a_place_is_given_back_however_a_call_ends() -> None:
    async def run(server: StubServer) -> int:
        async with Transport(deadline=SHORT, most=2) as transport:
            place = endpoint(server.url)
            calls = [asyncio.create_task(transport.send(place, CALL)) for _ in range(4)]
            await asyncio.sleep(0.05)
            calls[0].cancel()
            calls[3].cancel()
            done = await asyncio.gather(*calls, return_exceptions=True)
            kinds = [type(one) for one in done]
            assert kinds == [asyncio.CancelledError, CallFailed, CallFailed, asyncio.CancelledError]
            pace = transport.pace(place)
            assert isinstance(pace, Pace)
            assert pace.limit == 1, "a server that is too slow gets less to do"
            return pace.flying

    with StubServer(TEXT, fault=FAULTS["never a byte"]) as server:
        assert asyncio.run(run(server)) == 0


def nobody() -> str:
    """An address where nothing listens."""
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{one.getsockname()[1]}"


def unreachable(url: str) -> CallFailed:
    time = Time()

    async def run() -> bytes:
        async with Transport(clock=time.clock, sleep=time.sleep) as transport:
            return await transport.send(endpoint(url), CALL)

    with pytest.raises(CallFailed) as caught:
        asyncio.run(run())
    assert caught.value.outcome is Outcome.UNREACHABLE
    return caught.value


def test_nothing_there_is_unreachable() -> None:
    url = nobody()
    assert unreachable(url).detail == f"{url}/v1: nothing answers there, 5 tries"
    assert unreachable("http://nowhere.invalid").detail == "http://nowhere.invalid/v1: no such host, 5 tries"


def test_a_server_without_encryption_is_unreachable_by_https() -> None:
    with StubServer(TEXT) as server:
        secure = server.url.replace("http:", "https:")
        assert "no encrypted connection can be made" in unreachable(secure).detail


def test_proxies_of_the_environment_are_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", nobody())
    with StubServer(TEXT) as server:
        assert OPENAI.decode(sent(server), ASKED).text == TEXT


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (status(401, "Incorrect API key"), "the server refuses the key \\(401: Incorrect API key.*\n.*OPENAI_API_KEY"),
        (status(403), "the server refuses the key \\(403\\)\n.*OPENAI_API_KEY"),
        (status(400, "API key not valid. Please pass a valid one."), "refuses the key"),
        (status(402, "Payment required"), "the account cannot pay"),
        (status(400, "Your credit balance is too low"), "the account cannot pay"),
        (status(404, "no model 'any'"), "no such model or address \\(404: no model 'any'"),
        (status(405), "no such model or address \\(405\\)"),
    ],
)
def test_what_the_user_must_mend_says_how(fault: Any, says: str) -> None:
    with (
        StubServer(TEXT, fault=Fault(does=fault, ending=Ending.SETUP)) as server,
        pytest.raises(SetupError, match=says),
    ):
        sent(server)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (status(400, "Filtered", kind="content_filter"), Outcome.FILTERED),
        (status(403, "Your input was flagged"), Outcome.FILTERED),
        (status(408), Outcome.TIMEOUT),
        (status(422, "prompt is too long: 9000 tokens"), Outcome.TOO_LONG),
        (status(429, "Request too large for any on tokens per min"), Outcome.TOO_LONG),
        (status(500, "the request exceeds the available context size"), Outcome.TOO_LONG),
        (status(429, "Too many tokens, please wait before trying again."), Outcome.RATE_LIMITED),
        (status(500, "cannot look up the credit balance"), Outcome.SERVER_ERROR),
        (status(418), Outcome.REQUEST_REFUSED),
        (body(b"", code=599), Outcome.SERVER_ERROR),
    ],
)
def test_what_the_server_says_counts_more_than_its_number(fault: Any, outcome: Outcome) -> None:
    with StubServer(TEXT, fault=failing(outcome, fault)) as server:
        assert failure(server).outcome is outcome


def test_the_key_is_nowhere_to_be_read() -> None:
    with StubServer(
        TEXT, fault=failing(Outcome.REQUEST_REFUSED, status(400, f"bad key {KEY}, Bearer {KEY}"))
    ) as server:
        caught = failure(server)
    shown = "".join(traceback.format_exception(caught))
    assert "bad key …" in caught.detail
    assert KEY not in shown + repr(caught) + repr(endpoint("http://host"))
    for name in ("401", "reset before the headers", "no HTTP", "never a byte"):
        with StubServer(TEXT, fault=FAULTS[name]) as server, pytest.raises((CallFailed, SetupError)) as caught_too:
            sent(server, deadline=SHORT)
        error = caught_too.value
        assert KEY not in "".join(traceback.format_exception(error))
        assert error.__context__ is None, "what aiohttp raises holds the request's headers"


@pytest.mark.parametrize(
    ("base", "says"),
    [
        ("ftp://host/v1", "not an http"),
        ("host:8000/v1", "not an http"),
        ("http://", "not an address"),
        ("http://host:port", "not an address"),
        ("http://a host/v1", "not an address"),
        ("http://[]>@/v1", "not an address"),
        ("http://back\\slash/v1", "not an address"),
        (f"http://{'a' * 64}.example/v1", "not an address"),
        (f"https://me:{KEY}@host/v1", "a user name or password"),
        (f"https://host/v1?key={KEY}", "a query"),
    ],
)
def test_an_address_that_is_none_is_told_at_once(base: str, says: str) -> None:
    with pytest.raises(SetupError, match=says) as caught:
        Endpoint(base=base, headers={}, explain=OPENAI.explain)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("key", [f"{KEY}\n", f"{KEY}\r\nX: y", "schlüssel"])
def test_a_key_that_cannot_be_sent_is_told_at_once(key: str) -> None:
    with pytest.raises(SetupError, match="OPENAI_API_KEY") as caught:
        endpoint("http://host", key=key)
    assert key not in str(caught.value)


def test_a_transport_can_be_used_again_after_it_was_closed() -> None:
    transport = Transport()

    async def run(server: StubServer) -> None:
        await transport.send(endpoint(server.url), CALL)
        await transport.aclose()

    with StubServer(TEXT) as server:
        asyncio.run(run(server))
        asyncio.run(run(server))
        asyncio.run(transport.aclose())
    assert len(server.requests) == 2


def a_cent(_judge: str, _usage: Usage) -> Fraction:
    return Fraction(1, 100)


@pytest.mark.parametrize(
    ("fault", "calls", "tries", "unpriced"),
    [
        (FAULTS["429 twice"], 1, 3, 0),  # turned away twice: nobody bills that
        (passing(1, status(529)), 1, 2, 0),
        (FAULTS["500 once"], 2, 2, 1),  # the server may have worked before it failed
        (FAULTS["reset once"], 2, 2, 1),
    ],
)
def test_tries_that_may_be_billed_are_calls(fault: Fault, calls: int, tries: int, unpriced: int) -> None:
    meter = Meter(prices=a_cent)
    with StubServer(TEXT, fault=fault) as server:
        sent(server, meter=meter)
    total = meter.total
    assert (total.calls, total.tries, total.unpriced, total.cost) == (calls, tries, unpriced, Fraction(1, 100))


def test_a_key_that_is_refused_costs_nothing() -> None:
    meter = Meter(prices=a_cent)
    with StubServer(TEXT, fault=FAULTS["401"]) as server, pytest.raises(SetupError):
        sent(server, meter=meter)
    assert (meter.total.calls, meter.total.tries, meter.total.unpriced) == (0, 1, 0)


def test_a_retry_that_the_budget_does_not_allow_is_not_made() -> None:
    with StubServer(TEXT, fault=FAULTS["500"]) as server, pytest.raises(BudgetSpent):
        sent(server, meter=Meter(prices=a_cent, max_calls=2))
    assert len(server.requests) == 2


def test_many_at_a_time_are_soon_as_many_as_are_allowed() -> None:
    async def run(server: StubServer) -> None:
        async with Transport(most=40) as transport:
            place = endpoint(server.url)
            await asyncio.gather(*(transport.send(place, CALL) for _ in range(300)))
            pace = transport.pace(place)
            assert isinstance(pace, Pace)
            assert pace.flying == 0
            assert pace.limit == 40

    with StubServer(TEXT, latency=0.02) as server:
        asyncio.run(run(server))
    assert 20 < server.peak <= 40  # how many meet there is up to the machine; never more than are allowed
    assert len(server.requests) == 300
