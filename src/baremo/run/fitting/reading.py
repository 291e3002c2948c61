"""Dialogues and people's marks of them, put together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from baremo.core.barem import Barem
from baremo.core.dialogue import HIGHEST_MARK, LOWEST_MARK, Dialogue
from baremo.core.label import Label
from baremo.core.numbers import Value
from baremo.errors import Problem, SetupError
from baremo.run.fitting.corpus import Marked
from baremo.run.people import People
from baremo.run.placing import scale_of
from baremo.stats.ratings import NONE

NOWHERE = "(none)"
"""The set, or the group, of dialogues that lack the field."""
MOST = 10
"""Problems that are listed; the others are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinions:
    """What people said, by id of the dialogue."""

    whole: Mapping[str, Sequence[int]] | None = None
    """Marks of the whole, 1–5; None for those that the dialogues carry."""
    criteria: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The mean of the marks of each criterion, from 0 for the lowest level to 1 for the highest."""
    notes: tuple[str, ...] = ()
    """How marks were read that could be read in another way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """Of metadata."""

    by: str = ""
    """Tells sets apart, instead of files."""
    apart: str = ""
    """Tells what must be kept apart in folds, such as the system that spoke."""


def marked(dialogues: Iterable[tuple[str, Dialogue]], opinions: Opinions, fields: Fields) -> Iterator[Marked]:
    """`dialogues` with the name of their file. `SetupError` at the end where a field is in none of them, or tells
    nothing apart."""
    known: dict[str, set[str]] = {name: set() for name in (fields.by, fields.apart) if name}
    for file, dialogue in dialogues:
        for name in known.keys() & dialogue.metadata.keys():
            known[name].add(str(dialogue.metadata[name]))
        case, labels = str(dialogue.id), opinions.whole
        yield Marked(
            dialogue=dialogue,
            marks=dialogue.overall if labels is None else tuple(labels.get(case, ())),
            within=str(dialogue.metadata.get(fields.by, NOWHERE)) if fields.by else file,
            criteria=opinions.criteria.get(case, {}),
            group=str(dialogue.metadata.get(fields.apart, NOWHERE)) if fields.apart else None,
        )
    for option, name in (("--by", fields.by), ("--apart", fields.apart)):
        if name and not known[name]:
            what = "no dialogue has this field"
            raise SetupError.single(f"{option} {name}", what, "check the name; it stands in metadata")
    if fields.apart and len(known[fields.apart]) < 2:
        (only,) = known[fields.apart]
        what = f"it is {only!r} everywhere: there is nothing to keep apart"
        raise SetupError.single(f"--apart {fields.apart}", what, "give a field that differs, or leave --apart out")


def opinions_of(labels: Iterable[Label], barem: Barem, scale: Sequence[Value] = ()) -> Opinions:
    """`scale`: what people marked criteria on, where the user says it. Without any mark of the whole in the labels,
    those that the dialogues carry count."""
    given = list(labels)
    rows = {case: row for row, case in enumerate(dict.fromkeys(one.case for one in given))}
    people = People([(one.name, one.levels) for one in barem.criteria], rows, (), scale)
    people.take(one for one in given if one.criterion)
    found: dict[str, dict[str, float]] = {}
    notes: list[str] = []
    for one in barem.criteria:
        ratings = people.ratings(one.name, scale_of(one.levels), np.full(len(rows), NONE, np.int16))
        if ratings is None:
            continue
        own = range(len(one.levels)) if ratings.comparable else ratings.people_scale.values
        values = np.array(own, float)
        heights = (values - values[0]) / ((values[-1] - values[0]) or 1.0)
        for case, row in rows.items():
            marks = ratings.people[row]
            if (marks != NONE).any():
                found.setdefault(case, {})[one.name] = float(heights[marks[marks != NONE]].mean())
        if ratings.mapped:
            notes.append(f"{one.name}: {ratings.mapped}")
    whole = marks_by_id(one for one in given if not one.criterion)
    return Opinions(whole=whole or None, criteria=found, notes=(*notes, *people.notes))


def marks_by_id(labels: Iterable[Label]) -> dict[str, list[int]]:
    """Of the dialogues as a whole. `SetupError` for what is no mark from 1 to 5."""
    found: dict[str, list[int]] = {}
    problems: list[Problem] = []
    for one in labels:
        value = Fraction(one.level)
        if value.denominator != 1 or not LOWEST_MARK <= value <= HIGHEST_MARK:
            problems.append(Problem(one.where, f"{one.level} is no mark from 1 to 5", "give whole marks from 1 to 5"))
        found.setdefault(one.case, []).append(int(value))
    if problems:
        raise SetupError(problems[:MOST], more=max(0, len(problems) - MOST))
    return found


def set_names(files: Sequence[str]) -> list[str]:
    """What the set of each file is called: its name without the ending, or all of it where two would be the same."""
    short = [file.replace("\\", "/").rpartition("/")[2].rpartition(".")[0] or file for file in files]
    often = Counter(short)
    return [file if often[name] > 1 else name for file, name in zip(files, short, strict=True)]
