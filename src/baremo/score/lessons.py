"""What the attempter may take from a review (SPEC P13): two to four points, each with its example from this task."""

from collections.abc import Iterable, Iterator

from baremo.core.comparison import LIKERT
from baremo.core.numbers import decimal
from baremo.core.prose import sentences
from baremo.core.review import Action, Cell, Reviewed, Side, Weakness
from baremo.score.changelog import named
from baremo.score.issues import ALIGNED as P9
from baremo.score.likert import ALIGNED as P10
from baremo.score.phrases import one_line

FEWEST, MOST = 2, 4
LONGEST = 160
NAMED = 3
"""How many cells are named before the rest is counted."""
Named = list[tuple[str, Cell]]


def lessons(reviewed: Reviewed) -> tuple[str, ...]:
    """What was corrected comes first; where that is little, what was done well; and what decided the ratings where the
    sheet was empty or nothing else fills the list."""
    learnt = [] if reviewed.scratch else list(_learnt(reviewed))[:MOST]
    if len(learnt) < FEWEST and not reviewed.scratch:
        learnt += list(_done_well(reviewed))[: FEWEST + 1 - len(learnt)]
    if len(learnt) < FEWEST:
        learnt += list(_decided(reviewed))[: MOST - 1]
    return tuple(learnt)


def _learnt(reviewed: Reviewed) -> Iterator[str]:
    cells = list(named(reviewed))
    corrected = [(name, cell) for name, cell in cells if cell.action is Action.CORRECTED]
    aligned = {step.target for step in reviewed.steps if step.rule == P9}
    follows = any(step.rule == P10 for step in reviewed.steps)
    off = [(name, cell) for name, cell in corrected if _off_scale(cell)]
    yield from _off(off)
    rest = [item for item in corrected if item not in off]
    dimensions = [(name, cell) for name, cell in rest if name not in aligned and name != LIKERT]
    counted = [item for item in dimensions if _checked(item, reviewed)]
    yield from _counted(counted)
    yield from _overall([(name, cell) for name, cell in rest if name in aligned])
    yield from _likert(reviewed.likert if follows and (LIKERT, reviewed.likert) in rest else None)
    yield from _misjudged([item for item in dimensions if item not in counted])
    yield from _unfound([item for item in cells if item[1].rewritten.startswith(Weakness.UNFOUND)])
    yield from _contradictory([item for item in cells if item[1].rewritten.startswith(Weakness.CONTRADICTORY)])
    yield from _blank([item for item in cells if item[1].action is Action.FILLED])
    yield from _thin([item for item in cells if _is_thin(item[1])])


def _off_scale(cell: Cell) -> bool:
    """As the reason itself begins with what was written."""
    return " on the scale " in cell.reason and cell.reason.removeprefix("“").startswith(_said(cell))


def _off(cells: Named) -> Iterator[str]:
    if cells:
        name, cell = cells[0]
        yield f"Use each scale as it is: {name}: {_why(cell)}{_more(cells)}."


def _checked(item: tuple[str, Cell], reviewed: Reviewed) -> bool:
    return any(True for _ in _checks(item, reviewed.sides))


def _checks(item: tuple[str, Cell], sides: tuple[Side, Side]) -> Iterator[str]:
    """What code counted against the original rating of this cell."""
    name, cell = item
    side = sides[0] if name.startswith("Response 1") else sides[1]
    yield from (check.says for check in side.checks if check.sure and check.dimension == cell.dimension)


def _counted(cells: Named) -> Iterator[str]:
    if cells:
        name, cell = cells[0]
        levels = f"{decimal(cell.final)}, not {_said(cell)}"
        yield f"Hold every requirement against the text: {name} is {levels}: {_why(cell)}."


def _overall(cells: Named) -> Iterator[str]:
    if cells:
        name, cell = cells[0]
        yield f"Let Overall Quality follow from the dimensions: {name} was {_said(cell)}, but {_why(cell)}."


