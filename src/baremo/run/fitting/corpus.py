"""Dialogues that people marked, as arrays: what is seen of them, and the marks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

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
from baremo.stats.folds import Dealing
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
    groups: NDArray[np.str_] | None = None
    """Of each dialogue: what is kept apart in folds; None where single dialogues are."""

    @property
    def deal(self) -> Dealing:
        return Dealing(strata=self.sets, groups=self.groups)

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
    criteria: Mapping[str, float] = field(default_factory=dict)
    """People's mean marks of criteria, from 0 for the lowest level to 1 for the highest."""
    group: str | None = None
    """What it must not be parted from in folds; None where nothing is said of it."""


class Gathering:
    def __init__(self) -> None:
        self.turns: list[list[float]] = []
        self.words: list[set[str]] = []
        self.owner: list[int] = []
        self.felt: list[float] = []
        self.marked: list[bool] = []
        self.wholes: list[list[float]] = []
        self.marks: list[tuple[int, ...]] = []
        self.sets: list[str] = []
        self.groups: list[str] = []
        self.digests: dict[str, list[str]] = {}
        self.left_out: dict[str, int] = {}

    def add(self, one: Marked) -> bool:
        """Whether it was taken."""
        view = View(one.dialogue.unlabelled())
        why = unfit(view) if one.marks else "nobody marked the whole"
        if why:
            self.left_out[why] = self.left_out.get(why, 0) + 1
            return False
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
        if one.group is not None:
            self.groups.append(one.group)
        self.digests.setdefault(one.within, []).append(one.dialogue.digest)
        return True

    def fits(self) -> bool:
        """Whether something can be fitted on it."""
        return len(self.marks) >= FEWEST and len(set(self.marks)) > 1

    def check(self) -> None:
        """`SetupError` where nothing can be fitted on it."""
        if len(self.marks) < FEWEST:
            told = "".join(f"; {count:,} left out: {why}" for why, count in self.left_out.items())
            what = f"{len(self.marks):,} dialogues with people's marks of the whole{told}"
            remedy = f"{FEWEST} are needed at least: marks stand in the dialogues (OVERALL) or in --labels"
            raise SetupError.single("LABELLED", what, remedy)
        if len(set(self.marks)) < 2:
            raise SetupError.single("LABELLED", "people gave every dialogue the same marks", "there is nothing to fit")

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
            groups=np.array(self.groups) if len(self.groups) == len(self.marks) else None,
        )


def unfit(view: View) -> str:
    """Why nothing can be fitted on a dialogue; empty where something can."""
    if not view.user or not view.system:
        return "SYSTEM or USER says nothing"
    return "" if is_english(view) else "not in English"


def gathered(dialogues: Iterable[Marked], step: Callable[[], None] = lambda: None) -> Corpus:
    """`SetupError` where too few dialogues have marks. Nothing that people said of a dialogue is in its rows."""
    found = Gathering()
    for one in dialogues:
        found.add(one)
        step()
    found.check()
    return found.corpus()
