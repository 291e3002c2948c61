"""`baremo diff`: which marks are others in another run of the same dialogues, and why."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from baremo.core.barem import Barem
from baremo.core.numbers import decimal
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored
from baremo.errors import SetupError
from baremo.load.changes import barem_changes
from baremo.run.traced import Traced, levels_for, marked
from baremo.run.whatif import rescored
from baremo.stats.differences import (
    WEIGHTED,
    WHOLE,
    Change,
    Difference,
    Marks,
    Move,
    Reason,
    Setup,
    Split,
    apart,
    compared,
)
from baremo.stats.paired import Numbers
from baremo.store.run import Run

UNSCORED = "unscored"
Rows = NDArray[np.intp]


def difference(before: Traced, after: Traced, rng: np.random.Generator, ruled: Numbers | None = None) -> Difference:
    """`ruled`: what `ruled_by` says of the first, where the barems differ."""
    refuse_unlike(before, after)
    ids = [case for case in before.ids if case in after.rows]
    first = np.array([before.rows[case] for case in ids], np.intp)
    second = np.array([after.rows[case] for case in ids], np.intp)
    alike = before.words[first] == after.words[second]
    pair = _Pair(before, after, first[alike], second[alike])
    one, other = pair.of(WHOLE)
    scored = ~np.isnan(one), ~np.isnan(other)
    return Difference(
        before=before.side,
        after=after.side,
        common=int(alike.sum()),
        only_before=len(before.ids) - len(ids),
        only_after=len(after.ids) - len(ids),
        other_words=tuple(case for case, same in zip(ids, alike, strict=True) if not same),
        both=int((scored[0] & scored[1]).sum()),
        lost=int((scored[0] & ~scored[1]).sum()),
        gained=int((~scored[0] & scored[1]).sum()),
        neither=int((~scored[0] & ~scored[1]).sum()),
        setup=tuple(_setup(before, after)),
        marks=tuple(pair.marks(rng)),
        changes=tuple(pair.changes()),
        split=None if ruled is None else _split(one, ruled[pair.first], other),
        derived=after.header.parent in before.seals,
    )


def shared_marks(before: Barem, after: Barem) -> list[str]:
    """What both runs have marks for, in the first one's order, the whole last."""
    there = marked(after)
    return [name for name in marked(before) if name in there]


def refuse_unlike(before: Traced, after: Traced) -> None:
    names = f"{before.side.run} and {after.side.run}"
    if bool(before.barem.review) != bool(after.barem.review):
        what = "one holds dialogues, the other reviews of two responses"
        raise SetupError.single(names, what, "give runs of one kind")
    if before.ids and after.ids and not before.rows.keys() & after.rows.keys():
        remedy = "runs are paired by the ids of their dialogues: judge the same file in both"
        raise SetupError.single(names, "no dialogue is in both", remedy)


def ruled_by(run: Run, barem: Barem, step: Callable[[], None] = lambda: None) -> Numbers:
    """The overall level of each dialogue if another barem ruled on the same claims; not a number where it cannot."""
    found = []
    for record in run.records(exchanges=False):
        verdict = rescored(record, barem).verdict
        if isinstance(verdict, Reviewed):
            found.append(float(verdict.likert.final))
        else:
            found.append(float(verdict.overall) if isinstance(verdict, Scored) else float("nan"))
        step()
    return np.array(found, np.float64)


def _split(before: Numbers, ruled: Numbers, after: Numbers) -> Split | None:
    there = ~(np.isnan(before) | np.isnan(ruled) | np.isnan(after))
    if not there.any():
        return None
    one, middle, other = before[there], ruled[there], after[there]
    return Split(
        dialogues=len(one),
        barem=float((middle - one).mean()),
        replies=float((other - middle).mean()),
        moved_by_barem=int((middle != one).sum()),
        moved_by_replies=int((other != middle).sum()),
    )


