"""A run beside people's marks: which verdicts it may keep, and which go on to a stronger judge or to people."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

import numpy as np

from baremo.core.barem import Barem
from baremo.core.decision import decidable, levels_of
from baremo.core.numbers import decimal
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Unscored
from baremo.errors import SetupError
from baremo.run.blind import blinded
from baremo.run.measured import Measured
from baremo.run.sureness import By, Sureness, sureness
from baremo.stats.escalation import Escalation, escalation, usual
from baremo.stats.patterns import consensus
from baremo.stats.ratings import NONE, Ratings
from baremo.store.run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What is asked of what the judge keeps."""

    agreement: float
    """On so much of it, people would say the same."""
    confidence: float
    within: int = 0
    """How many levels apart still counts as the same."""
    by: By = By.AUTO
    criterion: str = ""
    """Empty for the dialogue as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One dialogue, as the judge left it. No rule that looks at people's marks has a say here."""

    id: str
    level: str | None
    """The label of the judge's level; None where it gave none."""
    sure: float | None
    """From 0 to 1; None where nothing is known of it, and where there is no verdict."""
    why: str
    """What makes the judge less sure, in words."""
    agrees: bool | None = None
    """Whether people say the same; None where nobody marked it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Escalated:
    run: str
    barem: Barem
    judge: str
    aim: Aim
    result: Escalation
    cases: tuple[Case, ...]
    """All of the run."""
    notes: tuple[str, ...] = ()

    def keeps(self, case: Case) -> bool:
        chosen = self.result.chosen
        return chosen is not None and case.sure is not None and case.sure >= chosen.threshold

    @property
    def onward(self) -> tuple[Case, ...]:
        """What is not kept: first what has no verdict, then the least sure."""
        going = [one for one in self.cases if not self.keeps(one)]
        return tuple(sorted(going, key=lambda one: (one.sure is not None, one.sure or 0.0)))


def escalate(run: Run, found: Measured, aim: Aim, step: Callable[[], None] = lambda: None) -> Escalated:
    """`found`: the same run, beside people's marks."""
    ratings = _ratings(found, aim)
    people = dict(_consensus(found.ids, ratings))
    agreed = dict(_agreed(found.ids, ratings, people, aim.within))
    cases = tuple(_cases(run, found.barem, aim, agreed, step))
    if not any(one.sure is not None for one in cases):
        what = f"no record of {run.path} tells it"
        raise SetupError.single(f"--by {aim.by}", what, f"give another: {', '.join(By)}")
    result = escalation(
        [one.sure for one in cases],
        [one.agrees for one in cases],
        target=aim.agreement,
        confidence=aim.confidence,
    )
    chosen = result.chosen
    kept = [one.id for one in cases if not chosen or (one.sure is not None and one.sure >= chosen.threshold)]
    places = [people[case] for case in kept if case in people]
    result = replace(result, usual=usual(places, ratings.scale.labels, aim.within))
    told = (f"people's marks: {ratings.mapped}",) if ratings.mapped else ()
    return Escalated(
        run=found.run,
        barem=found.barem,
        judge=found.judge,
        aim=aim,
        result=result,
        cases=cases,
        notes=(*found.notes, *told),
    )


def level_of(record: Record, barem: Barem, criterion: str = "") -> str | None:
    """The label of the judge's level, with no regard to what people said; None where there is none."""
    return _label(blinded(record, barem), barem, criterion)


def _ratings(found: Measured, aim: Aim) -> Ratings:
    names = [name for name, _ in decidable(found.barem)]
    if aim.criterion and aim.criterion not in names:
        near = get_close_matches(aim.criterion, names, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"it has: {', '.join(names)}"
        raise SetupError.single(f"--criterion {aim.criterion}", f"{found.barem.name} has no such criterion", remedy)
    ratings = found.of(aim.criterion)
    if ratings is None:
        marked = [one.name for one in found.ratings]
        about = aim.criterion or "the dialogues as a whole"
        remedy = f"say --criterion NAME, one of: {', '.join(marked)}" if "" not in marked else "leave --criterion out"
        raise SetupError.single("labels", f"nobody marked {about}", remedy)
    if not ratings.comparable:
        theirs, ours = (", ".join(scale.labels) for scale in (ratings.people_scale, ratings.scale))
        what = f"people marked on another scale ({theirs}) than the judge ({ours})"
        raise SetupError.single("labels", what, "only marks on one scale can be the same: write theirs on the judge's")
    return ratings


def _consensus(ids: Sequence[str], ratings: Ratings) -> Iterator[tuple[str, int]]:
    """By dialogue that people marked: the place of the level that they come to."""
    given = ratings.people != NONE
    rows = np.flatnonzero(given.any(axis=1))
    counts = given[rows].sum(axis=1)
    means = np.where(given[rows], ratings.people[rows], 0).sum(axis=1) / counts
    yield from zip((ids[row] for row in rows.tolist()), consensus(means).tolist(), strict=True)


def _agreed(ids: Sequence[str], ratings: Ratings, people: Mapping[str, int], within: int) -> Iterator[tuple[str, bool]]:
    """By dialogue that people marked: whether the judge comes to the same. It does not where it has no verdict."""
    for case, place in zip(ids, ratings.judge.tolist(), strict=True):
        if case in people:
            yield case, place != NONE and abs(place - people[case]) <= within


def _cases(run: Run, barem: Barem, aim: Aim, agreed: dict[str, bool], step: Callable[[], None]) -> Iterator[Case]:
    for kept in run.records(exchanges=aim.by in (By.AUTO, By.CHANCES)):
        record, case = blinded(kept, barem), str(kept.dialogue.id)
        told = sureness(record, barem, aim.criterion)
        yield Case(
            id=case,
            level=_label(record, barem, aim.criterion),
            sure=told.by(aim.by),
            why=record.verdict.reason if isinstance(record.verdict, Unscored) else _words(told),
            agrees=agreed.get(case),
        )
        step()


def _label(record: Record, barem: Barem, criterion: str) -> str | None:
    verdict = record.verdict
    if isinstance(verdict, Unscored):
        return None
    if isinstance(verdict, Reviewed):
        sides = enumerate(verdict.cells, start=1)
        levels = {f"Response {side} {cell.dimension}": cell.final for side, cells in sides for cell in cells}
        value = levels[criterion] if criterion else verdict.likert.final
    else:
        value = next(one.level for one in verdict.marks if one.criterion == criterion) if criterion else verdict.overall
    return next((one.label for one in levels_of(barem, criterion) if one.value == value), decimal(value))


def _words(told: Sureness) -> str:
    """What speaks for a second look; that there is nothing to be sure of is told too."""
    parts = []
    if told.firm is False:
        parts.append("the preference does not hold in both orders")
    if told.chances is not None:
        parts.append(f"it gave its own levels a chance of {told.chances:.2f}")
    if told.spread is not None and told.spread < 1:
        parts.append(f"{told.spread:.0%} of its judgments came to this")
    if told.margin is not None and told.margin < 0.25:  # nearer to a boundary than to the middle of a step
        parts.append(f"the mean is {told.margin:.2f} steps from where the level changes")
    if told.disputed:
        parts.append(f"the Critic disputed {told.disputed:.0%} of the criteria")
    if told.unfounded:
        parts.append(f"{told.unfounded:.0%} of the quotes do not count")
    return "; ".join(parts) or "nothing in particular"
