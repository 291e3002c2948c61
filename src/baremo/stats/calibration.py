"""From what a judge says to what people would say: fitted on dialogues that both have marked."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from baremo.stats.cumulative import Cumulative, fitted
from baremo.stats.isotonic import ordered_table
from baremo.stats.ratings import NONE, Places, Scale

Floats = NDArray[np.float64]
Rows = NDArray[np.bool_] | NDArray[np.intp]
FEWEST = 20
"""Dialogues with labels: with fewer, nothing is fitted."""
FOLDS = 10


class Method(StrEnum):
    TABLE = "table"
    """A share for each level of the judge, kept in order."""
    MODEL = "model"
    """A cumulative logit model of the level and of how sure the judge was."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """What a judge came to: a row for each dialogue that it scored."""

    places: NDArray[np.intp]
    """On its scale, from 0."""
    expected: Floats | None = None
    """The place that its log-probabilities expect; NaN where there are none. None where no dialogue has any."""
    spread: Floats | None = None
    """How far the judges of a panel are apart; NaN where there was one. None where no dialogue has any."""

    def rows(self, chosen: Rows) -> "Seen":
        return Seen(
            places=self.places[chosen],
            expected=None if self.expected is None else self.expected[chosen],
            spread=None if self.spread is None else self.spread[chosen],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """How the levels of a judge are read as a distribution over people's levels."""

    judge: Scale
    people: Scale
    method: Method
    table: tuple[tuple[float, ...], ...] = ()
    """The judge's levels × people's levels."""
    model: Cumulative | None = None
    with_expected: bool = False
    """Whether the model also looks at the expected place."""
    with_spread: bool = False
    usual_spread: float = 0.0
    """What is taken where it is not known."""

    def shares(self, seen: Seen) -> Floats:
        """Dialogues × people's levels."""
        if self.model is None:
            return np.array(self.table)[seen.places]
        return self.model.shares(self._inputs(seen))

    def of_levels(self) -> Floats:
        """The judge's levels × people's levels, for a judge that is as sure as usual."""
        return self.shares(Seen(places=np.arange(len(self.judge))))

    def _inputs(self, seen: Seen) -> Floats:
        columns = [seen.places.astype(np.float64)]
        if self.with_expected:
            columns.append(_known(seen.expected, columns[0]))
        if self.with_spread:
            columns.append(_known(seen.spread, np.full(len(seen.places), self.usual_spread)))
        return np.column_stack(columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which method predicts people better in dialogues that it was not fitted on."""

    method: Method
    table: float
    """Mean log score of the table: 0 would be perfect, lower is worse."""
    model: float


def shares_of(people: Places, levels: int) -> Floats:
    """Dialogues × levels: how the marks of each dialogue's people are spread. Every dialogue has at least one."""
    counts = np.stack([(people == level).sum(axis=1) for level in range(levels)], axis=1).astype(np.float64)
    shares: Floats = counts / (people != NONE).sum(axis=1)[:, None]
    return shares


def expected_values(shares: Floats, scale: Scale) -> Floats:
    expected: Floats = shares @ np.array(scale.values)
    return expected


def spread_values(shares: Floats, scale: Scale) -> Floats:
    """Standard deviations."""
    values = np.array(scale.values)
    square: Floats = np.maximum(shares @ values**2 - (shares @ values) ** 2, 0.0)
    return np.sqrt(square)


def median_places(shares: Floats) -> NDArray[np.intp]:
    """The lowest level that at least half of the people would not go beyond."""
    places: NDArray[np.intp] = np.argmax(np.cumsum(shares, axis=1) >= 0.5 - 1e-9, axis=1)
    return places


def mapping(seen: Seen, shares: Floats, scales: tuple[Scale, Scale], method: Method) -> Mapping:
    """Fitted on these dialogues. `scales`: the judge's and people's."""
    judge, people = scales
    if method is Method.TABLE:
        table = ordered_table(seen.places, shares, len(judge))
        return Mapping(judge=judge, people=people, method=method, table=tuple(map(tuple, table.tolist())))
    blank = Mapping(
        judge=judge,
        people=people,
        method=method,
        with_expected=seen.expected is not None,
        with_spread=seen.spread is not None,
        usual_spread=_usual(seen.spread),
    )
    model = fitted(blank._inputs(seen), shares, rising=1 + blank.with_expected)
    return Mapping(
        judge=judge,
        people=people,
        method=method,
        model=model,
        with_expected=blank.with_expected,
        with_spread=blank.with_spread,
        usual_spread=blank.usual_spread,
    )


def folds_of(count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """A fold for each dialogue, as even as can be."""
    return rng.permutation(np.arange(count) % min(FOLDS, count))


def out_of_fold(
    seen: Seen, shares: Floats, scales: tuple[Scale, Scale], method: Method, folds: NDArray[np.intp]
) -> Floats:
    """What is predicted for each dialogue by a mapping that was fitted on the others' folds."""
    predicted = np.empty(shares.shape)
    for fold in np.unique(folds):
        inside = folds == fold
        fit = mapping(seen.rows(~inside), shares[~inside], scales, method)
        predicted[inside] = fit.shares(seen.rows(inside))
    return predicted


def chosen(seen: Seen, shares: Floats, scales: tuple[Scale, Scale], folds: NDArray[np.intp]) -> tuple[Choice, Floats]:
    """The method with the better cross-validated log score, the table where they are equal; and what it predicts out of
    fold. The choice is made on the same folds, but between two methods only, so that what it flatters is little."""
    predicted = {method: out_of_fold(seen, shares, scales, method, folds) for method in Method}
    scores = {method: log_score(found, shares) for method, found in predicted.items()}
    best = Method.MODEL if scores[Method.MODEL] > scores[Method.TABLE] else Method.TABLE
    choice = Choice(method=best, table=scores[Method.TABLE], model=scores[Method.MODEL])
    return choice, predicted[best]


def log_score(predicted: Floats, shares: Floats) -> float:
    """Mean over dialogues of the log-probability of what people said."""
    return float(np.sum(shares * np.log(np.maximum(predicted, 1e-12)), axis=1).mean())


def _known(values: Floats | None, otherwise: Floats) -> Floats:
    if values is None:
        return otherwise
    return np.where(np.isnan(values), otherwise, values)


def _usual(spread: Floats | None) -> float:
    """The mean of what is known."""
    known = spread[~np.isnan(spread)] if spread is not None else np.empty(0)
    return float(known.mean()) if len(known) else 0.0
