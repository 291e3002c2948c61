"""Which cases a judge may keep, so that it agrees with people on at least a given share of them.

Fixed-sequence testing: thresholds of sureness are tried from the most cautious to the least. At each, an exact binomial
test asks whether so many agreements could come of a judge that agrees less often than it must. The first threshold that
does not pass ends it, and the last that passed is taken: so all tests together err no more often than one. That holds
because the thresholds and where to begin are fixed before anybody looks at an agreement.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from math import ceil, exp, lgamma, log
from operator import itemgetter

STEPS = 20
"""How many thresholds are tried, at most: each keeps one more twentieth of all cases."""
HEADROOM = 3
"""The first threshold that is tested keeps so many times the labels without which no test can pass (or half of them
all, where there are few), so that one disagreement among the surest does not end it."""
QUARTER = 4
"""And where there are many, this part of all labels: more of them then always help."""
MOST = 100_000
"""More labels than this are not worth counting."""


class Shortfall(StrEnum):
    """Why no threshold qualifies."""

    FEW = "too few labels"
    LOW = "the agreement is too low"
    UNORDERED = "the surest cases agree less than others do"


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One threshold: what is at least so sure is kept."""

    threshold: float
    cases: int
    """How many of all cases it keeps."""
    share: float
    """The same as a share."""
    labelled: int
    """How many of them have labels."""
    agreed: int
    """And on how many of these judge and people agree."""
    p: float
    """How likely at least so many agreements would be, if the judge agreed only just as often as it must."""
    tested: bool
    passed: bool

    @property
    def agreement(self) -> float | None:
        return self.agreed / self.labelled if self.labelled else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usual:
    """What whoever says the same level every time would reach, with the level that does best."""

    level: str
    agreed: int
    labelled: int

    @property
    def agreement(self) -> float:
        return self.agreed / self.labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Escalation:
    target: float
    confidence: float
    cases: int
    labelled: int
    """Cases that have labels, whether or not they have a verdict."""
    points: tuple[Point, ...]
    """From the most cautious to the least: the whole curve."""
    chosen: Point | None
    shortfall: Shortfall | None = None
    """Why nothing was chosen."""
    nearest: Point | None = None
    """Where nothing was chosen: the threshold that would have had to pass."""
    needed: int | None = None
    """With too few labels: how many would do, if the judge went on to agree as it does. None where nobody can tell."""

    usual: Usual | None = None
    """Of the labelled cases that are kept, or of all that have labels where nothing is; None where there are none."""

    @property
    def stopped(self) -> Point | None:
        """The first threshold that did not pass: none after it is tested."""
        return next((one for one in self.points if one.tested and not one.passed), None)

    @property
    def beats_usual(self) -> bool:
        """Whether the judge surely does better, on what it keeps, than the same level every time."""
        return not (self.chosen and self.usual) or self.low(self.chosen) > self.usual.agreement

    @property
    def escalated(self) -> int:
        """How many cases go on: all of them where no threshold qualifies."""
        return self.cases - (self.chosen.cases if self.chosen else 0)

    def low(self, point: Point) -> float:
        """What is kept there agrees at least this often, with the confidence that was asked for."""
        return lower_bound(point.agreed, point.labelled, 1 - self.confidence)


def escalation(
    sure: Sequence[float | None], agrees: Sequence[bool | None], *, target: float, confidence: float
) -> Escalation:
    """`sure`: of every case, None for what is never kept, as what has no verdict. `agrees`: whether judge and people
    agree on it, None where it has no label. The labelled cases must be like the others, as where they were drawn by
    chance."""
    labelled = sum(one is not None for one in agrees)
    points = _tried(_counted(sure, agrees), len(sure), target, 1 - confidence)
    chosen = next((one for one in reversed(points) if one.passed), None)
    if chosen:
        return Escalation(
            target=target, confidence=confidence, cases=len(sure), labelled=labelled, points=points, chosen=chosen
        )
    why, nearest, needed = _shortfall(points, labelled, target, 1 - confidence)
    return Escalation(
        target=target,
        confidence=confidence,
        cases=len(sure),
        labelled=labelled,
        points=points,
        chosen=None,
        shortfall=why,
        nearest=nearest,
        needed=needed,
    )


def usual(places: Sequence[int], labels: Sequence[str], within: int) -> Usual | None:
    """`places`: people's levels, as places on the scale that the labels are of."""
    if not places:
        return None
    agreed = [sum(abs(place - one) <= within for place in places) for one in range(len(labels))]
    best = max(range(len(labels)), key=lambda one: (agreed[one], places.count(one)))
    return Usual(level=labels[best], agreed=agreed[best], labelled=len(places))


def fewest(target: float, risk: float) -> int:
    """Without so many cases, no test can pass: even if all agree, that may be chance."""
    return max(1, ceil(log(risk) / log(target) - 1e-9))


def thresholds(sure: Sequence[float]) -> list[float]:
    """Descending, each once: those that keep a twentieth of the cases, two of them, and so on to all."""
    ordered = sorted(sure, reverse=True)
    places = [ceil(len(ordered) * step / STEPS) - 1 for step in range(1, STEPS + 1)]
    return list(dict.fromkeys(ordered[place] for place in places)) if ordered else []


