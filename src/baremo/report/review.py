"""What people read in a terminal of two responses side by side: the fixed ratings, what changed, and the trail."""

from collections import Counter
from collections.abc import Iterator, Mapping

from baremo.core.barem import Barem, Criterion
from baremo.core.comparison import LIKERT, RESPONSES
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Evidence
from baremo.core.numbers import Value, decimal
from baremo.core.record import Record
from baremo.core.review import Action, Cell, Confidence, Preference, Reviewed, Side
from baremo.core.verdict import Step
from baremo.report.style import Style, shorten, visible
from baremo.report.summary import Summary
from baremo.score.changelog import changelog
from baremo.score.lessons import lessons

WIDE = 22
"""The longest names of the usual dimensions fit."""
BAR = 40
SHOWN_QUOTE = 90
Places = Mapping[int, str]
"""What some turns are called, by their numbers."""


def review_lines(verdict: Reviewed, barem: Barem, style: Style) -> Iterator[str]:
    """The fixed ratings, on about two screens."""
    for number, cells in enumerate(verdict.cells, start=1):
        yield style.bold(f"Response {number}")
        for criterion, cell in zip(barem.criteria, cells, strict=True):
            yield from _cell_lines(criterion, cell, style)
        yield ""
    yield from _likert_lines(verdict, barem, style)
    yield ""
    yield from _bullets("Changelog", changelog(verdict), style)
    yield from _bullets("Lessons", lessons(verdict), style)


def _cell_lines(criterion: Criterion, cell: Cell, style: Style) -> Iterator[str]:
    gauge = style.gauge(cell.final, criterion.scale)
    yield f"  {cell.dimension:<{WIDE}} {gauge} {criterion.label(cell.final):>3}  {_change(cell, style)}".rstrip()
    yield from style.wrapped(visible(cell.justification), WIDE + 3)


def _change(cell: Cell, style: Style) -> str:
    if cell.action is Action.CORRECTED:
        return style.warn(f"corrected from {visible(cell.written)}")
    return style.dim(cell.action)


def _likert_lines(verdict: Reviewed, barem: Barem, style: Style) -> Iterator[str]:
    cell = verdict.likert
    anchor = next(level.anchor for level in barem.outcomes if level.value == cell.final)
    gauge = style.gauge(cell.final, tuple(level.value for level in barem.outcomes))
    yield f"{style.bold(f'{LIKERT:<{WIDE + 2}}')} {gauge} {decimal(cell.final):>3}  {anchor} {_change(cell, style)}"
    yield from style.wrapped(visible(cell.justification), WIDE + 3)
    if verdict.confidence is Confidence.LOW:
        told = "Low confidence: the order of the responses changed the preference."
        yield from style.wrapped(told, WIDE + 3, style.warn)


def _bullets(title: str, lines: tuple[str, ...], style: Style) -> Iterator[str]:
    yield style.bold(title)
    for line in lines:
        first, *rest = style.wrapped(visible(line), 4)
        yield f"  - {first.lstrip()}"
        yield from rest


def trail_lines(case: Dialogue, verdict: Reviewed, barem: Barem, style: Style) -> Iterator[str]:
    """Everything that led to a review, in the order it happened."""
    asked = len(case.turns) - len(RESPONSES)
    for number, side in enumerate(verdict.sides, start=1):
        yield from _side_lines(number, side, barem, {asked + 1: f"Response {number}"}, style)
    yield ""
    yield style.bold("Both together")
    for preference in verdict.preferences:
        places = {asked + 1: f"Response {preference.first}", asked + 2: f"Response {3 - preference.first}"}
        yield from _preference_lines(preference, places, style)
    yield ""
    yield style.bold("Reconciled")
    for step in verdict.steps:
        yield from style.beside("Rule", _step_words(step))
    yield from review_lines(verdict, barem, style)


