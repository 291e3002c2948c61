"""One criterion as people mark it: a blend of what the judge says already and of a model of the dialogue's row."""

from dataclasses import dataclass

import numpy as np

from baremo.run.fitting.criteria_rated import Trait
from baremo.run.fitting.measuring import Asked
from baremo.run.fitting.models import INNER, Chosen, Linear
from baremo.stats.blend import blended
from baremo.stats.folds import kept_out, less_usual
from baremo.stats.measures import Floats
from baremo.stats.ridge import Ints, Scaling, ridge
from baremo.stats.thresholds import kappa_cuts, places_of

PENALTY = 1000.0
SHRINK = 200.0
"""So many dialogues' worth of belief in equal shares of the parts."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Blend:
    """What was fitted on some dialogues."""

    seen: Linear
    shares: Floats
    """Of the parts, in the order of `Trait.parts`."""
    cuts: Floats
    unseen: Floats
    """What was said of those dialogues by models that had not seen them."""

    def scores(self, trait: Trait) -> Floats:
        """Of every dialogue, without a base: folds differ in what is usual, and a judge has one base for all."""
        said: Floats = np.column_stack([trait.steady - trait.middle, self.seen(trait.rows)]) @ self.shares
        return said


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Said:
    """Of every dialogue, by a blend that was not fitted on it."""

    scores: Floats
    places: Ints


def fitted(trait: Trait, chosen: Chosen, scaling: Scaling, rng: np.random.Generator) -> Blend:
    """On the chosen dialogues alone. Shares and cuts rest on what was said of them by models that had not seen them.
    `scaling`: of all rows, whoever marked them; so that what is said in one fold compares with what is in another."""
    rows, sets = scaling(trait.rows), trait.deal.strata
    seen = np.zeros(len(rows))
    for fold in kept_out(trait.deal(INNER, rng, chosen)):
        held = chosen & fold
        seen[held] = rows[held] @ _weights(rows, trait, chosen & ~fold)
    parts = np.column_stack([trait.steady - trait.middle, seen])
    shares = blended(
        less_usual(parts, sets, chosen)[chosen], less_usual(trait.marks, sets, chosen)[chosen], shrink=SHRINK
    )
    unseen = (parts @ shares)[chosen]
    return Blend(
        seen=Linear(scaling=scaling, weights=_weights(rows, trait, chosen)),
        shares=shares,
        cuts=kappa_cuts(unseen, trait.places[chosen], trait.levels),
        unseen=unseen,
    )


def _weights(rows: Floats, trait: Trait, chosen: Chosen) -> Floats:
    target = less_usual(trait.marks, trait.deal.strata, chosen)[chosen]
    return ridge(less_usual(rows, trait.deal.strata, chosen)[chosen], target, PENALTY)


def out_of_fold(trait: Trait, asked: Asked) -> Said:
    scores, places = np.zeros(len(trait.marks)), np.zeros(len(trait.marks), np.intp)
    scaling = Scaling.of(trait.rows)
    for number, fold in enumerate(kept_out(trait.deal(asked.folds, asked.rng(20)))):
        found = fitted(trait, ~fold, scaling, asked.rng(21, number))
        said = found.scores(trait)[fold]
        scores[fold], places[fold] = said, places_of(said, found.cuts)
    return Said(scores=scores, places=places)
