"""One row per task, response and dimension, and one for the preference: original, judged, final, and why."""

from collections.abc import Iterator
from typing import Any

from baremo.core.barem import Barem
from baremo.core.comparison import LIKERT
from baremo.core.evidence import Evidence
from baremo.core.record import Record
from baremo.core.review import Cell, Reviewed, Side
from baremo.report.rows import quotes
from baremo.report.rows.column import Beside, Column, Row, groups, number, text, texts, whole
from baremo.report.rows.pair import REVIEWED, UNSCORED
from baremo.report.shapes import number as plain_number


def columns(*_: object) -> tuple[Column, ...]:
    """The same for every barem."""
    return (
        text("id", "the task's id"),
        whole("response", "1 or 2; empty for the preference"),
        text("criterion", "the dimension, or `Likert`"),
        text("state", "`reviewed` or `unscored`"),
        text("original", "the rating as it stood on the sheet; empty where it was blank"),
        number("judged", "what the independent judgment came to, held to the rules"),
        number("final", "the rating as it is now"),
        text("action", "`kept`, `corrected` or `filled`"),
        text("reason", "why it was corrected, or how it was filled"),
        text("justification", "the words that stand for the final rating"),
        text("rewritten", "why the original justification was not kept"),
        number("judge_level", "what the judge itself said, before any rule"),
        texts("rules", "the checks by code and rules that moved the judge's level"),
        groups("quotes", *quotes.PARTS, *quotes.PLACE),
    )


def rows(record: Record, barem: Barem, _: Beside) -> Iterator[Row]:
    """Also of what is unscored: as many rows for every task."""
    verdict = record.verdict if isinstance(record.verdict, Reviewed) else None
    for number_, place in ((1, 0), (2, 1)):
        for index, criterion in enumerate(barem.criteria):
            cell = verdict.cells[place][index] if verdict else None
            side = verdict.sides[place] if verdict else None
            yield _row(record, number_, criterion.name, cell, side)
    yield _row(record, None, LIKERT, verdict.likert if verdict else None, None)


def _row(record: Record, response: int | None, name: str, cell: Cell | None, side: Side | None) -> Row:
    return {
        "id": str(record.dialogue.id),
        "response": response,
        "criterion": name,
        "state": REVIEWED if isinstance(record.verdict, Reviewed) else UNSCORED,
        **_cell(cell),
        **_judged(side, name),
    }


def _cell(cell: Cell | None) -> dict[str, Any]:
    if cell is None:
        return dict.fromkeys(("original", "judged", "final", "action", "reason", "justification", "rewritten"))
    return {
        "original": cell.written or None,
        "judged": plain_number(cell.judged),
        "final": plain_number(cell.final),
        "action": cell.action.value,
        "reason": cell.reason or None,
        "justification": cell.justification,
        "rewritten": cell.rewritten or None,
    }


def _judged(side: Side | None, name: str) -> dict[str, Any]:
    if side is None:
        return {"judge_level": None, "rules": [], "quotes": []}
    item = next(one for one in side.checked.marks if one.mark.criterion == name)
    return {
        "judge_level": plain_number(item.mark.level),
        "rules": [step.rule for step in side.scored.steps if step.target == name and step.bites],
        "quotes": [_quote(found) for found in item.evidence],
    }


def _quote(found: Evidence) -> dict[str, Any]:
    return quotes.parts(found) | quotes.place(found)
