"""A fit as the table that the embedded judge reads: plain numbers, and the same bytes for the same fit."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from baremo.models.signals.gauge.table import (
    FORMAT,
    HISTORY,
    PARTS,
    TURN_PARTS,
    Column,
    Gauge,
    Kind,
    Made,
    Pull,
    TurnColumn,
    Word,
)
from baremo.observe.course.rows import TURN, WHOLE
from baremo.run.fitting.corpus import Corpus
from baremo.run.fitting.making import CONFIDENCE, Fit
from baremo.run.fitting.models import Linear
from baremo.stats.fitted import SetFigures, Weighty
from baremo.stats.measures import Floats, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

DIGITS, WORD_DIGITS = 6, 4
TELLING = 12
"""Columns that tell one kind of dialogues from another."""
WITHIN = 0.95
"""Of a kind's own dialogues lie within its reach."""
SHAPE = "shape."
TOLD = 12
_NUMBERS = re.compile(rb"\[\s+([-0-9.e,\s]+?)\s+\]")


def gauge_of(corpus: Corpus, fit: Fit, made: Made, figures: "Sequence[SetFigures]", about: Mapping[str, str]) -> Gauge:
    """`about`: what the dialogues of a set are, in words."""
    kinds = list(_kinds(corpus, fit, figures, about))
    needed = {name for kind in kinds for name in kind.centre}
    return Gauge(
        format=FORMAT,
        made=made,
        base=_short(fit.base),
        usual=_short(float(corpus.marks.mean())),
        turn_base=_short(fit.turn_base),
        words=_by_word(corpus, fit),
        turn=_turn_columns(fit),
        whole=_columns(fit.models.whole, tuple(WHOLE), needed),
        blend=dict(zip(PARTS, map(_short, fit.blend), strict=True)),
        turn_blend=dict(zip(TURN_PARTS, map(_short, fit.turn_blend), strict=True)),
        cuts=[_short(cut) for cut in fit.cuts],
        dissatisfied=_pull(fit, 0),
        satisfied=_pull(fit, 2),
        radius=_short(fit.radius),
        confidence=CONFIDENCE,
        kinds=kinds,
    )


def written(gauge: Gauge) -> bytes:
    """A line for each name, so that two fits can be compared line by line."""
    whole = msgspec.json.format(msgspec.json.encode(gauge), indent=1) + b"\n"
    return _NUMBERS.sub(lambda found: b"[" + b", ".join(found[1].replace(b",", b" ").split()) + b"]", whole)


def features_of(fit: Fit) -> Iterator[Weighty]:
    """The columns of whole dialogues that count for most, in marks for one standard deviation."""
    weights = fit.models.whole.weights * fit.blend[PARTS.index("whole")]
    for place in np.argsort(-np.abs(weights), kind="stable")[:TOLD]:
        name = tuple(WHOLE)[place]
        yield Weighty(name=name, sees=WHOLE[name][0], weight=_short(weights[place]))


def words_of(corpus: Corpus, fit: Fit) -> Iterator[Weighty]:
    """Those that raise a turn's estimate most, and those that lower it most."""
    weights = fit.models.words * fit.turn_blend[TURN_PARTS.index("words")]
    order = np.argsort(-weights, kind="stable")
    for place in (*order[: TOLD // 2], *order[max(TOLD // 2, len(order) - TOLD // 2) :]):
        yield Weighty(name=corpus.known[fit.words[place]], sees="", weight=_short(weights[place]))


def _by_word(corpus: Corpus, fit: Fit) -> dict[str, Word]:
    rows = zip(fit.words, fit.models.words, fit.models.neither, strict=True)
    words = {corpus.known[place]: Word(weight=_brief(one), neither=_brief(other)) for place, one, other in rows}
    return {name: word for name, word in words.items() if word.weight or word.neither}


def _turn_columns(fit: Fit) -> dict[str, TurnColumn]:
    """Both models have the same scaling: they were fitted to the same rows."""
    line, neither = fit.models.turn, fit.models.neither_turn
    rows = zip(TURN, line.scaling.centre, line.scaling.spread, line.weights, neither.weights, strict=True)
    columns = {
        name: TurnColumn(centre=_short(centre), spread=_short(spread), weight=_short(one), neither=_short(other))
        for name, centre, spread, one, other in rows
    }
    return {name: column for name, column in columns.items() if column.weight or column.neither}


def _pull(fit: Fit, wanted: int) -> Pull:
    *told, always = map(_short, fit.classes.beside_neither(wanted))
    return Pull(always=always, history=told[: len(HISTORY)], neither=told[len(HISTORY) :])


def _brief(value: float) -> float:
    return float(f"{value:.{WORD_DIGITS}g}")


def _short(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _columns(
    line: Linear, names: tuple[str, ...], needed: set[str] | frozenset[str] = frozenset()
) -> dict[str, Column]:
    """Those that count, and those that are needed to tell kinds apart."""
    rows = zip(names, line.scaling.centre, line.scaling.spread, line.weights, strict=True)
    return {
        name: Column(centre=_short(centre), spread=_short(spread), weight=_short(weight))
        for name, centre, spread, weight in rows
        if weight or name in needed
    }


def _kinds(corpus: Corpus, fit: Fit, figures: "Sequence[SetFigures]", about: Mapping[str, str]) -> Iterator[Kind]:
    rows = fit.models.whole.scaling(corpus.dialogues)
    columns = _telling(corpus, rows, fit.models.whole.scaling.flat)
    for one in figures:
        mine = rows[corpus.sets == one.name][:, columns]
        centre = mine.mean(axis=0)
        if one.rho.value is None or one.person.value is None:
            continue
        yield Kind(
            name=one.name,
            about=about.get(one.name, ""),
            dialogues=one.dialogues,
            rho=_short(one.rho.value),
            low=_short(one.rho.value if one.rho.low is None else one.rho.low),
            high=_short(one.rho.value if one.rho.high is None else one.rho.high),
            person=_short(one.person.value),
            kappa=_short(one.kappa.value or 0.0),
            within=_short(one.coverage),
            turn_f1=None if one.f1.value is None else _short(one.f1.value),
            centre={tuple(WHOLE)[column]: _short(at) for column, at in zip(columns, centre, strict=True)},
            reach=_short(float(np.quantile(np.sqrt(np.mean((mine - centre) ** 2, axis=1)), WITHIN))),
        )


def _telling(corpus: Corpus, rows: Floats, flat: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[int]:
    """Where there are several sets: the columns that differ most between them, beside how they differ within. Else
    those that say how long a dialogue is and who says how much."""
    if len(corpus.names) == 1:
        return [place for place, name in enumerate(WHOLE) if name.startswith(SHAPE) and not flat[place]]
    parts = [rows[corpus.sets == name] for name in corpus.names]
    between = np.var([part.mean(axis=0) for part in parts], axis=0)
    within = np.mean([part.var(axis=0) for part in parts], axis=0)
    apart = np.where(flat, 0.0, np.nan_to_num(ratio(between, within)))
    return sorted(np.argsort(-apart, kind="stable")[:TELLING].tolist())