class _Pair:
    """The dialogues that are in both with the same words: rows of the one and of the other."""

    def __init__(self, before: Traced, after: Traced, first: Rows, second: Rows) -> None:
        self.before, self.after = before, after
        self.first, self.second = first, second
        self._names = shared_marks(before.barem, after.barem)
        self._usual = tuple(_usual(before, after))

    def of(self, name: str) -> tuple[Numbers, Numbers]:
        return self.before.marks[name][self.first], self.after.marks[name][self.second]

    def marks(self, rng: np.random.Generator) -> Iterator[Marks]:
        for name in self._names:
            one, other = self.of(name)
            scales = _scale(self.before.barem, name), _scale(self.after.barem, name)
            if scales[0] == scales[1]:
                yield compared(name, one, other, scales[0], rng)
            else:
                yield apart(name, one, other, "other levels")

    def changes(self) -> Iterator[Change]:
        """In the order of the first run."""
        columns = [self.of(name) for name in self._names if name != WEIGHTED]
        moved = np.zeros(len(self.first), np.bool_)
        for one, other in columns:
            moved |= (one != other) & ~(np.isnan(one) & np.isnan(other))
        for place in np.flatnonzero(moved):
            row, other_row = int(self.first[place]), int(self.second[place])
            yield Change(
                id=self.before.ids[row],
                moves=tuple(self._moves(row, other_row)),
                because=self._because(row, other_row),
                note=self.before.unscored.get(row, "") or self.after.unscored.get(other_row, ""),
            )

    def _moves(self, row: int, other: int) -> Iterator[Move]:
        for name in (WHOLE, *(name for name in self._names if name not in (WHOLE, WEIGHTED))):
            one, two = float(self.before.marks[name][row]), float(self.after.marks[name][other])
            gone = np.isnan(one), np.isnan(two)
            if one != two and not all(gone) and (name == WHOLE or not any(gone)):
                labels = _label(self.before.barem, name, one), _label(self.after.barem, name, two)
                yield Move(name=name, before=labels[0], after=labels[1])

    def _because(self, row: int, other: int) -> tuple[Reason, ...]:
        before, after = self.before, self.after
        labelled = before.digests[row] != after.digests[other]
        if before.replies[row] == after.replies[other] and before.judges[row] == after.judges[other]:
            return tuple(self._same_replies(row, other, labelled=bool(labelled)))
        asked_alike = before.asks[row] == after.asks[other]
        why = list(self._usual)
        judges = before.judges[row], after.judges[other]
        if judges[0] != judges[1] and all(judges) and Reason.JUDGE not in why:
            why.insert(0, Reason.JUDGE)
        if labelled and not asked_alike:
            why.append(Reason.LABELS)
        return tuple(why) or self._unusual(row, other, asked_alike=bool(asked_alike))

    def _same_replies(self, row: int, other: int, *, labelled: bool) -> Iterator[Reason]:
        before, after = self.before, self.after
        version = before.header.version != after.header.version
        if before.header.barem != after.header.barem:
            yield Reason.RULES
        elif before.checked[row] != after.checked[other]:
            yield Reason.EVIDENCE
        if labelled:
            yield Reason.LABELS
        if version:
            yield Reason.VERSION
        elif not labelled and before.header.barem == after.header.barem and before.checked[row] == after.checked[other]:
            yield Reason.UNKNOWN

    def _unusual(self, row: int, other: int, *, asked_alike: bool) -> tuple[Reason, ...]:
        """Nothing was set up otherwise, and yet the replies differ."""
        if row in self.before.unscored or other in self.after.unscored:
            return (Reason.UNANSWERED,)
        if self.before.models[row] != self.after.models[other] and all(
            (self.before.models[row], self.after.models[other])
        ):
            return (Reason.MODEL,)
        if self.before.header.version != self.after.header.version:
            return (Reason.VERSION,)
        return (Reason.REPLY,) if asked_alike else (Reason.PROMPT,)


def _usual(before: Traced, after: Traced) -> Iterator[Reason]:
    """What was set up otherwise, so that other replies are no wonder."""
    if before.header.judge != after.header.judge:
        yield Reason.JUDGE
    if before.header.barem != after.header.barem:
        yield Reason.BAREM
    if not before.settings.alike(after.settings):
        yield Reason.SETTINGS


def _setup(before: Traced, after: Traced) -> Iterator[Setup]:
    one, other = before.header, after.header
    if one.barem != other.barem:
        changes = barem_changes(before.barem, after.barem)
        yield from (Setup(what=f"barem {path}", before=old, after=new) for path, old, new in changes)
    for name in ("judge", "version"):
        if getattr(one, name) != getattr(other, name):
            yield Setup(what=name, before=getattr(one, name), after=getattr(other, name))
    first, second = before.settings, after.settings
    told = [
        (words, getattr(first.jury, part.name), getattr(second.jury, part.name))
        for part, words in zip(fields(first.jury), ("judges", "further judges in doubt", "labels shown"), strict=True)
    ]
    for what, old, new in (*told, ("redacted", first.redacted, second.redacted)):
        if old != new:
            yield Setup(what=what, before=_said(old), after=_said(new))
    answered = _models(before), _models(after)
    if all(answered) and answered[0] != answered[1] and one.judge == other.judge:
        yield Setup(what="model, as the server names it", before=answered[0], after=answered[1])


def _said(value: bool | int) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _models(run: Traced) -> str:
    return ", ".join(sorted({name for names in set(run.models) for name in names if name}))


def _scale(barem: Barem, name: str) -> tuple[float, ...]:
    return tuple(float(level.value) for level in levels_for(barem, name))


def _label(barem: Barem, name: str, value: float) -> str:
    if np.isnan(value):
        return UNSCORED
    known = next((level.label for level in levels_for(barem, name) if float(level.value) == value), None)
    return known or decimal(Fraction(value).limit_denominator(1_000_000))