def _side_lines(number: int, side: Side, barem: Barem, places: Places, style: Style) -> Iterator[str]:
    yield ""
    yield style.bold(f"Response {number}, judged alone")
    for item in side.checked.marks:
        criterion = barem.criterion(item.mark.criterion)
        first, *rest = style.wrapped(visible(item.mark.justification), WIDE + 8)
        yield f"  {criterion.name:<{WIDE}} {criterion.label(item.mark.level):>3}  {first.lstrip()}"
        yield from rest
        yield from _evidence_lines(item.evidence, places, style)
    for check in side.checks:
        binding = "" if check.sure else " (no rule, evidence only)"
        words = f"{check.name}: {check.says} [{_place(check.turn, places)}, {check.start}:{check.end}]{binding}"
        yield from style.beside("Code sees", words)
    for step in side.scored.steps:
        yield from style.beside("Rule", _step_words(step))


def _place(turn: int | None, places: Places) -> str:
    """By its name, where it is a response: each was shown without the other, or in another order."""
    return places.get(turn or 0, f"turn {turn}")


def _evidence_lines(evidence: tuple[Evidence, ...], places: Places, style: Style) -> Iterator[str]:
    for item in evidence:
        where = f"{_place(item.turn, places)}, {item.match}" if item.verified else f"not counted, {item.fault}"
        words = f"↳ {where}: “{shorten(visible(item.quote.text), SHOWN_QUOTE)}”"
        yield from style.wrapped(words, WIDE + 8, style.dim)


def _preference_lines(preference: Preference, places: Places, style: Style) -> Iterator[str]:
    words = f"{preference.likert}, with response {preference.first} shown first: {preference.reason}"
    yield from style.beside(LIKERT, words)
    yield from _evidence_lines(preference.evidence, places, style)


def _step_words(step: Step) -> str:
    change = f"{decimal(step.before)} → {decimal(step.after)}" if step.bites else f"{decimal(step.before)} stays"
    return f"{step.rule} on {step.target}: {change}, {step.because}"


class ReviewSummary(Summary):
    """Many reviews at a glance."""

    what, done = "tasks", "reviewed"

    def __init__(self, barem: Barem) -> None:
        super().__init__(barem)
        self._likert: Counter[Value] = Counter()
        self._actions: dict[str, Counter[Action]] = {}
        self._sums: dict[str, Value] = {}
        self._rewritten = 0
        self._low = 0

    def _add_verdict(self, record: Record) -> None:
        verdict = record.verdict
        if not isinstance(verdict, Reviewed):
            raise TypeError("a dialogue has a summary of its own")
        self._likert[verdict.likert.final] += 1
        self._low += verdict.confidence is Confidence.LOW
        for cell in (*verdict.cells[0], *verdict.cells[1], verdict.likert):
            self._actions.setdefault(cell.dimension, Counter())[cell.action] += 1
            self._sums[cell.dimension] = self._sums.get(cell.dimension, 0) + cell.final
            self._rewritten += bool(cell.rewritten) and cell.action is Action.KEPT

    def _body(self, scored: int, style: Style) -> Iterator[str]:
        if not scored:
            return
        for level in self._barem.outcomes:
            count = self._likert[level.value]
            bar = style.dim("█" * round(count / scored * BAR))
            yield f"  {decimal(level.value)} {level.anchor:<32} {count:>7,} {count / scored:>6.1%} {bar}".rstrip()
        yield ""
        yield style.dim(f"  {'':<{WIDE}} {'mean':>6} {'kept':>8} {'corrected':>10} {'filled':>8}")
        for name, actions in self._actions.items():
            mean = float(self._sums[name] / actions.total())
            counts = f"{actions[Action.KEPT]:>8,} {actions[Action.CORRECTED]:>10,} {actions[Action.FILLED]:>8,}"
            yield f"  {name:<{WIDE}} {mean:>6.2f} {counts}"
        yield ""
        if self._rewritten:
            yield from style.beside("Rewritten", f"{self._rewritten:,} justifications of ratings that were kept")
        if self._low:
            what = "1 preference changes" if self._low == 1 else f"{self._low:,} preferences change"
            yield from style.beside("Warning", f"{what} with the order of the responses", style.warn)
