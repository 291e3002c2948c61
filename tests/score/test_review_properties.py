"""Whatever the sheet, the judgment and the preferences: what a review always is."""

import pytest
from hypothesis import given

from baremo.core.comparison import LIKERT, Sheet
from baremo.core.numbers import Value, decimal
from baremo.core.review import Action, Cell, Preference, Reviewed, Side, Weakness
from baremo.score.changelog import ADDED, REWRITTEN, SCRATCH, UNCHANGED, changelog, named
from baremo.score.lessons import lessons
from baremo.score.reconcile import UNCHECKED, is_open, refuted
from baremo.score.sidebyside import conforms
from reviewing import BAREM, FIRST_SIDES, LENIENT, PREFERENCES, REVIEWS, SECOND_SIDES, SHEETS, reviewed, sheet_of

pytestmark = pytest.mark.property


def levels(cells: tuple[Cell, ...]) -> dict[str, Value]:
    return {cell.dimension: cell.final for cell in cells}


def by_the_book(table: dict[str, Value]) -> tuple[int, ...]:
    """P9, worked anew from its text."""
    *dimensions, _ = table.items()
    away = [abs(level) if name == "Verbosity" else 3 - level for name, level in dimensions]
    major, minor = sum(each == 2 for each in away), sum(each == 1 for each in away)
    if major:
        return (1, 2)
    return {0: (4, 5), 1: (4,)}.get(minor, (3,))


def likerts_by_the_book(first: dict[str, Value], second: dict[str, Value]) -> tuple[int, ...]:
    """P10, as far as its text goes."""
    ahead = int(first["Overall Quality"] - second["Overall Quality"])
    if abs(ahead) >= 2:
        return (1, 2) if ahead > 0 else (6, 7)
    if ahead:
        return (3,) if ahead > 0 else (5,)
    return (4,) if first == second else (3, 4, 5)


@given(REVIEWS)
def test_overall_and_likert_are_always_aligned(done: Reviewed) -> None:
    first, second = map(levels, done.cells)
    for cells, table in zip(done.cells, (first, second), strict=True):
        assert list(table) == [criterion.name for criterion in BAREM.criteria]
        assert all(cell.final in BAREM.criterion(cell.dimension).scale for cell in cells)
        assert table["Overall Quality"] in by_the_book(table)
    assert done.likert.final in likerts_by_the_book(first, second)


@given(SHEETS, FIRST_SIDES, SECOND_SIDES, PREFERENCES)
def test_the_changelog_lists_exactly_the_cells_that_differ(
    sheet: Sheet, first: Side, second: Side, preferences: tuple[Preference, ...]
) -> None:
    done = reviewed(sheet, (first, second), preferences)
    differing = {}
    for name, cell in named(done):
        number = int(name[9]) if name != LIKERT else 0
        original = sheet.entry(number, cell.dimension) if number else sheet.likert
        if original.value != cell.final:
            differing[name] = "filled with" if not original.written else f"corrected from {original.written} to"
    lines = changelog(done)
    if done.scratch:
        assert lines == (SCRATCH,)
        assert all(change == "filled with" for change in differing.values())
        return
    beside = (ADDED, REWRITTEN)
    told_changes = [
        line for line in lines if not line.startswith(beside) and UNCHECKED not in line and line != UNCHANGED
    ]
    assert len(told_changes) == len(differing)
    for name, change in differing.items():
        assert sum(line.startswith(f"{name}: {change} ") for line in told_changes) == 1
    assert (UNCHANGED in lines) == (not differing)
    noted = {what: next((line for line in lines if line.startswith(what)), "") for what in beside}
    for name, cell in named(done):
        kept = cell.action is Action.KEPT
        assert (f"{name}: {decimal(cell.final)} kept unchecked: {UNCHECKED}." in lines) == (kept and bool(cell.reason))
        added = cell.rewritten == Weakness.MISSING
        assert (f"{name}; " in noted[ADDED] or f"{name}." in noted[ADDED]) == (kept and added)
        assert (f"{name} (" in noted[REWRITTEN]) == (kept and bool(cell.rewritten) and not added)
    assert all("\n" not in line for line in lines)


@given(REVIEWS)
def test_there_are_always_two_to_four_lessons(done: Reviewed) -> None:
    assert 2 <= len(lessons(done)) <= 4
    assert all(line and "\n" not in line for line in lessons(done))
    assert not any(line.endswith(("..", "….", ".”.")) for line in (*lessons(done), *changelog(done)))
    silent = [name for name, cell in named(done) if cell.action is Action.KEPT and cell.reason]
    assert not [name for name in silent if any(name in line for line in lessons(done))]
    assert len(set(lessons(done))) == len(lessons(done))


@given(REVIEWS)
def test_every_justification_is_there_and_the_side_by_side_one_conforms(done: Reviewed) -> None:
    assert conforms(done.likert.justification, done.likert.final) == ""
    for name, cell in named(done):
        assert cell.justification.strip(), name
        assert (cell.action is Action.KEPT) == (cell.reason in ("", UNCHECKED))


@given(REVIEWS)
def test_only_what_is_open_and_not_refuted_is_kept_unchecked(done: Reviewed) -> None:
    for side, cells in zip(done.sides, done.cells, strict=True):
        for cell in cells[:-1]:
            if cell.reason == UNCHECKED:
                assert is_open(side, cell.dimension)
                assert not refuted(cell.rewritten)
                assert cell.final != cell.judged
        assert cells[-1].reason != UNCHECKED
    assert done.likert.reason != UNCHECKED


@given(SHEETS, FIRST_SIDES, SECOND_SIDES, PREFERENCES)
def test_a_review_of_a_review_changes_no_rating(
    sheet: Sheet, first: Side, second: Side, preferences: tuple[Preference, ...]
) -> None:
    for barem in (BAREM, LENIENT):
        once = reviewed(sheet, (first, second), preferences, barem=barem)
        again = reviewed(sheet_of(once), (first, second), preferences, barem=barem)
        assert all(cell.action is Action.KEPT for _, cell in named(again)), [decimal(once.likert.final)]
        tables = [[(cell.final, cell.justification) for _, cell in named(each)] for each in (once, again)]
        assert tables[0] == tables[1]
        assert changelog(again)[0] == UNCHANGED
