"""The class of each USER turn, fitted: dissatisfied, neither or satisfied."""

from dataclasses import dataclass

import numpy as np

from baremo.models.signals.gauge.classes import history
from baremo.models.signals.gauge.table import HISTORY
from baremo.run.fitting.corpus import Corpus
from baremo.run.fitting.models import NEITHER, Chosen
from baremo.stats.logistic import balanced, chances, logistic
from baremo.stats.measures import Floats
from baremo.stats.ridge import Ints
from baremo.stats.thresholds import CLASSES

PENALTY = 30.0
UNITS = np.array([5.0, 5.0, 5.0, 5.0, 5.0, 25.0, 5.0, 5.0])
"""Of the history and of neither: what the models say lies within half a mark, and the ridge is to hold it lightly."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Classes:
    weights: Floats
    """History, neither, constant × classes."""

    def __call__(self, corpus: Corpus, felt: Floats, neither: Floats) -> Ints:
        """`felt`, `neither`: what the models say of each turn."""
        likeliest: Ints = chances(rows_of(corpus, felt, neither), self.weights).argmax(axis=1)
        return likeliest

    def beside_neither(self, wanted: int) -> Floats:
        """What speaks for one class rather than for neither, for what the models say as it is; then the constant."""
        weights = self.weights[:, wanted] - self.weights[:, NEITHER]
        return np.asarray(weights * np.append(UNITS, 1.0))


def fitted_classes(corpus: Corpus, chosen: Chosen, felt: Floats, neither: Floats) -> Classes:
    """On the turns of the chosen dialogues, by what was said of them by models that were not fitted on them."""
    turns = chosen[corpus.owner]
    rows, classes = rows_of(corpus, felt, neither)[turns], corpus.classes[turns]
    return Classes(weights=logistic(rows, classes, CLASSES, PENALTY, each=balanced(classes, CLASSES)))


def rows_of(corpus: Corpus, felt: Floats, neither: Floats) -> Floats:
    return np.asarray(np.column_stack([past(felt, corpus.owner), neither]) * UNITS)


def past(felt: Floats, owner: Ints) -> Floats:
    """The history of every turn, dialogue by dialogue."""
    starts = np.flatnonzero(np.diff(owner)) + 1
    return np.array([row for one in np.split(felt, starts) for row in history(one.tolist())]).reshape(-1, len(HISTORY))
