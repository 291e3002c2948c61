"""`baremo whatif`: the stored opinions under another barem. No judge is asked."""

from dataclasses import replace

from baremo.core.barem import Barem
from baremo.core.claims import Objection
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Checked
from baremo.core.observation import Observation
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Seat, Unscored
from baremo.load.barems import restore_barem
from baremo.load.tree import changed_by
from baremo.observe.registry import watch
from baremo.score.panel import settle
from baremo.score.verdict import score
from baremo.store.run import Run


def barem_with(run: Run, settings: list[str]) -> Barem:
    """The run's own barem with `path=value` settings laid over it."""
    return restore_barem(run.header.barem_document, "--set", changed_by(settings))


def rescored(record: Record, barem: Barem) -> Record:
    """The same dialogue and claims, ruled and summed under another barem."""
    if isinstance(record.verdict, Reviewed):
        return replace(record, barem=barem.digest, verdict=_reviewed(record.dialogue, record.verdict, barem))
    if record.checked is None:
        return replace(record, barem=barem.digest)
    observed = watch(record.dialogue, barem.observers)
    if not record.panel:
        seat = _again(record.checked, barem, record.dialogue, observed)
        return replace(record, barem=barem.digest, verdict=seat.verdict, observed=observed)
    panel = tuple(
        _again(seat.checked, barem, record.dialogue, observed) if seat.checked else seat for seat in record.panel
    )
    checked, verdict = settle(panel, barem, record.dialogue, observed)
    return replace(record, barem=barem.digest, checked=checked, verdict=verdict, observed=observed, panel=panel)


def _again(checked: Checked, barem: Barem, dialogue: Dialogue, observed: tuple[Observation, ...]) -> Seat:
    fitted = fit(checked, barem)
    if isinstance(fitted, Checked):
        return Seat(checked=fitted, verdict=score(fitted, barem, dialogue, observed))
    return Seat(checked=None, verdict=Unscored(reason=fitted, stage="whatif"))


def _reviewed(case: Dialogue, verdict: Reviewed, barem: Barem) -> Reviewed | Unscored:
    """The same ratings and preferences, reviewed under another barem for two responses."""
    from baremo.run.review import look, rated, reconciled, side_of

    if not isinstance(case, Comparison) or not barem.review:
        return Unscored(reason="the other barem is not for two responses", stage="whatif")
    sides = []
    for side, shown in zip(verdict.sides, look(case, barem), strict=True):
        given = [seat.checked for seat in side.panel if seat.checked] or [side.checked]
        fitted = [fit(checked, barem) for checked in given]
        if reason := next((one for one in fitted if isinstance(one, str)), ""):
            return Unscored(reason=reason, stage="whatif")
        seats = tuple(rated(one, shown, barem) for one in fitted if isinstance(one, Checked))
        sides.append(side_of(seats, shown, barem))
    return reconciled(case, barem, (sides[0], sides[1]), verdict.preferences)


def fit(checked: Checked, barem: Barem) -> Checked | str:
    """The claims that this barem asks for, in its order; or why they do not do for it."""
    marks = {item.mark.criterion: item for item in checked.marks}
    answers = {item.answer.criterion: item for item in checked.critique}
    for criterion in barem.criteria:
        if criterion.name not in marks:
            return f"nobody was asked about {criterion.name}"
        answer = answers[criterion.name].answer if criterion.name in answers else None
        given = [marks[criterion.name].mark.level] + ([answer.level] if isinstance(answer, Objection) else [])
        for level in given:
            if level not in criterion.scale:
                return f"{criterion.name} was given a level that is not on the other scale"
    debated = barem.protocol.debated
    return Checked(
        marks=tuple(marks[criterion.name] for criterion in barem.criteria),
        emotion=checked.emotion,
        critique=tuple(answers[one.name] for one in barem.criteria if one.name in answers) if debated else (),
    )
