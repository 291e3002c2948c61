"""The Evaluator of one response: every check counted where it belongs, the weightiest told with its words."""

from dataclasses import dataclass
from typing import NamedTuple

from baremo.core.barem import Barem, Criterion
from baremo.core.comparison import DIMENSIONS, OVERALL
from baremo.core.numbers import Value, decimal
from baremo.core.observation import Check
from baremo.judging.shapes import EvaluatorShape, MarkShape, QuoteShape, shape_level
from baremo.models.signals.responses.met import told as met_told
from baremo.models.signals.responses.seen import Seen
from baremo.models.signals.responses.sound import SOUND, Sound
from baremo.models.signals.responses.telling import Told, resting
from baremo.observe.responses.counting import QUOTED
from baremo.observe.responses.manner import OPENER, PLEASANT
from baremo.observe.responses.numerals import spelt
from baremo.observe.responses.parts import blanks
from baremo.observe.responses.task import TaskKind

MINOR, MAJOR = 1, 2
"""How many levels away from the best."""
PROVE_NOTHING = ("absent_name",)
"""Checks that are told and, where they are not sure of themselves, never counted: a name that the reference text lacks
is as often right as wrong, and which it is takes knowledge of the world."""
UNSHOWN = ("overlong", "curt", "length", "unbroken", "winding", "required_words")
"""Checks of how much there is or of what is not there, which no words show; those of a count likewise."""
MOST_PLEASANTRIES = 5
BRIEF = (TaskKind.CLASSIFICATION, TaskKind.CLOSED_QA, TaskKind.EXTRACTION)
"""Tasks of which a short answer is the best."""
DETAILED = 20
"""Words from which an answer is no short one."""


class Issues(NamedTuple):
    minor: int
    major: int


def counted(check: Check) -> int:
    """How far a check leads: one that is not sure of itself is never more than a minor issue."""
    return check.steps if check.sure else max(-MINOR, min(MINOR, check.steps))


def heeded(check: Check) -> bool:
    return check.sure or check.name not in PROVE_NOTHING


def leading(case: Seen, dimension: str) -> Check | None:
    """The check that decides a dimension: it leads farthest; a sure one before others, the first of equals."""
    found = [check for check in case.checks if check.dimension == dimension and heeded(check)]
    return max(found, key=lambda check: (abs(counted(check)), check.sure), default=None)


def issues(case: Seen) -> Issues:
    """On the scales of the built-in barem."""
    steps = [abs(counted(check)) for name in DIMENSIONS[:-1] if (check := leading(case, name))]
    return Issues(minor=steps.count(MINOR), major=sum(step >= MAJOR for step in steps))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    criterion: Criterion
    level: Value
    check: Check | None

    @property
    def issue(self) -> int:
        return self.criterion.issue(self.level)

    @property
    def label(self) -> str:
        return f"{self.criterion.name} {decimal(self.level)}"


def evaluate(case: Seen, barem: Barem, *, full: bool) -> EvaluatorShape:
    """`full`: whether a response without any issue gets the best overall mark."""
    full = full or case.kind in BRIEF or case.obeyed.every
    rated = {one.name: rate(case, one) for one in barem.criteria if one.name != OVERALL}
    marks = []
    for criterion in barem.criteria:
        if criterion.name == OVERALL:
            level, told = overall(
                case, criterion, list(rated.values()), full=full or case.kind in BRIEF or case.obeyed.every
            )
            sound = Sound(told, open=False)
        else:
            level, sound = rated[criterion.name].level, tell(case, rated[criterion.name])
        marks.append(mark(criterion, level, sound))
    return EvaluatorShape(marks=marks, emotion=None)


def mark(criterion: Criterion, level: Value, sound: Sound) -> MarkShape:
    justification, quotes = sound.told
    return MarkShape(
        criterion=criterion.name,
        justification=justification,
        quotes=quotes,
        open=sound.open,
        level=shape_level(criterion, level),
    )


def rate(case: Seen, criterion: Criterion) -> Rated:
    check = leading(case, criterion.name)
    best = criterion.scale.index(criterion.best)
    at = best + (counted(check) if check else 0)
    level = criterion.scale[min(max(at, 0), len(criterion.scale) - 1)]
    # A check that leads beyond the end of a scale with one side is of no consequence.
    return Rated(criterion=criterion, level=level, check=check if level != criterion.best else None)


def tell(case: Seen, rated: Rated) -> Sound:
    if rated.check is None and not case.response.words:
        return Sound(resting("There is not a word in it that could be held against it; asked was", case.prompted()))
    if rated.check is None:
        return SOUND[rated.criterion.name](case)
    return Sound(against(case, rated.check), open=False)


def against(case: Seen, check: Check) -> Told:
    says = check.says if check.sure else f"as far as can be told without a model, {check.says}"
    return resting(says[0].upper() + says[1:], *shown_by(case, check))


def shown_by(case: Seen, check: Check) -> list[QuoteShape | None]:
    """The words that a check rests on; none where it counts."""
    if check.name in UNSHOWN or check.name.endswith("_count"):
        return []
    if check.name == "pleasantries":
        return pleasantries(case) or [case.quote(check.turn, check.start, check.end)]
    return [case.quote(check.turn, check.start, check.end) or case.prompted()]


def pleasantries(case: Seen) -> list[QuoteShape | None]:
    text = QUOTED.sub(lambda match: blanks(match[0]), case.response.text)
    opener = OPENER.match(text)
    places = [*([opener.span()] if opener else []), *(match.span() for match in PLEASANT.finditer(text))]
    return [case.quote(case.turn, *place) for place in places[:MOST_PLEASANTRIES]]


def overall(case: Seen, criterion: Criterion, rated: list[Rated], *, full: bool) -> tuple[Value, Told]:
    """From the ratings alone, as P9 has it."""
    minor = [one for one in rated if one.issue == MINOR]
    major = [one for one in rated if one.issue >= MAJOR]
    scale = criterion.scale
    if not minor and not major:
        return scale[-1 if full else -2], content(case, full=full)
    from_top = min(5, 3 + len(major)) if major else min(3, 1 + len(minor))
    worst = max(rated, key=lambda one: one.issue)
    found, kind = (major, "major") if major else (minor, "minor")
    named = ", ".join(one.label for one in found)
    what, allow = (f"{kind} issue", "allows") if len(found) == 1 else (f"{kind} issues", "allow")
    level = scale[max(0, len(scale) - from_top)]
    says, quotes = against(case, worst.check) if worst.check else ("", [])
    whole = f"{spelt(len(found)).capitalize()} {what} ({named}) {allow} no more than {decimal(level)}. {says}"
    return level, (whole.strip(), quotes)


def content(case: Seen, *, full: bool) -> Told:
    nothing = "No issue was found in any dimension"
    if not full:
        return resting(f"{nothing}; it is not given the best mark, for it has few details ({case.response.length})")
    if case.obeyed.met:
        return resting(f"{nothing}, and it {met_told(case.obeyed.met)}")
    if case.kind in BRIEF and case.response.size < DETAILED:
        return resting(f"{nothing}, and a short answer is what was asked for")
    return resting(f"{nothing}, and it goes into detail ({case.response.length})")
