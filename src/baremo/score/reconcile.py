"""The sheet that somebody had begun, held against the independent judgment: kept, corrected or filled, cell by cell
(SPEC P6), with Overall Quality held to the issues (P9) and the Likert to the ratings (P10)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from baremo.core.barem import Barem, Criterion
from baremo.core.comparison import LIKERT, VERBOSITY, Comparison, Entry
from baremo.core.numbers import Value, decimal
from baremo.core.prose import pleasantry, sentences
from baremo.core.review import Action, Cell, Confidence, Preference, Reviewed, Side, Weakness
from baremo.core.verdict import Step
from baremo.score.issues import ALIGNED as P9
from baremo.score.issues import allowed, checked_levels
from baremo.score.likert import ALIGNED as P10
from baremo.score.likert import SCALE, Standing, heard, preferred, standing
from baremo.score.phrases import anchor, ended, justified, moves, one_line, within
from baremo.score.sidebyside import composed, conforms, misstated, tells

Weak = Mapping[tuple[int, str], str]
"""Why an original justification cannot stay, by response (0 for the Likert) and dimension."""
Cells = tuple[Cell, ...]
LONGEST_REASON = 240
UNCHECKED = "whether that is right cannot be told without a model or a person"
"""Why a rating is kept that is not the judged one, where the judge could not tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """All that lies before the reviewer."""

    case: Comparison
    barem: Barem
    weak: Weak

    @property
    def lenient(self) -> bool:
        return bool(self.barem.review and self.barem.review.lenient)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What becomes of one rating."""

    written: str
    final: Value
    action: Action
    reason: str = ""


def reconcile(
    case: Comparison,
    barem: Barem,
    sides: tuple[Side, Side],
    preferences: tuple[Preference, ...],
    weak: Weak,
) -> Reviewed:
    """An original rating stays where it is the judged one, or where the judge could not tell and nothing refutes it. In
    the dimensions nothing else stays, unless the barem is lenient. Overall Quality and the Likert stay wherever the
    final ratings allow them, be the judge's another: the rules leave that room to people, and no dimension speaks
    against them."""
    desk = Desk(case=case, barem=barem, weak=weak)
    (first, lowered), (second, raised) = (_table(desk, number, side) for number, side in enumerate(sides, start=1))
    told = heard(preferences)
    likert, moved = _likert(desk, (first, second), preferences)
    return Reviewed(
        sides=sides,
        preferences=preferences,
        cells=(first, second),
        likert=likert,
        steps=(*lowered, *raised, *moved),
        confidence=Confidence.FIRM if told.agreed else Confidence.LOW,
        scratch=_scratch(case),
        strays=_strays(case, barem),
    )


def _strays(case: Comparison, barem: Barem) -> tuple[str, ...]:
    names = [one.name for one in barem.criteria]
    return tuple(
        f"Response {number}, {one_line(entry.dimension, 40)}: {one_line(entry.written, 40) or 'no rating'}"
        for number in (1, 2)
        for entry in case.sheet.strays(number, names)
    )


def _scratch(case: Comparison) -> bool:
    """Whether no rating is written anywhere: words alone are no original ratings."""
    return all(_is_blank(entry) for entry in (*case.sheet.ratings[0], *case.sheet.ratings[1], case.sheet.likert))


def _is_blank(entry: Entry) -> bool:
    return not entry.written.strip() and entry.value is None


def _table(desk: Desk, number: int, side: Side) -> tuple[Cells, list[Step]]:
    cells = tuple(_rated(desk, number, side, one) for one in desk.barem.criteria[:-1])
    overall, steps = _overall(desk, number, side, cells)
    return (*cells, overall), steps


def settle(entry: Entry, scale: tuple[Value, ...], proposed: Settled, against: Callable[[Value], str]) -> Settled:
    """Filled where nothing stands there; corrected where it is no level, or where something speaks against it. What is
    proposed has the level and how it came about."""
    if _is_blank(entry):
        return proposed
    written = entry.written.strip() or decimal(entry.value or 0)
    span = (
        f"the scale {decimal(scale[0])}–{decimal(scale[-1])}"
        if scale[0] >= 0
        else (f"the scale {decimal(scale[0])} to {decimal(scale[-1])}")
    )
    if entry.value is None:
        reason = f"“{one_line(written, 40)}” is no rating on {span}"
    elif entry.value not in scale:
        reason = f"{one_line(written, 40)} is not on {span}"
    else:
        reason = against(entry.value)
    if reason in ("", UNCHECKED) and entry.value is not None:
        return Settled(written=written, final=entry.value, action=Action.KEPT, reason=reason)
    return Settled(written=written, final=proposed.final, action=Action.CORRECTED, reason=reason)


def _filled(final: Value, reason: str) -> Settled:
    return Settled(written="", final=final, action=Action.FILLED, reason=one_line(reason, LONGEST_REASON).rstrip("."))


def _rated(desk: Desk, number: int, side: Side, criterion: Criterion) -> Cell:
    judged, weak = _level(side, criterion.name), desk.weak.get((number, criterion.name), "")
    entry = desk.case.sheet.entry(number, criterion.name)
    proposed = _filled(judged, _justified(desk, number, side, criterion, judged))

    def against(value: Value) -> str:
        if value == judged or (desk.lenient and _stays(desk.barem, side, criterion, value)):
            return ""
        return UNCHECKED if is_open(side, criterion.name) and not refuted(weak) else proposed.reason

    settled = settle(entry, criterion.scale, proposed, against)
    words = _justified(desk, number, side, criterion, settled.final)
    if settled.reason == UNCHECKED:
        words = f"It was rated {decimal(settled.final)} by the attempter; {UNCHECKED}."
    return _cell(entry, settled, judged, words, weak)


def _justified(desk: Desk, number: int, side: Side, criterion: Criterion, final: Value) -> str:
    """Not with pleasantries under Verbosity, be they a judge's words, unless the barem counts them there."""
    words = justified(criterion, desk.case, number, side, final)
    lengthen = desk.barem.review is not None and desk.barem.review.pleasantries_lengthen
    if criterion.name == VERBOSITY and not lengthen and pleasantry(words):
        return anchor(criterion, final)
    return words