def _likert(cell: Cell | None) -> Iterator[str]:
    if cell:
        yield f"Let the Likert follow from the ratings: it was {_said(cell)}, but {_why(cell)}."


def _misjudged(cells: Named) -> Iterator[str]:
    """A dimension that went wrong in both responses tells more than one that went wrong in one."""
    by_dimension: dict[str, Named] = {}
    for name, cell in cells:
        by_dimension.setdefault(cell.dimension, []).append((name, cell))
    for dimension, both in sorted(by_dimension.items(), key=lambda item: -len(item[1])):
        name, cell = both[0]
        if len(both) == 1:
            yield f"Look again at {name}: {_said(cell)} became {decimal(cell.final)}: {_why(cell)}."
        else:
            moved = " and ".join(f"from {_said(one)} to {decimal(one.final)}" for _, one in both)
            yield f"Look again at {dimension}, which changed in both responses ({moved}): {_why(cell)}."


def _unfound(cells: Named) -> Iterator[str]:
    if cells:
        yield f"Quote only what stands there, word for word: {cells[0][0]}: {one_line(cells[0][1].rewritten)}."


def _contradictory(cells: Named) -> Iterator[str]:
    if cells:
        yield f"Let words and number say the same: {cells[0][0]}: {one_line(cells[0][1].rewritten)}."


def _blank(cells: Named) -> Iterator[str]:
    if cells:
        was = "cell was" if len(cells) == 1 else "cells were"
        yield f"Rate everything: {len(cells)} {was} blank ({_list(name for name, _ in cells)})."


def _is_thin(cell: Cell) -> bool:
    """Missing or weak beside a rating that stays."""
    told = (Weakness.MISSING, Weakness.VAGUE, Weakness.FOREIGN, Weakness.FORM)
    return cell.action is Action.KEPT and cell.rewritten.startswith(told)


def _thin(cells: Named) -> Iterator[str]:
    if cells:
        were = "justification was" if len(cells) == 1 else "justifications were"
        yield (
            f"Say what each rating rests on: {len(cells)} {were} missing or could not stay "
            f"({_list(name for name, _ in cells)}; the first: {one_line(cells[0][1].rewritten)})."
        )


def _done_well(reviewed: Reviewed) -> Iterator[str]:
    cells = list(named(reviewed))
    kept = [(name, cell) for name, cell in cells if cell.action is Action.KEPT]
    if kept:
        yield f"Well rated: {len(kept)} of {len(cells)} ratings stand ({_list(name for name, _ in kept)})."
    stated = [(name, cell) for name, cell in kept if not cell.rewritten]
    if stated:
        name, cell = stated[0]
        yield f"Well justified: {name} {decimal(cell.final)}: {one_line(cell.justification, LONGEST).rstrip('.')}."


def _decided(reviewed: Reviewed) -> Iterator[str]:
    """What each overall mark and the preference rest on."""
    for number, (cells, side) in enumerate(zip(reviewed.cells, reviewed.sides, strict=True), start=1):
        overall = cells[-1]
        words = one_line(overall.justification, LONGEST).rstrip(".")
        checks = [check.says for check in side.checks if check.sure][:1]
        seen = f"; {one_line(checks[0], LONGEST)}" if checks else ""
        yield f"What decided Response {number} ({overall.dimension} {decimal(overall.final)}): {words}{seen}."
    likert = reviewed.likert
    reason = one_line(sentences(likert.justification)[1], LONGEST).rstrip(".")
    yield f"What decided the Likert of {decimal(likert.final)}: {reason}."


def _said(cell: Cell) -> str:
    return one_line(cell.written, 40)


def _why(cell: Cell) -> str:
    return one_line(cell.reason, LONGEST).rstrip(".")


def _more(cells: Named) -> str:
    return f" ({len(cells) - 1} more like it)" if len(cells) > 1 else ""


def _list(names: Iterable[str]) -> str:
    first = list(names)
    more = f" and {len(first) - NAMED} more" if len(first) > NAMED else ""
    return "; ".join(first[:NAMED]) + more
