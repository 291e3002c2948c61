"""People's marks on a scale: the judge's own where they can be, else the one that they used."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from baremo.core.barem import Level
from baremo.core.label import Label
from baremo.core.numbers import Value, decimal
from baremo.errors import Problem, SetupError
from baremo.stats.ratings import Scale

ODD = 0.05
"""Marks off the scale, as a share, up to which they are slips to be mended and not another scale."""
MOST = 0.8
"""The share of one person's marks by which it is told which scale that person used."""
ENOUGH = 5
"""Marks of a person from which a scale that nobody knows is told by them."""
SHOWN = 20
OVERALL = (1, 2, 3, 4, 5)
"""The marks that dialogues carry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    scale: Scale
    at: Mapping[Value, int]
    """Place of each mark that people may have given."""
    mapped: str = ""
    """How marks were put on the judge's scale, where they are others."""


def scale_of(levels: Iterable[Level]) -> Scale:
    known = tuple(levels)
    return Scale(labels=tuple(one.label for one in known), values=tuple(float(one.value) for one in known))


def as_levels(levels: Sequence[Level]) -> Placing:
    return Placing(scale=scale_of(levels), at={level.value: place for place, level in enumerate(levels)})


def as_told(values: Sequence[Value], levels: Sequence[Level]) -> Placing:
    """On a scale that is known: place by place where the judge's has as many levels, else on its own."""
    at = {value: place for place, value in enumerate(values)}
    if len(values) != len(levels):
        labels, numbers = (decimal(value) for value in values), (float(value) for value in values)
        return Placing(scale=Scale(labels=tuple(labels), values=tuple(numbers)), at=at)
    same = all(level.value in at for level in levels)
    mapped = f"{decimal(values[0])}–{decimal(values[-1])} read as {levels[0].label}–{levels[-1].label}"
    return Placing(scale=scale_of(levels), at=at, mapped="" if same else mapped)


def as_guessed(said: Sequence[Label], levels: Sequence[Level], ends: Collection[int] = ()) -> Placing:
    """What the marks mean: levels of the scale, or their numbers counted from 1, or a scale of their own. `ends`: up to
    where people are known to count, by their marks for other things."""
    counts = Counter(label.level for label in said)
    own, numbers = as_levels(levels), as_told(range(1, len(levels) + 1), levels)
    _refuse_two_scales(said, counts, own, numbers)
    if all(value in own.at for value in counts):
        return own
    for one in (own, numbers):
        off = sum(count for value, count in counts.items() if value not in one.at)
        seen = max(one.at) in counts or (one is numbers and len(levels) in ends)
        if off <= ODD * counts.total() and seen:
            return one
        if not off:
            _refuse_doubtful(said[0], counts, levels)
    return as_told(sorted(counts), ())


def ends_of(counts: Counter[Value], levels: int) -> bool:
    """Whether people count from 1 to the number of levels, as is seen by the highest."""
    off = sum(count for value, count in counts.items() if value not in range(1, levels + 1))
    return levels in counts and off <= ODD * counts.total()


def _refuse_doubtful(first: Label, counts: Iterable[Value], levels: Sequence[Level]) -> None:
    """Marks from 1 on that end below the number of levels."""
    most, many = max(2, *(int(value) for value in counts)), len(levels)
    what = (
        f"nobody gave {first.criterion or 'the whole'} more than {most}, and the judge has {many} levels: 1–{most} may"
    )
    either = f"--label-scale 1..{many} where they count its levels ({levels[0].label}–{levels[-1].label})"
    other = f"--label-scale 1..{most} where {most} is the best there is (then only ranks compare)"
    raise SetupError.single(
        first.source or "labels", f"{what} be its lower levels or another scale", f"say {either}, or {other}"
    )


def _refuse_two_scales(said: Sequence[Label], counts: Counter[Value], own: Placing, numbers: Placing) -> None:
    """Some marks on the judge's levels, and some that count them, or on a scale that nobody knows."""
    if own.at.keys() & numbers.at.keys():
        return
    raters: dict[str, Counter[Value]] = {}
    for (rater, level), count in Counter((label.rater, label.level) for label in said).items():
        raters.setdefault(rater, Counter())[level] = count
    kinds: dict[str, list[str]] = {}
    for rater, given in raters.items():
        kinds.setdefault(_kind(given, own, numbers), []).append(rater)
    kinds.pop("", None)
    if len(kinds) > 1:
        told = "; ".join(f"{', '.join(names[:3])}{' …' * (len(names) > 3)} {kind}" for kind, names in kinds.items())
        _refuse_mixed(said[0], f"they are not on one scale: {told}")
    odd = min(sum(count for value, count in counts.items() if value not in one.at) for one in (own, numbers))
    if odd > ODD * counts.total() and all(value in own.at or value in numbers.at for value in counts):
        _refuse_mixed(said[0], f"some are on {_span(own.at)} and some on {_span(numbers.at)}")


def _kind(given: Counter[Value], own: Placing, numbers: Placing) -> str:
    """The scale of one person, in words; empty where it is not clear."""
    for one in (own, numbers):
        if sum(count for value, count in given.items() if value in one.at) >= MOST * given.total():
            return f"on {_span(one.at)}"
    beyond = max(given) > max(numbers.at) and not any(value in own.at for value in given)
    return f"up to {decimal(max(given))}" if beyond and given.total() >= ENOUGH else ""


def _span(values: Iterable[Value]) -> str:
    ordered = sorted(values)
    return f"{decimal(ordered[0])}–{decimal(ordered[-1])}"


def _refuse_mixed(first: Label, what: str) -> None:
    remedy = "write all marks on one scale; if they are on one, say which: --label-scale 1..10"
    raise SetupError.single(first.source or "labels", f"marks for {first.criterion or 'the whole'}: {what}", remedy)


def refuse_slips(slips: Sequence[Label], placed: Placing, *, told: bool = False) -> None:
    """A few marks off a scale that all others are on, or any that are off one that was told."""
    known = ", ".join(decimal(value) for value in placed.at)
    what = "is not on --label-scale" if told else "is on no scale that the other marks are on"
    problems = [
        Problem(
            slip.where or f"dialogue {slip.case}",
            f"{decimal(slip.level)} for {slip.criterion or 'the whole'} {what}",
            f"mend it: they are {known}" + ("" if told else "; or say what they are on with --label-scale"),
        )
        for slip in slips[:SHOWN]
    ]
    if problems:
        raise SetupError(problems, more=len(slips) - len(problems))
