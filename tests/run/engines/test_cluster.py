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
    Cluster,
    asked_about,
    asked_in_vain,
    debated,
    descendants,
    kept,
    said,
    same_though_killed,
    short,
    two_that_hang,
    varied,
    wait_until,
)
from stub_server import StubServer

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")


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
    same_though_killed(tmp_path, *on(cluster), at_it=lambda _: judging(cluster))


def test_tasks_ask_models_through_one_gate_and_from_one_purse(cluster: Cluster, tmp_path: Path) -> None:
    given, run = short(tmp_path / "given.jsonl", 24), tmp_path / "run.baremo"
    with StubServer(SAYS, latency=0.02) as server:
        command = ("judge", given, "-o", run, *debated(server, "--no-cache"), *on(cluster))
        told = said(*command, "--concurrency", 3, "--max-calls", 28, code=1)
        assert len(server.requests) == 28
        assert server.peak <= 3
        assert "--max-calls" in told
        assert "28 calls" in told
        told = said(*command)
        assert max(Counter(asked_about(seen.json) for seen in server.requests).values()) == 2, "nothing is paid twice"
    assert "20 calls" in told
    with RunFile.open(run) as judged:
        assert len(judged.known()) == 24
        intents = Counter(entry.case for _, entry, _ in judged.journal() if entry.kind is Kind.INTENT)
    assert set(intents) == {str(number) for number in range(24)}
    assert set(intents.values()) <= {1, 2}


def test_a_complaint_that_one_task_hears_slows_all(cluster: Cluster, tmp_path: Path) -> None:
    assert asked_in_vain(tmp_path, *on(cluster)) <= 4, "the limit never grew beyond its beginning"


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