_Count = tuple[float, int, int, int]
"""A threshold, and how many cases, labelled ones and agreements are at or above it."""


def _counted(sure: Sequence[float | None], agrees: Sequence[bool | None]) -> list[_Count]:
    known = sorted(
        (one, agreed) for one, agreed in zip(sure, agrees, strict=True) if one is not None and agreed is not None
    )
    at = [one for one, _ in known]
    before = [0, *accumulate(agreed for _, agreed in known)]
    every = sorted(one for one in sure if one is not None)
    counts = []
    for threshold in thresholds(every):
        place = bisect_left(at, threshold)
        cases = len(every) - bisect_left(every, threshold)
        counts.append((threshold, cases, len(known) - place, before[-1] - before[place]))
    return counts


def _tried(counts: Sequence[_Count], cases: int, target: float, risk: float) -> tuple[Point, ...]:
    need = _first(max((count[2] for count in counts), default=0), target, risk)
    points: list[Point] = []
    failed = False
    for threshold, kept, labelled, agreed in counts:
        p = at_least(agreed, labelled, target)
        tested = labelled >= need and not failed
        passed = tested and _holds(p, risk)
        failed = failed or tested > passed
        points.append(
            Point(
                threshold=threshold,
                cases=kept,
                share=kept / cases,
                labelled=labelled,
                agreed=agreed,
                p=p,
                tested=tested,
                passed=passed,
            )
        )
    return tuple(points)


def _holds(p: float, risk: float) -> bool:
    """A chance that is just the risk is not beyond it, however computers add."""
    return p <= risk * (1 + 1e-9)


def _first(labelled: int, target: float, risk: float) -> int:
    """How many labels the first threshold that is tested must keep: known without looking at any of them."""
    least = fewest(target, risk)
    return max(least, min(HEADROOM * least, labelled // 2), labelled // QUARTER)


def _shortfall(
    points: Sequence[Point], labelled: int, target: float, risk: float
) -> tuple[Shortfall, Point | None, int | None]:
    tested = [one for one in points if one.tested]
    if not tested:  # not even all of them together could pass
        outlook = [(needed, one) for one in points if (needed := _wanted(one, labelled, target, risk))]
        fewer = min(outlook, key=itemgetter(0), default=None)
        return (Shortfall.FEW, fewer[1], fewer[0]) if fewer else (Shortfall.FEW, points[-1] if points else None, None)
    first = tested[0]
    needed = _wanted(first, labelled, target, risk)
    if needed:
        return Shortfall.FEW, first, needed
    later = any(_holds(one.p, risk) for one in points[points.index(first) :])
    return Shortfall.UNORDERED if later else Shortfall.LOW, first, None


def _wanted(point: Point, labelled: int, target: float, risk: float) -> int | None:
    """How many labels in all would let this threshold pass at the agreement that was seen; None where it is not above
    the target, or where so many would be needed that nobody makes them."""
    if not point.labelled or point.agreed <= target * point.labelled:
        return None
    least, rate = fewest(target, risk), point.agreed / point.labelled
    if least > MOST:
        return None

    def passes(count: int) -> bool:
        return _holds(at_least(int(rate * count + 1e-9), count, target), risk)

    kept = _smallest(passes, max(point.labelled, least))
    return ceil(kept * labelled / point.labelled) if kept else None


def _smallest(passes: Callable[[int], bool], low: int) -> int | None:
    """By doubling, then by halving: near enough to the smallest, as what passes does so ever more clearly."""
    if passes(low):
        return low
    high = 2 * low
    while not passes(high):
        low, high = high, 2 * high
        if high > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high


def at_least(successes: int, trials: int, chance: float) -> float:
    """How likely so many successes or more are. Exact: summed from the side on which the terms fall."""
    if successes <= 0:
        return 1.0
    if successes > trials:
        return 0.0
    if successes > trials * chance:
        return min(1.0, _tail(successes, trials, chance))
    return max(0.0, 1.0 - _tail(trials - successes + 1, trials, 1 - chance))


def _tail(successes: int, trials: int, chance: float) -> float:
    """The terms from `successes` up, above the mean: each is smaller than the one before."""
    if chance in (0.0, 1.0):
        return chance
    term = _term(successes, trials, chance)
    total, odds = 0.0, chance / (1 - chance)
    for count in range(successes, trials + 1):
        total += term
        if term < total * 1e-17:
            break
        term *= (trials - count) / (count + 1) * odds
    return total


def _term(successes: int, trials: int, chance: float) -> float:
    ways = lgamma(trials + 1) - lgamma(successes + 1) - lgamma(trials - successes + 1)
    # No term is beyond 1, and rounding alone may not put it there.
    return exp(min(0.0, ways + successes * log(chance) + (trials - successes) * log(1 - chance)))


def lower_bound(successes: int, trials: int, risk: float) -> float:
    """The lowest chance under which so many successes are not yet a surprise (one-sided, Clopper and Pearson)."""
    if successes == 0:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if at_least(successes, trials, middle) > risk else (middle, high)
    return low
