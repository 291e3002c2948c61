"""OpenTelemetry for the command itself: sets up what the environment names, and sends the rest at the end.

Programs that call Baremo set up their own; here that is found and left alone.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from baremo.cli.voice import Voice
from baremo.run.watching import SENDING, SIGNALS, wants_telemetry
from baremo.version import VERSION

LAST = 2.0
"""Seconds at the end for what was not sent yet; then it is given up."""
ENDPOINT, _, _ = SENDING
EXPORTERS = dict(zip(("traces", "metrics"), zip(SENDING[1:], SIGNALS, strict=True), strict=True))
"""By signal: the variable that names its exporter, and the one that names its endpoint."""
PROTOCOL = "http/protobuf"


@contextmanager
def sending(voice: Voice) -> Iterator[None]:
    ends = _set_up(voice) if wants_telemetry() else []
    try:
        yield
    finally:
        _end(ends)


def wanted(signal: str, environment: Mapping[str, str]) -> bool:
    """Whether it is to be sent by OTLP: said so, or there is an endpoint and nothing else is said."""
    exporter, endpoint = EXPORTERS[signal]
    named = [name.strip() for name in environment.get(exporter, "").split(",") if name.strip()]
    return "otlp" in named or (not named and any(environment.get(name) for name in (ENDPOINT, endpoint)))


def _set_up(voice: Voice) -> list[Callable[[], Any]]:
    """How to end what was set up."""
    try:
        from opentelemetry import metrics, trace
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from baremo.models.telemetry import listening
    except ImportError:
        asked = next(name for name in SENDING + SIGNALS if os.environ.get(name))
        voice.say(f"{asked} is set, and nothing is sent: install it with pip install 'baremo[otel]'")
        return []
    if listening():
        return []
    _tell_once(voice)
    protocol = os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL", PROTOCOL)
    if protocol != PROTOCOL:
        voice.say(f"OTEL_EXPORTER_OTLP_PROTOCOL is {protocol}: only {PROTOCOL} is spoken here, and it is used")
    resource = Resource.create({"service.version": VERSION, **_name()})
    ends: list[Callable[[], Any]] = []
    if wanted("traces", os.environ):
        tracers = TracerProvider(resource=resource, shutdown_on_exit=False)
        tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        trace.set_tracer_provider(tracers)
        ends.append(tracers.shutdown)
    if wanted("metrics", os.environ):
        reader = PeriodicExportingMetricReader(OTLPMetricExporter())
        meters = MeterProvider([reader], resource=resource, shutdown_on_exit=False)
        metrics.set_meter_provider(meters)
        ends.append(meters.shutdown)
    return ends


def _end(ends: list[Callable[[], Any]]) -> None:
    """Side by side, in threads that nobody waits for any longer than that."""
    threads = [threading.Thread(target=end, daemon=True) for end in ends]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LAST / len(threads))


def _name() -> dict[str, str]:
    """Unless the environment has one."""
    given = os.environ.get("OTEL_SERVICE_NAME") or "service.name=" in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", "")
    return {} if given else {"service.name": "baremo"}


def _tell_once(voice: Voice) -> None:
    """A collector that is away stops no run: it is said once."""
    logger = logging.getLogger("opentelemetry")
    logger.addHandler(_Once(voice))
    logger.propagate = False


class _Once(logging.Handler):
    def __init__(self, voice: Voice) -> None:
        super().__init__(logging.WARNING)
        self._voice = voice
        self._told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        what = ""
        if record.name.startswith("opentelemetry.exporter"):
            what = "the collector does not take what is sent to it. The run goes on."
        elif str(record.msg).startswith("Queue full"):
            what = "spans come faster than they can be sent, some are dropped. See OTEL_BSP_MAX_QUEUE_SIZE."
        if what and what not in self._told:
            self._told.add(what)
            self._voice.say(f"OpenTelemetry: {what}")
