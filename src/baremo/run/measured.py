"""A run beside people's marks, as arrays: what every measure of a judge begins with. Blind by construction."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from baremo.core.barem import Barem, Example, Level
from baremo.core.comparison import Comparison
from baremo.core.decision import decidable, level_called, levels_of, standing
from baremo.core.digest import encode_extra
from baremo.core.label import Label, Meant
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored
from baremo.errors import SetupError
from baremo.run.keep import barem_of, settings_of
from baremo.run.people import People, refuse_other_words
from baremo.run.placing import scale_of
from baremo.score.verdict import final_levels
from baremo.stats.ratings import NONE, Places, Ratings, Scale
from baremo.store.codec import decode_checked, decode_dialogue
from baremo.store.glance import Glance, Written
from baremo.store.run import Run


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measured:
    """One run, beside what people say."""

    run: str
    """What the user calls it."""
    barem: Barem
    judge: str
    ids: tuple[str, ...]
    """Of the dialogues: the rows of all ratings."""
    ratings: tuple[Ratings, ...]
    """By criterion that has labels, in the barem's order; the whole comes last."""
    fields: Mapping[str, NDArray[np.int32]]
    """The groups of the dialogues by each field of metadata that was asked for: places in `groups`."""
    groups: Mapping[str, tuple[str, ...]]
    labels: int
    """How many marks of people count."""
    strays: tuple[str, ...]
    """Dialogues that have labels and are not in the run."""
    notes: tuple[str, ...]
    """What was done so that the judge is measured blind."""

    def of(self, criterion: str = "") -> Ratings | None:
        return next((one for one in self.ratings if one.name == criterion), None)


def own_labels(run: Run, barem: Barem) -> Iterator[Label]:
    """Those that the run's dialogues carry: people's marks for the whole, or the ratings of a sheet."""
    if not barem.review:
        for seen in run.glances():
            yield from overall_labels(seen.id, seen.about.overall, str(run.path))
        return
    for record in run.records(exchanges=False):
        if isinstance(record.dialogue, Comparison):
            yield from _sheet_labels(record.dialogue, barem)


def overall_labels(case: str, marks: Iterable[int], source: str = "") -> Iterator[Label]:
    """Of the marks from 1 to 5 that a dialogue carries."""
    return (Label(case=case, level=mark, source=source, meant=Meant.OVERALL) for mark in marks)


def _sheet_labels(case: Comparison, barem: Barem) -> Iterator[Label]:
    name, who = str(case.id), case.attempter
    for side in (1, 2):
        for criterion in barem.criteria:
            entry = case.sheet.entry(side, criterion.name)
            if entry.value in criterion.scale and entry.value is not None:
                yield _level(name, entry.value, f"Response {side} {criterion.name}", who)
    if case.sheet.likert.value in {level.value for level in barem.outcomes} and case.sheet.likert.value is not None:
        yield _level(name, case.sheet.likert.value, "", who)


def _level(case: str, level: Value, criterion: str, rater: str) -> Label:
    return Label(case=case, level=level, criterion=criterion, rater=rater, meant=Meant.LEVEL)


def decided_labels(run: Run, barem: Barem) -> Iterator[Label]:
    """What people decided who could see the judge's verdict."""
    for word in standing(run.decisions()).values():
        level = level_called(levels_of(barem, word.criterion), word.level)
        if level:
            yield _level(word.case, level.value, word.criterion, word.by)


def measured(
    run: Run,
    labels: Iterable[Label] | None = None,
    *,
    by: Sequence[str] = (),
    scale: Sequence[Value] = (),
    step: Callable[[], None] = lambda: None,
) -> Measured:
    """`labels`: None for those that the run's own dialogues carry. `by`: fields of metadata to tell groups apart.
    `scale`: the one that people used, where it is known."""
    barem = barem_of(run)
    _refuse_sighted(run)
    marks = _Judge(run, barem, by)
    for _ in marks.read():
        step()
    people = People(_things(barem), {case: row for row, case in enumerate(marks.ids)}, marks.left_out, scale)
    people.take(own_labels(run, barem) if labels is None else labels)
    refuse_other_words(run, people.words)
    ratings = tuple(
        one for name, levels in _things(barem) if (one := people.ratings(name, *marks.places(name, levels)))
    )
    return Measured(
        run=str(run.path),
        barem=barem,
        judge=run.header.judge,
        ids=tuple(marks.ids),
        ratings=ratings,
        fields={field: np.frombuffer(rows, np.int32) for field, rows in marks.groups.items()},
        groups={field: tuple(names) for field, names in marks.names.items()},
        labels=people.count,
        strays=tuple(people.strays),
        notes=(*marks.notes(), *people.notes),
    )


def _things(barem: Barem) -> Iterator[tuple[str, tuple[Level, ...]]]:
    """All that can be marked: the criteria, then the whole."""
    yield from ((name, criterion.levels) for name, criterion in decidable(barem))
    yield "", barem.outcomes


def _refuse_sighted(run: Run) -> None:
    if settings_of(run).jury.labels:
        what = "its judges were shown people's marks (--show-labels): how far they agree with them would say nothing"
        raise SetupError.single(str(run.path), what, "judge again without --show-labels, under another name")


