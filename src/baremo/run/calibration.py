"""A judge is calibrated on a run that people have labelled, and its other verdicts are read accordingly."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import isnan

import numpy as np
from numpy.typing import NDArray

from baremo.core.barem import Barem
from baremo.core.digest import digest
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored
from baremo.errors import SetupError
from baremo.load.calibrations import Calibration
from baremo.run.blind import blinded
from baremo.run.hints import Hint, hints
from baremo.run.measured import Measured
from baremo.stats.calibrated import Calibrated, Fit, applied, fit
from baremo.stats.calibration import FEWEST, Floats, Seen, median_places
from baremo.stats.prediction_powered import FEWEST as FEW_SIDED
from baremo.stats.ratings import NONE, Ratings
from baremo.store.run import Run
from baremo.version import VERSION

PROBED = 50
"""Labelled dialogues that are looked at for chances and spread; where none has any, the others are not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How it is to be calibrated."""

    criterion: str | None = None
    """This one alone; empty for the whole, None for all that have labels."""
    confidence: float = 0.9
    seed: int = 0


def calibrated(
    run: Run, found: Measured, wanted: Wanted, *, now: str, step: Callable[[], None] = lambda: None
) -> Calibration:
    """`SetupError` where the labels are too few for anything. `step` is called once per criterion, for progress."""
    chosen = [one for one in found.ratings if wanted.criterion in (None, one.name)]
    faults = {one.name: fault for one in chosen if (fault := _fault(one))}
    usable = [one for one in chosen if one.name not in faults]
    if not usable:
        raise _too_few(run, faults)
    told = _told(run, found, usable)
    fits = []
    for one in usable:
        fits.append(_fit(one, found, told, wanted))
        step()
    return Calibration(
        version=VERSION,
        created=now,
        run=found.run,
        seal=run.seal()[1],
        barem=run.header.barem,
        barem_name=found.barem.name,
        judge=found.judge,
        dialogues=len(found.ids),
        labels=sum(int((one.people[one.judge != NONE] != NONE).sum()) for one in usable),
        labels_digest=_labels_digest(found, usable),
        confidence=wanted.confidence,
        seed=wanted.seed,
        fits=tuple(fits),
        notes=(
            *found.notes,
            *(f"{name or 'the whole'} is left out: {fault}" for name, fault in faults.items()),
            *(note for one in fits if (note := _lopsided(one))),
        ),
    )


def _lopsided(fitted: Fit) -> str:
    """What is to be told of an interval for all dialogues that rests on too few labels of one kind."""
    name, found = fitted.name or "the whole", fitted.powered
    if found.classical.low is None:
        return f"{name}: all labels have one mean, so that there is no interval for all dialogues"
    if not found.lopsided:
        return ""
    side = f"{found.rarer} of {found.labelled:,} labels lie on one side of the middle of those given"
    return f"{name}: {side}; with fewer than {FEW_SIDED}, the interval for all dialogues holds less often than it says"


def _fault(ratings: Ratings) -> str:
    """Why nothing can be fitted; empty where something can."""
    count = int(((ratings.people != NONE).any(axis=1) & (ratings.judge != NONE)).sum())
    if count < FEWEST:
        dialogues = "1 scored dialogue has" if count == 1 else f"{count} scored dialogues have"
        return f"{dialogues} labels, and {FEWEST} are needed"
    if min(len(ratings.scale), len(ratings.people_scale)) < 2:
        return "all marks are the same"
    return ""


def _too_few(run: Run, faults: Mapping[str, str]) -> SetupError:
    what = "; ".join(f"{name or 'the whole'}: {fault}" for name, fault in faults.items())
    remedy = f"label more dialogues, drawn at random: {FEWEST} at the least, a hundred or more to rely on"
    return SetupError.single(str(run.path), f"too little to calibrate with: {what}", remedy)


def _labels_digest(found: Measured, usable: Sequence[Ratings]) -> str:
    said = [
        [one.name, found.ids[row], sorted(one.people_scale.values[mark] for mark in one.people[row] if mark != NONE)]
        for one in usable
        for row in np.flatnonzero((one.people != NONE).any(axis=1))
    ]
    return digest("calibration-labels-v1", said)


def _told(run: Run, found: Measured, usable: Sequence[Ratings]) -> dict[str, dict[str, Hint]]:
    """Hints by dialogue and criterion, of those with labels; none where the first of them have none."""
    labelled = np.zeros(len(found.ids), dtype=bool)
    for one in usable:
        labelled |= (one.people != NONE).any(axis=1)
    names = [one.name for one in usable]
    cases = (found.ids[row] for row in np.flatnonzero(labelled))

    def read(case: str) -> dict[str, Hint]:
        return next((hints(record, found.barem, names) for record in run.records(case)), {})

    told = {case: read(case) for case in islice(cases, PROBED)}
    if all(isnan(part) for by_name in told.values() for hint in by_name.values() for part in hint):
        return {}
    return told | {case: read(case) for case in cases}


def _fit(ratings: Ratings, found: Measured, told: Mapping[str, Mapping[str, Hint]], wanted: Wanted) -> Fit:
    scored = ratings.judge != NONE
    expected, spread = _hints(ratings.name, np.flatnonzero(scored), found, told)
    labelled = (ratings.people[scored] != NONE).any(axis=1)
    seen = Seen(
        places=ratings.judge[scored].astype(np.intp),
        expected=None if np.isnan(expected[labelled]).all() else expected,
        spread=None if np.isnan(spread[labelled]).all() else spread,
    )
    return fit(
        ratings.name,
        seen,
        ratings.people[scored],
        (ratings.scale, ratings.people_scale),
        rng=np.random.default_rng(wanted.seed),
        confidence=wanted.confidence,
    )


def as_people(run: Run, found: Measured, calibration: Calibration) -> tuple[Ratings, ...]:
    """The judge's marks read as people's, as `Reader` reads them: what an agreement after calibration is measured on.
    On the labels that the calibration was fitted on, it flatters; what was not calibrated is left out."""
    both = [(one, calibration.of(one.name)) for one in found.ratings]
    read = [(one, fitted) for one, fitted in both if fitted and _fits(fitted, one)]
    hinted = [one for one, fitted in read if fitted.mapping.with_expected or fitted.mapping.with_spread]
    told = _told(run, found, hinted) if hinted else {}
    return tuple(_as_people(one, fitted, found, told) for one, fitted in read)


def _fits(fitted: Fit, ratings: Ratings) -> bool:
    return (fitted.mapping.judge, fitted.mapping.people) == (ratings.scale, ratings.people_scale)


def _as_people(ratings: Ratings, fitted: Fit, found: Measured, told: Mapping[str, Mapping[str, Hint]]) -> Ratings:
    """Hints are known of dialogues that have labels, and no others are measured."""
    scored = np.flatnonzero(ratings.judge != NONE)
    judge = ratings.judge.copy()
    if len(scored):
        expected, spread = _hints(ratings.name, scored, found, told)
        seen = Seen(places=ratings.judge[scored].astype(np.intp), expected=expected, spread=spread)
        judge[scored] = median_places(fitted.mapping.shares(seen))
    return replace(ratings, judge=judge, scale=ratings.people_scale)


def _hints(
    name: str, rows: NDArray[np.intp], found: Measured, told: Mapping[str, Mapping[str, Hint]]
) -> tuple[Floats, Floats]:
    """What is expected, and the spread, of each of these dialogues."""
    given = [told.get(found.ids[row], {}).get(name, Hint()) for row in rows]
    expected, spread = np.array(given, dtype=np.float64).reshape(-1, 2).T
    return expected, spread


class Reader:
    """Reads verdicts as people would, and leaves them as they are."""

    def __init__(self, calibration: Calibration, barem: Barem, judge: str, where: str) -> None:
        _refuse_unlike(calibration, barem, judge, where)
        self.calibration = calibration
        self.of_this_run = False
        """Whether what is read is the very run that it was fitted on."""
        self._barem = barem
        self._fits = {one.name: one for one in calibration.fits}
        self.needs_exchanges = any(one.mapping.with_expected for one in calibration.fits)
        """Whether it looks at chances, which only records with exchanges tell."""
        self._hinted = {
            name for name, one in self._fits.items() if one.mapping.with_expected or one.mapping.with_spread
        }
        self._one = lru_cache(maxsize=2**16)(self._read_one)

    def __call__(self, record: Record) -> dict[str, Calibrated]:
        """By criterion, empty for the whole: what is scored and was calibrated."""
        told = hints(record, self._barem, self._hinted) if self._hinted else {}
        values = dict(self._values(record))
        return {name: self._one(name, values[name], *told.get(name, Hint())) for name in self._fits if name in values}

    def _values(self, record: Record) -> Iterator[tuple[str, float]]:
        """Levels as a judge gave them who saw no marks of people."""
        verdict = blinded(record, self._barem).verdict
        if isinstance(verdict, Reviewed):
            for side, cells in enumerate(verdict.cells, start=1):
                yield from ((f"Response {side} {cell.dimension}", float(cell.final)) for cell in cells)
            yield "", float(verdict.likert.final)
        elif isinstance(verdict, Scored):
            yield from ((mark.criterion, float(mark.level)) for mark in verdict.marks)
            yield "", float(verdict.overall)

    def _read_one(self, name: str, value: float, expected: float, spread: float) -> Calibrated:
        fitted = self._fits[name]
        place = int(np.abs(np.array(fitted.mapping.judge.values) - value).argmin())
        seen = Seen(places=np.array([place]), expected=np.array([expected]), spread=np.array([spread]))
        return applied(fitted, seen)[0]


def _refuse_unlike(calibration: Calibration, barem: Barem, judge: str, where: str) -> None:
    remedy = "calibrate this one on labels of its own: baremo calibrate RUN --labels FILE -o NEW.json"
    if calibration.judge != judge:
        what = f"is for the judge {calibration.judge}, and this is {judge}: no judge errs like another"
        raise SetupError.single(where, what, remedy)
    if calibration.barem != barem.digest:
        other = "the barem has changed since" if calibration.barem_name == barem.name else f"this is {barem.name}"
        raise SetupError.single(where, f"is for the barem {calibration.barem_name}, and {other}", remedy)
