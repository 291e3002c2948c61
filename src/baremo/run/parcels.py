"""What a run hands in to providers' queues, and what it gets back: written down before and after."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from baremo.core.ask import Reply
from baremo.errors import CallFailed, Outcome, SetupError
from baremo.models.language import LanguageModel
from baremo.models.meter import Spent
from baremo.models.office import Cache
from baremo.models.queueing import Post, Queue
from baremo.models.queues.queue import Batch, Result, id_of
from baremo.store.ledger import NEVER_ARRIVED, REFUSED, TURNED_AWAY, Miss, Parcel, Takings
from baremo.store.run import Run

FINAL = (Outcome.FILTERED, Outcome.REQUEST_REFUSED, Outcome.TOO_LONG)
"""No further try helps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """A batch that a provider has taken."""

    parcel: Parcel


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A batch that is not done yet."""

    parcel: Parcel
    batch: Batch


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A batch of which nothing more will come."""

    parcel: Parcel
    ended: str
    missed: int = 0
    """Asks without a reply."""
    detail: str = ""


Event = HandedIn | Waiting | Taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where the queue, the cache and the models meet."""

    queue: Queue
    cache: Cache
    models: Mapping[str, LanguageModel]
    """By name."""
    now: Callable[[], str]


class Parcels:
    def __init__(self, desk: Desk, run: Run, tell: Callable[[Event], None]) -> None:
        self._desk = desk
        self._ledger = run.ledger
        self._run = run.header.digest
        self._tell = tell

    async def hand_in(self, posts: Sequence[Post], turn: int) -> None:
        judge = posts[0].judge
        number, _ = self._ledger.next()
        parcel = Parcel(
            number=number,
            round=turn,
            judge=judge,
            requests=len(posts),
            expected=self._desk.queue.expected(posts),
            at=self._desk.now(),
        )
        self._ledger.intend(parcel, [post.key for post in posts])
        try:
            batch = await self._desk.models[judge].counter.hand_in(posts, self._tag(number))
        except (CallFailed, SetupError) as error:
            if _turned_down(error):
                self._ledger.collect(number, Takings(ended=REFUSED), {}, now=self._desk.now())
            raise _explained(error, judge) from error
        self._ledger.accept(number, batch.id, now=self._desk.now())
        self._tell(HandedIn(parcel=parcel))

    async def collect(self) -> bool:
        """Takes in what is ready. Returns whether something is not."""
        waiting = False
        for parcel in self._ledger.open():
            try:
                batch = await self._look(parcel)
                if batch and not batch.over:
                    waiting = True
                    self._tell(Waiting(parcel=parcel, batch=batch))
                else:
                    await self._take(parcel, batch)
            except SetupError as error:
                problem = error.problems[0]
                remedy = f"{problem.remedy}; or is it another account's? Judging without --batch needs no queue"
                where = f"batch {parcel.number} ({parcel.id or parcel.judge})"
                raise SetupError.single(where, problem.what, remedy) from error
        return waiting

    async def _look(self, parcel: Parcel) -> Batch | None:
        """None where the provider is not known to have it: we were stopped before it could say so."""
        counter = self._desk.models[parcel.judge].counter
        if parcel.id:
            return await counter.look(parcel.id)
        batch = await counter.find(self._tag(parcel.number))
        if batch:
            self._ledger.accept(parcel.number, batch.id, now=self._desk.now())
        return batch

    async def _take(self, parcel: Parcel, batch: Batch | None) -> None:
        missed: dict[str, Miss] = {}
        if batch is None or batch.turned_away:
            takings = Takings(ended=TURNED_AWAY if batch else NEVER_ARRIVED)
        else:
            results = await self._desk.models[parcel.judge].counter.fetch(batch)
            takings, missed = self._read(parcel, batch, results)
            self._desk.cache.flush()  # before the ledger says that they are there
        self._ledger.collect(parcel.number, takings, missed, now=self._desk.now())
        detail = batch.detail if batch else ""
        self._tell(Taken(parcel=parcel, ended=takings.ended, missed=len(missed), detail=detail))

    def _read(self, parcel: Parcel, batch: Batch, results: Sequence[Result]) -> tuple[Takings, dict[str, Miss]]:
        """Each ask once, in whichever order and however often results come; what nobody asked for is passed over."""
        unread = {id_of(key): key for key in self._ledger.asked(parcel.number)}
        missed: dict[str, Miss] = {}
        spent = Spent()
        for result in results:
            key = unread.pop(result.id, None)
            if key is None:
                continue
            try:
                reply = self._reply(parcel.judge, result)
            except CallFailed as error:
                missed[key] = Miss(outcome=error.outcome, detail=error.detail, served=result.served)
                spent += Spent() if result.failure else Spent(calls=1, unpriced=1)
            else:
                self._desk.cache.put(key, parcel.judge, reply, self._desk.now())
                spent += self._spent(parcel.judge, reply)
        missed |= {key: _without_result(batch) for key in unread.values()}
        takings = Takings(
            ended=batch.word, calls=spent.calls, usage=spent.usage, cost=spent.cost, unpriced=spent.unpriced
        )
        return takings, missed

    def _reply(self, judge: str, result: Result) -> Reply:
        if result.failure:
            raise result.failure
        return self._desk.models[judge].read(result.body)

    def _spent(self, judge: str, reply: Reply) -> Spent:
        if reply.usage is None:
            return Spent(calls=1, unpriced=1)
        cost = self._desk.queue.cost(judge, reply.usage)
        if cost is None:
            return Spent(calls=1, usage=reply.usage, unpriced=1)
        return Spent(calls=1, usage=reply.usage, cost=cost)

    def _tag(self, number: int) -> str:
        """What a batch is found by, should we be stopped before we know its name."""
        return f"{self._run} {number}"


def _turned_down(error: CallFailed | SetupError) -> bool:
    """Whether the provider certainly has no batch of it."""
    return isinstance(error, SetupError) or 400 <= error.status < 500 or error.outcome is Outcome.UNREACHABLE


def _explained(error: CallFailed | SetupError, judge: str) -> CallFailed | SetupError:
    """What no later try can help is the user's matter."""
    remedy = "not every server and model has a batch queue: judge without --batch"
    if isinstance(error, SetupError):
        problem = error.problems[0]
        return SetupError.single(problem.where, problem.what, f"{problem.remedy}; {remedy}")
    if error.outcome in FINAL:
        return SetupError.single(judge, f"does not take the batch: {error.reason}", remedy)
    return error


def _without_result(batch: Batch) -> Miss:
    if batch.whole:
        return Miss(outcome=Outcome.BAD_RESPONSE, detail="the batch brought no result for it", served=True)
    outcome = Outcome.TIMEOUT if batch.word == "expired" else Outcome.SERVER_ERROR
    why = f": {batch.detail}" if batch.detail else ""
    return Miss(outcome=outcome, detail=f"the batch ended as {batch.word}{why}", served=False)
