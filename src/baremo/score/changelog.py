"""What a review changed (SPEC P12): computed by comparing alone."""

from collections.abc import Iterator

from baremo.core.comparison import LIKERT
from baremo.core.numbers import decimal
from baremo.core.review import Action, Cell, Reviewed, Weakness
from baremo.score.phrases import ended, one_line, within

UNCHANGED = "No changes: all original ratings kept."
SCRATCH = "No original ratings provided, full evaluation done from scratch."
ADDED = "Justifications added where there was none"
REWRITTEN = "Justifications rewritten, rating kept"
_TOLD = (Weakness.UNFOUND, Weakness.CONTRADICTORY, Weakness.MISPLACED)
"""What is told of a justification behind a correction, too: that it was rewritten follows, but not these."""
Named = list[tuple[str, Cell]]


def changelog(reviewed: Reviewed) -> tuple[str, ...]:
    """Every correction, then every filled cell, then what was kept unchecked, then in one line each the justifications
    that were added or rewritten beside a rating that stays; all in the order of the tables."""
    if reviewed.scratch:
        return (SCRATCH,)
    cells = list(named(reviewed))
    changed = [
        _line(name, cell)
        for action in (Action.CORRECTED, Action.FILLED)
        for name, cell in cells
        if cell.action is action
    ]
    strays = [f"{stray} was left out: it is no dimension of this scheme." for stray in reviewed.strays]
    return (*(changed or [UNCHANGED]), *strays, *_unchecked(cells), *_noted(cells))


def named(reviewed: Reviewed) -> Iterator[tuple[str, Cell]]:
    """Each cell with the name it goes by: `Response 1, Truthfulness`, and `Likert` at the end."""
    for number, cells in enumerate(reviewed.cells, start=1):
        for cell in cells:
            yield f"Response {number}, {cell.dimension}", cell
    yield LIKERT, reviewed.likert


def unchecked(cell: Cell) -> bool:
    """Whether a rating stays only because nobody could tell."""
    return cell.action is Action.KEPT and bool(cell.reason)


def _unchecked(cells: Named) -> Iterator[str]:
    for name, cell in cells:
        if unchecked(cell):
            yield ended(f"{name}: {decimal(cell.final)} kept unchecked: {cell.reason}")


def _noted(cells: Named) -> Iterator[str]:
    kept = [(name, cell.rewritten) for name, cell in cells if cell.action is Action.KEPT and cell.rewritten]
    added = [name for name, why in kept if why == Weakness.MISSING]
    rewritten = [f"{name} ({_flat(why)})" for name, why in kept if why != Weakness.MISSING]
    for what, which in ((ADDED, added), (REWRITTEN, rewritten)):
        if which:
            yield f"{what}: {'; '.join(which)}."


def _flat(why: str) -> str:
    """As it goes within brackets: what it shows stands behind a colon, and is left out where it is nothing specific."""
    what, _, shown = one_line(why).removesuffix(")").partition(" (")
    return what if what == Weakness.VAGUE or not shown else f"{what}: {shown}"


def _line(name: str, cell: Cell) -> str:
    final = decimal(cell.final)
    done = (
        f"corrected from {one_line(cell.written, 40)} to {final}"
        if cell.action is Action.CORRECTED
        else f"filled with {final}"
    )
    told = cell.rewritten.startswith(_TOLD) or (cell.action is Action.FILLED and cell.rewritten == Weakness.UNRATED)
    also = f"; justification rewritten: {one_line(cell.rewritten)}" if told else ""
    return ended(f"{name}: {done}: {within(one_line(cell.reason).rstrip('.'))}{also}")
