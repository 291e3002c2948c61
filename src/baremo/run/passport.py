"""What a run says of itself, gathered for its passport."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from baremo.core.barem import Barem
from baremo.core.decision import decidable, standing
from baremo.core.digest import digest
from baremo.core.passport import Facts, Part, Scheme, Spending
from baremo.probes.effect import Probed
from baremo.probes.trial import Measure
from baremo.run.traced import Price, Traced, traced
from baremo.stats.differences import WHOLE
from baremo.store.run import Run

PAIRED = (Measure.FLIPS, Measure.LEAN)
"""What is measured on two responses."""
REASONS = 5
"""Of dialogues without a score, that are named."""


def about(found: Probed, barem: Barem) -> Probed:
    """What was found under this barem: the choice between two responses is made under another one than marks are."""
    effects = tuple(one for one in found.effects if (one.measure in PAIRED) == bool(barem.review))
    return replace(found, effects=effects, barems=tuple(one for one in found.barems if one.digest == barem.digest))


def facts(run: Run, price: Price, dated: str = "", step: Callable[[], None] = lambda: None) -> Facts:
    """`dated`: when the prices were seen to hold. `step` is called once per dialogue, for progress."""
    found = traced(run, price, step)
    side, header, settings = found.side, found.header, found.settings
    records, seal = run.seal()
    return Facts(
        run=side.run,
        judge=header.judge,
        answered=tuple(sorted({name for names in found.models for name in names})),
        judges=settings.jury.seats,
        further=settings.jury.further,
        saw_labels=settings.jury.labels,
        redacted=settings.redacted,
        scheme=_scheme(found),
        dialogues=side.dialogues,
        scored=side.scored,
        unscored=tuple(Counter(found.unscored.values()).most_common(REASONS)),
        forgotten=len(run.forgotten()),
        decided=len({case for case, _ in standing(run.decisions())}),
        given=_given(found),
        spending=Spending(
            calls=side.calls,
            uncounted=side.uncounted,
            tokens_in=side.tokens_in,
            tokens_out=side.tokens_out,
            cost=side.cost,
            prices=dated,
            seconds=side.seconds,
        ),
        begun=header.created,
        version=header.version,
        parent=header.parent,
        header=header.digest,
        seal=seal,
        records=records,
        content=digest("dialogues-v1", sorted(run.known().items())),
    )


def _scheme(found: Traced) -> Scheme:
    barem = found.barem
    return Scheme(
        name=barem.name,
        title=barem.title,
        protocol=str(barem.protocol),
        digest=barem.digest,
        parts=tuple(_parts(found, barem)),
        rules=tuple(rule.id for rule in barem.rules),
    )


def _parts(found: Traced, barem: Barem) -> Iterator[Part]:
    for name, criterion in decidable(barem):
        labels = tuple(level.label for level in criterion.levels)
        weight = None if barem.review else float(criterion.weight)
        yield Part(name=name, weight=weight, levels=labels, mean=_mean(found, name))
    labels = tuple(level.label for level in barem.outcomes)
    yield Part(name="", weight=None, levels=labels, mean=_mean(found, WHOLE))


def _mean(found: Traced, name: str) -> float | None:
    marks = found.marks[name]
    known = marks[~np.isnan(marks)]
    return float(known.mean()) if len(known) else None


def _given(found: Traced) -> tuple[int, ...]:
    marks = found.marks[WHOLE]
    levels = [float(level.value) for level in found.barem.outcomes]
    known = marks[~np.isnan(marks)]
    if not np.isin(known, levels).all():
        return ()
    return tuple(int((known == level).sum()) for level in levels)
