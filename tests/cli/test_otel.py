"""OpenTelemetry from the command line: what a real collector gets, and that nothing happens where nobody asked."""

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

import baremo
from asking_models import speaker
from baremo.cli import otel
from baremo.cli.main import main
from baremo.cli.voice import Plain
from baremo.version import VERSION
from building import claims, dialogue, six
from following import followed
from stub_server import StubServer

KEY = "sk-a-secret-that-nobody-may-see"
WORDS = "My grandmother collects porcelain owls"
SAYS = speaker(claims(six(*[80] * 6)), baremo.Barem.load("strict"), dialogue("S: Hello.", "U: Hi."))
SHAPES: dict[str, Any] = {"/v1/traces": ExportTraceServiceRequest, "/v1/metrics": ExportMetricsServiceRequest}


class Collector(ThreadingHTTPServer):
    """Takes OTLP over HTTP, as protobuf."""

    daemon_threads = True

    def __init__(self, answer: int = 200) -> None:
        self.answer = answer
        self.got: list[tuple[str, bytes]] = []
        self.headers: list[dict[str, str]] = []
        super().__init__(("127.0.0.1", 0), _Taking)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def told(self, path: str) -> list[dict[str, Any]]:
        bodies = [body for where, body in self.got if where == path]
        return [MessageToDict(SHAPES[path].FromString(body)) for body in bodies]

    def spans(self) -> list[dict[str, Any]]:
        return [
            span
            for told in self.told("/v1/traces")
            for resource in told["resourceSpans"]
            for scope in resource["scopeSpans"]
            for span in scope["spans"]
        ]

    def metrics(self) -> set[str]:
        return {
            metric["name"]
            for told in self.told("/v1/metrics")
            for resource in told["resourceMetrics"]
            for scope in resource["scopeMetrics"]
            for metric in scope["metrics"]
        }


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        collector = self.server
        assert isinstance(collector, Collector)
        collector.got.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
        collector.headers.append(dict(self.headers))
        self.send_response(collector.answer)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("OTEL_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    said = [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": WORDS}]
    lines = [{"id": f"ana-{number}", "messages": said} for number in range(3)]
    Path("chats.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return tmp_path


def judge(server: StubServer, *more: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "baremo", "judge", "chats.jsonl", "--judge", f"openai:stub@{server.url}/v1", *more]
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_what_a_collector_gets(collector: Collector) -> None:
    with StubServer(SAYS) as server:
        done = judge(
            server,
            *("-o", "run.baremo", "--log-json"),
            OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
            OTEL_EXPORTER_OTLP_HEADERS="x-token=abc",
            OTEL_RESOURCE_ATTRIBUTES="deployment.environment.name=test",
        )
    assert done.returncode == 0
    assert [event["event"] for event in followed(done.stderr)] == ["run.started", "run.finished"]
    spans = collector.spans()
    assert sorted(span["name"] for span in spans) == ["baremo.dialogue"] * 3 + ["baremo.run"] + ["chat stub"] * 6
    assert len({span["traceId"] for span in spans}) == 1
    assert collector.metrics() == {
        "gen_ai.client.token.usage",
        "gen_ai.client.operation.duration",
        "baremo.dialogues",
    }
    resource = {
        one["key"]: one["value"].get("stringValue")
        for one in collector.told("/v1/traces")[0]["resourceSpans"][0]["resource"]["attributes"]
    }
    assert (resource["service.name"], resource["service.version"]) == ("baremo", VERSION)
    assert resource["deployment.environment.name"] == "test"
    assert all(headers["x-token"] == "abc" for headers in collector.headers)
    everything = b"".join(body for _, body in collector.got)
    for secret in (KEY, "porcelain", "ana-1", "Evaluator", "Hello"):
        assert secret.encode() not in everything


@pytest.mark.parametrize(("signal", "path"), [("TRACES", "/v1/traces"), ("METRICS", "/v1/metrics")])
def test_one_signal_alone(signal: str, path: str, collector: Collector) -> None:
    with StubServer(SAYS) as server:
        done = judge(
            server,
            **{f"OTEL_{signal}_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url},
            **{f"OTEL_{other}_EXPORTER": "none" for other in ("TRACES", "METRICS") if other != signal},
            OTEL_SERVICE_NAME="marks",
        )
    assert done.returncode == 0
    assert {where for where, _ in collector.got} == {path}
    assert b"marks" in collector.got[0][1]


def test_a_collector_that_refuses_stops_no_run(collector: Collector) -> None:
    collector.answer = 400
    with StubServer(SAYS) as server:
        done = judge(server, "--log-json", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url)
    assert done.returncode == 0
    events = followed(done.stderr)
    assert [event["event"] for event in events] == ["run.started", "run.finished", "warning"]
    assert events[-1]["what"].startswith("OpenTelemetry: the collector does not take")


def test_the_end_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(otel, "LAST", 0.05)
    otel._end([threading.Event().wait, threading.Event().wait])


SILENT = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(args[1]) if event == "socket.connect" else None)
from baremo.cli.main import main
code = main(sys.argv[1:])
print(code, sorted({port for _, port in opened}), [name for name in sys.modules if "opentelemetry" in name])
"""


@pytest.mark.parametrize(
    "environment", [{}, {"OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}]
)
def test_where_nobody_asked_nothing_is_loaded_and_nothing_sent(environment: dict[str, str]) -> None:
    with StubServer(SAYS) as server:
        port = int(server.url.rpartition(":")[2])
        command = ["judge", "chats.jsonl", "--judge", f"openai:stub@{server.url}/v1", "--json"]
        done = subprocess.run(
            [sys.executable, "-c", SILENT, *command],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stdout.splitlines()[-1] == f"0 [{port}] []"


EMBEDDED = """
import asyncio, json, sys
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

seen = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(seen))
trace.set_tracer_provider(provider)

