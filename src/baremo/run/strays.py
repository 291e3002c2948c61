"""Labels for dialogues that a run does not have: how their ids seem to differ from its own."""

from collections.abc import Callable, Collection, Sequence
from itertools import combinations

SOME = 3
WAYS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("leading zeros", lambda name: name.lstrip("0") or "0"),
    ("a '.0' at the end", lambda name: name.removesuffix(".0")),
    ("upper and lower case", str.casefold),
    ("spaces", lambda name: "".join(name.split())),
)
"""What programs and people change in an id, and how it is undone."""


def seeming(strays: Collection[str], ids: Collection[str]) -> str:
    """What most of the strays differ in from ids of the run, with an example; empty where nothing explains it."""
    for size in range(1, len(WAYS) + 1):
        for ways in combinations(WAYS, size):
            known = {_undone(one, ways): one for one in ids}
            meant = [(stray, known[plain]) for stray in strays if (plain := _undone(stray, ways)) in known]
            if len(meant) * 2 > len(strays):
                theirs, ours = meant[0]
                return f"{' and '.join(name for name, _ in ways)}: {theirs!r} there, {ours!r} in the run"
    return ""


def _undone(name: str, ways: Sequence[tuple[str, Callable[[str], str]]]) -> str:
    for _, undo in reversed(ways):
        name = undo(name)
    return name


def some(names: Collection[str]) -> str:
    """The first few."""
    shown = [name for name, _ in zip(names, range(SOME), strict=False)]
    return ", ".join(shown) + ", …" * (len(names) > SOME)
