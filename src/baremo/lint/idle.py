"""Rules that can be seen to change nothing, whatever the dialogue."""

from baremo.core.barem import AllCriteria, Barem, Bound, Cap, Deduction, OneCriterion, Rule
from baremo.lint.conditions import reach_of, truth


def why_idle(rule: Rule, barem: Barem) -> tuple[str, str, str] | None:
    """The part to blame, why, and a remedy."""
    if truth(rule.when, barem) is False:
        return "when", f"its condition cannot hold, {reach_of(rule.when, barem)}", "mend the number"
    if isinstance(rule, Deduction):
        return None if rule.points else ("points", "it takes 0 points off", "say how many points it costs")
    return _why_no_cap(rule, barem)


def _why_no_cap(cap: Cap, barem: Barem) -> tuple[str, str, str] | None:
    criterion = barem.criterion(cap.criterion)
    label = criterion.label(cap.at)
    if cap.at >= criterion.scale[-1]:
        return "at", f"{label} is the highest level of {cap.criterion} anyway", "cap at a lower level"
    bound = _own_bound(cap)
    if bound and all(value <= cap.at for value in criterion.scale if bound.admits(value)):
        return "at", f"when its condition holds, {cap.criterion} is at most {label} already", "cap at a lower level"
    return None


def _own_bound(cap: Cap) -> Bound | None:
    """What the condition says about the very criterion that is capped."""
    if isinstance(cap.when, OneCriterion) and cap.when.criterion == cap.criterion:
        return cap.when.level
    return cap.when.level if isinstance(cap.when, AllCriteria) else None
