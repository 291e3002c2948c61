"""The Referee (SPEC D3, T2c): one ruling per disputed criterion, made by code."""

from baremo.core.barem import Adoption, Need, Referee
from baremo.core.claims import Kind, Objection
from baremo.core.evidence import Checked, CheckedAnswer
from baremo.core.numbers import Value
from baremo.core.verdict import Ground, Ruling


def rule(checked: Checked, referee: Referee) -> tuple[Ruling, ...]:
    """Rulings in the order of the criteria; criteria on which both agree have none."""
    given = {item.mark.criterion: item.mark.level for item in checked.marks}
    objections = [(item, item.answer) for item in checked.critique if isinstance(item.answer, Objection)]
    disputes = [item for item, objection in objections if objection.level != given[objection.criterion]]
    court = _Court(referee, disputes)
    return tuple(court.ruling(item, objection, given[objection.criterion]) for item, objection in objections)


class _Court:
    """The Referee's settings, and all the disputes of one dialogue."""

    def __init__(self, referee: Referee, disputes: list[CheckedAnswer]) -> None:
        self._referee = referee
        evidenced = [item for item in disputes if self._evidenced(item)]
        enough = len(evidenced) >= referee.adopt_from
        whole = referee.adopt is Adoption.EVIDENCED or len(evidenced) == len(disputes)
        self._adopted = evidenced if enough and whole else []
        """The disputes that D3c decides for the Critic."""

    def ruling(self, item: CheckedAnswer, objection: Objection, level: Value) -> Ruling:
        if objection.level == level:
            ground, because = Ground.NO_OP, "the objection proposes the level already given: agreement"
        elif self._overturns(item, objection.kind):
            ground, because = Ground.ACCEPTED, _acceptance(item)
        elif item in self._adopted:
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

    def _evidenced(self, item: CheckedAnswer) -> bool:
        if self._referee.evidence is Need.ALL:
            return item.evidenced
        found = any(evidence.verified for evidence in item.evidence) or (item.absence and item.absence.confirmed)
        return self._referee.evidence is Need.NONE or bool(found)

    def _overturns(self, item: CheckedAnswer, kind: Kind) -> bool:
        """A contradiction needs its quotes, something missing its confirmed absence; other kinds any evidence."""
        if kind not in self._referee.overturn or not self._evidenced(item):
            return False
        if self._referee.evidence is Need.NONE or kind is Kind.WEAK:
            return True
        return bool(item.evidence) if kind is Kind.CONTRADICTS else item.absence is not None


def _acceptance(item: CheckedAnswer) -> str:
    if item.absence and item.absence.confirmed:
        words = ", ".join(f"'{words}'" for words in item.absence.absence.looked_for)
        return f"confirmed that {item.absence.absence.speaker} never said {words}"
    for evidence in item.evidence:
        if evidence.verified:
            return f"the evidence stands in turn {evidence.turn} ({evidence.match}) and contradicts the Evaluator"
    return "this barem takes the Critic's word"


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
