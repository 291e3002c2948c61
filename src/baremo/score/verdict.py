"""From checked claims to a verdict, in one order: Referee, caps, mean, deductions, level."""

from typing import NamedTuple

from baremo.core.barem import Barem, Combine
from baremo.core.claims import Objection
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Checked, CheckedAnswer, CheckedMark, Evidence
from baremo.core.numbers import Value, decimal
from baremo.core.observation import Check, Observation
from baremo.core.verdict import FinalMark, Ground, Ruling, Scored, Step
from baremo.score.issues import aligned, checked_levels
from baremo.score.referee import rule
from baremo.score.rules import Facts, apply_caps, apply_deductions, facts_of
from baremo.score.sums import combined, missed_gates, rounded


def score(
    checked: Checked,
    barem: Barem,
    dialogue: Dialogue,
    observed: tuple[Observation, ...] = (),
    checks: tuple[Check, ...] = (),
) -> Scored:
    """The verdict on one judge's claims."""
    return conclude(checked, rule(checked, barem.referee), barem, dialogue, observed, checks)


def conclude(
    checked: Checked,
    rulings: tuple[Ruling, ...],
    barem: Barem,
    dialogue: Dialogue,
    observed: tuple[Observation, ...] = (),
    checks: tuple[Check, ...] = (),
) -> Scored:
    """The verdict on claims that the Referee has ruled on."""
    given = {item.mark.criterion: item.mark.level for item in checked.marks}
    done = _summed(checked, given | _changed(rulings), barem, dialogue, (observed, checks))
    return Scored(
        marks=_final_marks(checked, rulings, [*done.held, *done.caps, *done.alignment], done.levels),
        rulings=rulings,
        steps=(*done.held, *done.caps, *done.deductions, *done.gates, *done.alignment),
        evaluator_mean=done.mean if done.levels == given else combined(barem, given),
        mean=done.mean,
        adjusted=done.adjusted,
        overall=rounded(barem.overall, done.adjusted),
    )


def final_levels(checked: Checked, barem: Barem, dialogue: Dialogue) -> tuple[dict[str, Value], Value]:
    """By criterion, and the overall one: what `score` comes to, without the words for it. For barems whose rules ask
    about no observer."""
    given = {item.mark.criterion: item.mark.level for item in checked.marks}
    done = _summed(checked, given | _changed(rule(checked, barem.referee)), barem, dialogue)
    return done.levels, rounded(barem.overall, done.adjusted)


class _Summed(NamedTuple):
    levels: dict[str, Value]
    mean: Value
    adjusted: Value
    held: list[Step]
    caps: list[Step]
    deductions: list[Step]
    gates: list[Step]
    alignment: list[Step]


def _changed(rulings: tuple[Ruling, ...]) -> dict[str, Value]:
    return {ruling.criterion: ruling.final for ruling in rulings}


def _summed(
    checked: Checked,
    ruled: dict[str, Value],
    barem: Barem,
    dialogue: Dialogue,
    seen: tuple[tuple[Observation, ...], tuple[Check, ...]] = ((), ()),
) -> _Summed:
    """Caps, mean, deductions, gates and, where issues are counted, alignment. `seen`: what observers and checks saw."""
    observed, checks = seen
    facts = facts_of(checked, dialogue, observed) if barem.rules else Facts()
    bound, held = checked_levels(barem, ruled, checks) if checks else (ruled, [])
    levels, caps = apply_caps(barem.rules, bound, facts)
    mean = combined(barem, levels)
    deducted, deductions = apply_deductions(barem.rules, levels, facts, mean)
    adjusted, gates = missed_gates(barem.overall, levels, deducted)
    alignment: list[Step] = []
    if barem.overall.combine is Combine.ISSUES:
        adjusted, alignment = aligned(barem, levels, adjusted)
        levels[barem.criteria[-1].name] = adjusted
    return _Summed(levels, mean, adjusted, held, caps, deductions, gates, alignment)


def _final_marks(
    checked: Checked, rulings: tuple[Ruling, ...], caps: list[Step], levels: dict[str, Value]
) -> tuple[FinalMark, ...]:
    overturned = {ruling.criterion for ruling in rulings if ruling.ground in (Ground.ACCEPTED, Ground.ADOPTED)}
    answers = {item.answer.criterion: item for item in checked.critique}
    finals = []
    for item in checked.marks:
        name = item.mark.criterion
        words, evidence = _reasons(item, answers[name] if name in overturned else None)
        for cap in caps:
            if cap.target == name and cap.bites:
                moved = "capped at" if cap.after < cap.before else "raised to"
                words = f"{words.rstrip('. ')}; {moved} {decimal(cap.after)} by {cap.rule}: {cap.because}"
        finals.append(FinalMark(criterion=name, level=levels[name], justification=words, evidence=evidence))
    return tuple(finals)


def _reasons(kept: CheckedMark, accepted: CheckedAnswer | None) -> tuple[str, tuple[Evidence, ...]]:
    """The Evaluator's words where its level was kept, the Critic's comment with its quote where accepted."""
    if accepted is None or not isinstance(accepted.answer, Objection):
        return kept.mark.justification, kept.evidence
    comment, evidence = accepted.answer.comment, accepted.evidence
    if evidence and not any(item.quote.text in comment for item in evidence):
        comment = f"{comment.rstrip('. ')} ({evidence[0].speaker}: '{evidence[0].quote.text}')."
    return comment, evidence
