"""Lists as people write them: which items they have, and how many where there is no doubt about it."""

from functools import lru_cache
from itertools import pairwise
from re import MULTILINE, Match
from re import compile as pattern
from typing import NamedTuple

from baremo.observe.responses.parts import prose

BULLETS = "-*+•·‣▪●○◦■□–—・➤►✅✓☐"
ITEM = pattern(
    r"^(?P<indent>[ \t\u3000]*)(?P<heading>#{1,6}[ \t]+)?(?:\*\*|__)?"
    rf"(?:[{BULLETS}](?:[ \t\u3000]+|(?<=[・•·●■□▪])(?=\S))"
    r"|[(（]?(?P<number>\d{1,3})(?:[.)）．、](?:\*\*|__)?(?:[ \t\u3000]+|(?=[^\s\d.,]))|:[ \t]+|\ufe0f?\u20e3[ \t]*)"
    r"|(?P<circled>[①-⑳])[ \t\u3000]*)(?=\S)[^\n]*",
    MULTILINE,
)
RULE = pattern(r"[ \t]*(?:\*[ \t]*){3,}$|[ \t]*(?:-[ \t]*){3,}$")


class Item(NamedTuple):
    start: int
    end: int
    indent: int
    number: int
    """0 for a bullet."""


@lru_cache(maxsize=16)
def items(text: str) -> tuple[Item, ...]:
    """Every line of a list outside code, nested ones included."""
    return tuple(
        Item(match.start(), match.start() + len(match[0].rstrip()), len(match["indent"].expandtabs(4)), numbered(match))
        for match in ITEM.finditer(prose(text))
        if not RULE.match(match[0])
    )


def numbered(match: Match[str]) -> int:
    if match["circled"]:
        return ord(match["circled"]) - ord("①") + 1
    return int(match["number"] or 0)


def outer(text: str) -> tuple[Item, ...]:
    """The items of the one list that the text consists of; none where there are several lists, or none."""
    found = items(text)
    if not found:
        return ()
    least = min(item.indent for item in found)
    top = [item for item in found if item.indent <= least + 1]
    counted = [item for item in top if item.number]
    if counted:
        return tuple(counted) if [item.number for item in counted] == list(range(1, len(counted) + 1)) else ()
    parted = any(has_line(text[before.end : after.start], least) for before, after in pairwise(top))
    return () if parted else tuple(top)


def has_line(between: str, indent: int) -> bool:
    """Whether something stands between two bullets that belongs to neither: a heading, a new lead-in."""
    lines = [line for line in between.split("\n") if line.strip()]
    return any(len(line) - len(line.lstrip()) <= indent and not ITEM.match(line) for line in lines)


def rows(text: str) -> int:
    """Lines of a table."""
    return sum(map(is_row, text.split("\n"))) + text.count("<tr")


def is_row(line: str) -> bool:
    """Cells between bars or tabs."""
    bare = line.strip()
    mark = "|" if "|" in bare else "\t"
    return len([cell for cell in bare.split(mark) if cell.strip()]) > 1 or (
        len(bare) > 2 and bare[0] == bare[-1] == "|"
    )
