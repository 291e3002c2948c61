"""On a Ray cluster: shards are tasks, and one actor is the gate that the calls of all tasks go through.

A lost shard is taken up again here and not by Ray: each try has its own intents in the journal, the gate is told whose
places are free, and a dialogue that kills whoever touches it is found.
"""

import asyncio
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from baremo.errors import SetupError
from baremo.run.engine import Engine
from baremo.run.engines.far import Mirror
from baremo.run.engines.plan import AHEAD, SHARD, Ground
from baremo.run.engines.shard import Hear, Lost, Shard

AUTO = "auto"
CONNECT = 10.0
"""Seconds until an address is given up."""
JOIN = 60.0
"""Seconds for Ray itself to join, or to start."""
SHARE = 0.25
"""Of a core, for a task that mostly waits."""
LARGEST = 64
"""Dialogues of a shard whose judges are language models: a task asks about all of them side by side."""
LOOK_AGAIN = 2.0
"""Seconds between two looks at how large the cluster is, and at what was spent."""
STORE = 128 * 2**20
"""Bytes of shared memory for a cluster that is started here: shards are small."""
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""Nothing is reported to anybody."""
_SILENT: dict[str, Any] = {"log_to_driver": False, "logging_level": "critical"}


@contextmanager
def connected(address: str) -> Iterator[None]:
    """To the cluster at this address, or to one that is started here and ends with it."""
    os.environ.update(_QUIET)  # Ray looks at it when it is imported
    if not address:
        _lock_up()
    try:
        import ray
    except ImportError as error:
        raise SetupError.single("--engine ray", "Ray is not installed", "pip install 'baremo[ray]'") from error
    _refuse_silent(address)
    try:
        if address:
            _within(JOIN, lambda: ray.init(address=address, **_SILENT))
        else:
            # In this very thread, for it ends with the thread that started it. The address is said aloud: without one,
            # Ray would look for one in the environment.
            ray.init(address="local", include_dashboard=False, object_store_memory=STORE, **_SILENT)
    except (OSError, RuntimeError, ValueError, AssertionError) as error:
        raise _no_cluster(address, _first_line(error)) from error
    try:
        yield
    finally:
        ray.shutdown()


def _lock_up() -> None:
    """Nobody else may send work to a cluster that is started here. Ray would leave a token in the home directory."""
    if "RAY_AUTH_MODE" not in os.environ:
        os.environ["RAY_AUTH_MODE"] = "token"
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)


def _refuse_silent(address: str) -> None:
    """Ray tries an address that is not there for a minute, and says a page about it."""
    if not address or address == AUTO:
        return
    host, colon, port = address.rpartition(":")
    if "://" in address or not colon or not port.isdigit():
        raise SetupError.single(
            f"--address {address}",
            "not the address of a cluster",
            "give HOST:PORT of its head node (6379 by default), or auto on one of its nodes",
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT).close()
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, str(error)) from error


def _no_cluster(address: str, why: str) -> SetupError:
    if not address:
        return SetupError.single("--engine ray", f"no cluster could be started here: {why}", "see Ray's own logs")
    what = f"no cluster can be joined there: {why}"
    remedy = "run this on a node of the cluster, with its token if it has one (RAY_AUTH_MODE, RAY_AUTH_TOKEN)"
    return SetupError.single(f"--address {address}", what, remedy)


def _within(seconds: float, work: Callable[[], object]) -> None:
    """Raises what the work raises, or `TimeoutError`; the work then goes on, and nobody waits for it."""
    raised: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=guarded, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        raise TimeoutError(f"no answer within {seconds:.0f} s")
    if raised:
        raise raised[0]


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).strip().splitlines()[0]


def engine_of_cluster(ground: Ground) -> Engine:
    import ray

    job, office = ray.put(ground.job), ground.staff.office
    if office is None:
        return ground.engine(Tasks(job, share=1.0), SHARD)
    gate = _gate(office.meter, ground.wanted.at_once)
    tasks = Tasks(job, share=SHARE, gate=gate)
    office.meter = tasks.spent
    size = min(LARGEST, max(1, ground.staff.at_once // tasks.places))
    tasks.most = ground.staff.at_once // size
    return ground.engine(tasks, size)


def _gate(meter: Any, most: int) -> Any:
    """On this very machine: it lives as long as the run does."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    from baremo.run.engines.ray_side import GateActor

    here = NodeAffinitySchedulingStrategy(node_id=ray.get_runtime_context().get_node_id(), soft=False)
    actor = ray.remote(GateActor).options(
        name="baremo-gate", num_cpus=0, max_concurrency=10_000, scheduling_strategy=here
    )
    return actor.remote(meter, most)


class Tasks:
    def __init__(self, job: Any, *, share: float, gate: Any = None) -> None:
        import ray

        from baremo.run.engines.ray_side import judge_shard

        self._job = job
        self._share = share
        self._gate = gate
        self._task = ray.remote(judge_shard).options(num_cpus=share, max_retries=0, num_returns="streaming")
        self._looked = 0.0
        self._places = 1
        self._watching: asyncio.Task[None] | None = None
        self.most: int | None = None
        """Shards that are of use, where something else than the cluster's size bounds them."""
        self.spent = Mirror()

    @property
    def places(self) -> int:
        """Tasks that the cluster can run at a time. It may grow, and it grows where tasks wait."""
        import ray

        now = time.monotonic()
        if now - self._looked > LOOK_AGAIN:
            self._looked = now
            self._places = max(1, int(ray.cluster_resources().get("CPU", 1) / self._share))
        return self._places

    @property
    def slots(self) -> int:
        ahead = AHEAD * self.places
        return ahead if self.most is None else min(ahead, self.most)

    async def judge(self, shard: Shard, hear: Hear, *, alone: bool) -> None:  # noqa: ARG002  a task always is
        if self._gate and not self._watching:
            self._watching = asyncio.ensure_future(self._watch())
        stream = self._task.remote(self._job, shard, self._gate)
        try:
            async for reference in stream:
                hear(await _result(reference))
        except BaseException as error:
            if self._gate:
                self._gate.lost.remote(shard.number)
            if isinstance(error, asyncio.CancelledError):
                _cancel(stream)
            raise

    async def aclose(self) -> None:
        if self._watching:
            self._watching.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._watching
            with suppress(Exception):  # it was told before, and is lost with the cluster
                self.spent.heard = await asyncio.wait_for(_awaited(self._gate.spent.remote()), LOOK_AGAIN)

    async def _watch(self) -> None:
        while True:
            self.spent.heard = await _awaited(self._gate.spent.remote())
            await asyncio.sleep(LOOK_AGAIN)


async def _awaited(reference: Any) -> Any:
    return await asyncio.wrap_future(reference.future())


async def _result(reference: Any) -> Any:
    """Raises `Lost` where another try may go well."""
    from ray import exceptions

    try:
        return await _awaited(reference)
    except exceptions.RayTaskError as error:
        raise _unfit(_last_line(error)) from error
    except (exceptions.RuntimeEnvSetupError, exceptions.TaskUnschedulableError) as error:
        raise _unfit(_first_line(error)) from error
    except exceptions.RayError as error:
        raise Lost(_first_line(error)) from error


def _unfit(why: str) -> SetupError:
    what = f"a node of the cluster cannot judge: {why}"
    return SetupError.single("--engine ray", what, "install the same baremo[ray] on every node")


def _last_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).strip().splitlines()[-1]


def _cancel(stream: Any) -> None:
    import ray

    with suppress(Exception):
        ray.cancel(stream, force=True)
