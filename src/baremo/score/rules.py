"""Caps and deductions: each step shows before and after. The order is the file's."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from baremo.core.barem import AnyCriterion, Cap, Condition, Deduction, Emotion, OverallMarks, Rule
from baremo.core.verdict import Step

Levels = Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What rules may look at besides the levels."""

    overall_mean: Fraction | None
    """Mean of the human marks for the whole dialogue; None where there are none."""
    emotional: bool


def holds(condition: Condition, levels: Levels, facts: Facts) -> bool:
    if isinstance(condition, OverallMarks):
        return facts.overall_mean is not None and condition.mean.admits(facts.overall_mean)
    if isinstance(condition, Emotion):
        return facts.emotional is condition.present
    if isinstance(condition, AnyCriterion):
        return any(condition.level.admits(level) for level in levels.values())
    return condition.level.admits(levels[condition.criterion])


def apply_caps(rules: tuple[Rule, ...], levels: Levels, facts: Facts) -> tuple[dict[str, int], list[Step]]:
    capped, steps = dict(levels), []
    for rule in rules:
        if isinstance(rule, Cap) and holds(rule.when, capped, facts):
            before = capped[rule.criterion]
            capped[rule.criterion] = min(before, rule.at)
            steps.append(_step(rule, rule.criterion, Fraction(before), Fraction(capped[rule.criterion])))
    return capped, steps


def apply_deductions(
    rules: tuple[Rule, ...], levels: Levels, facts: Facts, mean: Fraction
) -> tuple[Fraction, list[Step]]:
    steps = []
    for rule in rules:
        if isinstance(rule, Deduction) and holds(rule.when, levels, facts):
            steps.append(_step(rule, "mean", mean, mean - rule.points))
            mean -= rule.points
    return mean, steps


def _step(rule: Rule, target: str, before: Fraction, after: Fraction) -> Step:
    return Step(rule=rule.id, target=target, before=before, after=after, because=rule.because)