def is_open(side: Side, name: str) -> bool:
    """Whether the judge could not tell, and no rule has decided since."""
    said = next(one.mark for one in side.checked.marks if one.mark.criterion == name)
    return said.open and _level(side, name) == said.level


def refuted(weak: str) -> bool:
    """Whether the original justification is shown to be wrong, and not only thin: a rating does not stay that rests on
    words that are not there, says something else than it, or rests on what does not count there."""
    return weak.startswith((Weakness.UNFOUND, Weakness.CONTRADICTORY, Weakness.MISPLACED))


def _level(side: Side, name: str) -> Value:
    return next(mark.level for mark in side.scored.marks if mark.criterion == name)


def _stays(barem: Barem, side: Side, criterion: Criterion, value: Value) -> bool:
    """Whether a lenient reviewer lets a rating stand: one level off, and no evidence against it. Evidence is a rule or
    a check by code that allows no such level, or words that were found where the judge is the stricter."""
    mark = next(one for one in side.scored.marks if one.criterion == criterion.name)
    scale = criterion.scale
    if abs(scale.index(value) - scale.index(mark.level)) != 1:
        return False
    levels = {one.criterion: one.level for one in side.scored.marks}
    _, bounds = checked_levels(barem, levels | {criterion.name: value}, side.checks)
    issue = criterion.issue
    steps = [step for step in bounds if step.target == criterion.name] + moves(side, criterion.name)
    if any(issue(value) < issue(step.after) for step in steps):
        return False
    stricter = issue(mark.level) > issue(value)
    return not (stricter and any(item.verified for item in mark.evidence))


