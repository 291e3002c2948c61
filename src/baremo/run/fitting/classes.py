"""Dissatisfied, neither or satisfied: the class of each USER turn, from its own numbers and the turns before it."""

from dataclasses import dataclass

import numpy as np

from baremo.run.fitting.corpus import Corpus
from baremo.run.fitting.models import Chosen
from baremo.stats.logistic import balanced, chances, logistic
from baremo.stats.measures import Floats
from baremo.stats.ridge import Ints, Scaling
from baremo.stats.thresholds import CLASSES

PENALTY = 20.0
SHOWN, FELT = 0.3, 5.0
"""How much the ridge lets the named numbers of a turn count, and what the models say of it and of those before."""
MEMORY = 0.6
"""Of what was felt lately, so much is kept from turn to turn."""
HISTORY = ("now", "before", "lately", "lowest", "last", "now_squared")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Classes:
    weights: Floats
    """Named numbers of a turn, history, constant × classes."""

    def __call__(self, corpus: Corpus, scaling: Scaling, felt: Floats) -> Ints:
        """`felt`: what the models say of each turn."""
        likeliest: Ints = chances(rows_of(corpus, scaling, felt), self.weights).argmax(axis=1)
        return likeliest


def fitted_classes(corpus: Corpus, chosen: Chosen, scaling: Scaling, unseen: Floats) -> Classes:
    """On the turns of the chosen dialogues. `unseen`: what was said of them by models that were not fitted on them."""
    turns = chosen[corpus.owner]
    rows, classes = rows_of(corpus, scaling, unseen)[turns], corpus.classes[turns]
    return Classes(weights=logistic(rows, classes, CLASSES, PENALTY, each=balanced(classes, CLASSES)))


def rows_of(corpus: Corpus, scaling: Scaling, felt: Floats) -> Floats:
    return np.column_stack([SHOWN * scaling(corpus.turns), history(felt, corpus.owner)])


def history(felt: Floats, owner: Ints) -> Floats:
    """Turn by turn, in the order of `HISTORY`; nothing of a later turn is in it."""
    rows = np.zeros((len(felt), len(HISTORY)))
    before: list[float] = []
    lately = 0.0
    for place, value in enumerate(felt.tolist()):
        if place and owner[place] != owner[place - 1]:
            before, lately = [], 0.0
        mean, lowest, last = sum(before) / max(1, len(before)), min([0.0, *before]), before[-1] if before else 0.0
        rows[place] = [FELT * value, FELT * mean, FELT * lately, FELT * lowest, FELT * last, (FELT * value) ** 2]
        before.append(value)
        lately = MEMORY * lately + (1 - MEMORY) * value
    return rows
