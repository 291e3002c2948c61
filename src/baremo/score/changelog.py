"""What a review changed (SPEC P12): computed by comparing alone."""

from collections.abc import Iterator

from baremo.core.comparison import LIKERT
from baremo.core.numbers import decimal
from baremo.core.review import Action, Cell, Reviewed, Weakness
from baremo.score.phrases import one_line

UNCHANGED = "No changes: all original ratings kept."
SCRATCH = "No original ratings provided, full evaluation done from scratch."


def changelog(reviewed: Reviewed) -> tuple[str, ...]:
    """Every correction, then every filled cell, then the justifications that were written anew beside a rating that
    stays; each in the order of the tables."""
    if reviewed.scratch:
        return (SCRATCH,)
    cells = list(named(reviewed))
    changed = [
        _line(name, cell)
        for action in (Action.CORRECTED, Action.FILLED)
        for name, cell in cells
        if cell.action is action
    ]
    unchecked = [
        f"{name}: {decimal(cell.final)} kept unchecked: {cell.reason}."
        for name, cell in cells
        if cell.action is Action.KEPT and cell.reason
    ]
    noted = [f"{name}: rating kept; {_words(cell)}." for name, cell in cells if _noted(cell)]
    return (*(changed or [UNCHANGED]), *unchecked, *noted)


def named(reviewed: Reviewed) -> Iterator[tuple[str, Cell]]:
    """Each cell with the name it goes by: `Response 1, Truthfulness`, and `Likert` at the end."""
    for number, cells in enumerate(reviewed.cells, start=1):
        for cell in cells:
            yield f"Response {number}, {cell.dimension}", cell
    yield LIKERT, reviewed.likert


def _noted(cell: Cell) -> bool:
    return cell.action is Action.KEPT and bool(cell.rewritten)


def _line(name: str, cell: Cell) -> str:
    final = decimal(cell.final)
    done = (
        f"corrected from {one_line(cell.written, 40)} to {final}"
        if cell.action is Action.CORRECTED
        else f"filled with {final}"
    )
    also = "" if cell.rewritten == Weakness.MISSING else f"; {_words(cell)}"
    return f"{name}: {done}: {one_line(cell.reason).rstrip('.')}{also}."


def _words(cell: Cell) -> str:
    if cell.rewritten == Weakness.MISSING:
        return "justification added, there was none"
    return f"justification rewritten: {one_line(cell.rewritten)}"
