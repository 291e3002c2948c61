"""Judging through the providers' batch queues, in rounds.

Every round drives every dialogue from its beginning. What was answered comes from the reply cache, what was not is put
into the queue, and the dialogue waits for a later round: so nothing of a suspended plan has to be kept, and a run that
was judged in rounds holds the same records as one that was judged at once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import BudgetSpent, CallFailed, NotYet, Outcome, SetupError
from baremo.models.language import LanguageModel
from baremo.models.queueing import Before
from baremo.run.batch import judge_all
from baremo.run.bench import Bench
from baremo.run.clerk import COMMIT_EVERY
from baremo.run.evaluate import evaluate
from baremo.run.hire import Staff
from baremo.run.parcels import FINAL, Desk, Event, Parcels
from baremo.store.ledger import Miss
from baremo.store.run import Run

AGAIN = 1
"""Further tries for an ask that the model was asked in vain."""
LATER = 2
"""For one whose turn never came, or whose batch failed."""
FAILED = "failed"
"""How a batch ended that did not even pass the provider's checks."""
FIRST_PAUSE, LONGEST_PAUSE = 10.0, 300.0
"""Seconds between two looks at what is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Driven:
    """A dialogue has come as far as it goes in this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Until the next look."""

    seconds: float
    why: str = ""
    """What went wrong, where that may pass."""


News = Event | Driven | Pause


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How far a run is."""

    waiting: bool = False
    """Whether something is with a provider."""
    handed_in: bool = False
    """Whether something was handed in just now."""
    stopped: str = ""
    """Which bound was reached."""


class Rounds:
    def __init__(
        self,
        dialogues: Iterable[Dialogue],
        barem: Barem,
        staff: Staff,
        run: Run,
        tell: Callable[[News], None],
    ) -> None:
        if staff.office is None or staff.office.queue is None or staff.office.cache is None:
            raise ValueError("rounds need judges with a queue and a cache")
        models = {model.name: model for model in _languages(staff.bench)}
        desk = Desk(queue=staff.office.queue, cache=staff.office.cache, models=models, now=staff.office.now)
        self._dialogues = dialogues
        self._barem = barem
        self._bench = staff.bench
        self._queue = desk.queue
        self._now = desk.now
        self._run = run
        self._parcels = Parcels(desk, run, tell)
        self._tell = tell

    async def go_on(
        self, *, wait: bool = False, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> Standing:
        """As far as it goes without waiting; with `wait`, to the end."""
        seconds = FIRST_PAUSE
        while True:
            why = ""
            try:
                standing = await self._step()
            except CallFailed as error:
                if not wait or not error.outcome.passing:
                    raise
                standing, why = Standing(waiting=True), error.reason
            if not wait or not standing.waiting:
                return standing
            seconds = FIRST_PAUSE if standing.handed_in else seconds
            self._tell(Pause(seconds=seconds, why=why))
            await sleep(seconds)
            seconds = min(2 * seconds, LONGEST_PAUSE)

    async def tell(self, tell: Callable[[Record], None]) -> None:
        """Every dialogue in the order of the input, once nothing is waiting: those that were given up too."""
        await judge_all(self._dialogues, self._barem, self._bench, self._run, tell)

    async def _step(self) -> Standing:
        known = self._run.known()
        if all(str(dialogue.id) in known for dialogue in self._dialogues):
            return Standing()  # whatever is still with a provider, nobody needs it any more
        if await self._parcels.collect():
            return Standing(waiting=True)
        return await self._ask()

    async def _ask(self) -> Standing:
        """Drives the dialogues as far as they go, keeps their verdicts, hands in what they ask next."""
        self._queue.begin(self._before())
        _, turn = self._run.ledger.next()
        known = self._run.known()
        fresh: list[Record] = []
        stopped, handed_in = "", False
        for dialogue in self._dialogues:
            if str(dialogue.id) in known:
                continue
            try:
                record = await evaluate(dialogue, self._barem, self._bench)
                if not (isinstance(record.verdict, Unscored) and record.verdict.passing):
                    fresh.append(record)  # as when judged at once: what was lost on the way is not kept
            except NotYet:
                handed_in |= await self._hand_in(turn)
            except BudgetSpent as error:
                stopped = str(error)  # others may have all that they need
            if len(fresh) >= COMMIT_EVERY:
                self._keep(fresh)
            self._tell(Driven())
            await asyncio.sleep(0)  # nothing waits here: let an interrupt through
        self._keep(fresh)
        handed_in |= await self._hand_in(turn, rest=True)
        if not handed_in:
            self._run.ledger.rest(now=self._now())
        return Standing(waiting=handed_in, handed_in=handed_in, stopped=stopped)

    async def _hand_in(self, turn: int, *, rest: bool = False) -> bool:
        handed_in = False
        for posts in self._queue.portions(rest=rest):
            await self._parcels.hand_in(posts, turn)
            handed_in = True
        return handed_in

    def _keep(self, fresh: list[Record]) -> None:
        if fresh:
            self._run.append(fresh)
            fresh.clear()

    def _before(self) -> Before:
        ledger = self._run.ledger
        totals = ledger.totals().values()
        try:
            lost = {key: given_up(misses) for key, misses in ledger.missed().items()}
        except SetupError:
            ledger.rest(now=self._now())  # once it is mended, it is tried as often again
            raise
        return Before(
            lost={key: failure for key, failure in lost.items() if failure},
            answered=ledger.answered(),
            calls=sum(total.requests for total in totals),
            cost=sum((total.takings.cost + total.open for total in totals), Fraction(0)),
            portions={judge: max(1, count // 2) for judge, count in ledger.smallest_turned_away().items()},
        )


def given_up(misses: Sequence[Miss]) -> CallFailed | None:
    """Why an ask is not handed in again; None where it is."""
    if sum(miss.ended == FAILED for miss in misses) > LATER:
        what = f"batches failed {len(misses)} times: {misses[-1].detail}"
        raise SetupError.single("--batch", what, "mend what the provider says, or go on without --batch")
    served = [miss for miss in misses if miss.served]
    final = any(miss.outcome in FINAL for miss in served)
    if final or len(served) > AGAIN or len(misses) - len(served) > LATER:
        return CallFailed(Outcome(misses[-1].outcome), misses[-1].detail)
    return None


def _languages(bench: Bench) -> Iterator[LanguageModel]:
    for chair in bench.chairs:
        for model in (chair.evaluator, chair.critic):
            inner = getattr(model, "model", model)
            if isinstance(inner, LanguageModel):
                yield inner
