"""Which column of a table of people's marks means what."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from baremo.load.formats.table import HEADERS, fold

COLUMNS = {
    "id": (*HEADERS["dialogue"], "case", "dialogue", "task_id", "task"),
    "rater": ("rater", "annotator", "annotator_id", "rater_id", "by", "person", "reviewer", "worker", "worker_id"),
    "criterion": ("criterion", "dimension", "aspect", "metric"),
    "level": ("level", "mark", "score", "rating", "label", "value", "grade", "stars", "csat"),
}
"""Meaning → headers, the surest first."""
OURS = frozenset({"record_digest", "barem_digest", "mean_exact", "evaluator_mean", "referee_final"})
"""Columns that nothing has but what Baremo writes about its judges."""
LIKE_OURS = frozenset(
    {"sureness", "decide", "calculation", "overturned", "level_name", "evaluator.level", "quotes_counted", "prevailed"}
)
"""Two of these are no chance."""
QUEUED = frozenset({"judge_level", "excerpt"})
"""A list for people to fill in has one of these: the judge's level apart from theirs, or what was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    header: tuple[str, ...]
    at: Mapping[str, int]
    """Place by meaning."""
    wide: Mapping[int, str]
    """Criterion by place, where each has a column of its own; else empty."""

    @property
    def marks(self) -> bool:
        """Whether there is a place for marks, and it is known of which dialogue."""
        return "id" in self.at and bool(self.wide or "level" in self.at)


class Fault(NamedTuple):
    """What makes it no table of marks."""

    what: str
    remedy: str
    lacking: bool = False
    """Whether it is a column that is not there: of rows in JSON, others may have it."""


def key(name: str) -> str:
    """What a criterion is known by: `task_success` and `Task Success` are TaskSuccess."""
    return fold(name).replace("_", "")


def layout_of(header: Sequence[str], criteria: Mapping[str, str], mapped: Mapping[str, str]) -> Layout:
    """`criteria`: names by their key. `mapped`: what the user said, meaning or criterion → header."""
    at = {what: list(header).index(name) for what, name in mapped.items() if what in COLUMNS and name in header}
    named = {name: criteria[key(what)] for what, name in mapped.items() if _is_criterion(what, criteria)}
    known = {place: named[name] for place, name in enumerate(header) if name in named}
    wide = known | {
        place: criteria[key(name)]
        for place, name in enumerate(header)
        if key(name) in criteria and place not in at.values() and place not in known
        and criteria[key(name)] not in named.values()
    }  # fmt: skip
    folded = ["" if place in wide else fold(name) for place, name in enumerate(header)]
    for meaning, names in COLUMNS.items():
        place = next((folded.index(name) for name in names if name in folded), None)
        if meaning not in mapped and place is not None and place not in at.values():
            at[meaning] = place
    if "level" in mapped or (not named and "level" in at and ("criterion" in at or not wide)):
        wide = {}
    elif wide or named:
        at.pop("level", None)
    return Layout(header=tuple(header), at=at, wide=wide)


def _is_criterion(what: str, criteria: Mapping[str, str]) -> bool:
    return what not in COLUMNS and key(what) in criteria


def faults(layout: Layout, criteria: Mapping[str, str], mapped: Mapping[str, str]) -> Iterator[Fault]:
    """All that is wrong with it."""
    found = [*_mapping_faults(layout, criteria, mapped)]
    if found:
        yield from found
        return
    here = _here(layout)
    if "id" not in layout.at:
        yield Fault("no column for the dialogue's id", f"call it id, or say --label-columns id=NAME; {here}", True)
    if not layout.wide and "level" not in layout.at:
        names = ", ".join(name or "overall" for name in dict.fromkeys(criteria.values()))
        remedy = f"give columns named as the criteria ({names}), or criterion and level; or say which it is with"
        each = (
            ""
            if len(layout.header) < 4
            else "; a column per person is not read: give a row each, with id, rater, level"
        )
        yield Fault(
            "no column holds marks", f"{remedy} --label-columns level=NAME (or overall=NAME){each}; {here}", True
        )
    yield from _misspelt(layout, criteria)


def _here(layout: Layout) -> str:
    return f"the columns are: {', '.join(layout.header)}"


def _mapping_faults(layout: Layout, criteria: Mapping[str, str], mapped: Mapping[str, str]) -> Iterator[Fault]:
    """What the user said of columns, and is not so."""
    for meaning, name in mapped.items():
        if meaning not in COLUMNS and key(meaning) not in criteria:
            names = ", ".join(name or "overall" for name in dict.fromkeys(criteria.values()))
            remedy = f"--label-columns takes {', '.join(COLUMNS)}, or a criterion: {names}"
            yield Fault(f"{meaning!r} is no meaning of a column", remedy)
        elif name not in layout.header:
            yield Fault(f"there is no column {name!r}", f"mend --label-columns; {_here(layout)}", True)


def ours(header: Iterable[str], mapped: Mapping[str, str]) -> Fault | None:
    """A judge that is held against its own marks agrees with them. Whoever says where people's are, has some."""
    names = {fold(name) for name in header}
    told = any(what not in ("id", "rater") for what in mapped)
    if told or names & QUEUED or not (names & OURS or len(names & LIKE_OURS) > 1):
        return None
    what = "these are the judge's marks, as Baremo writes them, not people's"
    return Fault(what, "delete the judge's columns and add people's: id, rater and one per criterion, or level")


def _misspelt(layout: Layout, criteria: Mapping[str, str]) -> Iterator[Fault]:
    """A column that nearly is a criterion would be left out in silence."""
    used = {*layout.at.values(), *layout.wide}
    for place, name in enumerate(layout.header):
        if place in used or key(name) in criteria:
            continue
        for near in get_close_matches(key(name), [*criteria], n=1, cutoff=0.85):
            yield Fault(f"the column {name!r} is no criterion", f"did you mean {criteria[near] or 'overall'}?")
