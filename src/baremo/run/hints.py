"""What a record tells beyond its levels: where the judge's log-probabilities point, and how far a panel is apart."""

from collections.abc import Iterable, Mapping
from math import nan
from typing import NamedTuple

import numpy as np

from baremo.core.ask import Chances, Role
from baremo.core.barem import Barem, Combine
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored
from baremo.run.sureness import sureness

COVERED = 0.5
"""Chances say something where at least as much of the probability went to levels."""


class Hint(NamedTuple):
    expected: float = nan
    """A place on the judge's scale."""
    spread: float = nan
    """In levels."""


def hints(record: Record, barem: Barem, names: Iterable[str]) -> dict[str, Hint]:
    """By criterion, empty for the whole. Only a record that was read with its exchanges tells of chances."""
    expected = _expected(record, barem) if isinstance(record.verdict, Scored) else {}
    return {name: Hint(expected.get(name, nan), _spread(record, barem, name)) for name in names}


def _spread(record: Record, barem: Barem, name: str) -> float:
    if not record.panel and not isinstance(record.verdict, Reviewed):
        return nan
    apart = sureness(record, barem, name).apart
    return nan if apart is None else float(apart)


def _expected(record: Record, barem: Barem) -> dict[str, float]:
    last = {one.seat: one.reply for one in record.exchanges if one.role in (Role.EVALUATOR, Role.BOTH)}
    told: dict[str, list[float]] = {}
    for one in (one for reply in last.values() for one in reply.chances if one.covered >= COVERED):
        told.setdefault(one.criterion, []).append(_mean(one))
    values = {name: sum(means) / len(means) for name, means in told.items()}
    places = {
        name: _place(value, [float(step) for step in barem.criterion(name).scale]) for name, value in values.items()
    }
    return {**places, **_whole(values, barem)}


def _mean(one: Chances) -> float:
    return sum(float(level) * chance for level, chance in one.levels) / sum(chance for _, chance in one.levels)


def _whole(values: Mapping[str, float], barem: Barem) -> dict[str, float]:
    """Where the mean of all criteria points, if that is how the barem sums."""
    overall = barem.overall
    if overall.combine is not Combine.WEIGHTED_MEAN or overall.normalise or len(values) < len(barem.criteria):
        return {}
    mean = sum(float(one.weight) * values[one.name] for one in barem.criteria)
    return {"": _place(mean, [float(step) for step in overall.scale])}


def _place(value: float, scale: list[float]) -> float:
    """Between two levels, in parts of the step."""
    return float(np.interp(value, scale, range(len(scale))))
