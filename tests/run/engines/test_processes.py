"""`--workers`: several processes of this machine, some of which die."""

import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from baremo.store.journal import Kind
from baremo.store.runfile import RunFile
from judging_elsewhere import (
    SAYS,
    alive,
    asked_about,
    asked_in_vain,
    debated,
    descendants,
    exported,
    kept,
    said,
    same_though_killed,
    short,
    started,
    two_that_hang,
    varied,
    wait_until,
)
from stub_faults import FAULTS
from stub_server import StubServer

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")


@pytest.mark.property
def test_workers_come_to_the_same_verdicts_though_one_is_killed(tmp_path: Path) -> None:
    run = same_though_killed(tmp_path, "--workers", 2, at_it=descendants)
    assert "everything holds" in said("verify", run, patience=3600)


def test_a_dialogue_that_kills_whoever_touches_it_is_unscored_and_the_others_are_not(
    tmp_path: Path,
) -> None:
    given, run = varied(tmp_path / "given.jsonl", 60), tmp_path / "run.baremo"
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\n"
        "if 'worker import main' in ' '.join(sys.orig_argv):\n"
        "    import baremo.run.engines.desk as desk\n"
        "    judged = desk.evaluate\n"
        "    async def evaluate(dialogue, *rest):\n"
        "        if dialogue.id == 'case-42': os.kill(os.getpid(), 9)\n"
        "        return await judged(dialogue, *rest)\n"
        "    desk.evaluate = evaluate\n"
    )
    told = said(
        *("judge", given, "-o", run, "--workers", 2, "--json"), code=1, env={**os.environ, "PYTHONPATH": str(tmp_path)}
    )
    lines = [line for line in told.splitlines() if "worker lost" in line]
    assert len(lines) == 1
    assert "case-42" in lines[0]
    with RunFile.open(run) as judged:
        assert len(judged.known()) == 59
        (trouble,) = judged.troubles()
        assert (trouble.case, trouble.outcome) == ("case-42", "worker lost")

    said("judge", given, "-o", run, code=1)  # here it kills nobody
    with RunFile.open(run) as judged:
        assert len(judged.known()) == 60


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGKILL", -9)])
def test_whatever_ends_the_run_ends_its_workers(tmp_path: Path, name: str, code: int) -> None:
    given, run = varied(tmp_path / "given.jsonl", 1000), tmp_path / "run.baremo"
    with started("judge", given, "-o", run, "--workers", 2) as process:
        wait_until(lambda: kept(run) >= 64)
        workers = descendants(process.pid)
        process.send_signal(signal.Signals[name])
        assert process.wait(20) == code
        assert len(workers) == 2
        wait_until(lambda: not any(map(alive, workers)), 20)
        printed = process.communicate()[0]
    assert "Error" not in printed, "nobody is left to be told"
    assert 64 <= kept(run) < 1000


def judge(server: StubServer, *more: object) -> tuple[object, ...]:
    return debated(server, "--workers", 2, *more)


def test_models_are_asked_through_one_gate_and_every_dialogue_has_its_intent(tmp_path: Path) -> None:
    given, run, alone = short(tmp_path / "given.jsonl", 40), tmp_path / "run.baremo", tmp_path / "alone.baremo"
    with StubServer(SAYS, latency=0.02) as server:
        told = said("judge", given, "-o", run, *judge(server, "--concurrency", 6, "--no-cache"))
        assert server.peak <= 6
        asked = Counter(asked_about(seen.json) for seen in server.requests)
        said("judge", given, "-o", alone, *judge(server, "--workers", 1, "--no-cache"))
    assert asked == dict.fromkeys(range(40), 2)
    assert "80 calls" in told
    with RunFile.open(run) as judged:
        intents = Counter(entry.case for _, entry, _ in judged.journal() if entry.kind is Kind.INTENT)
    assert intents == {str(number): 1 for number in range(40)}
    assert exported(run) == exported(alone)


def test_a_complaint_that_one_worker_hears_slows_all(tmp_path: Path) -> None:
    asked = asked_in_vain(tmp_path, "--workers", 2)
    assert asked <= 2, "each worker may find out for itself, and then nobody asks any more"


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGKILL", -9)])
def test_what_is_done_and_answered_in_workers_is_kept_whatever_ends_the_run(
    tmp_path: Path, name: str, code: int
) -> None:
    run = tmp_path / "run.baremo"
    with two_that_hang(tmp_path, "--workers", 2) as (server, arguments, process):
        told = [process.pid]
        if name == "SIGKILL":
            wait_until(lambda: kept(run, "underway") == 2)
        else:
            told += descendants(process.pid)  # a service manager tells all of them
        for pid in told:
            os.kill(pid, signal.Signals[name])
        assert process.wait(20) == code
        printed = process.communicate()[0]
        assert [line for line in printed.splitlines() if not line.startswith("{")] == []
        assert (kept(run), kept(run, "underway")) == (6, 2)
        said(*arguments)
        assert len(server.requests) == 18, "the two calls that got no answer"
    assert (kept(run), kept(run, "underway")) == (8, 0)


