"""Rulings and steps in words, the same in every report."""

from baremo.core.numbers import decimal
from baremo.core.verdict import Ground, Ruling, Scored, Step

_OUTCOME = {
    Ground.ACCEPTED: "Critic accepted",
    Ground.KEPT: "Evaluator kept",
    Ground.ADOPTED: "Critic adopted",
    Ground.NO_OP: "agreement",
}


def ruling_words(ruling: Ruling) -> str:
    return f"{ruling.ground} on {ruling.criterion}: {outcome(ruling)}; {ruling.because}"


def outcome(ruling: Ruling) -> str:
    levels = f", {ruling.evaluator} → {ruling.final}" if ruling.final != ruling.evaluator else ""
    return f"{_OUTCOME[ruling.ground]}{levels}"


def step_words(step: Step) -> str:
    before, after = decimal(step.before), decimal(step.after)
    change = f"{before} → {after}" if step.bites else f"{before} stays"
    return f"{step.rule} on {step.target}: {change}, {step.because}"


def rules_applied(verdict: Scored) -> str:
    """All rulings and steps, in the order they were made."""
    words = [ruling_words(ruling) for ruling in verdict.rulings] or ["no dispute: the Evaluator's levels stand"]
    words += [step_words(step).rstrip(".") for step in verdict.steps]
    return "; ".join(words) + "."


def mapping_rule(verdict: Scored) -> str:
    """From the mean to the level, with the deductions in between: `round down 68.0 - 10 = 58.0 → 40`."""
    taken = "".join(f" - {decimal(step.before - step.after)}" for step in verdict.steps if step.target == "mean")
    result = f" = {decimal(verdict.adjusted, 1)}" if taken else ""
    return f"round down {decimal(verdict.mean, 1)}{taken}{result} → {verdict.overall}"
