"""Criteria fitted to people's marks: measured on dialogues that were kept out, and kept where that shows a gain."""

from collections.abc import Callable

import numpy as np

from baremo.models.signals.gauge.table import Agreed, Column, Criterion
from baremo.observe.course.rows import WHOLE
from baremo.run.fitting.corpus import FEWEST
from baremo.run.fitting.criteria import Blend, Said, fitted, out_of_fold
from baremo.run.fitting.criteria_rated import Rated, Trait
from baremo.run.fitting.measuring import Asked
from baremo.run.fitting.table import DIGITS
from baremo.stats.bootstrap import How
from baremo.stats.fitted import CriteriaReport, CriterionFigures
from baremo.stats.measures import kappa
from baremo.stats.ranked import compared, ranks_within
from baremo.stats.ratings import UNKNOWN, Figure
from baremo.stats.ridge import FLAT, Ints, Scaling
from baremo.stats.thresholds import crossed

MANY = 20
"""Groups from which they are drawn as a whole. Fewer say too little of groups to come, so that what is learned must
show within them, too."""
FAR = 99.0
"""A cut that no position reaches."""


def fit_criteria(
    rated: Rated, asked: Asked, apart: str = "", step: Callable[[], None] = lambda: None
) -> tuple[dict[str, Criterion], CriteriaReport]:
    """The criteria that are kept, and what is told of all. `apart`: the field whose values are kept apart."""
    told, kept = [], {}
    for name in rated.enough():
        figures, criterion = _one(rated.trait(name), asked, apart)
        told.append(figures)
        if criterion is not None:
            kept[name] = criterion
        step()
    report = CriteriaReport(
        criteria=tuple(told),
        apart=apart,
        groups=0 if rated.groups is None else len(np.unique(rated.groups)),
        too_few={name: count for name, count in rated.counts().items() if count < FEWEST},
        left_out=dict(rated.left_out),
    )
    return kept, report


def _one(trait: Trait, asked: Asked, apart: str) -> tuple[CriterionFigures, Criterion | None]:
    if np.ptp(trait.marks) < FLAT or _alone(trait):
        what = "people gave every dialogue the same mark" if np.ptp(trait.marks) < FLAT else "one group has all marks"
        figures = CriterionFigures(name=trait.name, dialogues=len(trait.marks), rho=UNKNOWN, kept=False, why=what)
        return figures, None
    figures = measured(trait, out_of_fold(trait, asked), asked)
    if not figures.kept:
        return figures, None
    blend = fitted(trait, np.ones(len(trait.marks), bool), Scaling.of(trait.rows), asked.rng(22))
    return figures, table_of(trait, blend, agreed(figures, trait, apart))


def _alone(trait: Trait) -> bool:
    return trait.deal.groups is not None and len(np.unique(trait.deal.groups)) < 2


def measured(trait: Trait, said: Said, asked: Asked) -> CriterionFigures:
    groups, how = trait.deal.groups, How(draws=asked.draws)
    owner, few = None, False
    if groups is not None:
        names, which = np.unique(groups, return_inverse=True)
        few = len(names) < MANY
        owner = None if few else which
    columns = [said.scores, *(() if trait.by_hand is None else (trait.by_hand,))]
    rho, hand, gain = _three(compared(columns, trait.marks, asked.rng(23), how, owner))
    within = within_gain = UNKNOWN
    if few and groups is not None:
        inside = [ranks_within(values, groups) for values in (*columns, trait.marks)]
        within, _, within_gain = _three(compared(inside[:-1], inside[-1], asked.rng(24), how))
    known = trait.by_hand is not None
    everywhere = [rho, *([gain] if known else [])]
    inside_groups = [within, *([within_gain] if known else [])] if few else []
    kept, why = _verdict(everywhere, inside_groups, known=known)
    return CriterionFigures(
        name=trait.name,
        dialogues=len(trait.marks),
        rho=rho,
        hand=hand,
        gain=gain,
        within=within,
        within_gain=within_gain,
        kappa=_kappa(trait.places, said.places, trait.levels),
        kept=kept,
        why=why,
    )


def _three(found: list[Figure]) -> tuple[Figure, Figure, Figure]:
    """The fitted one, the other and the gain, where there is another."""
    return (found[0], found[1], found[2]) if len(found) > 1 else (found[0], UNKNOWN, UNKNOWN)


def _verdict(everywhere: list[Figure], inside: list[Figure], *, known: bool) -> tuple[bool, str]:
    """`inside`: of ranks within groups, where groups are few. `known`: by the hand-set table, which it must better."""
    better = "more than the hand-set table does" if known else "at all"
    if not all(map(_above, everywhere)):
        return False, f"it may not agree with people {better}: an interval reaches down to 0"
    if not all(map(_above, inside)):
        return False, f"within groups it may not agree with people {better}: it may tell groups apart, and no more"
    return True, f"it agrees with people {better}" if known else "it agrees with people"


def _above(figure: Figure) -> bool:
    return figure.low is not None and figure.low > 0


def _kappa(people: Ints, judge: Ints, levels: int) -> float | None:
    found = float(kappa(crossed(people, judge, levels)))
    return None if np.isnan(found) else found


def agreed(figures: CriterionFigures, trait: Trait, apart: str) -> Agreed:
    rho, groups = figures.rho, trait.deal.groups
    return Agreed(
        dialogues=figures.dialogues,
        rho=_short(rho.value or 0.0),
        low=_short(rho.low or 0.0),
        high=_short(rho.high or 0.0),
        hand=None if figures.hand.value is None else _short(figures.hand.value),
        kappa=None if figures.kappa is None else _short(figures.kappa),
        apart=apart,
        groups=0 if groups is None else len(np.unique(groups)),
    )


def table_of(trait: Trait, blend: Blend, figures: Agreed) -> Criterion:
    """In positions that are spread as people's are: predictions shrink to the middle, and a level is a level."""
    stretch = float(trait.marks.std() / max(float(blend.unseen.std()), FLAT))
    usual, middle = float(trait.marks.mean()), float(blend.unseen.mean())
    shares = stretch * blend.shares
    seen, scaling = blend.seen.weights, blend.seen.scaling
    columns = zip(WHOLE, scaling.centre, scaling.spread, seen, strict=True)
    return Criterion(
        base=_short(usual - stretch * middle - float(shares[:-1] @ trait.middle)),
        parts={name: _short(share) for name, share in zip(trait.parts, shares, strict=True) if share > 0},
        columns={
            name: Column(centre=_short(centre), spread=_short(spread), weight=_short(weight))
            for name, centre, spread, weight in columns
            if weight
        },
        cuts=[_short(cut) for cut in np.clip(usual + stretch * (blend.cuts - middle), -FAR, FAR)],
        figures=figures,
    )


def _short(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
