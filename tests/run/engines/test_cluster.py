"""`--engine ray`: a real cluster, some of whose workers die."""

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
    SIEGE,
    Cluster,
    asked_about,
    descendants,
    exported,
    kept,
    said,
    short,
    started,
    two_that_hang,
    varied,
    wait_until,
)
from stub_faults import FAULTS
from stub_server import StubServer

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
CASES = 20_000 if SIEGE else 160


def on(cluster: Cluster) -> tuple[object, ...]:
    return ("--engine", "ray", "--address", cluster.address)


def judging(cluster: Cluster) -> list[int]:
    """Processes that have a shard in hand: Ray names them by what they do."""
    found = []
    for pid in descendants(cluster.pid):
        try:
            title = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::judge_shard"):
            found.append(pid)
    return found


@pytest.mark.property
def test_a_cluster_comes_to_the_same_verdicts_though_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    given, here, there = varied(tmp_path / "given.jsonl", CASES), tmp_path / "here.baremo", tmp_path / "there.baremo"
    said("judge", given, "-o", here, code=1, patience=3600)

    with started("judge", given, "-o", there, *on(cluster)) as process:
        wait_until(lambda: kept(there) >= 32 and judging(cluster))
        os.kill(judging(cluster)[0], signal.SIGKILL)
        printed = process.communicate(timeout=3600)[0]

    assert process.returncode == 1, printed
    assert "Traceback" not in printed
    assert exported(there) == exported(here)


def judge(server: StubServer, *more: object) -> tuple[object, ...]:
    return ("--barem", "debate", "--judge", f"openai:stub@{server.url}/v1", "--no-cache", *more)


def test_tasks_ask_models_through_one_gate_and_from_one_purse(cluster: Cluster, tmp_path: Path) -> None:
    given, run = short(tmp_path / "given.jsonl", 24), tmp_path / "run.baremo"
    with StubServer(SAYS, latency=0.02) as server:
        bound = ("--concurrency", 3, "--max-calls", 28)
        told = said("judge", given, "-o", run, *judge(server, *bound), *on(cluster), code=1)
        assert len(server.requests) == 28
        assert server.peak <= 3
        assert "--max-calls" in told
        assert "28 calls" in told
        told = said("judge", given, "-o", run, *judge(server), *on(cluster))
        assert max(Counter(asked_about(seen.json) for seen in server.requests).values()) == 2, "nothing is paid twice"
    assert "20 calls" in told
    with RunFile.open(run) as judged:
        assert len(judged.known()) == 24
        intents = Counter(entry.case for _, entry, _ in judged.journal() if entry.kind is Kind.INTENT)
    assert set(intents) == {str(number) for number in range(24)}
    assert set(intents.values()) <= {1, 2}


def test_a_complaint_that_one_task_hears_slows_all(cluster: Cluster, tmp_path: Path) -> None:
    given = short(tmp_path / "given.jsonl", 40)
    with StubServer(SAYS, latency=0.2, fault=FAULTS["429 for an hour"]) as server:
        told = said("judge", given, *judge(server), *on(cluster), code=2)
    assert len(server.requests) <= 4, "the limit never grew beyond its beginning"
    assert "in a row failed" in told


def test_an_interrupted_run_leaves_no_task_behind_and_keeps_what_is_done(cluster: Cluster, tmp_path: Path) -> None:
    run = tmp_path / "run.baremo"
    with two_that_hang(tmp_path, *on(cluster)) as (server, arguments, process):
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        process.communicate()
        wait_until(lambda: not judging(cluster))
        assert (kept(run), kept(run, "underway")) == (6, 2)
        said(*arguments[: -len(on(cluster))])  # any engine goes on
        assert len(server.requests) == 18, "the two calls that got no answer"
    assert (kept(run), kept(run, "underway")) == (8, 0)


def test_a_cluster_is_started_here_where_none_is_named(cluster: Cluster, tmp_path: Path) -> None:
    given, run = varied(tmp_path / "given.jsonl", 4), tmp_path / "run.baremo"
    without = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    home = {"RAY_ADDRESS": "127.0.0.1:1", "HOME": str(tmp_path)}
    said("judge", given, "-o", run, "--engine", "ray", env={**without, **home})
    assert kept(run) == 4
    assert not (tmp_path / ".ray").exists(), "no token is left behind"


def test_the_extra_is_named_where_it_is_missing(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError('no ray')")
    given = varied(tmp_path / "given.jsonl", 1)
    told = said("judge", given, "--engine", "ray", code=2, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert "pip install 'baremo[ray]'" in told
