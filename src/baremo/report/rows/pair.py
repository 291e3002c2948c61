"""One row per task with two responses: the fixed preference and ratings, and what became of the original ones."""

from collections.abc import Iterable, Iterator
from typing import Any

from baremo.core.agreed import Agreed
from baremo.core.barem import Barem
from baremo.core.comparison import CATEGORY, LOCALE, Comparison
from baremo.core.record import Record
from baremo.core.review import Action, Cell, Reviewed, Weakness
from baremo.core.verdict import Unscored
from baremo.report.preferring import agreed_of
from baremo.report.rows.case import decided, unscored_parts
from baremo.report.rows.column import Beside, Column, Kind, Row, group, groups, number, text, texts, truth, whole
from baremo.report.shapes import number as plain_number
from baremo.score.changelog import changelog

REVIEWED, UNSCORED = "reviewed", "unscored"
SIDES = ("response_1", "response_2")


def columns(barem: Barem, fields: Iterable[str]) -> tuple[Column, ...]:
    levels = [number(one.name, "the final rating of this dimension") for one in barem.criteria]
    brought = [Column(name=name, kind=Kind.ANY, what="a field of the task's metadata") for name in fields]
    return (
        text("id", "the task's id"),
        text("state", "`reviewed` or `unscored`"),
        number("likert", "the final preference, 1 to 7"),
        text("likert_original", "as it stood on the sheet"),
        text("likert_action", "`kept`, `corrected` or `filled`"),
        text("confidence", "`firm`, or `low` where the order of the responses changed the preference"),
        text("justification", "of the preference"),
        *(group(side, *levels) for side in SIDES),
        group(
            "unscored",
            text("reason", "why there is no review"),
            text("stage", "where it failed: `task` (no valid task), `input`, `validity`, `evaluator`, `preference`, …"),
            text("outcome", "how the call to the model failed, where that was it"),
        ),
        whole("kept", "how many ratings were kept, the preference included"),
        whole("corrected", "how many were corrected"),
        whole("filled", "how many were filled in"),
        whole("rewritten", "how many original justifications were rewritten"),
        truth("scratch", "whether there were no original ratings at all"),
        texts("changelog", "what was changed and why, line by line"),
        text("attempter", "who filled in the sheet, where that is known"),
        text("locale", "the task's locale"),
        text("category", "the task's category"),
        texts("flags", "what looks odd about the replies and does not change the review"),
        text("judge", "who judged, as in the run"),
        group(
            "measured",
            number("share", "how often the judge prefers as people do in pairs like this one, where that is known"),
            number("low", "where its interval of 95 % begins"),
            number("high", "where it ends"),
            whole("pairs", "on how many pairs that was measured"),
        ),
        groups(
            "decisions",
            text("by", "who said of the review what follows; nothing where nobody did"),
            text("criterion", "what it is about; empty for the preference"),
            number("level", "the level that it deserves; empty where they took back what they had said"),
            text("level_name", "its name, where the scale has names"),
            text("because", "why"),
        ),
        text("barem", "the name of the barem"),
        text("barem_digest", "its digest"),
        text("dialogue_digest", "the task's digest"),
        text("record_digest", "the record's digest: of all that the review rests on, and the review"),
        group("metadata", *brought),
    )


def rows(record: Record, barem: Barem, beside: Beside) -> Iterator[Row]:
    case, verdict = record.dialogue, record.verdict
    known = case.metadata
    yield {
        "id": str(case.id),
        "state": REVIEWED if isinstance(verdict, Reviewed) else UNSCORED,
        **_preference(verdict if isinstance(verdict, Reviewed) else None),
        **_ratings(verdict if isinstance(verdict, Reviewed) else None, barem),
        "unscored": unscored_parts(record, verdict if isinstance(verdict, Unscored) else None),
        **_counts(verdict if isinstance(verdict, Reviewed) else None),
        "attempter": (case.attempter or None) if isinstance(case, Comparison) else None,
        "locale": _text(known.get(LOCALE)),
        "category": _text(known.get(CATEGORY)),
        "flags": list(record.flags),
        "judge": record.judge,
        "measured": _measured(agreed_of(record)),
        "decisions": [decided(one, barem) for one in beside.decisions.get(str(case.id), ())],
        "barem": barem.name,
        "barem_digest": record.barem,
        "dialogue_digest": case.digest,
        "record_digest": beside.digest(str(case.id)),
        "metadata": dict(known),
    }


def _measured(found: Agreed | None) -> dict[str, float | None]:
    return {name: getattr(found, name, None) for name in ("share", "low", "high", "pairs")}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _preference(verdict: Reviewed | None) -> dict[str, Any]:
    if verdict is None:
        return dict.fromkeys(("likert", "likert_original", "likert_action", "confidence", "justification"))
    cell = verdict.likert
    return {
        "likert": plain_number(cell.final),
        "likert_original": cell.written or None,
        "likert_action": cell.action.value,
        "confidence": verdict.confidence.value,
        "justification": cell.justification,
    }


def _ratings(verdict: Reviewed | None, barem: Barem) -> dict[str, Any]:
    if verdict is None:
        return {side: dict.fromkeys(one.name for one in barem.criteria) for side in SIDES}
    return {
        side: {cell.dimension: plain_number(cell.final) for cell in cells}
        for side, cells in zip(SIDES, verdict.cells, strict=True)
    }


def _counts(verdict: Reviewed | None) -> dict[str, Any]:
    if verdict is None:
        return dict.fromkeys(("kept", "corrected", "filled", "rewritten", "scratch")) | {"changelog": []}
    cells = all_cells(verdict)
    counts = {action.value: sum(cell.action is action for cell in cells) for action in Action}
    return {
        **counts,
        "rewritten": sum(bool(cell.rewritten) and cell.rewritten != Weakness.MISSING for cell in cells),
        "scratch": verdict.scratch,
        "changelog": list(changelog(verdict)),
    }


def all_cells(verdict: Reviewed) -> tuple[Cell, ...]:
    return (*verdict.cells[0], *verdict.cells[1], verdict.likert)
