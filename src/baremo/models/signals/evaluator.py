"""The Evaluator: every signal weighed, the weightiest quoted."""

from baremo.core.barem import Barem, Criterion
from baremo.judging.shapes import EvaluatorShape, MarkShape, shape_level
from baremo.models.signals.reading import Reading, Signal, Standing
from baremo.models.signals.scale import level_index
from baremo.models.signals.table import Table
from baremo.models.signals.wording import Reason, nothing_seen, only, reason, sentence


def evaluate(reading: Reading, barem: Barem, table: Table) -> EvaluatorShape:
    emotion = reading.seen["emotion"]
    return EvaluatorShape(
        marks=[mark(reading, criterion, barem, table) for criterion in barem.criteria],
        emotion=reading.quote("emotion") if emotion else None,
    )


def mark(reading: Reading, criterion: Criterion, barem: Barem, table: Table) -> MarkShape:
    standing = reading.standing(criterion.name)
    position = standing.position - severity(barem, table)
    scale = criterion.scale
    index = level_index(position, table.criteria[criterion.name].cuts, len(scale))
    reasons = reasons_for(reading, standing, index / max(1, len(scale) - 1), table.mention_at)
    return MarkShape(
        criterion=criterion.name,
        justification=sentence(*reasons),
        quotes=[quote for _, quote in reasons],
        level=shape_level(criterion, scale[index]),
    )


def severity(barem: Barem, table: Table) -> float:
    """A barem that tells its judges how to stand tells them to be severe."""
    return table.severity if barem.stance else 0.0


def reasons_for(reading: Reading, standing: Standing, height: float, mention_at: float) -> list[Reason]:
    """What speaks for the mark, then what speaks against it where it weighs enough to be told."""
    high = height > 0.5 or (height == 0.5 and standing.favourable >= standing.adverse)
    lead, other = standing.speaking_for, standing.speaking_against
    if not high:
        lead, other = other, lead
    contrary = [reason(reading, signal.observer) for signal in other[:1] if telling(signal, mention_at)]
    if lead and telling(lead[0], mention_at):
        return [reason(reading, lead[0].observer), *contrary]
    if contrary:
        return [only("against it" if high else "for it", contrary[0])]
    return [nothing_seen(reading, "against it" if high else "for more")]


def telling(signal: Signal, mention_at: float) -> bool:
    return abs(signal.weight) >= mention_at
