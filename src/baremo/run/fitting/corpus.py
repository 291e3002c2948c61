"""Dialogues that people marked, as arrays: what is seen of them, and the marks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.core.dialogue import HIGHEST_MARK, LOWEST_MARK, Dialogue
from baremo.core.digest import digest
from baremo.errors import SetupError
from baremo.observe.course.rows import turn_rows, whole_row
from baremo.observe.course.wording import wording
from baremo.observe.english import is_english
from baremo.observe.registry import observe
from baremo.observe.view import View
from baremo.stats.measures import Floats
from baremo.stats.patterns import consensus
from baremo.stats.ratings import NONE, Places
from baremo.stats.ridge import Ints

FEWEST = 100
"""Dialogues with marks of the whole: with fewer, what is fitted is chance."""
LEVELS = HIGHEST_MARK - LOWEST_MARK + 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Corpus:
    """Rows of USER turns and of dialogues: `owner[i]` is the dialogue of turn i."""

    turns: Floats
    word_of: Ints
    """All words of all turns, one after the other, as places in `known`."""
    turn_of: Ints
    """The turn of each."""
    known: tuple[str, ...]
    """All words and pairs of words, sorted."""
    owner: Ints
    felt: Floats
    """The mean of people's marks of the turn; where it has none, of its dialogue."""
    marked: NDArray[np.bool_]
    """Whether the turn has marks of its own."""
    dialogues: Floats
    marks: Floats
    """The mean of people's marks of the dialogue."""
    people: Places
    sets: NDArray[np.str_]
    """Of each dialogue."""
    digests: Mapping[str, str]
    """Of the marked dialogues of each set."""
    left_out: Mapping[str, int]
    """Dialogues that nothing was fitted on: why, and how many."""

    @property
    def names(self) -> list[str]:
        return sorted(set(self.sets.tolist()), key=self.sets.tolist().index)

    @property
    def levels(self) -> Ints:
        """The whole mark nearest to the mean, from 0."""
        return consensus(self.marks - LOWEST_MARK).astype(np.intp)

    @property
    def classes(self) -> Ints:
        """Of the turns: 0 dissatisfied (the mean is below 3), 1, 2 satisfied."""
        return (1 + np.sign(np.round(self.felt - 3, 9))).astype(np.intp)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A dialogue with people's marks of it as a whole, and the set that it belongs to."""

    dialogue: Dialogue
    marks: tuple[int, ...]
    within: str


class _Gathering:
    def __init__(self) -> None:
        self.turns: list[list[float]] = []
        self.words: list[set[str]] = []
        self.owner: list[int] = []
        self.felt: list[float] = []
        self.marked: list[bool] = []
        self.wholes: list[list[float]] = []
        self.marks: list[tuple[int, ...]] = []
        self.sets: list[str] = []
        self.digests: dict[str, list[str]] = {}
        self.left_out: dict[str, int] = {}

    def add(self, one: Marked) -> None:
        view = View(one.dialogue.unlabelled())
        why = _unfit(one, view)
        if why:
            self.left_out[why] = self.left_out.get(why, 0) + 1
            return
        rows = turn_rows(view)
        whole = sum(one.marks) / len(one.marks)
        for turn, row in zip(view.user, rows, strict=True):
            given = one.dialogue.turns[turn.number - 1].marks
            self.turns.append(row)
            self.words.append(wording(turn))
            self.owner.append(len(self.marks))
            self.felt.append(sum(given) / len(given) if given else whole)
            self.marked.append(bool(given))
        self.wholes.append(whole_row(view, rows, observe(view)))
        self.marks.append(one.marks)
        self.sets.append(one.within)
        self.digests.setdefault(one.within, []).append(one.dialogue.digest)

    def corpus(self) -> Corpus:
        known = sorted(set().union(*self.words))
        place = {word: number for number, word in enumerate(known)}
        lists = [sorted(place[word] for word in words) for words in self.words]
        people = np.full((len(self.marks), max(map(len, self.marks))), NONE, np.int16)
        for row, marks in zip(people, self.marks, strict=True):
            row[: len(marks)] = [mark - LOWEST_MARK for mark in marks]
        return Corpus(
            turns=np.array(self.turns),
            word_of=np.array([word for words in lists for word in words], np.intp),
            turn_of=np.repeat(np.arange(len(lists)), [len(words) for words in lists]),
            known=tuple(known),
            owner=np.array(self.owner, np.intp),
            felt=np.array(self.felt),
            marked=np.array(self.marked),
            dialogues=np.array(self.wholes),
            marks=np.array([sum(marks) / len(marks) for marks in self.marks]),
            people=people,
            sets=np.array(self.sets),
            digests={name: digest("marked-v1", found) for name, found in self.digests.items()},
            left_out=self.left_out,
        )


def _unfit(one: Marked, view: View) -> str:
    if not one.marks:
        return "nobody marked the whole"
    if not view.user or not view.system:
        return "SYSTEM or USER says nothing"
    return "" if is_english(view) else "not in English"


def gathered(dialogues: Iterable[Marked], step: Callable[[], None] = lambda: None) -> Corpus:
    """`SetupError` where too few dialogues have marks. Nothing that people said of a dialogue is in its rows."""
    found = _Gathering()
    for one in dialogues:
        found.add(one)
        step()
    if len(found.marks) < FEWEST:
        told = "".join(f"; {count:,} left out: {why}" for why, count in found.left_out.items())
        what = f"{len(found.marks):,} dialogues with people's marks of the whole{told}"
        raise SetupError.single(
            "LABELLED", what, f"{FEWEST} are needed at least: marks stand in the dialogues (OVERALL) or in --labels"
        )
    if len(set(found.marks)) < 2:
        raise SetupError.single("LABELLED", "people gave every dialogue the same marks", "there is nothing to fit")
    return found.corpus()
