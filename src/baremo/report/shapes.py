"""The JSON of the source documents, exactly: S1 for one judge, D4 for a debate (SPEC)."""

from typing import Any

import msgspec

from baremo.core.barem import Barem, Protocol
from baremo.core.claims import Answer, Objection
from baremo.core.evidence import Checked
from baremo.core.verdict import Record, Scored, Unscored
from baremo.report.words import mapping_rule, rules_applied
from baremo.score.sums import written_sum

OVERALL = "OverallExperience"
SOLO_OVERALL = "Weighted mean of all criteria, rounded down to a level of the scale."


def document(record: Record, barem: Barem) -> dict[str, Any]:
    """What `--json` prints for one dialogue."""
    verdict = record.verdict
    if isinstance(verdict, Unscored) or record.checked is None:
        reason = verdict.reason if isinstance(verdict, Unscored) else "its claims were not kept"
        return {"dialogue_id": record.dialogue.id, "unscored": reason}
    if barem.protocol is Protocol.SOLO:
        return solo_document(verdict)
    return debate_document(record, record.checked, verdict, barem)


def as_line(record: Record, barem: Barem) -> str:
    return msgspec.json.encode(document(record, barem)).decode()


def solo_document(verdict: Scored) -> dict[str, Any]:
    return {
        **{mark.criterion: _mark(mark.level, mark.justification) for mark in verdict.marks},
        OVERALL: _mark(verdict.overall, SOLO_OVERALL),
    }


def debate_document(record: Record, checked: Checked, verdict: Scored, barem: Barem) -> dict[str, Any]:
    levels = {mark.criterion: mark.level for mark in verdict.marks}
    return {
        "dialogue_id": record.dialogue.id,
        "evaluator": {
            **{item.mark.criterion: _mark(item.mark.level, item.mark.justification) for item in checked.marks},
            "numeric_weighted_average": float(verdict.evaluator_mean),
        },
        "critic": [_critic(item.answer) for item in checked.critique],
        "referee_final": {
            **{mark.criterion: _mark(mark.level, mark.justification) for mark in verdict.marks},
            "numeric_weighted_average": float(verdict.mean),
            OVERALL: verdict.overall,
        },
        "audit": {
            "decision_rules_applied": rules_applied(verdict),
            "evidence_used": evidence_used(verdict),
            "weighted_calc": written_sum(barem.criteria, levels),
            "mapping_rule": mapping_rule(verdict),
        },
    }


def evidence_used(verdict: Scored) -> list[str]:
    """Only what was found where it was said to stand, in the words of the transcript's quote, once each."""
    found = (item for mark in verdict.marks for item in mark.evidence if item.verified)
    return list(dict.fromkeys(f"{item.speaker}: '{item.quote.text}'" for item in found))


def _mark(level: int, justification: str) -> dict[str, Any]:
    return {"score": level, "justification": justification}


def _critic(answer: Answer) -> dict[str, Any]:
    return {
        "criterion": answer.criterion,
        "agree": not isinstance(answer, Objection),
        "comment": answer.comment,
        "suggested_score": answer.level if isinstance(answer, Objection) else None,
    }
