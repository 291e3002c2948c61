"""The quotes of a record as they stand in its rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from baremo.core.claims import Objection
from baremo.core.evidence import Checked, Evidence
from baremo.report.rows.column import Column, text, truth, whole

EVALUATOR, CRITIC = "evaluator", "critic"

PARTS = (
    text("text", "the words as they were quoted"),
    text("match", "how they were found: exact, normalised, near or absent"),
    truth("counts", "whether it counts as evidence"),
    text("fault", "why it does not count"),
    whole("start", "where it begins in the text of the turn, from 0"),
    whole("end", "where it ends there"),
)
PLACE: tuple[Column, ...] = (
    whole("turn", "the turn it was found in, from 1"),
    text("speaker", "who said it: SYSTEM, USER or CONTEXT"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A quote with what it was given for."""

    criterion: str
    by: str
    evidence: Evidence


def quoted(checked: Checked | None) -> Iterator[Quoted]:
    """All quotes behind marks and objections: the Evaluator's in the order of the criteria, then the Critic's."""
    if checked is None:
        return
    for item in checked.marks:
        for found in item.evidence:
            yield Quoted(criterion=item.mark.criterion, by=EVALUATOR, evidence=found)
    for answer in checked.critique:
        if isinstance(answer.answer, Objection):
            for found in answer.evidence:
                yield Quoted(criterion=answer.answer.criterion, by=CRITIC, evidence=found)


def parts(found: Evidence) -> dict[str, Any]:
    return {
        "text": found.quote.text,
        "match": found.match.value,
        "counts": found.verified,
        "fault": found.fault or None,
        "start": found.start,
        "end": found.end,
    }


def place(found: Evidence) -> dict[str, Any]:
    return {"turn": found.turn, "speaker": found.speaker and found.speaker.value}
