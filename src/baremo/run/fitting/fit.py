"""The whole way of a fit: measured out of fold and across sets, then made on all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from baremo.models.signals.gauge.table import Gauge, Made
from baremo.run.fitting.corpus import Corpus
from baremo.run.fitting.making import CONFIDENCE, made
from baremo.run.fitting.measuring import Asked, left_out_in_turn, out_of_fold, set_figures
from baremo.run.fitting.table import features_of, gauge_of, words_of
from baremo.stats.fitted import FitReport
from baremo.version import VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is wanted of a fit."""

    asked: Asked = field(default_factory=Asked)
    command: str
    """How it can be made again."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What the dialogues of a set are, in words."""


def rounds(corpus: Corpus, asked: Asked) -> int:
    """How many judges are fitted in all."""
    return asked.folds + 1 + (len(corpus.names) if len(corpus.names) > 1 else 0)


def fit(corpus: Corpus, order: Order, step: Callable[[], None] = lambda: None) -> tuple[Gauge, FitReport]:
    asked = order.asked
    figures = set_figures(corpus, out_of_fold(corpus, asked, step), asked)
    across = left_out_in_turn(corpus, asked, step)
    whole = made(corpus, np.ones(len(corpus.marks), bool), asked.rng(8))
    step()
    report = FitReport(
        dialogues=len(corpus.marks),
        turns=int(corpus.marked.sum()),
        seed=asked.seed,
        folds=asked.folds,
        confidence=CONFIDENCE,
        radius=whole.radius,
        sets=figures,
        across=across,
        features=tuple(features_of(whole)),
        words=tuple(words_of(corpus, whole)),
        left_out=dict(corpus.left_out),
    )
    about = Made(
        version=VERSION,
        command=order.command,
        seed=asked.seed,
        folds=asked.folds,
        dialogues=report.dialogues,
        turns=report.turns,
        sets=dict(corpus.digests),
    )
    return gauge_of(corpus, whole, about, figures, order.about), report
