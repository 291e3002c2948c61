"""Asks that go through a provider's batch queue: gathered while dialogues are driven, handed in, and fetched."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NoReturn, TypeVar

from baremo.core.ask import Usage
from baremo.errors import BudgetSpent, CallFailed, NotYet, Outcome, SetupError
from baremo.models.endpoint import Endpoint
from baremo.models.prices import Prices
from baremo.models.queues import anthropic, openai
from baremo.models.queues.queue import LARGEST, Batch, Result, Service, Steps
from baremo.models.refusals import read_refusal
from baremo.models.transport import Transport

ResultT = TypeVar("ResultT")

SERVICES = {"openai": openai.SERVICE, "anthropic": anthropic.SERVICE}
"""By provider, as in the name of a judge."""


def service_of(judge: str) -> Service:
    return SERVICES[judge.partition(":")[0]]


class QueuePrices(Prices):
    """What the queues charge: half, for most models."""

    def cost(self, judge: str, usage: Usage, batch: bool = True) -> Fraction | None:
        return super().cost(judge, usage, batch)


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One ask that waits to be handed in."""

    key: str
    judge: str
    line: bytes = field(repr=False)
    expected: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What earlier rounds have left behind."""

    lost: Mapping[str, CallFailed] = field(default_factory=dict)
    """Asks that will not be handed in again, and why, by key."""
    answered: Set[str] = frozenset()
    """Keys of asks whose reply was collected."""
    calls: int = 0
    cost: Fraction = Fraction(0)
    """Spent, or on its way to be."""
    portions: Mapping[str, int] = field(default_factory=dict)
    """How many asks a judge may be handed in at a time, where its queue has less room than it might."""


class Queue:
    """Gathers what the dialogues of a round ask. What earlier rounds brought is in the cache and never comes here."""

    def __init__(
        self,
        prices: Callable[[str, Usage], Fraction | None],
        *,
        max_calls: int | None = None,
        max_cost: Fraction | None = None,
    ) -> None:
        self.cost = prices
        """What so many tokens cost in a judge's queue; None where that is not known."""
        self._max_calls = max_calls
        self._max_cost = max_cost
        self.begin(Before())

    def begin(self, before: Before) -> None:
        """A new round."""
        self._before = before
        self._calls, self._cost = before.calls, before.cost
        self._keys: set[str] = set()
        self._trays: dict[str, _Tray] = {}

    def put(self, post: Post) -> NoReturn:
        """Raises `NotYet`; `CallFailed` for an ask that is given up; `BudgetSpent` where it would be one too many;
        `SetupError` rather than pay for a reply twice."""
        lost = self._before.lost.get(post.key)
        if lost:
            raise CallFailed(lost.outcome, lost.detail)
        if post.key in self._before.answered:
            raise SetupError.single(
                "the reply cache",
                "a reply that was collected for this run is not in it any more",
                "name the cache that has it in BAREMO_CACHE, or go on without --batch",
            )
        if post.key not in self._keys:
            self._admit(post)
            self._keys.add(post.key)
            tray = self._trays.get(post.judge)
            if tray is None:
                most = service_of(post.judge).most
                tray = self._trays[post.judge] = _Tray(min(most, self._before.portions.get(post.judge, most)))
            tray.add(post)
        raise NotYet(f"{post.judge}: in the queue")

    def portions(self, *, rest: bool = False) -> Iterator[tuple[Post, ...]]:
        """What fills a batch, and is not waiting any more; with `rest`, all that waits. Each is for one judge."""
        for tray in self._trays.values():
            while tray.full or (rest and tray.posts):
                yield tray.take()

    def expected(self, posts: Sequence[Post]) -> Fraction | None:
        """What they are thought to cost; None where a price is not known."""
        costs = [self.cost(post.judge, post.expected) for post in posts]
        known = [cost for cost in costs if cost is not None]
        return sum(known, Fraction(0)) if len(known) == len(costs) else None

    def _admit(self, post: Post) -> None:
        if self._max_calls is not None and self._calls >= self._max_calls:
            raise BudgetSpent(f"--max-calls: the {self._max_calls} calls that are allowed are made")
        cost = self._cost + (self.cost(post.judge, post.expected) or 0)
        if self._max_cost is not None and cost > self._max_cost:
            raise BudgetSpent(f"--max-cost: another call would cost more than is left of ${float(self._max_cost):g}")
        self._calls, self._cost = self._calls + 1, cost


class _Tray:
    """What waits for one judge."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self.posts: deque[Post] = deque()

    @property
    def full(self) -> bool:
        return len(self.posts) >= self._most or self._size >= LARGEST

    def add(self, post: Post) -> None:
        self.posts.append(post)
        self._size += len(post.line)

    def take(self) -> tuple[Post, ...]:
        taken = tuple(self.posts.popleft() for _ in range(min(self._most, len(self.posts))))
        self._size -= sum(len(post.line) for post in taken)
        return taken


class Counter:
    """Where one model's batches are handed in and fetched."""

    def __init__(self, service: Service, endpoint: Endpoint, transport: Transport) -> None:
        self._service = service
        self._endpoint = endpoint
        self._transport = transport

    async def hand_in(self, posts: Sequence[Post], tag: str) -> Batch:
        return await self._done(self._service.hand_in([post.line for post in posts], tag))

    async def look(self, name: str) -> Batch:
        return await self._done(self._service.look(name))

    async def find(self, tag: str) -> Batch | None:
        """None also where the provider keeps no tags."""
        return await self._done(self._service.find(tag)) if self._service.find else None

    async def fetch(self, batch: Batch) -> tuple[Result, ...]:
        """What is no success has its failure by name, the same as if it had been asked for directly."""
        return tuple(self._named(result) for result in await self._done(self._service.fetch(batch)))

    def _named(self, result: Result) -> Result:
        if result.failure or 200 <= result.status < 300:
            return result
        try:
            setback = read_refusal(result.status, {}, result.body, self._endpoint)
        except SetupError as error:
            # The key, the account or the model: not this ask's fault, so it may be tried again.
            failure = CallFailed(Outcome.REQUEST_REFUSED, error.problems[0].what, status=result.status)
            return replace(result, failure=failure, served=False)
        return replace(result, failure=CallFailed(setback.outcome, setback.detail, status=setback.status))

    async def _done(self, steps: Steps[ResultT]) -> ResultT:
        try:
            errand = next(steps)
            while True:
                errand = steps.send(await self._transport.carry(self._endpoint, errand))
        except StopIteration as done:
            result: ResultT = done.value
            return result
