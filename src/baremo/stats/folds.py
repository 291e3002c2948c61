"""Parts of dialogues that are kept out in turn."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from baremo.stats.ridge import Ints


def folds_by(strata: NDArray[np.generic], count: int, rng: np.random.Generator) -> Ints:
    """The fold of each dialogue, 0 to `count` - 1: every stratum, such as a set of dialogues, is spread evenly."""
    folds = np.zeros(len(strata), np.intp)
    for name in np.unique(strata):
        places = np.flatnonzero(strata == name)
        folds[places] = rng.permutation(np.arange(len(places)) % count)
    return folds


def kept_out(folds: Ints) -> Iterator[NDArray[np.bool_]]:
    """Fold by fold, which dialogues it holds."""
    for fold in np.unique(folds):
        yield folds == fold


def less_usual(
    values: NDArray[np.float64], strata: NDArray[np.generic], chosen: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Less the mean of the chosen values of the same stratum, so that one panel's severity is no signal; where none
    of a stratum is chosen, less the mean of all that are."""
    centred: NDArray[np.float64] = values - values[chosen].mean(axis=0)
    for name in np.unique(strata[chosen]):
        same = strata == name
        centred[same] = values[same] - values[same & chosen].mean(axis=0)
    return centred
