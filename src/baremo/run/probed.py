"""From marks to effects: what the trials of one probe came to."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from baremo.core.barem import Barem
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored
from baremo.probes.effect import Effect, Part, Shift, Standing, is_fault, standing
from baremo.probes.trial import Measure, Probe, Trial
from baremo.stats.expanded import expanded_interval
from baremo.stats.shares import share_interval

NEITHER = 4
"""The middle of the Likert scale."""
SIDES = {-1: "Response 1", 0: "neither", 1: "Response 2"}
FEW = 2
FEWEST = 8
"""Dialogues without which nothing is called steady: of a few, none may change by chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one trial came to."""

    trial: Trial
    change: float
    """In the measure's unit; 1 or 0 where cases are counted."""
    before: str
    after: str
    points: float = 0.0

    @property
    def moved(self) -> bool:
        return self.before != self.after


def effect(probe: Probe, trials: Sequence[Trial], heard: Mapping[str, Record], barem: Barem) -> Effect:
    """`heard` holds the records by the digest of what was shown."""
    read = READ[probe.measure]
    outcomes = [found for trial in trials if (found := read(trial, [heard[one.digest] for one in trial.shown], barem))]
    counted = Counted(probe, outcomes, unscored=len(trials) - len(outcomes))
    if counted.unscored * 2 > len(trials):
        return counted.not_testable(f"{counted.unscored:,} of {len(trials):,} trials are unscored")
    if counted.bases < FEW:
        return counted.not_testable("one dialogue is too few to tell")
    return counted.effect()


def not_testable(probe: Probe, reason: str) -> Effect:
    return Counted(probe, (), unscored=0).not_testable(reason)


class Counted:
    """The outcomes of one probe, added up."""

    def __init__(self, probe: Probe, outcomes: Sequence[Outcome], *, unscored: int) -> None:
        self._probe = probe
        self._outcomes = outcomes
        self._clusters: dict[str, list[float]] = {}
        for outcome in outcomes:
            self._clusters.setdefault(outcome.trial.base, []).append(outcome.change)
        self.unscored = unscored

    @property
    def bases(self) -> int:
        return len(self._clusters)

    def not_testable(self, reason: str) -> Effect:
        probe = self._probe
        return Effect(
            probe=probe.name,
            asks=probe.asks,
            measure=probe.measure,
            upward=probe.upward,
            standing=Standing.NOT_TESTABLE,
            reason=reason,
            unscored=self.unscored,
        )

    def effect(self) -> Effect:
        probe, changes = self._probe, [outcome.change for outcome in self._outcomes]
        value = _mean(changes)
        if probe.measure.is_share:
            found = share_interval(round(sum(changes)), len(changes))
        else:
            found = expanded_interval(list(self._clusters.values()), Random(0))  # noqa: S311  the same every time
        assert found is not None  # noqa: S101  there are several
        stands = standing(probe.measure, value, found.low, found.high, upward=probe.upward)
        reason = "the interval is too wide to tell: give more dialogues" if stands is Standing.NOT_TESTABLE else ""
        if stands is Standing.STEADY and self.bases < FEWEST:
            stands, reason = Standing.NOT_TESTABLE, f"{self.bases} dialogues are too few to tell, give {FEWEST} or more"
        return Effect(
            probe=probe.name,
            asks=probe.asks,
            measure=probe.measure,
            upward=probe.upward,
            standing=stands,
            reason=reason,
            value=value,
            low=found.low,
            high=found.high,
            points=_mean([outcome.points for outcome in self._outcomes]) if probe.measure is Measure.CHANGE else None,
            bases=self.bases,
            trials=len(changes),
            changed=sum(outcome.moved for outcome in self._outcomes),
            rose=sum(change > 0 for change in changes),
            fell=sum(change < 0 for change in changes),
            unscored=self.unscored,
            parts=tuple(self._parts()),
            shifts=tuple(self._shifts()),
        )

    def _parts(self) -> Iterator[Part]:
        kinds = dict.fromkeys(outcome.trial.kind for outcome in self._outcomes)
        for kind in kinds if len(kinds) > 1 else ():
            of_kind = [outcome for outcome in self._outcomes if outcome.trial.kind == kind]
            yield Part(
                kind=kind,
                value=_mean([outcome.change for outcome in of_kind]),
                trials=len(of_kind),
                changed=sum(outcome.moved for outcome in of_kind),
            )

    def _shifts(self) -> Iterator[Shift]:
        for outcome in sorted(self._outcomes, key=lambda one: -abs(one.change)):
            if is_fault(outcome.change, upward=self._probe.upward, moved=outcome.moved):
                yield Shift(
                    base=outcome.trial.base,
                    kind=outcome.trial.kind,
                    before=outcome.before,
                    after=outcome.after,
                    change=outcome.change,
                    words=outcome.trial.words,
                )


