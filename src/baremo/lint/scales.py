"""Weights, anchors and the scales of the criteria."""

from collections.abc import Iterator
from fractions import Fraction

from baremo.core.barem import Combine, Criterion
from baremo.core.numbers import Value, decimal
from baremo.core.source import Source
from baremo.errors import Problem
from baremo.lint.faults import Fault
from baremo.lint.places import anchor_path, problem


def check_scales(source: Source) -> Iterator[Problem]:
    yield from _weights(source)
    for criterion in source.barem.criteria:
        yield from _anchors(source, criterion)
    yield from _unlike(source)


def _weights(source: Source) -> Iterator[Problem]:
    """Any unit will do; but shares that do not sum to 1, or percentages that miss 100, are a slip."""
    paths = [f"criteria.{criterion.name}.weight" for criterion in source.barem.criteria]
    weights = [Fraction(source.places[path].text) for path in paths]
    total = sum(weights, Fraction(0))
    meant = _meant(weights, total)
    if meant and total != meant:
        parts = " + ".join(source.places[path].text for path in paths)
        own = [path for path in paths if source.places[path].file == source.places[""].file] or paths
        what = f"the weights sum to {decimal(total)}, not to {meant}: {parts}"
        yield problem(source, own[0], Fault.WEIGHTS, what, f"make them sum to {meant}, or write parts such as 4, 2, 1")


def _meant(weights: list[Fraction], total: Fraction) -> int:
    """What the weights were to sum to, as far as one can tell; 0 where they are parts of any size."""
    if all(weight < 1 for weight in weights):
        return 1
    return 100 if 90 < total < 110 else 0


def _anchors(source: Source, criterion: Criterion) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for level in criterion.levels:
        words = " ".join(level.anchor.casefold().split()).rstrip(".")
        if words in seen:
            what = f"levels {seen[words]} and {level.label} of {criterion.name} have the same anchor"
            remedy = "say what tells them apart, or leave one of them out"
            yield problem(source, anchor_path(source, criterion, level), Fault.SAME_ANCHOR, what, remedy)
        seen.setdefault(words, level.label)


def _unlike(source: Source) -> Iterator[Problem]:
    barem = source.barem
    if barem.overall.normalise or barem.overall.combine in (Combine.MINIMUM, Combine.ISSUES):
        return
    first = barem.criteria[0]
    for other in barem.criteria[1:]:
        if _range(other) != _range(first):
            what = f"{other.name} counts {_words(_range(other))}, {first.name} {_words(_range(first))}"
            remedy = "put all criteria on one scale, or set 'overall: {normalise: true}'"
            yield problem(source, f"criteria.{other.name}.levels", Fault.UNLIKE_SCALES, what, remedy)


def _range(criterion: Criterion) -> tuple[Value, Value]:
    return criterion.scale[0], criterion.scale[-1]


def _words(ends: tuple[Value, Value]) -> str:
    return f"from {decimal(ends[0])} to {decimal(ends[1])}"
