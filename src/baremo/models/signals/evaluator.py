"""The Evaluator: every signal weighed, the weightiest quoted."""

from baremo.core.barem import Barem, Criterion
from baremo.judging.shapes import EvaluatorShape, MarkShape, shape_level
from baremo.models.signals.citing import Citing
from baremo.models.signals.reading import Reading, Signal, Standing
from baremo.models.signals.table import Table
from baremo.models.signals.wording import Reason, lacking, sentence, showing, told

NOTHING_AGAINST = "nothing speaks against it"


def evaluate(reading: Reading, barem: Barem, table: Table) -> EvaluatorShape:
    emotion, citing = reading.seen["emotion"], Citing(reading)
    return EvaluatorShape(
        marks=[mark(citing, criterion, barem, table) for criterion in barem.criteria],
        emotion=reading.quote("emotion") if emotion else None,
    )


def mark(citing: Citing, criterion: Criterion, barem: Barem, table: Table) -> MarkShape:
    standing = citing.reading.standing(criterion.name)
    scale = criterion.scale
    index = standing.index(len(scale), severity=severity(barem, table))
    height = index / max(1, len(scale) - 1)
    if height > 0.5 or (height == 0.5 and standing.favourable >= standing.adverse):
        reasons = reasons_high(citing, standing, criterion.name, table.mention_at, top=index == len(scale) - 1)
    else:
        reasons = reasons_low(citing, standing, criterion.name, table.mention_at)
    return MarkShape(
        criterion=criterion.name,
        justification=sentence(*reasons),
        quotes=[quote for _, quote in reasons],
        level=shape_level(criterion, scale[index]),
    )


def severity(barem: Barem, table: Table) -> float:
    """A barem that tells its judges how to stand tells them to be severe."""
    return table.severity if barem.stance else 0.0


def reasons_high(citing: Citing, standing: Standing, criterion: str, mention_at: float, *, top: bool) -> list[Reason]:
    """What speaks for the mark; then what speaks against it or, below the top, what is missing for more."""
    lead = citing.cite(telling(standing.speaking_for, mention_at))
    contrary = citing.cite(telling(standing.speaking_against, mention_at), lead.quote if lead else None)
    if lead and contrary:
        return [told(lead), but(told(contrary))]
    if contrary:
        clause, quote = told(contrary)
        return [(f"{NOTHING_AGAINST} but that {clause}", quote)]
    if top:
        return [told(lead) if lead else showing(citing, NOTHING_AGAINST)]
    missing = lacking(citing.reading, criterion)
    if lead:
        clause, quote = told(lead)
        return [(f"{clause}; {missing}", quote)]
    return [showing(citing, missing)]


def reasons_low(citing: Citing, standing: Standing, criterion: str, mention_at: float) -> list[Reason]:
    """What speaks against a higher mark, or what is missing for it; then what speaks for one."""
    lead = citing.cite(telling(standing.speaking_against, mention_at))
    contrary = citing.cite(telling(standing.speaking_for, mention_at), lead.quote if lead else None)
    if lead:
        return [told(lead), *([but(told(contrary))] if contrary else [])]
    missing = lacking(citing.reading, criterion)
    if contrary:
        clause, quote = told(contrary)
        return [(f"{missing}, though {clause}", quote)]
    return [showing(citing, missing)]


def but(reason: Reason) -> Reason:
    clause, quote = reason
    return f"but {clause}", quote


def telling(signals: tuple[Signal, ...], mention_at: float) -> list[Signal]:
    return [signal for signal in signals if abs(signal.weight) >= mention_at]
