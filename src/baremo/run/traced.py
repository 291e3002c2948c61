"""A run as arrays, to be held against another: marks, and fingerprints of what they rest on."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from baremo.core.ask import Usage
from baremo.core.barem import Barem, Level
from baremo.core.decision import decidable, levels_of
from baremo.models.named import is_embedded
from baremo.run.keep import barem_of, settings_of
from baremo.run.settings import Settings
from baremo.stats.differences import WEIGHTED, WHOLE, Side
from baremo.stats.paired import Numbers
from baremo.store.glance import Written
from baremo.store.journal import Kind
from baremo.store.run import Header, Run
from baremo.store.trace import Asked, Trace, fingerprint

"""The judge that makes no calls."""
PAUSE = 600.0
"""Seconds without a word in the journal after which nobody was at work."""
Price = Callable[[str, Usage], Fraction | None]
"""Dollars for one call of a judge; None where that is not known."""
Prints = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Traced:
    """One run. Rows are dialogues, in the order in which they were judged."""

    side: Side
    header: Header
    barem: Barem
    settings: Settings
    seals: frozenset[str]
    ids: tuple[str, ...]
    rows: dict[str, int]
    """By id."""
    marks: dict[str, Numbers]
    """In the order of `marked`; not a number where there is none."""
    unscored: dict[int, str]
    """Why, by row."""
    digests: Prints
    """Of the whole dialogue."""
    words: Prints
    """Of its turns."""
    asks: Prints
    """Of the first ask: what follows may hang on the reply."""
    replies: Prints
    checked: Prints
    judges: list[tuple[str, ...]]
    """Who answered, by row."""
    models: list[tuple[str, ...]]
    """What answered, as servers name it."""


def traced(run: Run, price: Price, step: Callable[[], None] = lambda: None) -> Traced:
    """`step` is called once per dialogue, for progress."""
    barem, settings = barem_of(run), settings_of(run)
    columns, spent = _Columns(barem), _Spent(price)
    for one in run.traces():
        columns.add(one)
        spent.add(one.asked)
        step()
    header = run.header
    return Traced(
        side=Side(
            run=str(run.path),
            barem=header.barem_name,
            judge=header.judge,
            version=header.version,
            created=header.created,
            dialogues=len(columns.ids),
            scored=len(columns.ids) - len(columns.unscored),
            calls=spent.calls,
            uncounted=spent.uncounted,
            tokens_in=spent.tokens_in,
            tokens_out=spent.tokens_out,
            cost=None if spent.unpriced else float(spent.cost),
            seconds=None if header.parent else worked(run),
        ),
        header=header,
        barem=barem,
        settings=settings,
        seals=frozenset(run.seals().values()),
        ids=tuple(columns.ids),
        rows={case: row for row, case in enumerate(columns.ids)},
        marks={name: np.frombuffer(values, np.float64) for name, values in columns.marks.items()},
        unscored=columns.unscored,
        judges=columns.judges,
        models=columns.models,
        **{name: np.frombuffer(prints, np.uint64) for name, prints in columns.prints.items()},
    )


def marked(barem: Barem) -> list[str]:
    """What a run has marks for: criteria as decisions name them, then the weighted mean, then the whole."""
    return [*_criteria(barem), *([] if barem.review else [WEIGHTED]), WHOLE]


def _criteria(barem: Barem) -> dict[str, str]:
    """What a decision calls each, by the name that it has here: one that is taken gets a word more."""
    names = (name for name, _ in decidable(barem))
    return {f"{name} (criterion)" if name in (WEIGHTED, WHOLE) else name: name for name in names}


def levels_for(barem: Barem, name: str) -> tuple[Level, ...]:
    """Of one of `marked`; weighted means have none."""
    if name == WEIGHTED:
        return ()
    return levels_of(barem, "" if name == WHOLE else _criteria(barem)[name])


class _Columns:
    def __init__(self, barem: Barem) -> None:
        self.ids: list[str] = []
        self._criteria = _criteria(barem)
        self.marks = {name: array("d") for name in marked(barem)}
        self.prints = {name: array("Q") for name in ("digests", "words", "asks", "replies", "checked")}
        self.unscored: dict[int, str] = {}
        self.judges: list[tuple[str, ...]] = []
        self.models: list[tuple[str, ...]] = []
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}

    def add(self, one: Trace) -> None:
        if one.overall is None:
            self.unscored[len(self.ids)] = one.unscored
        self.ids.append(one.id)
        for name, called in self._criteria.items():
            self.marks[name].append(number(one.levels.get(called)))
        if WEIGHTED in self.marks:
            self.marks[WEIGHTED].append(number(one.mean))
        self.marks[WHOLE].append(number(one.overall))
        first = one.asked[0].ask if one.asked else ""
        replies = fingerprint(*(asked.reply for asked in one.asked))
        for name, print_ in (
            ("digests", fingerprint(one.digest)),
            ("words", one.words),
            ("asks", fingerprint(first)),
            ("replies", replies),
            ("checked", one.checked),
        ):
            self.prints[name].append(int.from_bytes(print_))
        self.judges.append(self._shared(asked.judge for asked in one.asked))
        self.models.append(self._shared(asked.model for asked in one.asked))

    def _shared(self, names: Iterator[str]) -> tuple[str, ...]:
        """One tuple for all that are equal."""
        found = tuple(dict.fromkeys(name for name in names if name))
        return self._known.setdefault(found, found)


class _Spent:
    def __init__(self, price: Price) -> None:
        self._price = price
        self.calls = self.uncounted = self.unpriced = self.tokens_in = self.tokens_out = 0
        self.cost = Fraction(0)

    def add(self, asked: tuple[Asked, ...]) -> None:
        for one in asked:
            if is_embedded(one.judge):
                continue
            self.calls += 1
            if one.usage is None:
                self.uncounted += 1
                self.unpriced += 1
                continue
            self.tokens_in += one.usage.input
            self.tokens_out += one.usage.output
            cost = self._price(one.judge, one.usage)
            self.unpriced += cost is None
            self.cost += cost or 0


@lru_cache(maxsize=4096)
def number(written: Written | None) -> float:
    return float("nan") if written is None else float(Fraction(written))


def worked(run: Run) -> float | None:
    """Seconds from the first entry of the journal to the last commit, without pauses; None where there is no commit
    that tells when it was."""
    total, last, kept = 0.0, None, None
    for _, entry, _ in run.journal():
        now = _moment(entry.at)
        if now is None or entry.kind is Kind.DECIDED:
            continue
        gap = (now - last).total_seconds() if last else 0.0
        total += gap if 0 < gap <= PAUSE else 0.0
        last = now
        kept = total if entry.kind is Kind.KEPT else kept
    return kept


def _moment(written: str) -> datetime | None:
    try:
        return datetime.fromisoformat(written)
    except ValueError:
        return None
