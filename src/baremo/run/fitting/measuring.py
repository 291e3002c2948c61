"""How far a fitted judge agrees with people on dialogues that it was not fitted on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from baremo.run.fitting.corpus import LEVELS, Corpus
from baremo.run.fitting.making import Read, made
from baremo.run.fitting.models import Chosen
from baremo.stats.bootstrap import How, Sample, figures
from baremo.stats.ceiling import ceiling
from baremo.stats.fitted import Across, SetFigures
from baremo.stats.folds import kept_out
from baremo.stats.measures import Floats, kappa
from baremo.stats.ranked import ranked
from baremo.stats.ratings import UNKNOWN, Figure
from baremo.stats.ridge import Ints
from baremo.stats.sums import Sums
from baremo.stats.thresholds import CLASSES, crossed, macro_f1

Step = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    seed: int = 0
    folds: int = 10
    draws: int = 1000

    def rng(self, *of: int) -> np.random.Generator:
        """Of its own for each part, so that none depends on how much another drew."""
        return np.random.default_rng([self.seed, *of])


def out_of_fold(corpus: Corpus, asked: Asked, step: Step = lambda: None) -> Read:
    """Each dialogue by a judge that was fitted without its fold."""
    count, turns = len(corpus.marks), len(corpus.owner)
    values, levels, held = np.zeros(count), np.zeros(count, np.intp), np.zeros(count, bool)
    felt, classes = np.zeros(turns), np.zeros(turns, np.intp)
    for number, fold in enumerate(kept_out(corpus.deal(asked.folds, asked.rng(0)))):
        found = made(corpus, ~fold, asked.rng(1, number)).read(corpus)
        values[fold], levels[fold], held[fold] = found.values[fold], found.levels[fold], found.held[fold]
        mine = fold[corpus.owner]
        felt[mine], classes[mine] = found.turns[mine], found.classes[mine]
        step()
    return Read(values=values, levels=levels, held=held, turns=felt, classes=classes)


def set_figures(corpus: Corpus, found: Read, asked: Asked, among: Chosen | None = None) -> tuple[SetFigures, ...]:
    """`among`: the dialogues that count, where not all do."""
    every = np.ones(len(corpus.marks), bool) if among is None else among
    return tuple(_one(corpus, found, name, (corpus.sets == name) & every, asked) for name in corpus.names)


def _one(corpus: Corpus, found: Read, name: str, mine: Chosen, asked: Asked) -> SetFigures:
    how = How(draws=asked.draws)
    turns = mine[corpus.owner] & corpus.marked
    above = ceiling(corpus.people[mine], LEVELS, asked.rng(2), draws=asked.draws)
    return SetFigures(
        name=name,
        dialogues=int(mine.sum()),
        rho=ranked(found.values[mine], corpus.marks[mine], asked.rng(3), how),
        person=above.spearman,
        kappa=_kappa(corpus.levels[mine], found.levels[mine], asked),
        person_kappa=above.kappa,
        turns=int(turns.sum()),
        f1=_f1(corpus.classes[turns], found.classes[turns], corpus.owner[turns], asked),
        coverage=float(found.held[mine].mean()),
    )


def _kappa(people: Ints, judge: Ints, asked: Asked) -> Figure:
    def measured(weights: Floats) -> Floats:
        return kappa(weights.reshape(len(weights), LEVELS, LEVELS))[:, None]

    sample = Sample(counts=crossed(people, judge, LEVELS).reshape(-1), size=len(people))
    return figures(sample, measured, asked.rng(4), How(draws=asked.draws))[0]


def _f1(people: Ints, judge: Ints, owner: Ints, asked: Asked) -> Figure:
    """Dialogues are drawn as a whole."""
    if not len(people):
        return UNKNOWN

    def measured(weights: Floats) -> Floats:
        return macro_f1(weights.reshape(len(weights), CLASSES, CLASSES))[:, None]

    names, cluster = np.unique(owner, return_inverse=True)
    sums = Sums.of(cluster, people * CLASSES + judge, np.ones(len(people)), (len(names), CLASSES * CLASSES))
    sample = Sample(counts=crossed(people, judge, CLASSES).reshape(-1), clusters=sums, size=len(names))
    return figures(sample, measured, asked.rng(5), How(draws=asked.draws))[0]


def across(corpus: Corpus, fitted_on: Sequence[str], asked: Asked) -> tuple[Across, ...]:
    """The other sets, read by a judge that was fitted on these."""
    chosen: Chosen = np.isin(corpus.sets, list(fitted_on))
    found = made(corpus, chosen, asked.rng(6)).read(corpus)
    return tuple(
        Across(
            fitted_on=tuple(fitted_on),
            name=name,
            dialogues=int(mine.sum()),
            rho=ranked(found.values[mine], corpus.marks[mine], asked.rng(7), How(draws=asked.draws)),
            coverage=float(found.held[mine].mean()),
        )
        for name in corpus.names
        if name not in fitted_on
        for mine in [corpus.sets == name]
    )


def left_out_in_turn(corpus: Corpus, asked: Asked, step: Step = lambda: None) -> tuple[Across, ...]:
    """Every set by a judge that was fitted on all the others; nothing where there is one set."""
    found: list[Across] = []
    for name in corpus.names if len(corpus.names) > 1 else ():
        found += across(corpus, [other for other in corpus.names if other != name], asked)
        step()
    return tuple(found)