def place(value: Value, scale: Sequence[Value]) -> float:
    """Where a value stands on the scale, in levels from the lowest (0); between two levels by its share of the way."""
    below = bisect_right(scale, value) - 1
    if below < 0:
        return 0.0
    if below >= len(scale) - 1:
        return float(len(scale) - 1)
    return below + float((value - scale[below]) / (scale[below + 1] - scale[below]))


def _change(trial: Trial, records: Sequence[Record], barem: Barem) -> Outcome | None:
    before, after = (record.verdict for record in records)
    if not isinstance(before, Scored) or not isinstance(after, Scored):
        return None
    scale = barem.overall.scale
    return Outcome(
        trial=trial,
        change=place(after.adjusted, scale) - place(before.adjusted, scale),
        before=barem.overall.label(before.overall),
        after=barem.overall.label(after.overall),
        points=float(after.adjusted - before.adjusted),
    )


def _floor(trial: Trial, records: Sequence[Record], barem: Barem) -> Outcome | None:
    """The lowest two levels are low; of a scale with less than four, the lowest."""
    verdict, levels = records[0].verdict, barem.overall.levels
    if not isinstance(verdict, Scored):
        return None
    low = 1 if len(levels) >= 4 else 0
    return Outcome(
        trial=trial,
        change=max(0.0, place(verdict.overall, barem.overall.scale) - low),
        before=levels[low].label,
        after=barem.overall.label(verdict.overall),
    )


def _flips(trial: Trial, records: Sequence[Record], _: Barem) -> Outcome | None:
    """The judge was shown both orders; what it prefers is told in the order of the task."""
    verdict = records[0].verdict
    if not isinstance(verdict, Reviewed):
        return None
    first, second = (
        _sign(_mean([one.likert - NEITHER for one in verdict.preferences if one.first == shown])) for shown in (1, 2)
    )
    return Outcome(trial=trial, change=float(first != second), before=SIDES[first], after=SIDES[second])


def _lean(trial: Trial, records: Sequence[Record], _: Barem) -> Outcome | None:
    """The first has the judge's name on Response 1, the second on Response 2: half the way between them is its pull."""
    likerts = []
    for record in records:
        if not isinstance(record.verdict, Reviewed):
            return None
        likerts.append(_mean([one.likert for one in record.verdict.preferences]))
    on_first, on_second = likerts
    return Outcome(
        trial=trial,
        change=(on_second - on_first) / 2,
        before=SIDES[_sign(on_first - NEITHER)],
        after=SIDES[_sign(on_second - NEITHER)],
    )


def _apart(trial: Trial, records: Sequence[Record], barem: Barem) -> Outcome | None:
    """All of the times must be marked: where one is not, nobody knows what it would have been."""
    levels: list[Value] = []
    for seat in records[0].panel:
        if not isinstance(seat.verdict, Scored):
            return None
        levels.append(seat.verdict.overall)
    if not levels:
        return None
    label = barem.overall.label
    low, high = min(levels), max(levels)
    return Outcome(trial=trial, change=float(low != high), before=label(low), after=label(high))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


Read = Callable[[Trial, Sequence[Record], Barem], Outcome | None]
READ: Mapping[Measure, Read] = {
    Measure.CHANGE: _change,
    Measure.FLOOR: _floor,
    Measure.FLIPS: _flips,
    Measure.LEAN: _lean,
    Measure.APART: _apart,
}
