"""Rulings and steps in words, the same in every report."""

from baremo.core.barem import Barem, Combine, Criterion, Rounding
from baremo.core.numbers import decimal
from baremo.core.verdict import Ground, Ruling, Scored, Step

_OUTCOME = {
    Ground.ACCEPTED: "Critic accepted",
    Ground.KEPT: "Evaluator kept",
    Ground.ADOPTED: "Critic adopted",
    Ground.NO_OP: "agreement",
}


def ruling_words(ruling: Ruling, barem: Barem) -> str:
    done = outcome(ruling, barem.criterion(ruling.criterion))
    return f"{ruling.ground} on {ruling.criterion}: {done}; {ruling.because}"


def outcome(ruling: Ruling, criterion: Criterion) -> str:
    changed = f", {criterion.label(ruling.evaluator)} → {criterion.label(ruling.final)}"
    return f"{_OUTCOME[ruling.ground]}{changed if ruling.final != ruling.evaluator else ''}"


def step_words(step: Step, barem: Barem) -> str:
    label = decimal if step.target == "mean" else barem.criterion(step.target).label
    before, after = label(step.before), label(step.after)
    change = f"{before} → {after}" if step.bites else f"{before} stays"
    return f"{step.rule} on {step.target}: {change}, {step.because}"


def rules_applied(verdict: Scored, barem: Barem) -> str:
    """All rulings and steps, in the order they were made."""
    words = [ruling_words(ruling, barem) for ruling in verdict.rulings] or ["no dispute: the Evaluator's levels stand"]
    words += [step_words(step, barem).rstrip(".") for step in verdict.steps]
    return "; ".join(words) + "."


def mapping_rule(verdict: Scored, barem: Barem) -> str:
    """From the mean to the level, with what came in between: `round down 68.0 - 10 = 58.0 → 40`."""
    rounding = barem.overall.rounding
    how = "no rounding" if rounding is Rounding.NONE else f"round {rounding}"
    start = (
        f"lowest {decimal(verdict.mean, 1)}" if barem.overall.combine is Combine.MINIMUM else decimal(verdict.mean, 1)
    )
    taken = "".join(f" - {decimal(step.before - step.after)}" for step in verdict.steps if step.target == "mean")
    result = f" = {decimal(verdict.adjusted, 1)}" if taken else ""
    return f"{how} {start}{taken}{result} → {barem.overall.label(verdict.overall)}"
