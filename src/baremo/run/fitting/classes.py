"""The class of each USER turn, fitted: dissatisfied, neither or satisfied."""

from dataclasses import dataclass

import numpy as np

from baremo.models.signals.gauge.classes import history
from baremo.models.signals.gauge.table import HISTORY
from baremo.run.fitting.corpus import Corpus
from baremo.run.fitting.models import NEITHER, Chosen
from baremo.stats.logistic import balanced, chances, logistic
from baremo.stats.measures import Floats
from baremo.stats.ridge import Ints, Scaling
from baremo.stats.thresholds import CLASSES

PENALTY = 150.0
SHOWN, FELT = 0.3, 5.0
"""How much the ridge lets the named numbers of a turn count, and what the models say of it and of those before."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Classes:
    weights: Floats
    """Named numbers of a turn, history, neither, constant × classes."""

    def __call__(self, corpus: Corpus, scaling: Scaling, felt: Floats, neither: Floats) -> Ints:
        """`felt`, `neither`: what the models say of each turn."""
        likeliest: Ints = chances(rows_of(corpus, scaling, felt, neither), self.weights).argmax(axis=1)
        return likeliest

    def beside_neither(self, wanted: int) -> Floats:
        """What speaks for one class rather than for neither, on the numbers as they are: those of a turn in spreads,
        the history, the words, and the constant."""
        weights = self.weights[:, wanted] - self.weights[:, NEITHER]
        return np.asarray(weights * np.append(_units(len(weights) - 1), 1.0))


def fitted_classes(corpus: Corpus, chosen: Chosen, scaling: Scaling, unseen: tuple[Floats, Floats]) -> Classes:
    """On the turns of the chosen dialogues. `unseen`: what was said of them by models that were not fitted on them."""
    turns = chosen[corpus.owner]
    rows, classes = rows_of(corpus, scaling, *unseen)[turns], corpus.classes[turns]
    return Classes(weights=logistic(rows, classes, CLASSES, PENALTY, each=balanced(classes, CLASSES)))


def rows_of(corpus: Corpus, scaling: Scaling, felt: Floats, neither: Floats) -> Floats:
    """In units that make the ridge hold each as firmly as it should."""
    whole = np.column_stack([scaling(corpus.turns), past(felt, corpus.owner), neither])
    return np.asarray(whole * _units(whole.shape[1]))


def past(felt: Floats, owner: Ints) -> Floats:
    """The history of every turn, dialogue by dialogue."""
    starts = np.flatnonzero(np.diff(owner)) + 1
    return np.array([row for one in np.split(felt, starts) for row in history(one.tolist())]).reshape(-1, len(HISTORY))


def _units(count: int) -> Floats:
    units = np.full(count, FELT)
    units[: count - len(HISTORY) - 1] = SHOWN
    units[count - 2] = FELT**2
    return units
