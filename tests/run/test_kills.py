"""Whatever kills a run: nothing is lost, nothing is doubled, little is paid twice, and the end is the same."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from asking_models import role_of, speaker
from baremo.core.ask import Role
from baremo.core.barem import Barem
from baremo.store.journal import Kind
from baremo.store.runfile import RunFile
from building import claims, dialogue, objection, six
from stub_faults import FAULTS
from stub_server import StubServer

SIEGE = os.environ.get("HYPOTHESIS_PROFILE") == "siege"
CASES, KILLS = (10_000, 1_000) if SIEGE else (80, 6)
AT_ONCE = 8
SAYS = speaker(
    claims(six(80, 60, 80, 60, 80, 80), objection("Fluency", 40, "Hello there.")),
    Barem.load("debate"),
    dialogue("S: Hello there.", "U: Hi."),
)
TALK = """{"id": %d, "messages": [
    {"role": "assistant", "content": "Hello there."}, {"role": "user", "content": "No %d."}
]}""".replace("\n", "")


def asked_about(asked: Any) -> tuple[int, Role]:
    """Which dialogue, and which part."""
    found = re.search(r"No (\d+)\.", asked["messages"][1]["content"])
    assert found
    return int(found[1]), role_of(asked)


@dataclass
class Life:
    """What one process asked."""

    asked: list[tuple[int, Role]] = field(default_factory=list)
    killed: bool = True


class Field:
    """A run that is judged by one process after another."""

    def __init__(self, folder: Path, server: StubServer, cases: int, *options: str, at_once: int = AT_ONCE) -> None:
        self.kept = folder / "run.baremo"
        self.given = folder / "given.jsonl"
        self.given.write_text("".join(f"{TALK % (number, number)}\n" for number in range(cases)))
        self._server = server
        self._options = (*options, "--concurrency", str(at_once))
        self.lives: list[Life] = []

    def live(self, until: Callable[[int], bool] = lambda _: False, patience: float = 120.0) -> Life:
        """`until`: from how many requests came so far, whether it is to be killed now."""
        life, before = Life(), len(self._server.requests)
        command = ["judge", str(self.given), "--barem", "debate", "-o", str(self.kept), "--no-cache", *self._options]
        judge = ["--judge", f"openai:stub@{self._server.url}/v1"]
        resumed = ["resume", str(self.kept)] if self.kept.exists() else [*command, *judge]
        with subprocess.Popen(
            [sys.executable, "-m", "baremo", *resumed], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as process:
            deadline = time.monotonic() + patience
            while process.poll() is None and not until(len(self._server.requests) - before):
                assert time.monotonic() < deadline, "it hangs"
                time.sleep(0.002)
            life.killed = process.poll() is None
            process.kill()
            said = process.communicate()[0].decode()
        if not life.killed:
            assert process.returncode == 0, said
        time.sleep(0.02)  # what was on its way to the server arrives
        life.asked = [asked_about(seen.json) for seen in self._server.requests[before:]]
        self.lives.append(life)
        return life


def at_a_moment(rng: random.Random) -> Callable[[int], bool]:
    moment = time.monotonic() + rng.uniform(0.05, 0.9)
    return lambda _: time.monotonic() > moment


def after_some(requests: int) -> Callable[[int], bool]:
    return lambda came: came > requests


def exported(kept: Path) -> bytes:
    command = [sys.executable, "-m", "baremo", "export", str(kept), "--to", "jsonl"]
    return subprocess.run(command, capture_output=True, check=True).stdout


@pytest.fixture
def server() -> Iterator[StubServer]:
    with StubServer(SAYS, latency=0.01) as server:
        yield server


@pytest.mark.property
@pytest.mark.parametrize("protocol", ["solo", "debate"])
def test_kill_9_costs_nothing_but_the_calls_under_way(server: StubServer, tmp_path: Path, protocol: str) -> None:
    rng = random.Random(protocol)
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    undisturbed.mkdir()
    killed.mkdir()
    reference = Field(undisturbed, server, CASES, "--protocol", protocol)
    reference.live(patience=3600)
    run = Field(killed, server, CASES, "--protocol", protocol)
    share = 2 * len(reference.lives[0].asked) // KILLS
    for number in range(KILLS):
        by_the_clock = number % 4 == 0  # also before it asks anything
        if not run.live(at_a_moment(rng) if by_the_clock else after_some(rng.randrange(share))).killed:
            break
    while run.lives[-1].killed:
        run.live(patience=3600)

    assert sum(life.killed for life in run.lives) >= KILLS // 2
    before: set[tuple[int, Role]] = set()
    for life in run.lives:
        assert len(life.asked) == len(set(life.asked)), "asked twice in one life"
        assert len(before & set(life.asked)) <= AT_ONCE, "more was repeated than was under way"
        before |= set(life.asked)
    asks = {(number, role) for number in range(CASES) for role in Role if (0, role) in before}
    assert before == asks
    with RunFile.open(run.kept) as kept:
        assert sorted(map(int, kept.known())) == list(range(CASES))
        intents = Counter(entry.case for _, entry, _ in kept.journal() if entry.kind is Kind.INTENT)
        assert list(kept.underway()) == []
    calls = Counter(str(number) for life in run.lives for number, _ in life.asked)
    assert all(intents[case] >= calls[case] for case in calls), "a call without its intent"
    assert exported(run.kept) == exported(reference.kept)
    verify = [sys.executable, "-m", "baremo", "verify", str(run.kept)]
    assert subprocess.run(verify, capture_output=True, check=False).returncode == 0


def test_the_export_is_the_same_at_any_concurrency(tmp_path: Path) -> None:
    """Replies come in another order each time."""
    rng = random.Random(5)

    def late(asked: Any, number: int) -> str:
        time.sleep(rng.uniform(0, 0.003))
        return SAYS(asked, number)

    exports = set()
    with StubServer(late) as server:
        for at_once in (1, 3, 40):
            folder = tmp_path / str(at_once)
            folder.mkdir()
            run = Field(folder, server, 60, "--protocol", "debate", at_once=at_once)
            run.live()
            exports.add(exported(run.kept))
    assert len(exports) == 1


def test_one_of_eight_processes_goes_on_and_the_others_are_told(server: StubServer, tmp_path: Path) -> None:
    run = Field(tmp_path, server, 200, "--protocol", "solo")
    command = [
        *(sys.executable, "-m", "baremo", "judge", str(run.given), "--barem", "debate", "-o", str(run.kept)),
        *("--no-cache", "--protocol", "solo", "--judge", f"openai:stub@{server.url}/v1", "--concurrency", "2"),
    ]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(8)]
    ended = [(process.communicate(timeout=120), process.returncode) for process in processes]
    codes = Counter(code for _, code in ended)
    assert set(codes) == {0, 75}
    assert codes[75] >= 1
    assert all(b"another process" in said[1] for said, code in ended if code == 75)
    assert len(server.requests) == 200
    with RunFile.open(run.kept) as kept:
        assert kept.count() == 200


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_stops_within_five_seconds_even_where_the_server_is_slow(
    tmp_path: Path, sent: signal.Signals, code: int
) -> None:
    with StubServer(SAYS, latency=60) as slow:
        run = Field(tmp_path, slow, 20)
        command = [*(sys.executable, "-m", "baremo", "judge", str(run.given), "--barem", "debate"), "-o", str(run.kept)]
        judge = ["--judge", f"openai:stub@{slow.url}/v1", "--no-cache"]
        with subprocess.Popen([*command, *judge], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            while not slow.requests:
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(sent)
            _, said = process.communicate(timeout=5)
    assert process.returncode == code
    assert f"Go on with:\n  baremo resume {run.kept}" in said.decode()


def test_an_expired_key_stops_the_run_and_a_new_one_goes_on(tmp_path: Path) -> None:
    with StubServer(SAYS, fault=FAULTS["401"], when=lambda asked: asked_about(asked)[0] == 5) as server:
        run = Field(tmp_path, server, 20, "--protocol", "solo")
        command = ["judge", str(run.given), "--barem", "debate", "--protocol", "solo", "-o", str(run.kept)]
        judge = ["--judge", f"openai:stub@{server.url}/v1", "--no-cache", "--concurrency", "1"]
        done = subprocess.run(
            [sys.executable, "-m", "baremo", *command, *judge], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2, done.stderr
        assert "the server refuses the key" in done.stderr
        assert "Stopped: 5 of 20 dialogues are kept in" in done.stderr
        assert f"baremo resume {run.kept}" in done.stderr
        server._fault = None
        asked = len(server.requests)
        again = subprocess.run(
            [sys.executable, "-m", "baremo", "resume", str(run.kept)], capture_output=True, text=True, check=False
        )
        assert again.returncode == 0, again.stderr
        assert {asked_about(seen.json)[0] for seen in server.requests[asked:]} == set(range(5, 20))
    lines = [json.loads(line) for line in exported(run.kept).splitlines()]
    assert len(lines) == 20


def test_what_was_lost_on_the_way_is_told_of_wherever_it_is_missed(tmp_path: Path) -> None:
    with StubServer(SAYS, fault=FAULTS["never a byte"], when=lambda asked: asked_about(asked)[0] == 3) as server:
        run = Field(tmp_path, server, 8, "--protocol", "solo")
        command = ["judge", str(run.given), "--barem", "debate", "--protocol", "solo", "-o", str(run.kept)]
        judge = ["--judge", f"openai:stub@{server.url}/v1", "--no-cache", "--timeout", "1"]
        done = said_by(*command, *judge)
    assert done.returncode == 1
    assert "1 dialogue was lost on the way to a server and not kept: the same command asks again." in done.stdout
    line = "1 dialogue has no verdict, lost on the way to a server: the same command asks again."
    assert line in said_by("show", str(run.kept)).stdout
    assert f"{line} They are not in the table." in said_by("export", str(run.kept)).stderr
    one = said_by("show", str(run.kept), "3")
    assert one.returncode == 2
    assert "dialogue 3: has no verdict: it failed once on the way to a server, the last: " in one.stderr


def said_by(*command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "baremo", *command], capture_output=True, text=True, check=False)