import baremo

(talk, *_) = baremo.load_dialogues("chats.jsonl")
with provider.get_tracer("theirs").start_as_current_span("theirs"):
    baremo.judge(talk, judge=sys.argv[1])
baremo.judge(talk)
spans = seen.get_finished_spans()
names = {span.context.span_id: span.name for span in spans}
print(json.dumps([[span.name, names.get(span.parent.span_id) if span.parent else None] for span in spans]))
"""


def test_a_program_with_a_provider_of_its_own() -> None:
    with StubServer(SAYS) as server:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", EMBEDDED, f"openai:stub@{server.url}/v1"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stderr == ""
    assert json.loads(done.stdout) == [
        ["chat stub", "baremo.dialogue"],
        ["chat stub", "baremo.dialogue"],
        ["baremo.dialogue", "theirs"],
        ["theirs", None],
        ["baremo.dialogue", None],
    ]


THEIRS = """
import sys
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

seen = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(seen))
trace.set_tracer_provider(provider)

from baremo.cli.main import main

main(["judge", "chats.jsonl", "--json"])
print([span.name for span in seen.get_finished_spans()], file=sys.stderr)
"""


def test_a_provider_that_is_there_is_not_replaced(collector: Collector) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", THEIRS],
        env=os.environ | {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == f"{['baremo.dialogue'] * 3 + ['baremo.run']}\n"
    assert not collector.got


def test_what_goes_wrong_is_said_once_for_each_reason(capsys: pytest.CaptureFixture[str]) -> None:
    otel._tell_once(Plain())
    try:
        for _ in range(3):
            logging.getLogger("opentelemetry.exporter.otlp").warning("Transient error, retrying")
            logging.getLogger("opentelemetry.sdk._shared_internal").warning("Queue full, dropping %s.", "Span")
            logging.getLogger("opentelemetry.sdk.trace").warning(WORDS)
    finally:
        logger = logging.getLogger("opentelemetry")
        logger.handlers, logger.propagate = [], True
    assert capsys.readouterr().err.splitlines() == [
        "OpenTelemetry: the collector does not take what is sent to it. The run goes on.",
        "OpenTelemetry: spans come faster than they can be sent, some are dropped. See OTEL_BSP_MAX_QUEUE_SIZE.",
    ]


def test_without_the_extra_it_is_said_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.metric_exporter", None)
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "otlp")
    assert main(["judge", "chats.jsonl", "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == "OTEL_TRACES_EXPORTER is set, and nothing is sent: install it with pip install 'baremo[otel]'\n"
    assert said.out.count("\n") == 3


def test_other_commands_have_nothing_to_tell(monkeypatch: pytest.MonkeyPatch, collector: Collector) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    assert main(["barems"]) == 0
    assert not collector.got


@pytest.mark.parametrize(
    ("environment", "signals"),
    [
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}, ["traces", "metrics"]),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://x"}, ["traces"]),
        ({"OTEL_METRICS_EXPORTER": "otlp"}, ["metrics"]),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_TRACES_EXPORTER": "none"}, ["metrics"]),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_TRACES_EXPORTER": "console, otlp"}, ["traces", "metrics"]),
        ({"OTEL_TRACES_EXPORTER": "console"}, []),
    ],
)
def test_which_signals_the_environment_names(environment: dict[str, str], signals: list[str]) -> None:
    assert [signal for signal in ("traces", "metrics") if otel.wanted(signal, environment)] == signals
