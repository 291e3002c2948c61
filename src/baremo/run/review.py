"""The way of one comparison: is it a task, judge each response alone, compare both, check, score, reconcile."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from baremo.core.barem import Barem, Review
from baremo.core.claims import Claims
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Checked
from baremo.core.jury import Jury
from baremo.core.observation import Check, Observation
from baremo.core.review import Preference, Reviewed, Side
from baremo.core.verdict import Scored, Seat, Unscored
from baremo.errors import JudgeError
from baremo.judging.plans import Preferred, Steps, preference, solo, together, validity
from baremo.observe.registry import watch
from baremo.observe.responses.registry import inspect
from baremo.observe.responses.validity import unfit
from baremo.score.doubt import doubt
from baremo.score.panel import settle
from baremo.score.reconcile import reconcile
from baremo.score.verdict import score
from baremo.verify.claims import check, find
from baremo.verify.justification import weaknesses

INVALID = "INVALID TASK"
TASK = "task"
"""The stage at which a task is found to be none."""
NEITHER = 4
"""The preference for none."""
NAMED = re.compile(r"\b(responses?\s+#?)([12])\b", re.IGNORECASE)
PARTS = 4
"""What one judge is asked: about each response alone, and about both in each order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One response as a judge sees it, and what code sees in it."""

    dialogue: Dialogue
    checks: tuple[Check, ...]
    observed: tuple[Observation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What one judge said of both responses, looked up and scored."""

    seats: tuple[Seat, Seat]
    preferences: tuple[Preference, ...]
    failure: Unscored | None = None
    """Why there is no preference, or no rating of a response."""


def review(case: Comparison, barem: Barem, jury: Jury) -> Steps[Reviewed | Unscored]:
    """Without a model at hand: `drive` asks real ones, `verify` gives the replies on record."""
    if reason := unfit(case, manner(barem)):
        return Unscored(reason=f"{INVALID}: {reason}", stage=TASK)
    found = yield from _validity(case, barem, jury)
    if isinstance(found, JudgeError):
        return Unscored(reason=found.reason, stage=found.stage)
    if found:
        return Unscored(reason=f"{INVALID}: {found}", stage=TASK)
    shown = look(case, barem)
    bench = yield from _heard(case, barem, shown, range(jury.seats))
    if jury.further and any(_doubtful(one, barem) for one in bench):
        bench += yield from _heard(case, barem, shown, range(jury.seats, jury.seats + jury.further))
    return conclude(case, barem, shown, bench)


def _validity(case: Comparison, barem: Barem, jury: Jury) -> Steps[str | JudgeError]:
    """What the first judge says who says anything; the first failure where none does."""
    failure: JudgeError | None = None
    for seat in range(jury.seats):
        try:
            return (yield from validity(case, barem, seat))
        except JudgeError as error:
            failure = failure or error
    return failure or JudgeError("nobody sits in judgment", stage="validity")


def manner(barem: Barem) -> Review:
    return barem.review or Review()


def look(case: Comparison, barem: Barem) -> tuple[Shown, Shown]:
    first, second = (
        Shown(dialogue=one, checks=inspect(one, manner(barem)), observed=watch(one, barem.observers))
        for one in (case.alone(1), case.alone(2))
    )
    return first, second


def _heard(
    case: Comparison, barem: Barem, shown: tuple[Shown, Shown], seats: Sequence[int]
) -> Steps[tuple[Heard, ...]]:
    """All four questions to every judge at once: none depends on the answer to another."""

    def rated(seat: int, one: Shown) -> Steps[Claims | Preferred]:
        return (yield from solo(one.dialogue, barem, seat))

    def compared(seat: int, first: int) -> Steps[Claims | Preferred]:
        return (yield from preference(case, barem, seat, first))

    plans: list[Steps[Claims | Preferred]] = []
    for seat in seats:
        plans += [rated(seat, one) for one in shown]
        plans += [compared(seat, first) for first in (1, 2)]
    said = yield from together(plans)
    return tuple(_taken(case, barem, shown, said[start : start + PARTS]) for start in range(0, len(said), PARTS))


