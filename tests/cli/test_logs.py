"""`--log-json`: every way that a run can go, as JSON lines and nothing else on standard error."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

import baremo
from asking_models import speaker, texts_of
from baremo.cli.logs import LoggedProgress, discreet, logged
from baremo.cli.main import main
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import Outcome, Problem
from baremo.run.events import Progressed
from baremo.run.settings import read_settings
from baremo.run.watching import failures
from building import claims, dialogue, six
from following import EVENTS, PAGE, documented, followed, named
from stub_faults import FAULTS, Scene, failing, setup
from stub_queues import StubQueues
from stub_server import StubServer

KEY = "sk-a-secret-that-nobody-may-see"
WORDS = "My grandmother collects porcelain owls"
SAYS = speaker(claims(six(*[80] * 6)), baremo.Barem.load("strict"), dialogue("S: Hello.", "U: Hi."))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return tmp_path


def chats(count: int = 3) -> str:
    said = [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": WORDS}]
    lines = [{"id": f"é{number}", "messages": said} for number in range(count)]
    Path("chats.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return "chats.jsonl"


def at(server: StubServer) -> str:
    return f"openai:stub@{server.url}/v1"


Follow = Callable[..., tuple[int, list[dict[str, Any]]]]


@pytest.fixture
def follow(capsys: pytest.CaptureFixture[str]) -> Follow:
    def run(*arguments: str) -> tuple[int, list[dict[str, Any]]]:
        code = main([*arguments, "--log-json"])
        written = capsys.readouterr().err
        assert KEY not in written
        assert "porcelain" not in written.lower()
        assert "Evaluator" not in written
        return code, followed(written)

    return run


def test_the_page_and_the_events_agree() -> None:
    fields = {name: sorted(event.__struct_fields__) for name, event in EVENTS.items()}
    assert {name: sorted(listed) for name, listed in documented().items()} == fields
    known = set(re.findall(r'"event": "([\w.]+)"|event == "([\w.]+)"', PAGE.read_text(encoding="utf-8")))
    assert {name for pair in known for name in pair if name} <= set(fields)


def test_a_run_that_ends_well(follow: Follow) -> None:
    chats(7)
    code, events = follow("judge", "chats.jsonl", "-o", "run.baremo", "--limit", "6", "--shard", "1/1")
    assert code == 0
    assert [event["event"] for event in events] == ["run.started", "run.finished"]
    begun, done = events
    assert (begun["run"], begun["barem"], begun["judge"], begun["total"], begun["kept"]) == (
        *("run.baremo", "strict", "signals"),
        *(6, 0),
    )
    assert begun["selection"] == {"limit": 6, "sample": None, "seed": 0, "shard": "1/1", "only": None}
    assert (done["scored"], done["calls"], done["cost_usd"], done["exit_code"]) == (6, 0, None, 0)


def test_how_it_is_told_is_not_kept_with_the_run(follow: Follow) -> None:
    chats()
    follow("judge", "chats.jsonl", "-o", "run.baremo")
    with baremo.RunFile.open(Path("run.baremo")) as run:
        assert read_settings(run.header.settings).command == ("judge", "chats.jsonl", "-o", "run.baremo")
    code, events = follow("resume", "run.baremo")
    assert code == 0
    resumed, begun, done = events
    assert resumed["command"] == "judge chats.jsonl -o run.baremo"
    assert (begun["kept"], done["scored"]) == (3, 3)


def test_standard_output_is_as_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    chats()
    assert main(["judge", "chats.jsonl", "--json"]) == 0
    without = capsys.readouterr()
    assert main(["judge", "chats.jsonl", "--json", "--log"]) == 0  # options may be shortened
    assert capsys.readouterr().out == without.out
    assert without.err == ""


def test_what_a_model_cost(follow: Follow) -> None:
    chats()
    with StubServer(SAYS) as server:
        Path("prices.json").write_text(json.dumps({"models": {at(server): {"input": 1, "output": 2}}}))
        code, events = follow("judge", "chats.jsonl", "--judge", at(server), "--prices", "prices.json", "--json")
    done = events[-1]
    assert code == 0
    assert (done["calls"], done["tries"], done["input_tokens"], done["output_tokens"]) == (6, 6, 6000, 1200)
    assert done["cost_usd"] == pytest.approx(0.0084)  # 6,000 tokens at $1 and 1,200 at $2 per million
    assert done["unpriced"] == 0


def test_calls_that_are_made_again_and_what_a_server_can_take(follow: Follow) -> None:
    chats(40)
    with StubServer(SAYS, fault=FAULTS["429 twice"], latency=0.01) as server:
        code, events = follow("judge", "chats.jsonl", "--judge", at(server), "--no-chances")
    assert code == 0
    retried = named(events, "call.retried")
    assert [(event["outcome"], event["status"], event["busy"]) for event in retried] == [
        ("rate limited", 429, True)
    ] * 2
    assert {event["endpoint"] for event in retried} == {f"{server.url}/v1"}
    assert [event["tries"] for event in retried] == [1, 2]
    limits = named(events, "judge.limit")
    assert (limits[0]["before"], limits[0]["now"]) == (4, 2)
    assert all(limit["before"] == earlier["now"] for earlier, limit in pairwise(limits))
    assert limits[-1]["now"] > 2
    assert events[-1]["tries"] == 82


def test_a_reply_that_cannot_be_taken(follow: Follow) -> None:
    chats()
    with StubServer(lambda asked, _: json.dumps({"marks": WORDS})) as server:
        code, events = follow("judge", "chats.jsonl", "--judge", at(server), "-o", "run.baremo")
    assert code == 1
    unscored = named(events, "dialogue.unscored")
    assert sorted(event["dialogue"] for event in unscored) == ["é0", "é1", "é2"]
    assert {(event["stage"], event["outcome"], event["status"]) for event in unscored} == {
        ("evaluator", "reply refused", None)
    }
    assert (events[-1]["unscored"], events[-1]["failed"], events[-1]["exit_code"]) == (3, 0, 1)


def echo(code: int) -> Callable[[Scene], Any]:
    """A server that repeats all that it was sent, the key included."""

    async def does(scene: Scene) -> web.Response:
        said = f"{scene.request.headers.get('Authorization')} {texts_of(scene.json)}"
        return web.json_response({"error": {"message": said[-150:]}}, status=code)

    return does


def test_a_server_that_repeats_what_it_is_sent(follow: Follow) -> None:
    chats()
    with StubServer(SAYS, fault=failing(Outcome.REQUEST_REFUSED, echo(409))) as server:
        code, events = follow("judge", "chats.jsonl", "--judge", at(server))
    assert code == 1
    assert {(event["outcome"], event["status"]) for event in named(events, "dialogue.unscored")} == {
        ("request refused", 409)
    }
    with StubServer(SAYS, fault=setup(echo(401))) as server:
        code, events = follow("judge", "chats.jsonl", "--judge", at(server))
    assert code == 2
    (problem,) = named(events, "error")[0]["problems"]
    assert problem["what"] == "the server refuses the key (401)"
    assert (events[-1]["event"], events[-1]["reason"], events[-1]["exit_code"]) == ("run.stopped", "error", 2)


def test_what_is_lost_on_the_way_is_told_until_it_is_parked(follow: Follow) -> None:
    chats(1)
    with StubServer(SAYS, fault=FAULTS["no HTTP"]) as server:
        for times in range(1, 6):
            code, events = follow("judge", "chats.jsonl", "--judge", at(server), "-o", "run.baremo")
            assert code == 1
            (failed,) = named(events, "dialogue.failed")
            assert (failed["failures"], failed["again"]) == (times, times < 5)
            assert (failed["dialogue"], failed["outcome"]) == ("é0", "not the provider's format")
            assert (events[-1]["failed"], events[-1]["unscored"]) == (1, 0)
        code, events = follow("judge", "chats.jsonl", "--judge", at(server), "-o", "run.baremo")
    assert code == 1
    (parked,) = named(events, "dialogue.unscored")
    assert (parked["stage"], parked["outcome"]) == ("parked", "parked")


def test_a_bound(follow: Follow) -> None:
    chats()
    with StubServer(SAYS) as server:
        code, events = follow("judge", "chats.jsonl", "--judge", at(server), "--max-calls", "3", "-o", "run.baremo")
    assert code == 1
    (reached,) = named(events, "budget.reached")
    assert (reached["bound"], reached["calls"]) == ("--max-calls", 3)
    stopped = events[-1]
    assert (stopped["reason"], stopped["signal"], stopped["exit_code"]) == ("budget", None, 1)
    assert stopped["command"] == "baremo resume run.baremo --log-json"


@pytest.mark.parametrize(("sign", "reason", "code"), [("SIGTERM", "terminated", 143), ("SIGINT", "interrupted", 130)])
def test_a_signal(sign: str, reason: str, code: int) -> None:
    chats(50)
    with StubServer(SAYS, latency=0.2) as server:
        command = [sys.executable, "-m", "baremo", "judge", "chats.jsonl", "--judge", at(server), "-o", "run.baremo"]
        with subprocess.Popen(
            [*command, "--log-json"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stderr
            first = process.stderr.readline()
            assert json.loads(first)["event"] == "run.started"
            while not server.requests:
                time.sleep(0.01)
            process.send_signal(getattr(signal, sign))
            rest = process.stderr.read()
            assert process.wait(20) == code
    stopped = followed(first + rest)[-1]
    assert (stopped["reason"], stopped["signal"], stopped["exit_code"]) == (reason, sign, code)
    assert stopped["command"] == "baremo resume run.baremo --log-json"
    assert stopped["kept"] is not None


def test_input_that_must_be_mended(follow: Follow) -> None:
    Path("bad.txt").write_text("Porcelain owl: hello\nAgent: hi\nCustomer: fine\nAgent: good\n")
    Path("bad.jsonl").write_text(json.dumps({"id": 1, "messages": [{"role": WORDS, "content": "x"}]}) + "\n")
    code, events = follow("judge", "bad.txt", "bad.jsonl", "none.txt")
    (error,) = events
    assert (code, error["exit_code"]) == (2, 2)
    assert [problem["where"] for problem in error["problems"]] == ["none.txt", "bad.txt:1", "bad.jsonl:1"]
    assert error["problems"][1]["what"] == "unknown speaker …"
    assert error["problems"][0]["remedy"] == "check the spelling of the path"


def test_arguments_that_are_not_understood(follow: Follow) -> None:
    code, (error,) = follow("judge", "chats.jsonl", "--colour", "blue")
    assert (code, error["exit_code"]) == (2, 2)
    assert error["what"] == "unrecognized arguments: --colour blue"


def test_a_run_that_another_writes_to(follow: Follow) -> None:
    chats()
    main(["judge", "chats.jsonl", "-o", "run.baremo"])
    with baremo.RunFile.open(Path("run.baremo"), write=True):
        code, events = follow("judge", "chats.jsonl", "-o", "run.baremo")
    assert (code, events[-1]["event"], events[-1]["exit_code"]) == (75, "error", 75)


def test_a_fault_of_ours_keeps_its_words_to_itself(follow: Follow, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError(WORDS)

    monkeypatch.setattr("baremo.run.evaluate.score", fail)
    chats()
    code, events = follow("judge", "chats.jsonl")
    assert code == 70
    (error,) = named(events, "error")
    assert error["what"] == "a fault in Baremo: RuntimeError"
    assert any(place.startswith("evaluate.py:") for place in error["trace"])
    assert events[-1]["event"] == "run.stopped"


def test_a_batch_queue(follow: Follow) -> None:
    chats()
    with StubQueues(SAYS) as server:
        judge = ["judge", "chats.jsonl", "--judge", at(server), "--no-chances", "--batch", "-o", "run.baremo"]
        code, events = follow(*judge)
        assert code == 0
        (handed_in,) = named(events, "batch.handed_in")
        assert (handed_in["batch"], handed_in["asks"], handed_in["expected_usd"]) == (1, 3, None)
        assert (events[-1]["reason"], events[-1]["exit_code"]) == ("waiting", 0)
        code, events = follow("resume", "run.baremo")
        assert (code, events[-1]["exit_code"]) == (75, 75)
        assert named(events, "batch.taken")[0]["ended"] == "completed"
        code, events = follow("resume", "run.baremo")
        assert (code, events[-1]["event"], events[-1]["calls"]) == (0, "run.finished", 6)


def test_progress_in_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = [0.0], list[Any]()
    monkeypatch.setattr("baremo.cli.progress.time.monotonic", lambda: now[0])
    progress = LoggedProgress("judged", 100, cost=lambda: Fraction(1, 2), tell=told.append)
    for _ in range(20):
        now[0] += 0.5
        progress.step(2)
    assert [event.done for event in told] == [10, 20]  # after 5 seconds, and after 10
    assert told[1] == Progressed(
        what="judged",
        done=20,
        total=100,
        rate=2.0,
        unscored=2,
        cost_usd=0.5,
        cost_to_go_usd=2.0,
        seconds_to_go=40.0,
    )


def test_progress_of_unknown_length(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = iter([0.0, 30.0]), list[Any]()
    monkeypatch.setattr("baremo.cli.progress.time.monotonic", lambda: next(now))
    LoggedProgress("checked", tell=told.append).step()
    assert (told[0].total, told[0].seconds_to_go, told[0].cost_usd) == (None, None, None)


@pytest.fixture
def speaking() -> Iterator[None]:
    voice = logged()
    yield
    voice.close(0)


@pytest.mark.usefixtures("speaking")
def test_what_others_would_print_is_a_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logged_by = logging.getLogger("somebody.else")
        logged_by.propagate = False  # pytest listens at the root
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    logged_by.warning(WORDS)
    events = followed(capsys.readouterr().err)
    assert [event["what"] for event in events] == ["DeprecationWarning: old", "somebody.else: warning"]


@pytest.mark.usefixtures("speaking")
def test_what_stood_there_before_stands_there_again() -> None:
    before = warnings.showwarning, logging.lastResort
    logged().close(0)
    assert (warnings.showwarning, logging.lastResort) == before


def test_a_barems_problems_are_told_whole() -> None:
    problem = Problem("my.yaml:3", "there is no criterion 'Tone'", "name one that is there", "B012")
    assert discreet(problem).what == problem.what
    assert discreet(problem).remedy == problem.remedy
    assert (
        discreet(Problem("chats.txt:3", """a dialogue's 'it\\'s "mine"' stands twice""", "")).what
        == "a dialogue… stands twice"
    )
    assert discreet(Problem("chats.csv:3", "not a valid row: `x`", "the columns are: secret")).remedy == ""


def test_an_outcome_has_a_status_only_where_the_server_gave_one() -> None:
    told: list[Any] = []
    hear = failures(told.append, {"1": 3}, 5)
    for reason in ("rate limited: 429: 500 calls", "timeout: 500 ms", "rate limited: slow down"):
        verdict = Unscored(reason=reason, stage="evaluator")
        talk = dialogue("S: Hello.")
        hear(Record(dialogue=talk, barem="", judge="", exchanges=(), checked=None, verdict=verdict))
    assert [(event.status, event.failures, event.again) for event in told] == [
        (429, 4, True),
        (None, 4, True),
        (None, 4, True),
    ]


def test_a_reader_that_goes_away_stops_nothing() -> None:
    chats()
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "baremo", "judge", "chats.jsonl", "--log-json", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=writing, check=False, timeout=60)
    os.close(writing)
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 3
