"""Dialogues and people's marks of them, put together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from baremo.core.dialogue import HIGHEST_MARK, LOWEST_MARK, Dialogue
from baremo.core.label import Label
from baremo.errors import Problem, SetupError
from baremo.run.fitting.corpus import Marked

NOWHERE = "(none)"
"""The set of dialogues that lack the field."""
MOST = 10
"""Problems that are listed; the others are counted."""


def marked(
    dialogues: Iterable[tuple[str, Dialogue]], labels: Mapping[str, Sequence[int]] | None, by: str = ""
) -> Iterator[Marked]:
    """`dialogues` with the name of their file; `labels`: marks of the whole by id, None for those that the dialogues
    carry. `by`: the field of metadata that tells sets apart, instead of files."""
    known = False
    for file, dialogue in dialogues:
        known = known or (bool(by) and by in dialogue.metadata)
        within = str(dialogue.metadata.get(by, NOWHERE)) if by else file
        marks = dialogue.overall if labels is None else tuple(labels.get(str(dialogue.id), ()))
        yield Marked(dialogue=dialogue, marks=marks, within=within)
    if by and not known:
        raise SetupError.single(f"--by {by}", "no dialogue has this field", "check the name; it stands in metadata")


def marks_by_id(labels: Iterable[Label]) -> dict[str, list[int]]:
    """Of the dialogues as a whole; marks of criteria are passed over. `SetupError` for what is no mark from 1 to 5."""
    found: dict[str, list[int]] = {}
    problems: list[Problem] = []
    for one in labels:
        if one.criterion:
            continue
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
