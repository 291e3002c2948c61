"""What a response means that is no answer: which outcome, whether to try again and when, or what the user must mend."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.client import responses

from baremo.errors import Outcome, SetupError
from baremo.models.endpoint import Endpoint
from baremo.models.wires.faults import too_long

OVERLOADED = 529
"""Not in the standard; several providers say so when all of their users together ask for too much."""
_BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE, OVERLOADED)
_NOT_HERE = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.GONE)

# Only what the server says in its own words is searched, never the whole body: that may repeat the judged text.
_FILTERED = re.compile(r"content.?(filter|policy|management)|moderation|flagged|safety", re.IGNORECASE)
_KEY = re.compile(r"api.?key.{0,20}(not valid|invalid|expired|missing)|invalid.{0,5}api.?key", re.IGNORECASE)
_UNPAID = re.compile(r"credit balance|insufficient.?(balance|quota|credit|funds)|billing.hard.limit", re.IGNORECASE)

_SECONDS = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*")
_RETRY_INFO = re.compile(rb'"retryDelay"\s*:\s*"(\d{1,9}(?:\.\d{1,9})?)s"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Setback:
    """A try that brought no answer."""

    outcome: Outcome
    detail: str
    status: int = 0
    again: bool = False
    """Another try may help."""
    busy: bool = False
    """The server can take fewer calls at a time than it gets."""
    free: bool = False
    """Nobody can have been billed for it: it was turned away, or never arrived."""
    wait: float | None = None
    """For how many seconds the server asks to be left alone."""


def read_refusal(status: int, headers: Mapping[str, str], body: bytes, endpoint: Endpoint) -> Setback:
    """Raises `SetupError` for what neither another try nor another dialogue can mend."""
    said = endpoint.said(body)
    _refuse_setup(status, said, endpoint)
    wait = asked_wait(headers, body)
    outcome = _outcome(status, said, asked=wait is not None)
    passing = outcome in (Outcome.RATE_LIMITED, Outcome.SERVER_ERROR, Outcome.TIMEOUT)
    return Setback(
        outcome=outcome,
        detail=": ".join(part for part in (str(status), said or _words(status)) if part),
        status=status,
        again=passing and status != HTTPStatus.NOT_IMPLEMENTED,
        busy=passing and status in _BUSY,
        free=status < 500 or status in _BUSY,
        wait=wait if passing else None,
    )


def _refuse_setup(status: int, said: str, endpoint: Endpoint) -> None:
    told = f"{status}: {said}" if said else f"{status}"
    if status == HTTPStatus.PAYMENT_REQUIRED or (status < 500 and _UNPAID.search(said)):
        raise SetupError.single(endpoint.base, f"the account cannot pay ({told})", "look at the account's credit")
    key = status == HTTPStatus.UNAUTHORIZED or (status == HTTPStatus.BAD_REQUEST and _KEY.search(said))
    if key or (status == HTTPStatus.FORBIDDEN and not _FILTERED.search(said)):
        raise SetupError.single(endpoint.base, f"the server refuses the key ({told})", endpoint.remedy)
    if status in _NOT_HERE:
        raise SetupError.single(
            endpoint.base, f"no such model or address ({told})", "check the model's name and the address"
        )


def _outcome(status: int, said: str, *, asked: bool) -> Outcome:
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or (status not in _BUSY and too_long(said)):
        return Outcome.TOO_LONG
    if status == HTTPStatus.TOO_MANY_REQUESTS and "request too large" in said.lower():
        return Outcome.TOO_LONG  # more than the account may send in a minute: no waiting makes it smaller
    if status in (HTTPStatus.TOO_MANY_REQUESTS, OVERLOADED) or (status == HTTPStatus.SERVICE_UNAVAILABLE and asked):
        return Outcome.RATE_LIMITED
    if status >= 500:
        return Outcome.SERVER_ERROR
    if status == HTTPStatus.REQUEST_TIMEOUT:
        return Outcome.TIMEOUT
    return Outcome.FILTERED if _FILTERED.search(said) else Outcome.REQUEST_REFUSED


def _words(status: int) -> str:
    if 300 <= status < 400:
        return "a redirect, which is not followed: the key would go with it"
    return responses.get(status, "")


def asked_wait(headers: Mapping[str, str], body: bytes = b"") -> float | None:
    """Seconds until the next try, as the server wants it: in its headers, or in Google's error details."""
    if found := _SECONDS.fullmatch(headers.get("retry-after-ms", "")):
        return float(found[1]) / 1000
    after = headers.get("retry-after", "")
    if found := _SECONDS.fullmatch(after):
        return float(found[1])
    if after:
        return _until(after, headers.get("date", ""))
    if details := _RETRY_INFO.search(body):
        return float(details[1])
    return None


def _until(after: str, date: str) -> float | None:
    """From the server's own clock to the moment it names: ours may be wrong, and is not needed."""
    try:
        return max(0.0, (parsedate_to_datetime(after) - parsedate_to_datetime(date)).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