def test_a_worker_that_is_killed_costs_the_calls_under_way(tmp_path: Path) -> None:
    run = tmp_path / "run.baremo"
    with two_that_hang(tmp_path, "--workers", 2) as (server, _, process):
        for pid in descendants(process.pid):
            os.kill(pid, signal.SIGKILL)
        printed = process.communicate(timeout=60)[0]
        assert process.returncode == 0, printed
        assert len(server.requests) == 18
    assert (kept(run), kept(run, "underway")) == (8, 0)


def test_no_more_dialogues_are_under_way_than_calls_may_be(tmp_path: Path) -> None:
    given, run = short(tmp_path / "given.jsonl", 40), tmp_path / "run.baremo"
    with StubServer(SAYS, fault=FAULTS["never a byte"]) as server:
        more = ("--workers", 4, "--concurrency", 3, "--no-cache")
        with started("judge", given, "-o", run, *judge(server, *more)) as process:
            wait_until(lambda: server.requests)
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
    with RunFile.open(run) as judged:
        assert sum(entry.kind is Kind.INTENT for _, entry, _ in judged.journal()) == 3


@pytest.mark.parametrize("bound", [("--max-calls", 31), ("--max-cost", "0.0075")])
def test_a_bound_holds_for_all_workers_together(tmp_path: Path, bound: tuple[object, ...]) -> None:
    """At $0.25 per million tokens a call of 1,000 costs $0.00025; 30 of them $0.0075."""
    given, run = short(tmp_path / "given.jsonl", 60), tmp_path / "run.baremo"
    with StubServer(SAYS, latency=0.01) as server:
        prices = tmp_path / "prices.json"
        name = f"openai:stub@{server.url}/v1"
        prices.write_text(json.dumps({"models": {name: {"input": 0.25, "output": 0}}}))
        told = said("judge", given, "-o", run, *judge(server, "--prices", prices, "--concurrency", 4, *bound), code=1)
        assert len(server.requests) == (31 if bound[0] == "--max-calls" else 30)
    assert str(bound[0]) in told
    assert f"{len(server.requests)} calls" in told


def test_a_kill_repeats_no_more_dialogues_than_calls_may_be_under_way(tmp_path: Path) -> None:
    given, run = short(tmp_path / "given.jsonl", 80), tmp_path / "run.baremo"
    with StubServer(SAYS, latency=0.02) as server:
        arguments = ("judge", given, "-o", run, *judge(server, "--concurrency", 8, "--no-cache", "--log-json"))
        with started(*arguments) as process:
            wait_until(lambda: kept(run) >= 20)
            process.kill()
            printed = process.communicate()[0]
        assert [line for line in printed.splitlines() if not line.startswith("{")] == [], "workers end in silence"
        begun = Counter(asked_about(seen.json) for seen in server.requests)
        with RunFile.open(run) as judged:
            done = set(map(int, judged.known()))
        assert len(begun.keys() - done) <= 8
        said(*arguments)
        asked = Counter(asked_about(seen.json) for seen in server.requests)
    assert {case for case, times in asked.items() if times > 2} <= begun.keys() - done
    with RunFile.open(run) as judged:
        assert len(judged.known()) == 80


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--workers", 0), "neither a number"),
        (("--workers", "many"), "neither a number"),
        (("--address", "head:6379"), "--engine ray"),
        (("--engine", "ray", "--workers", 2), "leave it out"),
        (("--engine", "ray", "--address", "ray://head:10001"), "HOST:PORT"),
        (("--engine", "ray", "--address", "127.0.0.1:1"), "no cluster can be joined"),
        (("--workers", 2, "--batch", "--judge", "openai:x", "-o", "run.baremo"), "a provider's queue"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_made(
    tmp_path: Path, arguments: tuple[object, ...], words: str
) -> None:
    given = varied(tmp_path / "given.jsonl", 3)
    if "ray" in arguments and "--address" in arguments and "127.0.0.1:1" in arguments:
        pytest.importorskip("ray")
    assert words in said("judge", given, *arguments, code=2, cwd=tmp_path)
    assert not (tmp_path / "run.baremo").exists()