def _taken(
    case: Comparison, barem: Barem, shown: tuple[Shown, Shown], said: Sequence[Claims | Preferred | JudgeError]
) -> Heard:
    failed = next((one for one in said if isinstance(one, JudgeError)), None)
    first, second = (_seat(held, one, barem) for held, one in zip(said[:2], shown, strict=True))
    return Heard(
        seats=(first, second),
        preferences=tuple(_turned_back(one, case) for one in said[2:] if isinstance(one, Preferred)),
        failure=Unscored(reason=failed.reason, stage=failed.stage) if failed else None,
    )


def _seat(said: Claims | Preferred | JudgeError, shown: Shown, barem: Barem) -> Seat:
    if isinstance(said, Claims):
        return rated(check(said, shown.dialogue), shown, barem)
    reason, stage = (said.reason, said.stage) if isinstance(said, JudgeError) else ("no rating", "evaluator")
    return Seat(checked=None, verdict=Unscored(reason=reason, stage=stage))


def rated(checked: Checked, shown: Shown, barem: Barem) -> Seat:
    return Seat(checked=checked, verdict=score(checked, barem, shown.dialogue, shown.observed, shown.checks))


def _turned_back(said: Preferred, case: Comparison) -> Preference:
    """In the order of the task, and with its quotes looked up where they were read."""
    both = case.together(said.first, 3 - said.first)
    return Preference(
        first=said.first,
        likert=said.likert if said.first == 1 else 8 - said.likert,
        reason=said.reason if said.first == 1 else swapped(said.reason),
        evidence=tuple(find(quote, both) for quote in said.quotes),
    )


def swapped(reason: str) -> str:
    """With the names of the responses changed round: a judge knows them by the order in which it saw them."""
    return NAMED.sub(lambda found: f"{found[1]}{3 - int(found[2])}", reason)


def _doubtful(heard: Heard, barem: Barem) -> bool:
    """No rating, or no preference that holds in both orders."""
    if heard.failure or any(doubt(seat.verdict, barem) for seat in heard.seats):
        return True
    return len({(one.likert > NEITHER) - (one.likert < NEITHER) for one in heard.preferences}) > 1


def conclude(
    case: Comparison, barem: Barem, shown: tuple[Shown, Shown], bench: tuple[Heard, ...]
) -> Reviewed | Unscored:
    """The review that follows from what the judges said; unscored where not more than half of them said all."""
    failures = [heard.failure for heard in bench if heard.failure]
    if failures and len(bench) == 1:
        return failures[0]
    if len(failures) * 2 >= len(bench):
        reasons = "; ".join(dict.fromkeys(one.reason for one in failures))
        what = f"{len(failures)} of {len(bench)} judges gave no ratings that can be used ({reasons})"
        return Unscored(reason=what, stage="panel")
    whole = [heard for heard in bench if not heard.failure]
    preferences = tuple(one for heard in whole for one in heard.preferences)
    first, second = (
        side_of(tuple(heard.seats[place] for heard in whole), one, barem) for place, one in enumerate(shown)
    )
    return reconciled(case, barem, (first, second), preferences)


def side_of(seats: tuple[Seat, ...], shown: Shown, barem: Barem) -> Side:
    if len(seats) == 1:
        checked, verdict = seats[0].checked, seats[0].verdict
    else:
        checked, verdict = settle(seats, barem, shown.dialogue, shown.observed, shown.checks)
    assert checked is not None  # noqa: S101  who has not rated is not heard
    assert isinstance(verdict, Scored)  # noqa: S101
    return Side(checked=checked, scored=verdict, checks=shown.checks, panel=seats if len(seats) > 1 else ())


def reconciled(
    case: Comparison, barem: Barem, sides: tuple[Side, Side], preferences: tuple[Preference, ...]
) -> Reviewed:
    return reconcile(case, barem, sides, preferences, weaknesses(case, barem))
