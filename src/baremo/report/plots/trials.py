"""A judge against people, as one picture: agreement by criterion, then rates and counts of one of them, then groups."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from baremo.report.plots.agreement import Measure, agreement
from baremo.report.plots.confusion import confusion
from baremo.report.plots.look import Spec, stacked
from baremo.report.plots.rates import base_rates
from baremo.stats.ratings import Agreed
from baremo.stats.trial import Trial


def trials(measured: Sequence[Trial], criterion: str = "") -> Spec:
    """Of one run in detail; of several, each one's agreement under the others'."""
    if len(measured) == 1:
        return stacked(*_whole(measured[0], criterion))
    return stacked(*(drawn for one in measured for drawn in _agreement(one, f"{one.judge}, {one.run}")))


def _whole(trial: Trial, criterion: str) -> Iterator[Spec]:
    yield from _agreement(trial, trial.judge)
    shown = trial.of(criterion) or trial.agreed[-1]
    ratings = trial.ratings[trial.agreed.index(shown)]
    yield base_rates(shown, ratings.scale, ratings.people_scale)
    if shown.confusion and ratings.comparable:
        title = f"People's level and the judge's: {shown.name or 'Overall'}"
        labels = ratings.scale.labels
        yield confusion(shown.confusion, down=labels, across=labels, title=title)
    for field in dict.fromkeys(group.field for group in trial.groups):
        rows = [replace(group.agreed, name=group.name) for group in trial.groups if group.field == field]
        yield agreement(rows, measure="spearman", confidence=trial.confidence, judge=f"by {field}")


def _agreement(trial: Trial, name: str) -> Iterator[Spec]:
    """By kappa; where some scale is not people's own, by ranks too, since nothing else can be compared there."""
    alike = [one for one, ratings in zip(trial.agreed, trial.ratings, strict=True) if ratings.comparable]
    drawn: list[tuple[Measure, Sequence[Agreed]]] = [("kappa", alike)]
    if len(alike) < len(trial.agreed):
        drawn.append(("spearman", trial.agreed))
    for measure, figures in drawn:
        if figures:
            yield agreement(figures, measure=measure, confidence=trial.confidence, judge=name)
