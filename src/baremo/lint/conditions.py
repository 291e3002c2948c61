"""What can be said about a condition without any dialogue: that it always holds, that it never does."""

from baremo.core.barem import (
    AllCriteria,
    AnyCriterion,
    Barem,
    Bound,
    Condition,
    Criterion,
    Observed,
    OneCriterion,
    OverallMarks,
    Quotes,
)
from baremo.core.dialogue import HIGHEST_MARK, LOWEST_MARK
from baremo.core.numbers import Value, decimal

COUNTLESS = 10**9
"""No dialogue has so many of anything."""


def truth(condition: Condition, barem: Barem) -> bool | None:
    """True where it always holds, False where it never does, None where it depends."""
    match condition:
        case OverallMarks(mean=bound):
            return _agreed({bound.admits(LOWEST_MARK), bound.admits(HIGHEST_MARK)})
        case Quotes(count=bound) | Observed(count=bound):
            return _agreed({bound.admits(0), bound.admits(COUNTLESS)})
        case OneCriterion():
            return _agreed(_answers(barem.criterion(condition.criterion), condition.level))
        case AnyCriterion(level=bound):
            return _any([_agreed(_answers(one, bound)) for one in barem.criteria])
        case AllCriteria(level=bound):
            return _all([_agreed(_answers(one, bound)) for one in barem.criteria])
        case _:
            return None


def reach_of(condition: Condition, barem: Barem) -> str:
    """What the compared value can be at all, in words."""
    match condition:
        case OverallMarks():
            return f"human marks go from {LOWEST_MARK} to {HIGHEST_MARK}"
        case OneCriterion():
            return f"{condition.criterion} goes {_ends(barem.criterion(condition.criterion).scale)}"
        case AnyCriterion() | AllCriteria():
            return f"the criteria go {_ends(tuple(sorted(value for one in barem.criteria for value in one.scale)))}"
        case _:
            return "a count is 0 or more"


def bound_of(condition: Condition) -> Bound | None:
    """The comparison with a level or a human mark, if the condition is one."""
    match condition:
        case OverallMarks(mean=bound) | OneCriterion(level=bound):
            return bound
        case AnyCriterion(level=bound) | AllCriteria(level=bound):
            return bound
        case _:
            return None


def _answers(criterion: Criterion, bound: Bound) -> set[bool]:
    return {bound.admits(value) for value in criterion.scale}


def _agreed(answers: set[bool]) -> bool | None:
    return next(iter(answers)) if len(answers) == 1 else None


def _any(truths: list[bool | None]) -> bool | None:
    if True in truths:
        return True
    return False if all(one is False for one in truths) else None


def _all(truths: list[bool | None]) -> bool | None:
    if False in truths:
        return False
    return True if all(one is True for one in truths) else None


def _ends(values: tuple[Value, ...]) -> str:
    return f"from {decimal(values[0])} to {decimal(values[-1])}"
