"""The JSON of the source documents, exactly: S1 for one judge, D4 for a debate (SPEC)."""

from typing import Any

import msgspec

from baremo.core.barem import Barem, Criterion
from baremo.core.claims import Answer, Objection
from baremo.core.comparison import Comparison
from baremo.core.evidence import Checked
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.verdict import Scored, Unscored
from baremo.report.words import mapping_rule, rules_applied
from baremo.score.sums import written_sum

OVERALL = "OverallExperience"
SOLO_OVERALL = "Weighted mean of all criteria, rounded down to a level of the scale."


def document(record: Record, barem: Barem) -> dict[str, Any]:
    """What `--json` prints for one dialogue."""
    verdict = record.verdict
    if isinstance(record.dialogue, Comparison):
        from baremo.report.preferring import agreed_of
        from baremo.report.review_json import task_document  # dialogues are written without it

        return task_document(record.dialogue, verdict, agreed_of(record))
    if not isinstance(verdict, Scored) or record.checked is None:
        reason = verdict.reason if isinstance(verdict, Unscored) else "its claims were not kept"
        return {"dialogue_id": record.dialogue.id, "unscored": reason}
    if not barem.protocol.debated:
        return solo_document(verdict, barem)
    return debate_document(record, record.checked, verdict, barem)


def as_line(record: Record, barem: Barem) -> str:
    return msgspec.json.encode(document(record, barem)).decode()


def solo_document(verdict: Scored, barem: Barem) -> dict[str, Any]:
    return {
        **_marks(verdict, barem),
        OVERALL: _mark(verdict.overall, _overall_name(verdict, barem), SOLO_OVERALL),
    }


def debate_document(record: Record, checked: Checked, verdict: Scored, barem: Barem) -> dict[str, Any]:
    levels = {mark.criterion: mark.level for mark in verdict.marks}
    return {
        "dialogue_id": record.dialogue.id,
        "evaluator": {
            **{
                item.mark.criterion: _named_mark(
                    barem.criterion(item.mark.criterion), item.mark.level, item.mark.justification
                )
                for item in checked.marks
            },
            "numeric_weighted_average": float(verdict.evaluator_mean),
        },
        "critic": [_critic(item.answer, barem) for item in checked.critique],
        "referee_final": {
            **_marks(verdict, barem),
            "numeric_weighted_average": float(verdict.mean),
            OVERALL: _overall_name(verdict, barem) or number(verdict.overall),
        },
        "audit": {
            "decision_rules_applied": rules_applied(verdict, barem),
            "evidence_used": evidence_used(verdict),
            "weighted_calc": written_sum(barem, levels),
            "mapping_rule": mapping_rule(verdict, barem),
        },
    }


def evidence_used(verdict: Scored) -> list[str]:
    """Only what was found where it was said to stand, in the words of the transcript's quote, once each."""
    found = (item for mark in verdict.marks for item in mark.evidence if item.verified)
    return list(dict.fromkeys(f"{item.speaker}: '{item.quote.text}'" for item in found))


def number(value: Value) -> int | float:
    """As JSON writes it: whole numbers without a point."""
    return value.numerator if value.denominator == 1 else float(value)


def _marks(verdict: Scored, barem: Barem) -> dict[str, Any]:
    return {
        mark.criterion: _named_mark(barem.criterion(mark.criterion), mark.level, mark.justification)
        for mark in verdict.marks
    }


def _named_mark(criterion: Criterion, level: Value, justification: str) -> dict[str, Any]:
    name = next((known.name for known in criterion.levels if known.value == level), "")
    return _mark(level, name, justification)


def _mark(level: Value, name: str, justification: str) -> dict[str, Any]:
    """On a scale of named levels the score is the name."""
    return {"score": name or number(level), "justification": justification}


def _overall_name(verdict: Scored, barem: Barem) -> str:
    return next((level.name for level in barem.overall.levels if level.value == verdict.overall), "")


def _critic(answer: Answer, barem: Barem) -> dict[str, Any]:
    suggested = None
    if isinstance(answer, Objection):
        suggested = _named_mark(barem.criterion(answer.criterion), answer.level, "")["score"]
    return {
        "criterion": answer.criterion,
        "agree": not isinstance(answer, Objection),
        "comment": answer.comment,
        "suggested_score": suggested,
    }
