"""The same dialogues under several protocols, each beside people's marks: what more tokens buy."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from baremo.core.barem import Barem, Protocol
from baremo.core.dialogue import Dialogue
from baremo.core.label import Label
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.errors import SetupError
from baremo.models.meter import Spent
from baremo.run.batch import Work, go_through
from baremo.run.bench import Bench
from baremo.run.clerk import Clerk
from baremo.run.engine import Here
from baremo.run.hire import Staff, Wanted
from baremo.run.keep import fence_of, open_run
from baremo.run.measured import measured
from baremo.run.settings import Settings, read_settings
from baremo.run.weighing import Scales
from baremo.stats.agreement import agreed
from baremo.stats.bootstrap import How
from baremo.stats.ratings import Ratings
from baremo.stats.trial import Sampling
from baremo.stats.versus import Contest, Entrant, Took, held_together, versus
from baremo.store.opening import opened
from baremo.store.place import SUFFIX

if TYPE_CHECKING:
    from baremo.models.office import Office
    from baremo.models.prices import Prices

SAMPLED = 20
"""Dialogues from which a dry run guesses how often solo can be asked for a debate's tokens."""
Tell = Callable[[Record], None]


class Way(StrEnum):
    """In the order in which they are judged: `repeat` must know what the others took."""

    SOLO = "solo"
    DEBATE = "debate"
    IN_ONE = "debate-in-one"
    REPEAT = "repeat"
    """Solo, asked several times: the median counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    barem: Barem
    wanted: Wanted
    dialogues: tuple[Dialogue, ...]
    """In the order in which all ways judge them."""
    labels: tuple[Label, ...]
    ways: tuple[Way, ...]
    folder: Path
    repeat: int | None = None
    """How often `repeat` asks; None for what debate's tokens pay for."""
    budget: int | None = None
    """Tokens for each way; None for all dialogues."""
    scale: tuple[Value, ...] = ()
    """The one that people used, where it is known."""

    def barem_of(self, way: Way) -> Barem:
        return self.barem.under(Protocol.SOLO if way is Way.REPEAT else Protocol(way))

    def wanted_for(self, way: Way, times: int) -> Wanted:
        """A Critic of its own is for the debate alone."""
        return replace(self.wanted, repeat=times, critic=self.wanted.critic if way is Way.DEBATE else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One way, done."""

    name: str
    path: Path
    took: Mapping[str, Took]
    """By the id of each dialogue that it paid for, in order."""

    @property
    def total(self) -> Took:
        return sum(self.took.values(), Took())


@dataclass(slots=True, kw_only=True)
class Outcome:
    done: list[Judged] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def in_order(dialogues: Iterable[Dialogue], seed: int) -> list[Dialogue]:
    """As good as shuffled, and the same everywhere and always."""
    return sorted(
        dialogues, key=lambda one: sha256(f"protocols {seed}\n{one.id}".encode(errors="surrogatepass")).digest()
    )


def labelled(dialogues: Iterable[Dialogue], labels: Iterable[Label], barem: Barem, criterion: str) -> list[Dialogue]:
    """Those that count: people marked them, and no judge is shown them as a worked example."""
    marked = {label.case for label in labels if label.criterion == criterion}
    shown = [{turn.text for turn in example.dialogue.turns} for example in barem.examples]
    return [
        one
        for one in dialogues
        if str(one.id) in marked and not any(texts <= {turn.text for turn in one.turns} for texts in shown)
    ]


async def judge_ways(task: Task, staff: Staff, tell: Callable[[str], Tell]) -> Outcome:
    """One way after the other; `tell` is asked once for each, and hears of every record."""
    outcome = Outcome()
    for way in (one for one in Way if one in task.ways):
        times = 1
        if way is Way.REPEAT:
            times, why = _times(task, {one.name: one for one in outcome.done})
            if why:
                outcome.notes.append(f"repeat is left out: {why}")
                continue
        name = f"{way}-{times}" if way is Way.REPEAT else str(way)
        path = task.folder / f"{name}{SUFFIX}"
        took = await _judged(task, way, staff, _Place(path=path, times=times), tell(name))
        if task.budget is not None and not took:
            raise SetupError.single("--budget", f"{task.budget:,} tokens pay for no dialogue under {name}", "give more")
        outcome.done.append(Judged(name=name, path=path, took=took))
    return outcome


def _times(task: Task, done: Mapping[str, Judged]) -> tuple[int, str]:
    """How often to ask, or why that is idle."""
    if task.wanted.embedded:
        return 1, f"{task.wanted.judge} says the same every time"
    if task.repeat:
        return task.repeat, ""
    solo, debate = done[Way.SOLO].took, done[Way.DEBATE].took
    both = solo.keys() & debate.keys()
    return matched(sum(solo[case].tokens for case in both), sum(debate[case].tokens for case in both))


def matched(solo: int, debate: int) -> tuple[int, str]:
    """As often as debate's tokens pay for, and not once more."""
    times = debate // solo if solo else 0
    return (times, "") if times > 1 else (1, "a debate takes fewer tokens than two times solo")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    path: Path
    times: int


async def _judged(task: Task, way: Way, staff: Staff, place: _Place, tell: Tell) -> dict[str, Took]:
    barem, bench = task.barem_of(way), _bench(task, way, staff, place.times)
    settings = Settings(jury=bench.jury, redacted=task.wanted.redact, fence=fence_of(place.path))
    now = datetime.now(UTC).isoformat(timespec="seconds")
    price = staff.prices.cost if staff.prices else lambda *_: None
    with open_run(place.path, barem, bench, now=now, settings=settings) as run:
        clerk = Clerk(run)
        if staff.office:
            staff.office.clerk = clerk
            staff.office.fence = bytes.fromhex(read_settings(run.header.settings).fence)
        work = Work(
            dialogues=tuple,
            engine=Here(barem, bench, at_once=staff.at_once),
            barem=barem.digest,
            judge=bench.name,
            clerk=clerk,
        )
        purse = _Purse(budget=task.budget, scales=Scales(barem, price))

        def hear(record: Record) -> None:
            purse.pay(record)
            tell(record)

        for lot in purse.lots(task.dialogues):
            await go_through(replace(work, dialogues=partial(tuple, lot)), run, hear)
        return purse.took


def _bench(task: Task, way: Way, staff: Staff, times: int) -> Bench:
    if staff.office is None:
        return staff.bench
    from baremo.run.offices import bench_for

    return bench_for(task.wanted_for(way, times), staff.office)


class _Purse:
    """Dialogues are judged in lots that get smaller as a budget comes to its end, so that hardly more is spent."""

    def __init__(self, *, budget: int | None, scales: Scales) -> None:
        self._budget = budget
        self._scales = scales
        self._spent = Took()
        self._over = False
        self.took: dict[str, Took] = {}

    def lots(self, dialogues: Sequence[Dialogue]) -> Iterator[Sequence[Dialogue]]:
        start = 0
        while start < len(dialogues) and (size := self._affordable(len(dialogues))):
            yield dialogues[start : start + size]
            start += size

    def _affordable(self, most: int) -> int:
        """Half of what is left, as far as it is known what a dialogue takes."""
        if self._budget is None:
            return most
        if not self._spent.dialogues and not self._over:
            return 1
        left = self._budget - self._spent.tokens
        if self._over or left < self._spent.each:
            return 0
        return max(1, int(left / self._spent.each / 2)) if self._spent.tokens else 1

    def pay(self, record: Record) -> None:
        """What comes after the first that is not paid for does not count."""
        took = self._scales.weigh(record)
        self._over |= self._budget is not None and self._spent.tokens + took.tokens > self._budget
        if not self._over:
            self.took[str(record.dialogue.id)] = took
            self._spent += took


def contest(task: Task, outcome: Outcome, sampling: Sampling, criterion: str = "", *, kept: bool = True) -> Contest:
    """All figures; no judge is asked."""
    found = [_ratings(one, task, criterion) for one in outcome.done]
    how = How(draws=sampling.draws, confidence=sampling.confidence)
    entrants = tuple(
        Entrant(
            name=one.name,
            took=one.total,
            agreed=agreed(_rows(sides, one.took), sampling.rng(), draws=how.draws, confidence=how.confidence),
            run=str(one.path) if kept else "",
        )
        for one, sides in zip(outcome.done, found, strict=True)
    )
    pairs = []
    for (one, ours), (other, theirs) in combinations(zip(outcome.done, found, strict=True), 2):
        both = [case for case in one.took if case in other.took]
        sides = (_rows(ours, both), _rows(theirs, both))
        pairs.append(versus((one.name, other.name), *sides, sampling.rng(), how))
    debate = next((one.took for one in entrants if one.name == Way.DEBATE), None)
    return Contest(
        judge=task.wanted.judge,
        barem=task.barem.name,
        criterion=criterion,
        entrants=entrants,
        pairs=held_together(pairs),
        confidence=sampling.confidence,
        draws=sampling.draws,
        seed=sampling.seed,
        budget=task.budget,
        limit=debate.each if debate and task.budget is None else None,
        notes=(*outcome.notes, *_notes(outcome, found)),
    )


def _notes(outcome: Outcome, found: "Sequence[_Side]") -> Iterator[str]:
    """Once where they are the same for all."""
    for one, side in zip(outcome.done, found, strict=True):
        if lost := len(one.took.keys() - side.rows.keys()):
            what = "1 dialogue was" if lost == 1 else f"{lost:,} dialogues were"
            yield f"{one.name}: {what} lost on the way to a server; the same command asks again"
    alike = len({side.notes for side in found}) == 1
    for one, side in zip(outcome.done[: 1 if alike else None], found, strict=False):
        yield from (note if alike else f"{one.name}: {note}" for note in side.notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    ratings: Ratings
    rows: Mapping[str, int]
    notes: tuple[str, ...]


def _ratings(one: Judged, task: Task, criterion: str) -> _Side:
    with opened(one.path) as run:
        found = measured(run, task.labels, scale=task.scale)
    ratings = found.of(criterion)
    if ratings is None:  # nothing is in the run: what is lost on the way to a server is not kept
        what = f"no dialogue could be judged under {one.name}"
        raise SetupError.single("protocols", what, "see that the server answers; then the same command goes on")
    return _Side(ratings=ratings, rows={case: row for row, case in enumerate(found.ids)}, notes=found.notes)


def _rows(side: _Side, cases: Iterable[str]) -> Ratings:
    return side.ratings.rows(np.array([side.rows[case] for case in cases if case in side.rows], dtype=np.intp))


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """What one way would take."""

    name: str
    dialogues: int
    spent: Mapping[str, Spent]
    """By judge."""


def foresee(task: Task, staff: Staff) -> Iterator[Foreseen]:
    """Nothing is sent."""
    from baremo.run.forecast import forecast

    if staff.office is None or staff.prices is None:
        return
    each = _guessed(task, staff.office, staff.prices)
    for way in (one for one in Way if one in task.ways):
        times = 1
        if way is Way.REPEAT:
            times = task.repeat or matched(each[Way.SOLO], each[Way.DEBATE])[0]
            if times == 1:
                continue
        tokens = each[Way.SOLO if way is Way.REPEAT else way] * times
        count = len(task.dialogues)
        if task.budget is not None and tokens:
            count = min(count, task.budget // tokens)
        spent = forecast(task.dialogues[:count], task.barem_of(way), _bench(task, way, staff, times), staff.prices)
        yield Foreseen(name=f"{way}-{times}" if way is Way.REPEAT else str(way), dialogues=count, spent=spent)


def _guessed(task: Task, office: "Office", prices: "Prices") -> dict[Way, int]:
    """Tokens per dialogue, as if no reply were known."""
    from baremo.run.forecast import forecast
    from baremo.run.offices import bench_for

    unknowing, sample = replace(office, cache=None), task.dialogues[:SAMPLED]
    found: dict[Way, int] = {}
    for way in (one for one in Way if one is not Way.REPEAT):
        bench = bench_for(task.wanted_for(way, 1), unknowing)
        usage = sum(forecast(sample, task.barem_of(way), bench, prices).values(), Spent()).usage
        found[way] = (usage.input + usage.output) // max(1, len(sample))
    return found