def _overall(desk: Desk, number: int, side: Side, cells: Cells) -> tuple[Cell, list[Step]]:
    """Held to what the final ratings of the dimensions allow."""
    criterion = desk.barem.criteria[-1]
    judged = _level(side, criterion.name)
    levels = {cell.dimension: cell.final for cell in cells}
    room = allowed(desk.barem, levels)
    entry = desk.case.sheet.entry(number, criterion.name)
    proposed = _filled(room.held(judged), room.says)
    settled = settle(
        entry, criterion.scale, proposed, lambda value: "" if room.admits(value) else room.says.rstrip(".")
    )
    own = all(cell.final == cell.judged for cell in cells) and not moves(side, criterion.name)
    words = (
        justified(criterion, desk.case, number, side, settled.final)
        if own and settled.final == judged
        else _follows(room.because, settled.final, cells, desk.barem)
    )
    before = entry.value if settled.action is Action.CORRECTED and entry.value in criterion.scale else judged
    steps = []
    if settled.action is not Action.KEPT and before != settled.final and before is not None:
        target = f"Response {number}, {criterion.name}"
        steps = [Step(rule=P9, target=target, before=before, after=settled.final, because=room.says)]
    return _cell(entry, settled, room.held(judged), words, desk.weak.get((number, criterion.name), "")), steps


def _follows(because: str, final: Value, cells: Cells, barem: Barem) -> str:
    """Why the overall mark follows from the dimensions, and the heaviest of their issues in its own words."""
    whole = f"With {because}, it comes to {decimal(final)}."
    worst = max(cells, key=lambda cell: barem.criterion(cell.dimension).issue(cell.final))
    if not barem.criterion(worst.dimension).issue(worst.final):
        return whole
    return ended(f"{whole} {worst.dimension}: {within(one_line(''.join(sentences(worst.justification)[:1])))}")


def _cell(entry: Entry, settled: Settled, judged: Value, words: str, weak: str) -> Cell:
    """With the original justification where it can stay, else with ours."""
    why = ""
    if not entry.justification.strip():
        why = Weakness.MISSING
    elif settled.action is Action.KEPT:
        why = weak
    else:
        why = weak or (Weakness.UNRATED if entry.value is None else Weakness.CORRECTED)
    return Cell(
        dimension=entry.dimension,
        written=settled.written,
        judged=judged,
        final=settled.final,
        action=settled.action,
        reason=settled.reason,
        justification=words if why else entry.justification,
        rewritten=str(why),
    )


def _likert(desk: Desk, tables: tuple[Cells, Cells], preferences: tuple[Preference, ...]) -> tuple[Cell, list[Step]]:
    first, second = ({cell.dimension: cell.final for cell in cells} for cells in tables)
    stands = standing(desk.barem, first, second)
    judged, steps = preferred(heard(preferences), stands)
    entry = desk.case.sheet.likert
    settled = settle(entry, SCALE, _filled(judged, stands.room.says), _against(stands))
    if settled.action is Action.CORRECTED and entry.value in SCALE and entry.value is not None:
        steps.append(Step(rule=P10, target=LIKERT, before=entry.value, after=settled.final, because=stands.room.says))
    weak = desk.weak.get((0, LIKERT), "")
    if settled.action is Action.KEPT:
        weak = weak or _unfit(entry.justification, settled.final, desk.barem, (first, second))
    return _cell(entry, settled, judged, _compared(desk, tables, settled.final, preferences), weak), steps


def _against(stands: Standing) -> Callable[[Value], str]:
    return lambda value: "" if stands.room.admits(value) else stands.room.says.rstrip(".")


def _unfit(text: str, likert: Value, barem: Barem, levels: tuple[Mapping[str, Value], Mapping[str, Value]]) -> str:
    """Why a text does not justify the preference; empty where it does."""
    why = conforms(text, likert)
    if not why and (stated := misstated(text, barem, levels)):
        why = f"it names {stated}, which is neither rating"
    return Weakness.FORM.shown(why) if why else ""


def _compared(desk: Desk, tables: tuple[Cells, Cells], likert: Value, preferences: tuple[Preference, ...]) -> str:
    """A judge's own reason where it conforms, names the responses as the task does, and names a dimension that tells
    them apart, if any does; else ours."""
    first, second = ({cell.dimension: cell.final for cell in cells} for cells in tables)
    for one in preferences:
        found = all(item.verified for item in one.evidence)
        fits = found and not _unfit(one.reason, likert, desk.barem, (first, second))
        if one.first == 1 and fits and tells(one.reason, likert, desk.barem, (first, second)):
            return one_line(one.reason)
    reasons, others = (
        {cell.dimension: cell.justification for cell in cells if not (cell.reason == UNCHECKED and cell.rewritten)}
        for cells in tables
    )
    return composed(likert, desk.barem, (first, second), (reasons, others))
