"""A real Ray cluster on this machine, started for the first test that wants one."""

import secrets
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from judging_elsewhere import Cluster

STARTS = """
import ray, sys
ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="critical",
         object_store_memory=128 * 2**20)
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
ray.shutdown()
"""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed: make .venv/.ray")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        with subprocess.Popen(
            [sys.executable, "-c", STARTS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            yield _ready(process)
            process.communicate(timeout=60)


def _ready(process: "subprocess.Popen[str]") -> Cluster:
    assert process.stdout
    address = process.stdout.readline().strip()
    assert address, "Ray does not start here"
    return Cluster(address, process.pid)
