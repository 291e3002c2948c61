"""Who is to judge: from names to a bench. What language models need is loaded only where one is wanted."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from baremo.core.jury import Jury
from baremo.errors import Problem, SetupError
from baremo.models.named import EMBEDDED, is_embedded, judge_named
from baremo.run.bench import Bench, Chair

if TYPE_CHECKING:
    from baremo.models.office import Office
    from baremo.models.prices import Prices
    from baremo.store.cache import ReplyCache

SECOND = 2
"""How many opinions a second opinion brings: with the first, the median is of three."""
QUEUED = ("anthropic", "openai")
"""Providers with a batch queue."""
AT_ONCE = 64
DEADLINE = 120.0
"""Seconds for one ask, with all its tries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Who is to judge, and within which bounds."""

    judge: str = EMBEDDED
    critic: str = ""
    """Who objects, where that is another."""
    panel: tuple[str, ...] = ()
    """Several judges instead of one."""
    repeat: int = 1
    second: str = ""
    """Who is called where the first verdict is in doubt."""
    labels: bool = False
    redact: bool = False
    names: tuple[str, ...] = ()
    """Names that are redacted too."""
    chances: bool = True
    cache: bool = True
    prices: Path | None = None
    max_calls: int | None = None
    max_cost: Fraction | None = None
    at_once: int = AT_ONCE
    deadline: float = DEADLINE
    batch: bool = False
    """Through the providers' batch queues, instead of one call after the other."""
    sends: bool = True
    """False for a dry run."""
    fence: str = field(default="", repr=False)
    """The run's key, where it has one already."""

    @property
    def embedded(self) -> bool:
        """Whether no language model is wanted."""
        return all(map(is_embedded, self._judges))

    @property
    def _judges(self) -> set[str]:
        return {*(self.panel or (self.judge,)), self.critic, self.second} - {""}

    def faults(self) -> Iterator[Problem]:
        if self.repeat < 1:
            yield Problem("--repeat", f"{self.repeat} times is never", "give 1 or more")
        if self.repeat > 1 and self.embedded:
            yield Problem("--repeat", "signals says the same every time", "use it with a language model")
        if len(self.panel) == 1 or len(set(self.panel)) < len(self.panel):
            yield Problem("--panel", "needs several judges, each once", "ask one several times with --repeat")
        if self.second and (self.panel or self.repeat > 1):
            yield Problem("--second-opinion", "is for a single judge", "leave out --panel and --repeat")
        if self.batch:
            yield from self._queue_faults()

    def _queue_faults(self) -> Iterator[Problem]:
        if self.embedded:
            yield Problem("--batch", "signals answers at once and costs nothing", "leave it out")
        for name in sorted(self._judges):
            if not is_embedded(name) and name.partition(":")[0] not in QUEUED:
                what = f"{name} has no batch queue here"
                yield Problem("--batch", what, f"use it with {' or '.join(QUEUED)} judges, or leave it out")
        if not self.cache:
            yield Problem("--batch", "keeps what comes back in the reply cache", "leave out --no-cache")


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """A bench at work, with what it needs."""

    bench: Bench
    prices: "Prices | None" = None
    office: "Office | None" = None
    """None where nobody needs the network."""
    cache: "ReplyCache | None" = None
    at_once: int = 1
    """How many dialogues may be under way."""

    async def aclose(self) -> None:
        if self.office:
            await self.office.transport.aclose()
        if self.cache:
            self.cache.close()


def hire(wanted: Wanted) -> Staff:
    problems = list(wanted.faults())
    if problems:
        raise SetupError(problems)
    if not wanted.embedded:
        from baremo.run.offices import open_office

        return open_office(wanted)
    jury = Jury(seats=len(wanted.panel) or 1, further=SECOND if wanted.second else 0, labels=wanted.labels)
    names = [*(wanted.panel or (wanted.judge,)), *([wanted.second] * jury.further)]
    models = {name: judge_named(name) for name in {*names, wanted.critic} - {""}}
    chairs = tuple(Chair(evaluator=models[name], critic=models[wanted.critic or name]) for name in names)
    return Staff(bench=Bench(chairs=chairs, jury=jury))
