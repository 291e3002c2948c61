"""People's marks beside a run's dialogues: the right row, the right column, the right place on a scale."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct, json
from numpy.typing import NDArray

from baremo.core.barem import Level
from baremo.core.label import Label, Meant, words_of
from baremo.core.numbers import Value, decimal
from baremo.errors import SetupError
from baremo.run.placing import OVERALL, Placing, as_guessed, as_levels, as_told, ends_of, refuse_slips
from baremo.stats.ratings import NONE, Places, Ratings, Scale
from baremo.store.run import Run

NAMED = 12
"""People up to whom each has a column; more are not told apart."""
Thing = tuple[str, Sequence[Level]]
"""What can be marked, and its levels."""


class People:
    """People's marks by what they are for."""

    def __init__(
        self, things: Iterable[Thing], rows: Mapping[str, int], left_out: Collection[str], told: Sequence[Value] = ()
    ) -> None:
        """`told`: the scale that people used, where the user says it."""
        self._levels = dict(things)
        self._rows = rows
        self._left_out = left_out
        self._told = told
        self._said: dict[str, list[Label]] = {name: [] for name in self._levels}
        self._ends: set[int] = set()
        self.words: dict[str, Label] = {}
        """By dialogue whose marks stand in a transcript: one of them."""
        self.strays: dict[str, None] = {}
        self.notes: list[str] = []
        self.count = 0

    def take(self, labels: Iterable[Label]) -> None:
        for label in labels:
            if label.case in self._rows:
                self._said[label.criterion].append(label)
                self.count += 1
                if label.words:
                    self.words.setdefault(label.case, label)
            elif label.case not in self._left_out:
                self.strays.setdefault(label.case)
        self._ends = {len(levels) for name, levels in self._levels.items() if self._seen_to_the_end(name, len(levels))}

    def _seen_to_the_end(self, name: str, levels: int) -> bool:
        return ends_of(Counter(one.level for one in self._said[name] if one.meant is Meant.UNKNOWN), levels)

    def ratings(self, name: str, scale: Scale, judge: Places) -> Ratings | None:
        """None where nobody marked it. `scale`: the judge's."""
        said = self._said[name]
        if not said:
            return None
        placed = {meant: self._placed(meant, part, name) for meant, part in _by_meaning(said)}
        first, *others = placed.values()
        if any(one.scale != first.scale for one in others):
            what = f"marks for {name or 'the whole'} from several places are not on one scale"
            raise SetupError.single("labels", what, "give those on one scale, or say theirs with --label-scale")
        places = np.fromiter((placed[label.meant].at[label.level] for label in said), np.int16, len(said))
        raters, people = self._matrix(said, places, len(judge))
        return Ratings(
            name=name,
            scale=scale,
            judge=judge,
            people_scale=first.scale,
            people=people,
            raters=raters,
            mapped="; ".join(dict.fromkeys(one.mapped for one in placed.values() if one.mapped)),
        )

    def _placed(self, meant: Meant, said: Sequence[Label], name: str) -> Placing:
        levels, told = self._levels[name], bool(self._told) and meant is not Meant.LEVEL
        if told:
            placed = as_told(self._told, levels)
        elif meant is Meant.LEVEL:
            placed = as_levels(levels)
        elif meant is Meant.OVERALL:
            placed = as_told(OVERALL, levels)
        else:
            placed = as_guessed(said, levels, self._ends)
            self._note_end(said, levels)
        refuse_slips([label for label in said if label.level not in placed.at], placed, told=told)
        return placed

    def _note_end(self, said: Sequence[Label], levels: Sequence[Level]) -> None:
        """Levels that are counted from 1, and the highest are never given."""
        many, most = len(levels), max(label.level for label in said)
        counted = all(level.value == number for number, level in enumerate(levels, start=1))
        if counted and most < many and many not in self._ends:
            about = said[0].criterion or "the whole"
            ends = f"nobody gave {about} more than {decimal(most)} of {many}"
            self.notes.append(f"{ends}: if people's scale ends there, say --label-scale 1..{decimal(most)}")

    def _matrix(self, said: Sequence[Label], places: Places, cases: int) -> tuple[tuple[str, ...], Places]:
        names = dict.fromkeys(label.rater for label in said)
        named = "" not in names and len(names) <= NAMED
        columns = {name: column for column, name in enumerate(names)}
        rows = np.fromiter((self._rows[label.case] for label in said), np.intp, len(said))
        if named:
            column = np.fromiter((columns[label.rater] for label in said), np.intp, len(said))
            _refuse_twice(said, rows * len(names) + column)
        else:
            told = [place for place, label in enumerate(said) if label.rater]
            who = np.array([columns[said[place].rater] for place in told], np.intp)
            _refuse_twice([said[place] for place in told], rows[told] * len(names) + who)
            column = _nth(rows)
        people = np.full((cases, int(column.max()) + 1), NONE, np.int16)
        people[rows, column] = places
        return tuple(names) if named else (), people


def _by_meaning(said: Iterable[Label]) -> Iterator[tuple[Meant, list[Label]]]:
    parts: dict[Meant, list[Label]] = {}
    for label in said:
        parts.setdefault(label.meant, []).append(label)
    yield from parts.items()


def _nth(rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Which of its dialogue's marks each one is, from 0."""
    order = np.argsort(rows, kind="stable")
    ordered = rows[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    counts = np.diff(np.r_[starts, len(rows)])
    nth = np.empty(len(rows), np.intp)
    nth[order] = np.arange(len(rows)) - np.repeat(starts, counts)
    return nth


def _refuse_twice(said: Sequence[Label], cells: NDArray[np.intp]) -> None:
    """Nobody marks the same thing twice."""
    found, first = np.unique(cells, return_index=True)
    if len(found) == len(cells):
        return
    again = said[min(set(range(len(said))) - set(first.tolist()))]
    what = f"{again.rater} marked {again.criterion or 'the whole'} of dialogue {again.case} more than once"
    raise SetupError.single(again.where or "labels", what, "keep one of the marks")


class _Turn(Struct, gc=False):
    speaker: str
    text: str


class _Said(Struct, gc=False):
    turns: tuple[_Turn, ...]


_said = json.Decoder(_Said)


def refuse_other_words(run: Run, words: Mapping[str, Label]) -> None:
    """Marks that stand in a transcript are for what is said there: an id alone may be that of another dialogue."""
    other = []
    for seen in run.glances() if words else ():
        label = words.get(seen.id)
        if label and label.words != words_of((turn.speaker, turn.text) for turn in _said.decode(seen.dialogue).turns):
            other.append(label)
    if other:
        so = f" (so have {len(other):,} of {len(words):,})" if len(other) > 1 else ""
        what = f"dialogue {other[0].case} has other words than in the run{so}"
        remedy = "are these its ids? Give a file with an id per line: --label-ids FILE"
        raise SetupError.single(other[0].source or "labels", what, remedy)
