"""Three linear models of satisfaction, and their blend.

`words`: the marks of USER turns, from the words of the turn. `turn`: the same, from the named numbers of the turn.
`whole`: the marks of dialogues, from the named numbers of the dialogue. `neither`: whether the marks of a turn come to
3, from its words and from its numbers; it is for the classes of turns. The blend weighs the means of the first two,
over all turns and over the later half, and the third, by what they said of dialogues that they were not fitted on. All
targets are less what is usual in their set: the models say better or worse than usual, not how severe one panel was.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.observe.course.rows import TURN, WHOLE
from baremo.run.fitting.corpus import Corpus
from baremo.stats.blend import blended
from baremo.stats.folds import kept_out, less_usual
from baremo.stats.measures import Floats
from baremo.stats.ridge import Bags, Ints, Scaling, ridge, ridge_of_bags

WORDS_PENALTY, TURN_PENALTY, WHOLE_PENALTY = 50.0, 3000.0, 2000.0
LEAST_TURNS = 10
"""A word must stand in so many USER turns."""
LEAST_SETS = 2
"""And in so many sets, where there are several: what is said in one place only is a topic, not a mood."""
EXPECTED = np.array([1.0, 0.5, 0.4, 0.3, 1.5])
"""Shares of words.mean, words.late, turn.mean, turn.late and whole in an estimate, before anything is seen."""
INNER = 5
"""Folds within what is fitted on, for the blend and the cuts."""
NEITHER = 1
"""The class of a turn whose marks come to 3."""
Chosen = NDArray[np.bool_]
TURN_SIGNS = np.array([sign for _, sign in TURN.values()], np.intp)
WHOLE_SIGNS = np.array([sign for _, sign in WHOLE.values()], np.intp)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Linear:
    scaling: Scaling
    weights: Floats

    @classmethod
    def of(cls, rows: Floats, target: Floats, penalty: float, signs: Ints) -> "Linear":
        scaling = Scaling.of(rows)
        return cls(scaling=scaling, weights=ridge(scaling(rows), target, penalty, signs=signs))

    def __call__(self, rows: Floats) -> Floats:
        said: Floats = self.scaling(rows) @ self.weights
        return said


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Models:
    words: Floats
    """One per word of the vocabulary."""
    neither: Floats
    """The same."""
    neither_turn: Linear
    turn: Linear
    whole: Linear


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Said:
    """What models say, of every dialogue and every turn."""

    parts: Floats
    """Dialogues × words.mean, words.late, turn.mean, turn.late, whole."""
    turn_parts: Floats
    """Turns × words, turn."""
    neither: Floats
    """Turns × words, turn."""


def vocabulary(corpus: Corpus, chosen: Chosen) -> Ints:
    """Places in `corpus.known` of the words that the chosen dialogues use often and in several sets."""
    owner = corpus.owner[corpus.turn_of]
    used = chosen[owner]
    names, within = np.unique(corpus.sets, return_inverse=True)
    counts = np.zeros((len(names), len(corpus.known)))
    np.add.at(counts, (within[owner[used]], corpus.word_of[used]), 1)
    sets = min(LEAST_SETS, len(np.unique(corpus.sets[chosen])))
    return np.flatnonzero((counts.sum(axis=0) >= LEAST_TURNS) & (np.sum(counts > 0, axis=0) >= sets))


def bags_of(corpus: Corpus, words: Ints) -> Bags:
    place = np.full(len(corpus.known), -1, np.intp)
    place[words] = np.arange(len(words))
    columns = place[corpus.word_of]
    there = columns >= 0
    return Bags(columns=columns[there], owners=corpus.turn_of[there], rows=len(corpus.turns), width=len(words))


def fitted(corpus: Corpus, chosen: Chosen, bags: Bags) -> Models:
    """On the chosen dialogues alone."""
    turns = chosen[corpus.owner]
    within, bagged = corpus.sets[corpus.owner], bags.chosen(turns)
    felt = less_usual(corpus.felt, within, turns)[turns]
    neither = less_usual((corpus.classes == NEITHER).astype(np.float64), within, turns)[turns]
    overall = less_usual(corpus.marks, corpus.sets, chosen)[chosen]
    return Models(
        words=ridge_of_bags(bagged, felt, WORDS_PENALTY, close=1e-4),
        neither=ridge_of_bags(bagged, neither, WORDS_PENALTY, close=1e-3),
        turn=Linear.of(corpus.turns[turns], felt, TURN_PENALTY, TURN_SIGNS),
        neither_turn=Linear.of(corpus.turns[turns], neither, TURN_PENALTY, np.zeros_like(TURN_SIGNS)),
        whole=Linear.of(corpus.dialogues[chosen], overall, WHOLE_PENALTY, WHOLE_SIGNS),
    )


def said(corpus: Corpus, bags: Bags, models: Models) -> Said:
    spoken, shown = bags @ models.words, models.turn(corpus.turns)
    late = later_half(corpus)
    everything = np.ones(len(late))
    parts = [mean_of(corpus, values, weight) for values in (spoken, shown) for weight in (everything, late)]
    return Said(
        parts=np.column_stack([*parts, models.whole(corpus.dialogues)]),
        turn_parts=np.column_stack([spoken, shown]),
        neither=np.column_stack([bags @ models.neither, models.neither_turn(corpus.turns)]),
    )


def later_half(corpus: Corpus) -> Floats:
    """1 for the turns of the later half of their dialogue, the middle one included, 0 for the others."""
    totals = np.bincount(corpus.owner, minlength=len(corpus.marks))
    first = np.concatenate([[0], np.cumsum(totals)[:-1]])
    place = np.arange(len(corpus.owner)) - first[corpus.owner]
    late: Floats = (place >= totals[corpus.owner] // 2).astype(np.float64)
    return late


def mean_of(corpus: Corpus, values: Floats, weight: Floats) -> Floats:
    """Over the turns of each dialogue."""
    size = len(corpus.marks)
    totals = np.bincount(corpus.owner, weight, minlength=size)
    means: Floats = np.bincount(corpus.owner, values * weight, minlength=size) / np.maximum(totals, 1)
    return means


def unseen(corpus: Corpus, chosen: Chosen, bags: Bags, rng: np.random.Generator) -> Said:
    """Of the chosen dialogues, by models that were fitted on the others of them. Of the rest, nothing: 0."""
    folds = corpus.deal(INNER, rng, chosen)
    count, many = len(corpus.marks), len(corpus.owner)
    out = Said(parts=np.zeros((count, 5)), turn_parts=np.zeros((many, 2)), neither=np.zeros((many, 2)))
    for fold in kept_out(folds):
        held = chosen & fold
        found = said(corpus, bags, fitted(corpus, chosen & ~fold, bags))
        turns = held[corpus.owner]
        out.parts[held] = found.parts[held]
        out.turn_parts[turns], out.neither[turns] = found.turn_parts[turns], found.neither[turns]
    return out


def blend_of(corpus: Corpus, chosen: Chosen, out: Said) -> tuple[Floats, Floats]:
    """Weights of the parts of dialogues and of turns, from what was said of those that were not fitted on."""
    turns, within = chosen[corpus.owner], corpus.sets[corpus.owner]
    of_dialogues = blended(
        less_usual(out.parts, corpus.sets, chosen)[chosen],
        less_usual(corpus.marks, corpus.sets, chosen)[chosen],
        expected=EXPECTED,
    )
    of_turns = blended(less_usual(out.turn_parts, within, turns)[turns], less_usual(corpus.felt, within, turns)[turns])
    return of_dialogues, of_turns
