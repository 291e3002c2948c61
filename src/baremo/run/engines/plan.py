"""Where a run is judged: in this process, in several of this machine, or on a cluster."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from baremo.core.barem import Barem
from baremo.errors import Problem
from baremo.run.clerk import Clerk
from baremo.run.engine import Engine, Here
from baremo.run.engines.shard import Job
from baremo.run.engines.sharded import Crew, Identity, Sharded
from baremo.run.hire import Staff, Wanted

HERE, RAY = "here", "ray"
SHARD = 32
"""Dialogues that go together, where judging takes milliseconds and costs nothing."""
AHEAD = 2
"""Shards per worker, so that none waits for work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    engine: str = HERE
    workers: int = 1
    address: str = ""
    """Of a cluster; a small one is started on this machine where it is empty."""

    def faults(self, wanted: Wanted) -> Iterator[Problem]:
        if self.address and self.engine != RAY:
            yield Problem("--address", "is a cluster's", "give --engine ray too")
        if self.workers > 1 and self.engine == RAY:
            yield Problem("--workers", "is for this machine alone: Ray knows how many it has", "leave it out")
        if self.workers > 1 and sys.platform == "win32":
            yield Problem("--workers", "speaks to processes in a way that Windows does not know", "leave it out")
        if wanted.batch and (self.engine != HERE or self.workers > 1):
            yield Problem("--batch", "a provider's queue does the work, not an engine", "leave out one of the two")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What an engine is built on."""

    barem: Barem
    wanted: Wanted
    staff: Staff
    clerk: Clerk | None = None

    @property
    def job(self) -> Job:
        office = self.staff.office  # a run that is gone on with has its own fence
        return Job.of(self.barem, replace(self.wanted, fence=office.fence.hex()) if office else self.wanted)

    def engine(self, crew: Crew, size: int) -> Engine:
        identity = Identity(barem=self.barem.digest, judge=self.staff.bench.name)
        return Sharded(crew, identity, size=size, clerk=self.clerk if self.staff.office else None)


def engine_here(ground: Ground) -> Engine:
    return Here(ground.barem, ground.staff.bench, at_once=ground.staff.at_once)


def engine_of_processes(ground: Ground, workers: int) -> Engine:
    from baremo.run.engines.processes import Processes

    if ground.staff.office is None:
        return ground.engine(Processes(ground.job, workers, slots=AHEAD * workers), SHARD)
    from baremo.run.engines.gate import Gate

    gate = Gate(ground.staff.office.meter, most=ground.wanted.at_once)
    # As many dialogues as one process would have under way: a kill repeats no more than these.
    return ground.engine(Processes(ground.job, workers, slots=ground.staff.at_once, gate=gate), 1)
