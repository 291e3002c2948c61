"""Caps and deductions: each step shows before and after. The order is the file's."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from baremo.core.barem import (
    AllCriteria,
    AnyCriterion,
    Cap,
    Condition,
    Deduction,
    Emotion,
    Metadata,
    Observed,
    OneCriterion,
    OverallMarks,
    Quotes,
    Rule,
)
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Checked
from baremo.core.numbers import Value
from baremo.core.observation import Observation
from baremo.core.verdict import Step

Levels = Mapping[str, Value]
_NUMBER = re.compile(r"[-+]?\d{1,15}(?:\.\d{1,15})?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What rules may look at besides the levels."""

    overall_mean: Fraction | None = None
    """Mean of the human marks for the whole dialogue; None where there are none."""
    emotional: bool = False
    quotes: tuple[tuple[str, str], ...] = ()
    """Criterion and class of each of the Evaluator's quotes that count."""
    observed: tuple[str, ...] = ()
    """The observer of each event that was seen."""
    metadata: Mapping[str, Any] = field(default_factory=dict)


def facts_of(checked: Checked, dialogue: Dialogue, observed: tuple[Observation, ...]) -> Facts:
    marks = dialogue.overall
    return Facts(
        overall_mean=Fraction(sum(marks), len(marks)) if marks else None,
        emotional=checked.emotional,
        quotes=tuple(
            (item.mark.criterion, found.match) for item in checked.marks for found in item.evidence if found.verified
        ),
        observed=tuple(event.observer for event in observed),
        metadata=dialogue.metadata,
    )


def holds(condition: Condition, levels: Levels, facts: Facts) -> bool:
    return _TESTS[type(condition)](condition, levels, facts)


def _overall_marks(condition: OverallMarks, _: Levels, facts: Facts) -> bool:
    return facts.overall_mean is not None and condition.mean.admits(facts.overall_mean)


def _emotion(condition: Emotion, _: Levels, facts: Facts) -> bool:
    return facts.emotional is condition.present


def _any_criterion(condition: AnyCriterion, levels: Levels, _: Facts) -> bool:
    return any(condition.level.admits(level) for level in levels.values())


def _all_criteria(condition: AllCriteria, levels: Levels, _: Facts) -> bool:
    return all(condition.level.admits(level) for level in levels.values())


def _one_criterion(condition: OneCriterion, levels: Levels, _: Facts) -> bool:
    return condition.level.admits(levels[condition.criterion])


def _quotes(condition: Quotes, _: Levels, facts: Facts) -> bool:
    counted = [
        match
        for criterion, match in facts.quotes
        if condition.criterion in ("", criterion) and condition.match in ("", match)
    ]
    return condition.count.admits(len(counted))


def _observed(condition: Observed, _: Levels, facts: Facts) -> bool:
    return condition.count.admits(facts.observed.count(condition.observer))


def _metadata(condition: Metadata, _: Levels, facts: Facts) -> bool:
    value = facts.metadata.get(condition.field)
    if condition.bound is None:
        return value is not None and as_text(value) == condition.equals
    number = as_number(value)
    return number is not None and condition.bound.admits(number)


def as_number(value: Any) -> Fraction | None:
    """A number, also one that a table gave as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not _NUMBER.fullmatch(str(value)):
        return None
    return Fraction(str(value))


def as_text(value: Any) -> str:
    """A field's value as one writes it in a barem: `true`, `3`, `web`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


_TESTS: dict[type, Callable[[Any, Levels, Facts], bool]] = {
    OverallMarks: _overall_marks,
    Emotion: _emotion,
    AnyCriterion: _any_criterion,
    AllCriteria: _all_criteria,
    OneCriterion: _one_criterion,
    Quotes: _quotes,
    Observed: _observed,
    Metadata: _metadata,
}


def apply_caps(rules: tuple[Rule, ...], levels: Levels, facts: Facts) -> tuple[dict[str, Value], list[Step]]:
    capped, steps = dict(levels), []
    for rule in rules:
        if isinstance(rule, Cap) and holds(rule.when, capped, facts):
            before = capped[rule.criterion]
            capped[rule.criterion] = min(before, rule.at)
            steps.append(_step(rule, rule.criterion, before, capped[rule.criterion]))
    return capped, steps


def apply_deductions(rules: tuple[Rule, ...], levels: Levels, facts: Facts, mean: Value) -> tuple[Value, list[Step]]:
    steps = []
    for rule in rules:
        if isinstance(rule, Deduction) and holds(rule.when, levels, facts):
            steps.append(_step(rule, "mean", mean, mean - rule.points))
            mean -= rule.points
    return mean, steps


def _step(rule: Rule, target: str, before: Value, after: Value) -> Step:
    return Step(rule=rule.id, target=target, before=before, after=after, because=rule.because)
