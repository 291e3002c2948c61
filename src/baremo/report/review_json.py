"""A review for programs: the content of the message, and all that it rests on, as strict JSON.

    {"id": …, "attempter": …, "scratch": false, "confidence": "firm" | "low",
     "responses": [
       {"ratings": [{"dimension", "rating", "justification", "action": "kept" | "corrected" | "filled",
                     "original", "judged", "reason", "rewritten", "evidence": [QUOTE, …]}, …],
        "checks": [{"name", "dimension", "steps", "sure", "says", "turn", "start", "end", "quote"}, …],
        "steps": [STEP, …]}, …two],
     "likert": {as a rating, with "dimension": "Likert" and without "evidence"},
     "preferences": [{"first": 1 | 2, "likert", "reason", "evidence": [QUOTE, …]}, …],
     "steps": [STEP, …],
     "measured": {"like", "pairs", "share", "low", "high", "unseen", "reviewed", "longer"} | null,
     "changelog": […], "lessons": […]}

QUOTE is {"text", "match", "turn", "start", "end", "counts", "fault"}, with turns numbered as the judge saw them; STEP
is {"rule", "target", "before", "after", "because"}. `original` is null where the cell was blank, `measured` where it is
unknown how often the judge prefers as people do (docs/embedded-reviewer.md)."""

from typing import Any

from msgspec import structs

from baremo.core.agreed import Agreed
from baremo.core.comparison import ATTEMPTER, Comparison
from baremo.core.evidence import Evidence
from baremo.core.observation import Check
from baremo.core.record import Ruled
from baremo.core.review import Cell, Preference, Reviewed, Side
from baremo.core.verdict import Step, Unscored
from baremo.report.message import INVALID
from baremo.report.shapes import number
from baremo.score.changelog import changelog
from baremo.score.lessons import lessons


def task_document(case: Comparison, verdict: Ruled, agreed: Agreed | None = None) -> dict[str, Any]:
    """What `--json` prints for one task, whatever came of it."""
    if isinstance(verdict, Reviewed):
        return review_document(case, verdict, agreed)
    reason = verdict.reason if isinstance(verdict, Unscored) else "it is no review of two responses"
    if isinstance(verdict, Unscored) and verdict.stage == "task":
        return invalid_document(case, reason.removeprefix(f"{INVALID}: "))
    return {"id": case.id, "unscored": reason}


def review_document(case: Comparison, reviewed: Reviewed, agreed: Agreed | None = None) -> dict[str, Any]:
    responses = [
        _response(case, place, side, cells)
        for place, (side, cells) in enumerate(zip(reviewed.sides, reviewed.cells, strict=True), start=1)
    ]
    return {
        "id": case.id,
        ATTEMPTER: case.attempter or None,
        "scratch": reviewed.scratch,
        "confidence": reviewed.confidence.value,
        "responses": responses,
        "likert": _rating(reviewed.likert),
        "preferences": [_preference(one) for one in reviewed.preferences],
        "steps": [_step(step) for step in reviewed.steps],
        "measured": structs.asdict(agreed) if agreed else None,
        "changelog": list(changelog(reviewed)),
        "lessons": list(lessons(reviewed)),
    }


def invalid_document(case: Comparison, reason: str) -> dict[str, Any]:
    """Of a task that cannot be judged."""
    return {"id": case.id, "invalid": reason}


def _response(case: Comparison, place: int, side: Side, cells: tuple[Cell, ...]) -> dict[str, Any]:
    evidence = {mark.criterion: mark.evidence for mark in side.scored.marks}
    turns = case.alone(place).turns
    return {
        "ratings": [
            {**_rating(cell), "evidence": [_quote(item) for item in evidence[cell.dimension]]} for cell in cells
        ],
        "checks": [_check(check, turns[check.turn - 1].text) for check in side.checks],
        "steps": [_step(step) for step in side.scored.steps],
    }


def _rating(cell: Cell) -> dict[str, Any]:
    return {
        "dimension": cell.dimension,
        "rating": number(cell.final),
        "justification": cell.justification,
        "action": cell.action.value,
        "original": cell.written or None,
        "judged": number(cell.judged),
        "reason": cell.reason,
        "rewritten": cell.rewritten,
    }


def _check(check: Check, text: str) -> dict[str, Any]:
    return {
        "name": check.name,
        "dimension": check.dimension,
        "steps": check.steps,
        "sure": check.sure,
        "says": check.says,
        "turn": check.turn,
        "start": check.start,
        "end": check.end,
        "quote": text[check.start : check.end],
    }


def _preference(one: Preference) -> dict[str, Any]:
    return {
        "first": one.first,
        "likert": one.likert,
        "reason": one.reason,
        "evidence": [_quote(item) for item in one.evidence],
    }


def _quote(item: Evidence) -> dict[str, Any]:
    return {
        "text": item.quote.text,
        "match": item.match.value,
        "turn": item.turn,
        "start": item.start,
        "end": item.end,
        "counts": item.verified,
        "fault": item.fault,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "rule": step.rule,
        "target": step.target,
        "before": number(step.before),
        "after": number(step.after),
        "because": step.because,
    }
