"""The one door out: every request to a model leaves here, and comes back as a body or as a failure with a name.

A deadline covers all of an ask: its tries, and the waiting between them. Standing in line for a place at the endpoint
is our own doing and does not count.
"""

import asyncio
import io
import random
import time
from collections.abc import Awaitable, Callable

import aiohttp

from baremo.errors import CallFailed, Outcome, SetupError
from baremo.models.endpoint import Endpoint
from baremo.models.errand import Errand
from baremo.models.meter import Tab
from baremo.models.pace import MOST, Gate, Pace
from baremo.models.refusals import Setback, read_refusal
from baremo.models.watcher import Listener
from baremo.models.wires.wire import Call
from baremo.version import VERSION

DEADLINE = 120.0
TRIES = 5
LARGEST = 16 * 2**20
"""Bytes of a response to an ask, unpacked."""
ERRAND_DEADLINE = 900.0
"""Seconds for an errand: whole files go out and come in."""
LONG = 2**20
"""Bytes of a body that is sent in pieces, so that others get their turn."""
FIRST_WAIT = 1.0
"""Seconds. Each further wait may be twice as long, and each is drawn from zero up to that, so that callers spread."""
LONGEST_WAIT = 30.0
_CONNECT = 15.0
"""Seconds until a host that does not answer at all is given up."""


class Transport:
    """Use it in one event loop, and close it there. After `aclose` it can be used again, in another loop too."""

    def __init__(
        self,
        *,
        deadline: float = DEADLINE,
        most: int = MOST,
        rng: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        gate: Callable[[str], Gate] | None = None,
    ) -> None:
        """`gate`: where others send to the same addresses, and how many at a time is decided for all of them."""
        self._deadline = deadline
        self._gate = gate or (lambda _: Pace(most=most, clock=clock, sleep=sleep))
        self._rng = rng or random.Random()  # noqa: S311  spreads retries, keeps no secret
        self._clock = clock
        self._sleep = sleep
        self._session: aiohttp.ClientSession | None = None
        self._paces: dict[str, Gate] = {}
        self._limits: dict[str, int] = {}
        """As the listener knows them."""
        self.listener: Listener | None = None
        """Who hears of tries that failed and of what an endpoint can take."""

    async def __aenter__(self) -> "Transport":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        session, self._session = self._session, None
        if session:
            await session.close()

    def pace(self, endpoint: Endpoint) -> Gate:
        """How many calls this endpoint gets at a time; shared by all that is sent to the same address."""
        pace = self._paces.get(endpoint.base)
        if pace is None:
            pace = self._paces[endpoint.base] = self._gate(endpoint.base)
            if isinstance(pace, Pace):
                self._limits[endpoint.base] = pace.limit
        return pace

    async def send(self, endpoint: Endpoint, call: Call, tab: Tab | None = None) -> bytes:
        """The body of a 2xx response. Raises `CallFailed`, `SetupError`, or the tab's `BudgetSpent`."""
        ask = Errand(path=call.path, method="POST", body=call.body, headers=call.headers, largest=LARGEST)
        return await self._sent(endpoint, ask, tab, self._deadline)

    async def carry(self, endpoint: Endpoint, errand: Errand) -> bytes:
        """As `send`, for what is no ask: files, and the state of a batch. It costs nothing, and nothing is counted."""
        return await self._sent(endpoint, errand, None, max(self._deadline, ERRAND_DEADLINE))

    async def _sent(self, endpoint: Endpoint, errand: Errand, tab: Tab | None, left: float) -> bytes:
        tried = 0
        while True:
            tried += 1
            answer, seconds = await self._try(endpoint, errand, tab, left)
            if isinstance(answer, bytes):
                return answer
            left -= seconds
            wait = None if errand.once and not answer.free else self._wait(answer, tried)
            if wait is None or wait >= left:
                raise _failure(answer, tried, wait)
            left -= wait
            if self.listener:
                self.listener.retrying(endpoint.base, answer, tries=tried, wait=wait)
            await self._sleep(wait)

    def _wait(self, setback: Setback, tried: int) -> float | None:
        """Seconds until the next try; None where there is to be none."""
        if not setback.again or tried == TRIES:
            return None
        jitter = self._rng.uniform(0.0, min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tried - 1)))
        return max(jitter, setback.wait or 0.0)

    async def _try(
        self, endpoint: Endpoint, errand: Errand, tab: Tab | None, left: float
    ) -> tuple[bytes | Setback, float]:
        """What came of it, and how long that took, without the time in line."""
        pace = self.pace(endpoint)
        place = await pace.enter(left)
        if place is None:
            detail = f"the server wants no calls for {pace.pause:.0f} s, longer than this one may take"
            return Setback(outcome=Outcome.RATE_LIMITED, detail=detail), 0.0
        answered = None
        began = self._clock()
        try:
            answer = await self._billed(endpoint, errand, tab, left)
            seconds = self._clock() - began
            if isinstance(answer, bytes):
                answered = seconds
            elif answer.busy:
                pace.slow_down(place, answer.wait or 0.0)
        finally:
            pace.leave(place, seconds=answered)
            if self.listener and isinstance(pace, Pace):
                self._tell_limit(self.listener, endpoint.base, pace.limit)
        return answer, seconds

    def _tell_limit(self, listener: Listener, endpoint: str, limit: int) -> None:
        before = self._limits[endpoint]
        if limit != before:
            self._limits[endpoint] = limit
            listener.limited(endpoint, before, limit)

    async def _billed(self, endpoint: Endpoint, errand: Errand, tab: Tab | None, left: float) -> bytes | Setback:
        if tab is None:
            return await self._post(endpoint, errand, left)
        await tab.cleared()
        tab.admit()
        try:
            answer = await self._post(endpoint, errand, left)
        except SetupError:
            tab.waive()
            raise
        if isinstance(answer, Setback) and answer.free:
            tab.waive()
        return answer

    async def _post(self, endpoint: Endpoint, errand: Errand, left: float) -> bytes | Setback:
        # What aiohttp raises can hold the request with its headers, and so the key: it is put into our own words here,
        # and nothing is raised while it is being handled.
        try:
            async with asyncio.timeout(left):
                return await self._exchange(endpoint, errand)
        except (aiohttp.ClientError, OSError) as error:
            return _lost(error, endpoint)

    async def _exchange(self, endpoint: Endpoint, errand: Errand) -> bytes | Setback:
        url = f"{endpoint.base.rstrip('/')}/{errand.path.lstrip('/')}"
        headers = [*errand.headers, *endpoint.headers.items()]
        data = errand.body if len(errand.body) < LONG else io.BytesIO(errand.body)
        async with self._opened().request(
            errand.method, url, data=data or None, headers=headers, allow_redirects=False
        ) as response:
            body = await _read(response, errand.largest)
            if body is None:
                response.close()
                detail = f"more than {errand.largest // 2**20} MiB"
                return Setback(outcome=Outcome.TOO_LARGE, detail=detail, status=response.status)
            if 200 <= response.status < 300:
                return body
            return read_refusal(response.status, response.headers, body, endpoint)

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                # How many at a time is for the pace to say.
                connector=aiohttp.TCPConnector(limit=0),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT),
                headers={
                    "Content-Type": "application/json",
                    "Accept-Encoding": "identity",  # replies are short: unpacking costs more than it saves
                    "User-Agent": f"baremo/{VERSION}",
                },
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=False,  # neither proxies nor .netrc: a key goes to the address that was named, by no detour
            )
        return self._session


