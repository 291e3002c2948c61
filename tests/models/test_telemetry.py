"""Spans and metrics by OpenTelemetry's own SDK: every attribute of them, and never a word of what was said."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from asking_models import bench, office, speaker
from baremo.core.ask import Finish, Reply, Usage
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import BudgetSpent, SetupError
from baremo.models.meter import Meter
from baremo.models.office import Office
from baremo.models.telemetry import SECONDS, TOKENS, Telemetry, listening
from baremo.models.watcher import Called
from baremo.models.wires.anthropic import ANTHROPIC
from baremo.models.wires.gemini import GEMINI
from baremo.models.wires.ollama import OLLAMA
from baremo.models.wires.openai import OPENAI
from baremo.models.wires.wire import Answer, Request
from baremo.run.batch import Work, go_through
from baremo.run.bench import Bench
from baremo.run.engine import Here
from baremo.run.watching import telemetry, wants_telemetry, watched
from baremo.store.run import forgotten_id
from baremo.version import VERSION
from building import claims, dialogue, six
from stub_faults import FAULTS, Fault
from stub_server import StubServer

DEBATE = Barem.load("debate")
WORDS = "My grandmother collects porcelain owls."
TALK = dialogue("S: Hello.", f"U: {WORDS}", case="ana@example.org")
SAYS = speaker(claims(six(*[80] * 6)), DEBATE, TALK)
SCHEMA = b'{"type": "object"}'
DOLLAR = Fraction(1, 1000)


@dataclass
class Seen:
    """What the SDK was given."""

    spans: InMemorySpanExporter = field(default_factory=InMemorySpanExporter)
    reader: InMemoryMetricReader = field(default_factory=InMemoryMetricReader)

    def __post_init__(self) -> None:
        self.tracers = TracerProvider(shutdown_on_exit=False)
        self.tracers.add_span_processor(SimpleSpanProcessor(self.spans))
        self.meters = MeterProvider([self.reader], shutdown_on_exit=False)
        self.telemetry = Telemetry(self.tracers, self.meters)

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.spans.get_finished_spans() if span.name == name]

    def points(self, name: str) -> dict[tuple[Any, ...], Any]:
        """By attributes."""
        data = json.loads(self._measured())
        metrics = [
            metric
            for resource in data["resource_metrics"]
            for scope in resource["scope_metrics"]
            for metric in scope["metrics"]
            if metric["name"] == name
        ]
        return {
            tuple(sorted(point["attributes"].items())): point for one in metrics for point in one["data"]["data_points"]
        }

    def everything(self) -> str:
        told = "".join(span.to_json() for span in self.spans.get_finished_spans())
        return told + self._measured()

    def _measured(self) -> str:
        data = self.reader.get_metrics_data()
        return data.to_json() if data else '{"resource_metrics": []}'


@pytest.fixture
def seen() -> Iterator[Seen]:
    told = Seen()
    yield told
    told.tracers.shutdown()
    told.meters.shutdown()


def of(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


def own(span: ReadableSpan) -> int:
    assert span.context
    return int(span.context.span_id)


def parent(span: ReadableSpan) -> int:
    assert span.parent
    return span.parent.span_id


def priced() -> Meter:
    return Meter(prices=lambda judge, usage: DOLLAR)


async def judged(seen: Seen, sitting: Bench, desk: Office, *talks: Dialogue) -> list[Record]:
    desk.watcher = seen.telemetry
    engine = watched(Here(DEBATE, sitting, at_once=4), seen.telemetry, barem="debate", judge=sitting.name)
    work = Work(dialogues=lambda: talks, engine=engine, barem=DEBATE.digest, judge=sitting.name)
    told: list[Record] = []
    try:
        with seen.telemetry.run("debate", sitting.name, len(talks)):
            await go_through(work, None, told.append)
    finally:
        await desk.transport.aclose()
    return told


def run(seen: Seen, *talks: Dialogue, fault: Fault | None = None, desk: Office | None = None) -> list[Record]:
    with StubServer(SAYS, fault=fault) as server:
        seen.url = server.url  # type: ignore[attr-defined]
        desk = desk or office(meter=priced())
        return asyncio.run(judged(seen, bench(server.url, desk), desk, *talks))


def test_a_run_a_dialogue_and_its_calls(seen: Seen) -> None:
    run(seen, TALK)
    url: str = seen.url  # type: ignore[attr-defined]
    port, judge = int(url.rpartition(":")[2]), f"openai:stub@{url}/v1"
    evaluator, critic = seen.named("chat stub")
    (case,), (whole,) = seen.named("baremo.dialogue"), seen.named("baremo.run")
    assert of(evaluator) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "stub",
        "gen_ai.request.temperature": 0.0,
        "gen_ai.request.seed": 0,
        "gen_ai.request.max_tokens": 4 * (100 + 120 * 6),
        "gen_ai.output.type": "json",
        "gen_ai.response.model": "stub",
        "gen_ai.response.finish_reasons": ("stop",),
        "gen_ai.usage.input_tokens": 1000,
        "gen_ai.usage.output_tokens": 200,
        "server.address": "127.0.0.1",
        "server.port": port,
    }
    assert of(case) == {
        "baremo.dialogue.id_digest": forgotten_id("ana@example.org"),
        "baremo.barem": "debate",
        "baremo.judge": judge,
        "baremo.verdict": "scored",
    }
    assert of(whole) == {"baremo.barem": "debate", "baremo.judge": judge, "baremo.total": 1}
    assert [span.kind for span in (evaluator, critic, case, whole)] == [SpanKind.CLIENT] * 2 + [SpanKind.INTERNAL] * 2
    assert all(span.status.status_code is StatusCode.UNSET for span in (evaluator, case, whole))
    assert [parent(span) for span in (evaluator, critic, case)] == [own(case), own(case), own(whole)]
    assert whole.parent is None
    scope = evaluator.instrumentation_scope
    assert scope
    assert (scope.name, scope.version) == ("baremo", VERSION)
    assert "porcelain" not in seen.everything()
    assert "ana@" not in seen.everything()


def test_dialogues_at_once_keep_their_own_calls(seen: Seen) -> None:
    talks = [dialogue("S: Hello.", "U: Hi.", case=number) for number in range(8)]
    run(seen, *talks)
    cases = [own(span) for span in seen.named("baremo.dialogue")]
    assert len(set(cases)) == 8
    assert sorted(parent(span) for span in seen.named("chat stub")) == sorted(cases * 2)
    (whole,) = seen.named("baremo.run")
    assert {parent(span) for span in seen.named("baremo.dialogue")} == {own(whole)}


def test_metrics(seen: Seen) -> None:
    run(seen, TALK, dialogue("U: Hello?", case=2))
    url: str = seen.url  # type: ignore[attr-defined]
    judge = f"openai:stub@{url}/v1"
    by = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "stub",
        "gen_ai.response.model": "stub",
        "server.address": "127.0.0.1",
        "server.port": int(url.rpartition(":")[2]),
    }
    tokens = seen.points("gen_ai.client.token.usage")
    took = {kind: tokens[tuple(sorted({**by, "gen_ai.token.type": kind}.items()))] for kind in ("input", "output")}
    assert len(tokens) == 2
    assert (took["input"]["count"], took["input"]["sum"], took["output"]["sum"]) == (2, 2000, 400)
    assert took["input"]["explicit_bounds"] == TOKENS
    ((attributes, lasted),) = seen.points("gen_ai.client.operation.duration").items()
    assert dict(attributes) == by
    assert (lasted["count"], lasted["explicit_bounds"]) == (2, SECONDS)
    states = {dict(key)["baremo.verdict"]: point["value"] for key, point in seen.points("baremo.dialogues").items()}
    assert states == {"scored": 1, "unscored": 1}
    ((attributes, cost),) = seen.points("baremo.cost").items()
    assert dict(attributes) == {"baremo.judge": judge}
    assert cost["value"] == pytest.approx(0.002)


@pytest.mark.parametrize(
    ("fault", "kind", "state"),
    [
        ("429 for ever", "429", "failed"),
        ("no HTTP", "not_the_providers_format", "failed"),
        ("content filter", "content_filter", "unscored"),
        ("413", "413", "unscored"),
    ],
)
def test_a_call_that_fails(fault: str, kind: str, state: str, seen: Seen) -> None:
    (record,) = run(seen, TALK, fault=FAULTS[fault])
    assert isinstance(record.verdict, Unscored)
    assert record.verdict.outcome
    call = seen.named("chat stub")[-1]
    assert of(call)["error.type"] == kind
    assert call.status.status_code is StatusCode.ERROR
    assert not call.status.description
    assert not call.events  # an exception's words may be the server's
    (case,) = seen.named("baremo.dialogue")
    assert (of(case)["baremo.verdict"], of(case)["baremo.unscored.stage"]) == (state, "evaluator")
    assert of(case)["error.type"] == record.verdict.outcome.replace(" ", "_").replace("'", "")
    assert any(dict(key).get("error.type") == kind for key in seen.points("gen_ai.client.operation.duration"))


def test_a_reply_that_is_no_answer_was_a_call_all_the_same(seen: Seen) -> None:
    (record,) = run(seen, TALK, fault=FAULTS["another shape"])
    assert isinstance(record.verdict, Unscored)
    assert len(seen.named("chat stub")) == 2  # the second one was told what was wrong with the first
    (case,) = seen.named("baremo.dialogue")
    assert of(case)["baremo.verdict"] == "unscored"
    assert "error.type" not in of(case)


def test_what_stops_a_run_ends_its_spans(seen: Seen) -> None:
    with pytest.raises(SetupError):
        run(seen, TALK, fault=FAULTS["401"])
    for name in ("chat stub", "baremo.dialogue", "baremo.run"):
        (span,) = seen.named(name)
        assert of(span)["error.type"] == "SetupError"
        assert not span.events


def test_a_call_that_is_not_made_takes_no_time(seen: Seen) -> None:
    with pytest.raises(BudgetSpent):
        run(seen, TALK, desk=office(meter=Meter(prices=lambda *_: None, max_calls=1)))
    lasted = seen.points("gen_ai.client.operation.duration")
    assert [point["count"] for point in lasted.values()] == [1]
    assert not seen.points("baremo.cost")


def test_what_is_given_up_is_cancelled(seen: Seen) -> None:
    async def stopped() -> None:
        with StubServer(SAYS, latency=30) as server:
            of = office()
            task = asyncio.ensure_future(judged(seen, bench(server.url, of), of, TALK))
            while not server.requests:
                await asyncio.sleep(0.01)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(stopped())
    for name in ("chat stub", "baremo.dialogue", "baremo.run"):
        (span,) = seen.named(name)
        assert of(span)["error.type"] == "cancelled"


SETTINGS = {"gen_ai.request.temperature": 0.5, "gen_ai.request.seed": 7, "gen_ai.request.max_tokens": 99}


@pytest.mark.parametrize(
    ("wire", "name", "provider", "settings"),
    [
        (OPENAI, "chat some", "openai", SETTINGS),
        (OLLAMA, "chat some", "ollama", SETTINGS),
        (GEMINI, "generate_content some", "gcp.gemini", SETTINGS),
        (ANTHROPIC, "chat some", "anthropic", {key: SETTINGS[key] for key in SETTINGS if "seed" not in key}),
    ],
)
def test_what_is_sent_is_what_is_told(
    wire: Any, name: str, provider: str, settings: dict[str, Any], seen: Seen
) -> None:
    request = Request(model="some", rules="r", case=WORDS, schema=SCHEMA, most=99, temperature=0.5, seed=7)
    body = wire.encode(request).body
    usage = Usage(input=10, output=5, cached=4, written=2)
    with seen.telemetry.call(
        Called(judge="x", wire=wire.name, model="some", endpoint="https://models.example/v1", body=body)
    ) as call:
        call.answered(Answer(text=WORDS, model="some-1", finish=Finish.LENGTH, usage=usage), None)
    (span,) = seen.named(name)
    attributes = of(span)
    assert {
        key: value for key, value in attributes.items() if key.startswith("gen_ai.request.") and key[-5:] != "model"
    } == (settings)
    assert attributes["gen_ai.provider.name"] == provider
    assert attributes["gen_ai.output.type"] == "json"
    assert attributes["gen_ai.response.finish_reasons"] == ("length",)
    assert attributes["gen_ai.usage.cache_read.input_tokens"] == 4
    assert attributes["gen_ai.usage.cache_creation.input_tokens"] == 2
    assert (attributes["server.address"], attributes["server.port"]) == ("models.example", 443)
    assert "porcelain" not in seen.everything()


def test_nobody_listens_unless_somebody_was_set_up() -> None:
    assert not listening()
    assert telemetry() is None


@pytest.mark.parametrize(
    ("environment", "asks"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "mine"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": " "}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ({"OTEL_TRACES_EXPORTER": "otlp"}, True),
        ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_SDK_DISABLED": "True"}, False),
    ],
)
def test_when_the_environment_asks_for_it(environment: dict[str, str], asks: bool) -> None:
    assert wants_telemetry(environment) is asks


def test_a_reply_from_memory_is_no_call(seen: Seen) -> None:
    class Memory:
        def __init__(self) -> None:
            self.kept: dict[str, Reply] = {}

        def get(self, key: str) -> Reply | None:
            return self.kept.get(key)

        def put(self, key: str, judge: str, reply: Reply, now: str) -> None:
            self.kept[key] = reply

        def flush(self) -> None: ...

    desk = office(cache=Memory(), meter=priced())
    with StubServer(SAYS) as server:
        sitting = bench(server.url, desk)
        asyncio.run(judged(seen, sitting, desk, TALK))
        asyncio.run(judged(seen, sitting, desk, TALK))
    assert len(seen.named("baremo.dialogue")) == 2
    assert len(seen.named("chat stub")) == 2
