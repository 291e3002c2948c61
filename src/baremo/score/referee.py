"""The Referee (SPEC D3, T2c): one ruling per disputed criterion, made by code."""

from baremo.core.barem import Adoption, Referee
from baremo.core.claims import Kind, Objection
from baremo.core.evidence import Checked, CheckedAnswer
from baremo.core.verdict import Ground, Ruling


def rule(checked: Checked, referee: Referee) -> tuple[Ruling, ...]:
    """Rulings in the order of the criteria; criteria on which both agree have none."""
    given = {item.mark.criterion: item.mark.level for item in checked.marks}
    objections = [(item, item.answer) for item in checked.critique if isinstance(item.answer, Objection)]
    disputes = [item for item, objection in objections if objection.level != given[objection.criterion]]
    adopted = _adopted(disputes, referee)
    return tuple(
        _ruling(item, objection, given[objection.criterion], adopted=item in adopted) for item, objection in objections
    )


def _adopted(disputes: list[CheckedAnswer], referee: Referee) -> list[CheckedAnswer]:
    """The disputes that D3c decides for the Critic."""
    evidenced = [item for item in disputes if item.evidenced]
    if len(evidenced) < referee.adopt_from:
        return []
    if referee.adopt is Adoption.ALL_OR_NONE and len(evidenced) < len(disputes):
        return []
    return evidenced


def _ruling(item: CheckedAnswer, objection: Objection, level: int, *, adopted: bool) -> Ruling:
    if objection.level == level:
        ground, because = Ground.NO_OP, f"the objection proposes {level}, which was given: agreement"
    elif _overturns(item, objection.kind):
        ground, because = Ground.ACCEPTED, _acceptance(item, objection.kind)
    elif adopted:
        ground, because = Ground.ADOPTED, "enough disputes rest on evidence: the Critic's level is adopted"
    else:
        ground, because = Ground.KEPT, _doubt(item)
    final = objection.level if ground in (Ground.ACCEPTED, Ground.ADOPTED) else level
    return Ruling(
        criterion=objection.criterion,
        ground=ground,
        evaluator=level,
        critic=objection.level,
        final=final,
        because=because,
    )


def _overturns(item: CheckedAnswer, kind: Kind) -> bool:
    """A contradiction with its quotes found, or something missing and confirmed missing."""
    contradicted = kind is Kind.CONTRADICTS and bool(item.evidence)
    missing = kind is Kind.MISSING and item.absence is not None
    return item.evidenced and (contradicted or missing)


def _acceptance(item: CheckedAnswer, kind: Kind) -> str:
    if kind is Kind.MISSING and item.absence:
        words = ", ".join(f"'{words}'" for words in item.absence.absence.looked_for)
        return f"confirmed that {item.absence.absence.speaker} never said {words}"
    first = item.evidence[0]
    return f"the evidence stands in turn {first.turn} ({first.match}) and contradicts the Evaluator"


def _doubt(item: CheckedAnswer) -> str:
    """Why the Critic is ambiguous, so that the Evaluator stands."""
    for evidence in item.evidence:
        if not evidence.verified:
            return f"the quote '{evidence.quote.text}' does not count: {evidence.fault}"
    if item.absence and item.absence.found:
        return f"the absence is refuted by turn {item.absence.found.turn}: '{item.absence.found.quote.text}'"
    if item.absence and item.absence.fault:
        return f"the absence cannot be confirmed: {item.absence.fault}"
    if not item.evidence and not item.absence:
        return "the objection brings no evidence"
    return "the evidence was found, but it does not contradict the Evaluator"
