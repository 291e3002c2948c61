"""One judge, fitted on some dialogues of a corpus; all that is tuned is tuned on those alone."""

from dataclasses import dataclass

import numpy as np

from baremo.core.dialogue import HIGHEST_MARK, LOWEST_MARK
from baremo.run.fitting.classes import Classes, fitted_classes
from baremo.run.fitting.corpus import LEVELS, Corpus
from baremo.run.fitting.models import Chosen, Models, bags_of, blend_of, fitted, said, unseen, vocabulary
from baremo.stats.conformal import band
from baremo.stats.measures import Floats
from baremo.stats.ridge import Ints
from baremo.stats.thresholds import kappa_cuts, places_of

SCALE = tuple(float(mark) for mark in range(LOWEST_MARK, HIGHEST_MARK + 1))
CONFIDENCE = 0.9
BEYOND = HIGHEST_MARK + 0.001
"""A cut that no estimate reaches."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fit:
    words: Ints
    """Places in the corpus's words."""
    models: Models
    blend: Floats
    turn_blend: Floats
    base: float
    turn_base: float
    cuts: Floats
    radius: float
    classes: Classes

    def read(self, corpus: Corpus) -> "Read":
        found = said(corpus, bags_of(corpus, self.words), self.models)
        values = np.clip(self.base + found.parts @ self.blend, LOWEST_MARK, HIGHEST_MARK)
        felt = found.turn_parts @ self.turn_blend
        turns = np.clip(self.turn_base + felt, LOWEST_MARK, HIGHEST_MARK)
        return Read(
            values=values,
            levels=places_of(values, self.cuts),
            held=np.abs(corpus.marks - values) <= self.radius,
            turns=turns,
            classes=self.classes(corpus, felt, found.neither),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Read:
    """What a judge says of every dialogue and every turn of a corpus."""

    values: Floats
    levels: Ints
    """From 0."""
    held: Chosen
    """Whether the mean of people's marks lies within the interval."""
    turns: Floats
    classes: Ints


def made(corpus: Corpus, chosen: Chosen, rng: np.random.Generator) -> Fit:
    """On the chosen dialogues alone: words, models, blend, cuts and interval. The last three rest on what was said of
    them by models that had not seen them."""
    words = vocabulary(corpus, chosen)
    bags = bags_of(corpus, words)
    out = unseen(corpus, chosen, bags, rng)
    blend, turn_blend = blend_of(corpus, chosen, out)
    models = fitted(corpus, chosen, bags)
    turns = chosen[corpus.owner]
    said_of, felt = (out.parts @ blend)[chosen], out.turn_parts @ turn_blend
    base = float(corpus.marks[chosen].mean() - said_of.mean())
    turn_base = float(corpus.felt[turns].mean() - felt[turns].mean())
    around = band(corpus.marks[chosen], (base + said_of, np.ones(len(said_of))), SCALE, confidence=CONFIDENCE)
    return Fit(
        words=words,
        models=models,
        blend=blend,
        turn_blend=turn_blend,
        base=base,
        turn_base=turn_base,
        cuts=np.clip(kappa_cuts(base + said_of, corpus.levels[chosen], LEVELS), LOWEST_MARK, BEYOND),
        radius=SCALE[-1] - SCALE[0] if around.margin is None else around.margin,
        classes=fitted_classes(corpus, chosen, felt, out.neither),
    )
