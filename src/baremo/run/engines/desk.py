"""A worker's desk: it hires its own staff once, and judges the shards that come."""

import asyncio
import gc
from functools import partial

from baremo.core.ask import Ask, Reply
from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Unscored
from baremo.errors import SetupError
from baremo.run.engines.far import FarMeter, FarPace, Wire
from baremo.run.engines.shard import Done, Job, Outcome, Shard, Stopped
from baremo.run.evaluate import evaluate
from baremo.run.hire import hire
from baremo.store.journal import Answered
from baremo.version import VERSION


class Desk:
    def __init__(self, job: Job) -> None:
        """Raises `SetupError` where nobody can be hired here."""
        if job.version != VERSION:
            what = f"a worker has Baremo {VERSION}, and the run is judged with {job.version}"
            raise SetupError.single("--engine", what, "install the same version everywhere")
        self._job = job
        self._staff = hire(job.wanted)
        self._notes = _Notes()
        self.wire = Wire()
        """To the gate that all calls go through."""
        if office := self._staff.office:
            from baremo.models.transport import Transport

            office.clerk = self._notes
            office.transport = Transport(deadline=job.wanted.deadline, gate=partial(FarPace, self.wire))
            office.meter = FarMeter(self.wire, bounded=job.bounded)
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)

    async def judge(self, shard: Shard) -> list[Outcome]:
        """In the order of the dialogues."""
        self._notes.recall_from(shard.had)
        judged = await asyncio.gather(*(self._judged(dialogue) for dialogue in shard.dialogues))
        self._notes.forget(shard.had)
        return judged

    def save(self) -> None:
        """What was paid for outlives the process."""
        if self._staff.cache:
            self._staff.cache.flush()

    async def aclose(self) -> None:
        await self._staff.aclose()

    async def _judged(self, dialogue: Dialogue) -> Outcome:
        case = str(dialogue.id)
        try:
            record = await evaluate(dialogue, self._job.barem, self._staff.bench)
        except Exception as error:
            return Stopped.by(error, self._notes.of(case))
        answered = self._notes.of(case)
        passing = isinstance(record.verdict, Unscored) and record.verdict.passing
        return Done.of(record, answered if passing else ())


class _Notes:
    """Stands in for the clerk, who has written down what is about to be asked before the shard was sent."""

    def __init__(self) -> None:
        self._had: dict[str, Reply] = {}
        self._cases: dict[str, str] = {}
        self._answered: dict[str, list[Answered]] = {}

    def recall_from(self, had: tuple[Answered, ...]) -> None:
        self._had.update((one.key, one.reply) for one in had)

    def forget(self, had: tuple[Answered, ...]) -> None:
        for one in had:
            self._had.pop(one.key, None)

    def recall(self, key: str) -> Reply | None:
        return self._had.get(key)

    async def intend(self, ask: Ask, key: str, judge: str) -> None:  # noqa: ARG002
        self._cases[key] = str(ask.dialogue.id)

    def answered(self, key: str, judge: str, reply: Reply) -> None:
        case = self._cases.pop(key, None)
        if case is not None:
            self._answered.setdefault(case, []).append(Answered(key=key, case=case, judge=judge, reply=reply))

    def of(self, case: str) -> list[Answered]:
        """What was answered about a dialogue that is done now."""
        return self._answered.pop(case, [])
