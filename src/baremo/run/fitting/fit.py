"""The whole way of a fit: measured out of fold and across sets, then made on all; then the criteria."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from msgspec import structs

from baremo.errors import Problem, SetupError
from baremo.models.signals.gauge.table import Gauge, Made, shipped
from baremo.run.fitting.corpus import FEWEST, Corpus, Gathering
from baremo.run.fitting.criteria_fit import fit_criteria
from baremo.run.fitting.criteria_rated import Rated
from baremo.run.fitting.making import CONFIDENCE, made
from baremo.run.fitting.measuring import Asked, left_out_in_turn, out_of_fold, set_figures
from baremo.run.fitting.table import features_of, gauge_of, words_of
from baremo.stats.fitted import CriteriaReport, FitReport
from baremo.stats.measures import Floats
from baremo.version import VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is wanted of a fit."""

    asked: Asked = field(default_factory=Asked)
    command: str
    """How it can be made again."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What the dialogues of a set are, in words."""
    apart: str = ""
    """The field of metadata whose values are kept apart in folds."""
    notes: tuple[str, ...] = ()
    """How people's marks were read."""


def rounds(corpus: Corpus, asked: Asked) -> int:
    """How many judges are fitted in all."""
    return _rounds(corpus.sets.tolist(), [] if corpus.groups is None else corpus.groups.tolist(), asked)


def _rounds(sets: Sequence[str], groups: Sequence[str], asked: Asked) -> int:
    several = len(set(sets))
    folds = min(asked.folds, len(set(groups))) if groups else asked.folds
    return folds + 1 + (several if several > 1 else 0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fitted:
    gauge: Gauge
    report: FitReport
    values: Floats
    """The estimate of each dialogue, by a judge that was not fitted on it."""


def fit(corpus: Corpus, order: Order, step: Callable[[], None] = lambda: None) -> tuple[Gauge, FitReport]:
    found = fit_with_values(corpus, order, step)
    return found.gauge, found.report


def fit_with_values(corpus: Corpus, order: Order, step: Callable[[], None] = lambda: None) -> Fitted:
    asked = order.asked
    read = out_of_fold(corpus, asked, step)
    figures = set_figures(corpus, read, asked)
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
        apart=order.apart,
        groups=0 if corpus.groups is None else len(set(corpus.groups.tolist())),
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
    return Fitted(gauge=gauge_of(corpus, whole, about, figures, order.about), report=report, values=read.values)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome:
    gauge: Gauge
    report: FitReport | None
    """None where the estimate of satisfaction is the one in the package."""
    criteria: CriteriaReport | None
    """None where nobody marked a criterion."""

    @property
    def is_new(self) -> bool:
        """Something was fitted that the package does not have."""
        return self.report is not None or bool(self.gauge.criteria_made)


def fit_all(whole: Gathering, rated: Rated | None, order: Order, step: Callable[[], None] = lambda: None) -> Outcome:
    """The estimate, where there are marks of the whole, and criteria, where there are marks of them. `SetupError` where
    neither can be fitted."""
    if rated is None or not rated.enough():
        _check(whole, rated)
    elif not whole.fits():
        return _with_criteria(Outcome(gauge=shipped(), report=None, criteria=None), rated, order, step)
    corpus = whole.corpus()
    found = fit_with_values(corpus, order, step)
    outcome = Outcome(gauge=found.gauge, report=found.report, criteria=None)
    if rated is None:
        return outcome
    return _with_criteria(outcome, rated.felt_anew(found.values, found.gauge.usual), order, step)


def rounds_of_all(whole: Gathering, rated: Rated | None, asked: Asked) -> int:
    """How many steps there are in all."""
    estimate = _rounds(whole.sets, whole.groups, asked) if whole.fits() else 0
    return estimate + (len(rated.enough()) if rated else 0)


def _check(whole: Gathering, rated: Rated | None) -> None:
    """`SetupError` that tells all that is too little."""
    try:
        whole.check()
    except SetupError as error:
        few = rated.counts() if rated else {}
        remedy = f"{FEWEST} are needed at least for each criterion"
        also = [
            Problem("LABELLED", f"{count:,} dialogues with marks for {name}", remedy) for name, count in few.items()
        ]
        raise SetupError([*error.problems, *also]) from None


def _with_criteria(outcome: Outcome, rated: Rated, order: Order, step: Callable[[], None]) -> Outcome:
    """Beside the estimate that is there, those criteria that gain by it."""
    kept, report = fit_criteria(rated, order.asked, order.apart, step)
    made_of = Made(
        version=VERSION,
        command=order.command,
        seed=order.asked.seed,
        folds=order.asked.folds,
        dialogues=len(rated.place),
        turns=0,
        sets=dict(rated.digests),
    )
    gauge = structs.replace(outcome.gauge, criteria=kept, criteria_made=made_of if kept else None)
    return replace(outcome, gauge=gauge, criteria=replace(report, notes=order.notes))
