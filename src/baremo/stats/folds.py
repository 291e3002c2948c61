"""Parts of dialogues that are kept out in turn."""

from collections.abc import Iterator
from dataclasses import dataclass

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


def folds_apart(groups: NDArray[np.generic], count: int, rng: np.random.Generator) -> Ints:
    """The fold of each dialogue: all of one group are in one fold. Folds are as even as the groups allow, and where
    groups are few, each is a fold of its own."""
    names, which, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    drawn = rng.permutation(len(names))
    filled, fold_of = np.zeros(min(count, len(names))), np.zeros(len(names), np.intp)
    for group in drawn[np.argsort(-sizes[drawn], kind="stable")]:
        fold_of[group] = fold = int(filled.argmin())
        filled[fold] += sizes[group]
    return fold_of[which]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dealing:
    """How dialogues are dealt into folds: spread evenly over the strata, or group by group where there are groups."""

    strata: NDArray[np.generic]
    groups: NDArray[np.generic] | None = None

    def __call__(self, count: int, rng: np.random.Generator, among: NDArray[np.bool_] | None = None) -> Ints:
        """`among`: the dialogues that are dealt; the others are in the first fold. Where all of them are of one group,
        there is nothing to keep apart."""
        if self.groups is None:
            return folds_by(self.strata, count, rng)
        chosen = np.ones(len(self.strata), bool) if among is None else among
        mine, folds = self.groups[chosen], np.zeros(len(self.strata), np.intp)
        alone = len(np.unique(mine)) < 2
        folds[chosen] = folds_by(self.strata[chosen], count, rng) if alone else folds_apart(mine, count, rng)
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