class _Judge:
    """The judge's marks, without any rule that looked at people's."""

    def __init__(self, run: Run, barem: Barem, by: Sequence[str]) -> None:
        self._run = run
        self._barem = barem
        self._peeking = {rule.id for rule in barem.rules} - {rule.id for rule in barem.blind.rules}
        self._shown = [_texts(example) for example in barem.examples]
        self._levels: dict[str, list[Written | None]] = {name: [] for name, _ in _things(barem)}
        self._again = 0
        self.left_out: set[str] = set()
        """Ids of dialogues that the judges may have seen the marks of."""
        self.ids: list[str] = []
        self.groups: dict[str, array[int]] = {field: array("i") for field in by}
        self.names: dict[str, dict[str, int]] = {field: {} for field in by}

    def read(self) -> Iterator[None]:
        if self._barem.review:
            from baremo.run.blind import blinded  # all observers come with it

            for record in self._run.records(exchanges=False):
                self._add(str(record.dialogue.id), _levels(blinded(record, self._barem)))
                self._group(record.dialogue.metadata)
                yield
            return
        for seen in self._run.glances():
            if any(all(text in seen.dialogue for text in texts) for texts in self._shown):
                self.left_out.add(seen.id)
            else:
                self._add(seen.id, self._seen(seen))
                if self.groups:
                    told = seen.about.metadata
                    self._group({field: msgspec.json.decode(told[field]) for field in self.groups if field in told})
            yield

    def _seen(self, seen: Glance) -> Mapping[str, Written | None]:
        levels = seen.levels
        if not levels.rules & self._peeking:
            return levels.final
        self._again += 1
        return self._ruled_anew(seen)

    def _ruled_anew(self, seen: Glance) -> Mapping[str, Written | None]:
        """Without the words that a verdict has: there may be very many."""
        blind = self._barem.blind
        _, _, claims, _, panel, _ = self._run.parts(seen.number)
        checked = decode_checked(claims)
        if panel or blind.observers or checked is None:
            from baremo.run.whatif import rescored

            return _levels(rescored(self._run.record(seen.number, exchanges=False), blind))
        levels, overall = final_levels(checked, blind, decode_dialogue(seen.dialogue))
        return {**{name: _written(level) for name, level in levels.items()}, "": _written(overall)}

    def _add(self, case: str, levels: Mapping[str, Written | None]) -> None:
        self.ids.append(case)
        for name, column in self._levels.items():
            column.append(levels.get(name))

    def _group(self, metadata: Mapping[str, Any]) -> None:
        for field, rows in self.groups.items():
            names = self.names[field]
            rows.append(names.setdefault(label(metadata.get(field)), len(names)))

    def places(self, name: str, levels: Sequence[Level]) -> tuple[Scale, Places]:
        """The judge's scale and its marks on it. An overall mark that is not rounded has a scale of its own."""
        column = self._levels[name]
        at = {_written(level.value): place for place, level in enumerate(levels)}
        if any(one is not None and one not in at for one in set(column)):
            values = sorted({_value(one) for one in column if one is not None})
            own = [Level(value=value, anchor="") for value in values]
            return scale_of(own), self.places_on(column, {_written(value): n for n, value in enumerate(values)})
        return scale_of(levels), self.places_on(column, at)

    @staticmethod
    def places_on(column: Sequence[Written | None], at: Mapping[Written, int]) -> Places:
        return np.fromiter((NONE if one is None else at[one] for one in column), np.int16, len(column))

    def notes(self) -> Iterator[str]:
        if self._again:
            rules = ", ".join(sorted(self._peeking))
            cases = "1 dialogue was" if self._again == 1 else f"{self._again:,} dialogues were"
            yield f"the rule {rules} looks at people's marks: without it, {cases} ruled anew"
        if count := len(self.left_out):
            cases = "1 dialogue is" if count == 1 else f"{count:,} dialogues are"
            yield f"{cases} left out: the barem shows them to its judges as worked examples"


def _texts(example: Example) -> list[str]:
    """What a run that holds this dialogue has in its JSON: all that was said, the longest first."""
    said = sorted({turn.text for turn in example.dialogue.turns}, key=len, reverse=True)
    return [msgspec.json.encode(text).decode() for text in said]


def _levels(record: Record) -> dict[str, Written | None]:
    verdict = record.verdict
    if isinstance(verdict, Scored):
        return {**{mark.criterion: _written(mark.level) for mark in verdict.marks}, "": _written(verdict.overall)}
    if not isinstance(verdict, Reviewed):
        return {}
    sides = enumerate(verdict.cells, start=1)
    levels = {f"Response {side} {cell.dimension}": _written(cell.final) for side, cells in sides for cell in cells}
    return {**levels, "": _written(verdict.likert.final)}


def _written(value: Value) -> Written:
    written: Written = value if isinstance(value, int) else encode_extra(value)
    return written


def _value(written: Written) -> Value:
    return Fraction(written)


def label(value: Any) -> str:
    """Of a field of metadata."""
    return "(none)" if value is None else str(value)
