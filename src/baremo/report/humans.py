"""People against people, as a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baremo.report.agreed import ceiling_document
from baremo.report.charts import Bar, bars
from baremo.report.figures import short, span
from baremo.report.style import Style, visible
from baremo.stats.ceiling import ceiling
from baremo.stats.ratings import NONE, Ceiling, Places, Scale
from baremo.stats.trial import Sampling

WIDE = 18
SPAN = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Humans:
    """What people agree on in one thing: the turns of some dialogues, dialogues as a whole, or a criterion."""

    name: str
    things: int
    marks: int
    rates: tuple[tuple[str, float], ...]
    """Level and share."""
    ceiling: Ceiling


def humans(
    name: str, people: Places, scale: Scale, sampling: Sampling, clusters: NDArray[np.generic] | None = None
) -> Humans:
    """`clusters`: the dialogue of each thing, where several come from one."""
    counts = np.bincount(people[people != NONE], minlength=len(scale))
    above = ceiling(
        people,
        len(scale),
        sampling.rng(),
        clusters=clusters,
        draws=sampling.draws,
        confidence=sampling.confidence,
    )
    return Humans(
        name=name,
        things=int(np.any(people != NONE, axis=1).sum()),
        marks=int(counts.sum()),
        rates=tuple(zip(scale.labels, (counts / max(1, counts.sum())).tolist(), strict=True)),
        ceiling=above,
    )


def human_lines(source: str, found: Sequence[Humans], style: Style) -> Iterator[str]:
    yield style.bold(visible("People against people")) + style.dim(visible(f"  {source}"))
    ranks = f"{'alpha':<{SPAN}} {'one vs rest, rho':<{SPAN}} {'best':>4}"
    yield style.dim(f"  {'':<{WIDE}} {'things':>7} {'marks':>8}  {ranks}  {'kappa':>5} {'exact':>5} {'±1':>4}")
    for one in found:
        above = one.ceiling
        counts = f"{one.things:>7,} {one.marks:>8,}"
        ranks = f"{span(above.alpha):<{SPAN}} {span(above.spearman):<{SPAN}} {short(above.best):>4}"
        shares = f"{short(above.kappa.value):>5} {short(above.exact.value):>5} {short(above.within_one.value):>4}"
        yield f"  {visible(one.name):<{WIDE}} {counts}  {ranks}  {shares}"
    yield ""
    for one in found:
        yield style.dim(f"  {visible(one.name)}: how often each level is given")
        yield from bars([Bar(label, share) for label, share in one.rates], style)
    yield ""


def human_document(source: str, found: Sequence[Humans]) -> list[dict[str, Any]]:
    return [
        {
            "source": source,
            "thing": one.name,
            "things": one.things,
            "marks": one.marks,
            "rates": dict(one.rates),
            **ceiling_document(one.ceiling),
        }
        for one in found
    ]
