"""Spans and metrics for OpenTelemetry, by its conventions for generative AI. Nothing of what is said is in them.

This page alone imports `opentelemetry`, and `run/watching.py` imports this page only where somebody asked for it.
"""

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any
from urllib.parse import urlsplit

from msgspec import DecodeError, Raw, Struct, json
from opentelemetry import context, metrics, trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from baremo.core.ask import Finish
from baremo.core.record import Ruled
from baremo.core.verdict import Unscored
from baremo.errors import BudgetSpent, CallFailed
from baremo.models.watcher import Called
from baremo.models.wires.wire import Answer
from baremo.version import VERSION

PROVIDERS = {"gemini": "gcp.gemini"}
OPERATIONS = {"gemini": "generate_content"}
PORTS = {"http": 80, "https": 443}
FINISHES = {Finish.DONE: "stop", Finish.LENGTH: "length"}
TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864]
SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
"""The boundaries that the conventions recommend."""

Attributes = dict[str, str | int | float | list[str]]


_NOT = Raw(b"")


class _Numbers(Struct):
    """What a call sets, wherever a provider's format has it."""

    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    num_predict: int | None = None
    maxOutputTokens: int | None = None  # noqa: N815  their name
    responseMimeType: Raw = _NOT  # noqa: N815

    @property
    def most(self) -> int | None:
        return self.max_tokens or self.max_completion_tokens or self.num_predict or self.maxOutputTokens


class _Sent(_Numbers):
    options: _Numbers | None = None
    generationConfig: _Numbers | None = None  # noqa: N815  their name
    response_format: Raw = _NOT
    output_config: Raw = _NOT
    format: Raw = _NOT


