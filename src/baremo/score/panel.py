"""Several judges, one verdict: the median per criterion, spoken for by a judge who gave it.

Each judge's debate is ruled on its own. The level of a criterion is the median of the ruled levels (of two in the
middle, the lower), and its words and quotes are those of the first judge who came to that level: no mark is averaged
into being. Caps, mean, deductions and the overall level then follow as for one judge.
"""

from statistics import median_low

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Checked, CheckedAnswer, Evidence
from baremo.core.observation import Check, Observation
from baremo.core.verdict import Ruling, Seat, Unscored, Verdict
from baremo.score.referee import rule
from baremo.score.verdict import conclude


def settle(
    seats: tuple[Seat, ...],
    barem: Barem,
    dialogue: Dialogue,
    observed: tuple[Observation, ...],
    checks: tuple[Check, ...] = (),
) -> tuple[Checked | None, Verdict]:
    """The claims that the panel speaks with, and its verdict; unscored where not more than half of it has one."""
    heard = [seat.checked for seat in seats if seat.checked]
    if len(heard) * 2 <= len(seats):
        reasons = "; ".join(
            f"judge {number}: {seat.verdict.reason}"
            for number, seat in enumerate(seats, start=1)
            if isinstance(seat.verdict, Unscored)
        )
        what = f"{len(seats) - len(heard)} of {len(seats)} judges gave no marks that can be used ({reasons})"
        return None, Unscored(reason=what, stage="panel")
    checked, rulings = _spoken(heard, barem)
    return checked, conclude(checked, rulings, barem, dialogue, observed, checks)


def _spoken(heard: list[Checked], barem: Barem) -> tuple[Checked, tuple[Ruling, ...]]:
    ruled = [{ruling.criterion: ruling for ruling in rule(checked, barem.referee)} for checked in heard]
    marks, answers, rulings = [], [], []
    for index, criterion in enumerate(barem.criteria):
        name = criterion.name
        levels = [
            own[name].final if name in own else checked.marks[index].mark.level
            for checked, own in zip(heard, ruled, strict=True)
        ]
        speaker = levels.index(median_low(levels))
        marks.append(heard[speaker].marks[index])
        answers += _answer(heard[speaker], name)
        if name in ruled[speaker]:
            rulings.append(ruled[speaker][name])
    return Checked(marks=tuple(marks), emotion=_emotion(heard), critique=tuple(answers)), tuple(rulings)


def _answer(checked: Checked, criterion: str) -> list[CheckedAnswer]:
    return [item for item in checked.critique if item.answer.criterion == criterion]


def _emotion(heard: list[Checked]) -> Evidence | None:
    """Something emotional was said where more than half of the judges found it."""
    found = [checked.emotion for checked in heard if checked.emotion and checked.emotion.verified]
    return found[0] if len(found) * 2 > len(heard) else None
