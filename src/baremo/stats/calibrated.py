"""All that is fitted and measured when a judge is calibrated, for one criterion or the whole."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.stats.calibration import (
    Choice,
    Mapping,
    Seen,
    chosen,
    expected_values,
    folds_of,
    mapping,
    median_places,
    shares_of,
    spread_values,
)
from baremo.stats.conformal import Band, band
from baremo.stats.prediction_powered import Powered, powered
from baremo.stats.ratings import NONE, Places, Scale
from baremo.stats.reliability import Reliability, reliability, taken_at_its_word

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    name: str
    """The criterion; empty for the dialogue as a whole."""
    labelled: int
    """Dialogues that it was fitted on."""
    mapping: Mapping
    choice: Choice
    before: Reliability | None
    """Of the judge taken at its word; None where people's levels are not the judge's."""
    after: Reliability
    """Of what the mapping predicts in dialogues that it was not fitted on."""
    powered: Powered
    band: Band
    given: tuple[int, ...] = ()
    """In how many of those dialogues the judge gave each of its levels."""
    said: tuple[int, ...] = ()
    """How many marks of people are at each of theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrated:
    """What people would say of one dialogue."""

    shares: tuple[float, ...]
    """The chance of each of people's levels."""
    expected: float
    level: str
    """The label of the median."""
    value: float
    """Its value."""
    low: float
    high: float
    """Holds the mean of people's marks as often as the band says."""


def fit(
    name: str, seen: Seen, people: Places, scales: tuple[Scale, Scale], *, rng: np.random.Generator, confidence: float
) -> Fit:
    """Of all dialogues that the judge scored, those without labels included: their rows of `people` are `NONE`.

    At least `FEWEST` have labels. `scales`: the judge's and people's."""
    judge, theirs = scales
    known = (people != NONE).any(axis=1)
    labelled = seen.rows(known)
    shares = shares_of(people[known], len(theirs))
    folds = folds_of(len(shares), rng)
    choice, predicted = chosen(labelled, shares, scales, folds)
    means = _means(people[known], theirs)
    on_theirs = _stretched(judge, theirs)
    return Fit(
        name=name,
        labelled=len(shares),
        mapping=mapping(labelled, shares, scales, choice.method),
        choice=choice,
        before=_before(labelled, shares, scales, confidence),
        after=reliability(predicted, shares, confidence=confidence),
        powered=powered(means, on_theirs[labelled.places], on_theirs[seen.places[~known]], confidence=confidence),
        band=band(
            means,
            (expected_values(predicted, theirs), spread_values(predicted, theirs)),
            theirs.values,
            confidence=confidence,
        ),
        given=tuple(np.bincount(labelled.places, minlength=len(judge)).tolist()),
        said=tuple(np.bincount(people[people != NONE], minlength=len(theirs)).tolist()),
    )


def applied(fit: Fit, seen: Seen) -> tuple[Calibrated, ...]:
    """To any dialogues of the same judge under the same barem."""
    theirs = fit.mapping.people
    shares = fit.mapping.shares(seen)
    expected = expected_values(shares, theirs)
    lows, highs = fit.band.intervals(expected, spread_values(shares, theirs))
    medians = median_places(shares)
    return tuple(
        Calibrated(
            shares=tuple(shares[row].tolist()),
            expected=float(expected[row]),
            level=theirs.labels[medians[row]],
            value=theirs.values[medians[row]],
            low=float(lows[row]),
            high=float(highs[row]),
        )
        for row in range(len(shares))
    )


def _before(seen: Seen, shares: Floats, scales: tuple[Scale, Scale], confidence: float) -> Reliability | None:
    judge, theirs = scales
    if judge != theirs:
        return None
    return reliability(taken_at_its_word(seen.places, len(theirs)), shares, confidence=confidence)


def _means(people: Places, scale: Scale) -> Floats:
    """Of the marks of each dialogue. Whole sums are divided last, so that a mean that is a level is exactly that."""
    values = np.where(people == NONE, 0.0, np.array(scale.values)[people])
    means: Floats = values.sum(axis=1) / (people != NONE).sum(axis=1)
    return means


def _stretched(judge: Scale, people: Scale) -> Floats:
    """The judge's levels on people's scale: their values where it is the same one, else ends to ends."""
    if judge == people:
        return np.array(people.values)
    values, low, high = np.array(judge.values), people.values[0], people.values[-1]
    stretched: Floats = low + (values - values[0]) / (values[-1] - values[0]) * (high - low)
    return stretched