class Telemetry:
    """Use `listening()` first: where nobody listens, there is nothing to be told."""

    def __init__(
        self, tracers: trace.TracerProvider | None = None, meters: metrics.MeterProvider | None = None
    ) -> None:
        """With those of the process, where none are given."""
        self._tracer = trace.get_tracer("baremo", VERSION, tracers)
        meter = metrics.get_meter("baremo", VERSION, meters)
        self._tokens = meter.create_histogram(
            "gen_ai.client.token.usage",
            unit="{token}",
            description="Number of input and output tokens used.",
            explicit_bucket_boundaries_advisory=TOKENS,
        )
        self._seconds = meter.create_histogram(
            "gen_ai.client.operation.duration",
            unit="s",
            description="GenAI operation duration.",
            explicit_bucket_boundaries_advisory=SECONDS,
        )
        self._dialogues = meter.create_counter(
            "baremo.dialogues", unit="{dialogue}", description="Dialogues that were judged, by what became of them."
        )
        self._cost = meter.create_counter(
            "baremo.cost", unit="USD", description="What calls to judges cost, where their price is known."
        )

    @contextmanager
    def call(self, called: Called) -> Iterator["_Call"]:
        operation = OPERATIONS.get(called.wire, "chat")
        common: Attributes = {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": PROVIDERS.get(called.wire, called.wire),
            "gen_ai.request.model": called.model,
            **_server(called.endpoint),
        }
        began = time.perf_counter()
        with self._tracer.start_as_current_span(
            f"{operation} {called.model}",
            kind=SpanKind.CLIENT,
            attributes={**common, **_settings(called.body)},
            record_exception=False,  # its words may be the server's, who may repeat what was said
            set_status_on_exception=False,
        ) as span:
            under_way = _Call(self, span, called.judge, common)
            try:
                yield under_way
            except BaseException as error:
                _fail(span, common, _error_type(error))
                if isinstance(error, BudgetSpent):
                    raise  # nothing was sent
                self._seconds.record(time.perf_counter() - began, common)
                raise
            self._seconds.record(time.perf_counter() - began, common)

    @contextmanager
    def run(self, barem: str, judge: str, total: int) -> Iterator[None]:
        attributes: Attributes = {"baremo.barem": barem, "baremo.judge": judge, "baremo.total": total}
        with self._tracer.start_as_current_span(
            "baremo.run", attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except BaseException as error:
                _fail(span, {}, _error_type(error))
                raise

    def dialogue(self, digest: str, barem: str, judge: str) -> "DialogueSpan":
        """`digest`: of its id. It is current until `left`, and ended by `concluded` or `given_up`."""
        about: Attributes = {"baremo.barem": barem, "baremo.judge": judge}
        span = self._tracer.start_span("baremo.dialogue", attributes={"baremo.dialogue.id_digest": digest, **about})
        return DialogueSpan(self, span, about)

    def count(self, state: str, about: Attributes) -> None:
        self._dialogues.add(1, {**about, "baremo.verdict": state})

    def used(self, answer: Answer, cost: Fraction | None, judge: str, common: Attributes) -> None:
        if answer.usage:
            self._tokens.record(answer.usage.input, {**common, "gen_ai.token.type": "input"})
            self._tokens.record(answer.usage.output, {**common, "gen_ai.token.type": "output"})
        if cost is not None:
            self._cost.add(float(cost), {"baremo.judge": judge})


class _Call:
    """A call under way."""

    def __init__(self, telemetry: Telemetry, span: Span, judge: str, common: Attributes) -> None:
        self._telemetry = telemetry
        self._span = span
        self._judge = judge
        self._common = common

    def answered(self, answer: Answer, cost: Fraction | None) -> None:
        if answer.model:
            self._common["gen_ai.response.model"] = answer.model
        found: Attributes = {"gen_ai.response.finish_reasons": [FINISHES[answer.finish]]}
        if answer.model:
            found["gen_ai.response.model"] = answer.model
        if usage := answer.usage:
            found["gen_ai.usage.input_tokens"] = usage.input
            found["gen_ai.usage.output_tokens"] = usage.output
            if usage.cached:
                found["gen_ai.usage.cache_read.input_tokens"] = usage.cached
            if usage.written:
                found["gen_ai.usage.cache_creation.input_tokens"] = usage.written
        self._span.set_attributes(found)
        self._telemetry.used(answer, cost, self._judge, self._common)


class DialogueSpan:
    """A dialogue under way. What is started before `left` belongs to it."""

    def __init__(self, telemetry: Telemetry, span: Span, about: Attributes) -> None:
        self._telemetry = telemetry
        self._span = span
        self._about = about
        self._token = context.attach(trace.set_span_in_context(span))

    def left(self) -> None:
        context.detach(self._token)

    def concluded(self, verdict: Ruled) -> None:
        state = "scored"
        if isinstance(verdict, Unscored):
            state = "failed" if verdict.passing else "unscored"
            self._span.set_attribute("baremo.unscored.stage", verdict.stage)
            if verdict.outcome:
                _fail(self._span, {}, _slug(verdict.outcome))
        self._span.set_attribute("baremo.verdict", state)
        self._span.end()
        self._telemetry.count(state, self._about)

    def given_up(self, error: BaseException | None = None) -> None:
        """Stopped before it came to a verdict."""
        _fail(self._span, {}, _error_type(error) if error else "cancelled")
        self._span.end()


def listening() -> bool:
    """Whether anybody has set up a provider; the ones that stand in for none are the API's own."""
    providers = (trace.get_tracer_provider(), metrics.get_meter_provider())
    own = ("opentelemetry.trace", "opentelemetry.metrics")
    return not all(type(provider).__module__.startswith(own) for provider in providers)


def _settings(body: bytes) -> Attributes:
    try:
        sent = json.decode(body, type=_Sent)
    except (DecodeError, UnicodeError, RecursionError):
        return {}
    numbers: _Numbers = sent.options or sent.generationConfig or sent
    found: Mapping[str, Any] = {
        "gen_ai.request.temperature": numbers.temperature,
        "gen_ai.request.seed": numbers.seed,
        "gen_ai.request.max_tokens": numbers.most,
    }
    shaped = (sent.response_format, sent.output_config, sent.format, numbers.responseMimeType)
    settings: Attributes = {name: value for name, value in found.items() if value is not None}
    return {**settings, "gen_ai.output.type": "json"} if any(map(bytes, shaped)) else settings


def _server(endpoint: str) -> Attributes:
    parts = urlsplit(endpoint)
    return {"server.address": parts.hostname or "", "server.port": parts.port or PORTS.get(parts.scheme, 443)}


def _fail(span: Span, common: Attributes, kind: str) -> None:
    common["error.type"] = kind
    span.set_attribute("error.type", kind)
    span.set_status(Status(StatusCode.ERROR))


def _error_type(error: BaseException) -> str:
    """A kind, of which there are few; never its words."""
    if isinstance(error, CallFailed):
        return str(error.status) if error.status else _slug(error.outcome)
    return "cancelled" if isinstance(error, asyncio.CancelledError) else type(error).__name__


def _slug(outcome: str) -> str:
    return str(outcome).replace(" ", "_").replace("'", "")
