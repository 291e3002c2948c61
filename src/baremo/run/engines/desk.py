"""A worker's desk: it hires its own staff once, and judges the shards that come."""

import asyncio
import gc
from collections.abc import Callable
from functools import partial

from baremo.core.ask import Ask, Reply
from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Unscored
from baremo.errors import SetupError
from baremo.run.engines.far import FarMeter, FarPace, Wire
from baremo.run.engines.shard import Done, Hear, Job, News, Shard, Stopped
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

    async def judge(self, shard: Shard, hear: Hear) -> None:
        """Whatever is answered or done is told at once. Where it is called off, what is not told yet is told last."""
        box = _Box(hear)
        self._notes.recall_from(shard.had)
        try:
            await asyncio.gather(
                *(self._judged(place, dialogue, box) for place, dialogue in enumerate(shard.dialogues))
            )
        finally:
            self._notes.forget(shard.had)
            box.flush()

    def save(self) -> None:
        """What was paid for outlives the process."""
        if self._staff.cache:
            self._staff.cache.flush()

    async def aclose(self) -> None:
        await self._staff.aclose()

    async def _judged(self, place: int, dialogue: Dialogue, box: "_Box") -> None:
        case = str(dialogue.id)
        self._notes.tell[case] = lambda answered: box.put(News(place, answered))
        try:
            record = await evaluate(dialogue, self._job.barem, self._staff.bench)
        except Exception as error:
            box.put(News(place, Stopped.by(error)))
        else:
            if not (isinstance(record.verdict, Unscored) and record.verdict.passing):
                box.drop(place)  # they are in the record
            box.put(News(place, Done.of(record)))
        finally:
            self._notes.tell.pop(case, None)


class _Box:
    """What is new in one turn of the event loop goes out together."""

    def __init__(self, hear: Hear) -> None:
        self._hear = hear
        self._news: list[News] = []

    def put(self, one: News) -> None:
        if not self._news:
            asyncio.get_running_loop().call_soon(self.flush)
        self._news.append(one)

    def drop(self, place: int) -> None:
        self._news = [one for one in self._news if one.place != place]

    def flush(self) -> None:
        news, self._news = self._news, []
        if news:
            self._hear(news)


class _Notes:
    """Stands in for the clerk, who has written down what is about to be asked before the shard was sent."""

    def __init__(self) -> None:
        self._had: dict[str, Reply] = {}
        self._cases: dict[str, str] = {}
        self.tell: dict[str, Callable[[Answered], None]] = {}
        """Who hears of replies, by the id of the dialogue."""

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
        case = self._cases.pop(key, "")
        if tell := self.tell.get(case):
            tell(Answered(key=key, case=case, judge=judge, reply=reply))
