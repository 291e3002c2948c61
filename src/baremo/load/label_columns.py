"""Which column of a table of people's marks means what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from baremo.load.formats.table import HEADERS, fold

COLUMNS = {
    "id": (*HEADERS["dialogue"], "case", "dialogue", "task_id", "task"),
    "rater": ("rater", "annotator", "annotator_id", "rater_id", "by", "person", "reviewer", "worker", "worker_id"),
    "criterion": ("criterion", "dimension", "aspect", "metric"),
    "level": ("level", "mark", "score", "rating", "label", "value", "grade", "stars", "csat"),
}
"""Meaning → headers, the surest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    header: tuple[str, ...]
    at: Mapping[str, int]
    """Place by meaning."""
    wide: Mapping[int, str]
    """Criterion by place, where each has a column of its own; else empty."""


def key(name: str) -> str:
    """What a criterion is known by: `task_success` and `Task Success` are TaskSuccess."""
    return fold(name).replace("_", "")


def layout_of(header: Sequence[str], criteria: Mapping[str, str], mapped: Mapping[str, str]) -> Layout:
    """`criteria`: names by their key. `mapped`: what the user said, meaning → header."""
    at = {meaning: list(header).index(name) for meaning, name in mapped.items() if name in header}
    wide = {
        place: criteria[key(name)]
        for place, name in enumerate(header)
        if key(name) in criteria and place not in at.values()
    }
    folded = ["" if place in wide else fold(name) for place, name in enumerate(header)]
    for meaning, names in COLUMNS.items():
        place = next((folded.index(name) for name in names if name in folded), None)
        if meaning not in at and place is not None and place not in at.values():
            at[meaning] = place
    if "level" in at and ("criterion" in at or not wide or "level" in mapped):
        wide = {}
    elif wide:
        at.pop("level", None)
    return Layout(header=tuple(header), at=at, wide=wide)


def faults(layout: Layout, criteria: Mapping[str, str], mapped: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What makes it no table of marks: fault and remedy."""
    here = f"the columns are: {', '.join(layout.header)}"
    wrong = False
    for meaning, name in mapped.items():
        if meaning not in COLUMNS:
            yield f"{meaning!r} is no meaning of a column", f"--label-columns takes {', '.join(COLUMNS)}"
        elif name not in layout.header:
            yield f"there is no column {name!r}", f"mend --label-columns; {here}"
        else:
            continue
        wrong = True
    if wrong:
        return
    if "id" not in layout.at:
        yield "no column for the dialogue's id", f"call it id, or say --label-columns id=NAME; {here}"
    if not layout.wide and "level" not in layout.at:
        names = ", ".join(name or "overall" for name in dict.fromkeys(criteria.values()))
        yield "no column holds marks", f"give columns named as the criteria ({names}), or criterion and level; {here}"
    yield from _misspelt(layout, criteria)


def _misspelt(layout: Layout, criteria: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A column that nearly is a criterion would be left out in silence."""
    used = {*layout.at.values(), *layout.wide}
    for place, name in enumerate(layout.header):
        if place in used or key(name) in criteria:
            continue
        for near in get_close_matches(key(name), [*criteria], n=1, cutoff=0.85):
            yield f"the column {name!r} is no criterion", f"did you mean {criteria[near] or 'overall'}?"