async def _read(response: aiohttp.ClientResponse, largest: int) -> bytes | None:
    """The whole body, unpacked; None where it is too large."""
    parts = []
    size = 0
    async for part in response.content.iter_any():
        size += len(part)
        if size > largest:
            return None
        parts.append(part)
    return b"".join(parts)


def _lost(error: Exception, endpoint: Endpoint) -> Setback:
    """A try without a whole response."""
    if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
        certificate = isinstance(error, aiohttp.ClientConnectorCertificateError)
        detail = f"{endpoint.base}: {_no_way(error)}"
        return Setback(outcome=Outcome.UNREACHABLE, detail=detail, again=not certificate, free=True)
    if isinstance(error, TimeoutError):
        # A server that is given more than it can do gets slow before it complains.
        return Setback(outcome=Outcome.TIMEOUT, detail="no whole answer within the time (see --timeout)", busy=True)
    if isinstance(error, aiohttp.ClientResponseError):
        return Setback(outcome=Outcome.BAD_RESPONSE, detail="not HTTP")
    where = "in the middle of the response" if isinstance(error, aiohttp.ClientPayloadError) else "before the response"
    return Setback(outcome=Outcome.RESET, detail=where, again=True)


def _no_way(error: Exception) -> str:
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return "its certificate is not trusted"
    if isinstance(error, aiohttp.ClientConnectorSSLError):
        return "no encrypted connection can be made"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "no such host"
    return "nothing answers there"


def _failure(setback: Setback, tried: int, wait: float | None) -> CallFailed:
    parts = [setback.detail]
    if tried > 1:
        parts.append(f"{tried} tries")
    if wait is not None:
        parts.append(f"the next one would be in {wait:.0f} s, too late")
    return CallFailed(setback.outcome, ", ".join(parts), status=setback.status)
