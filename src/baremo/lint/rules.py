"""Caps and deductions: rules that never act, always act, or act against each other."""

from collections.abc import Iterator
from itertools import combinations

from baremo.core.barem import Cap, Emotion, Rule
from baremo.core.source import Source
from baremo.errors import Problem
from baremo.lint.conditions import reach_of, truth
from baremo.lint.faults import Fault
from baremo.lint.idle import why_idle
from baremo.lint.places import anchor_path, problem
from baremo.lint.reach import Unmet


def check_rules(source: Source, left: Unmet | None) -> Iterator[Problem]:
    """`left` is what no combination of levels brings about, None where that is not known."""
    barem = source.barem
    clashes = list(_clashes(source))
    yield from (problem for _, problem in clashes)
    blamed = [rule for rule, _ in clashes]
    for rule in barem.rules:
        if truth(rule.when, barem) is True:
            what = f"the condition of rule {rule.id} always holds: {reach_of(rule.when, barem)}"
            remedy = "narrow it, or build the rule into the levels"
            yield problem(source, f"rules.{rule.id}.when", Fault.ALWAYS, what, remedy)
            blamed.append(rule)
        elif rule not in blamed:
            yield from _idle(source, rule, left)
    if left:
        yield from _never_final(source, left, {rule.criterion for rule in blamed if isinstance(rule, Cap)})


def _clashes(source: Source) -> Iterator[tuple[Rule, Problem]]:
    caps = [rule for rule in source.barem.rules if isinstance(rule, Cap)]
    for one, other in combinations(caps, 2):
        if one.criterion != other.criterion:
            continue
        criterion = source.barem.criterion(one.criterion)
        if one.when == other.when and one.at != other.at:
            ats = f"{criterion.label(one.at)} and at {criterion.label(other.at)}"
            what = f"rules {one.id} and {other.id} cap {one.criterion} in the same case, at {ats}"
            yield other, problem(source, f"rules.{other.id}.at", Fault.CONTRADICTION, what, "keep one of them")
        elif isinstance(one.when, Emotion) and isinstance(other.when, Emotion) and one.when != other.when:
            what = f"rules {one.id} and {other.id} cap {one.criterion} with emotion and without: it is always capped"
            yield other, problem(source, f"rules.{other.id}.when", Fault.CONTRADICTION, what, "keep one of them")


def _idle(source: Source, rule: Rule, left: Unmet | None) -> Iterator[Problem]:
    reason = why_idle(rule, source.barem)
    if left and rule.id in left.rules:
        reason = ("when", "other rules always come before it", "drop it, or change the order of the rules")
    if reason:
        part, why, remedy = reason
        what = f"rule {rule.id} never changes anything: {why}"
        yield problem(source, f"rules.{rule.id}.{part}", Fault.IDLE_RULE, what, remedy)


def _never_final(source: Source, left: Unmet, blamed: set[str]) -> Iterator[Problem]:
    for criterion in source.barem.criteria:
        for level in criterion.levels:
            if (criterion.name, level.value) in left.finals and criterion.name not in blamed:
                what = f"no dialogue can end at {criterion.name} {level.label}: in every case some rule caps it"
                remedy = "loosen one of its caps, or leave the level out"
                yield problem(source, anchor_path(source, criterion, level), Fault.NEVER_FINAL, what, remedy)
