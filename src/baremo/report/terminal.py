"""What people read in a terminal: one dialogue as a table of marks with their quotes, and its whole audit trail."""

from collections.abc import Iterator, Sequence

from baremo.core.barem import Barem, Combine, Criterion
from baremo.core.claims import Objection
from baremo.core.comparison import RESPONSES
from baremo.core.decision import Decision
from baremo.core.dialogue import Speaker
from baremo.core.evidence import Checked, CheckedAbsence, CheckedAnswer, Evidence
from baremo.core.numbers import Value, share
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import FinalMark, Ruling, Scored, Seat, Unscored
from baremo.report.estimate import estimate_lines
from baremo.report.exchanges import chances_lines, exchange_lines, note_lines
from baremo.report.panel import judges, panel_lines
from baremo.report.people import people_lines
from baremo.report.style import NAME, Style, shorten, visible
from baremo.report.words import mapping_rule, outcome, ruling_words, step_words
from baremo.score.sums import written_sum

SHOWN_QUOTE = 90


def case_lines(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    """The verdict on one dialogue, on about a screen."""
    yield from _title(record, barem, style)
    verdict = record.verdict
    if not isinstance(verdict, Scored):
        yield from (
            _unscored(verdict, style) if isinstance(verdict, Unscored) else _review(record, verdict, barem, style)
        )
        yield from _panel(record, barem, style)
        return
    rulings = {ruling.criterion: ruling for ruling in verdict.rulings}
    for criterion, mark in zip(barem.criteria, verdict.marks, strict=True):
        yield from _mark_lines(criterion, mark, rulings.get(mark.criterion), style)
    yield from _panel(record, barem, style)
    yield ""
    yield from _sum_lines(verdict, barem, style)
    yield from estimate_lines(record, style)


def audit_lines(
    record: Record, barem: Barem, style: Style, origin: tuple[str, ...], decisions: Sequence[Decision] = ()
) -> Iterator[str]:
    """Everything that led to the verdict, in the order it happened, and what people said of it; `origin` is what the
    run says of itself."""
    yield from _title(record, barem, style)
    for number, turn in record.dialogue.numbered():
        label = f"({turn.name or 'context'})" if turn.speaker is Speaker.CONTEXT else turn.speaker.value
        if turn.name in RESPONSES:
            label = f"(resp {RESPONSES.index(turn.name) + 1})"
        marks = f"  [{','.join(map(str, turn.marks))}]" if turn.marks else ""
        first, *rest = style.wrapped(visible(turn.text) + marks, NAME)
        yield f"  {number:>3} {shorten(visible(label), 8):<8} {first.lstrip() or style.dim('(no text)')}"
        yield from rest
    if record.dialogue.overall:
        yield f"      {'people':<8} {','.join(map(str, record.dialogue.overall))} overall"
    yield from note_lines(record, style)
    if record.panel:
        for number, (name, seat) in enumerate(zip(judges(record), record.panel, strict=True), start=1):
            yield from _seat_lines(f"{number}, {visible(name)}", seat, barem, style)
    elif record.checked:
        yield from _claims_lines(record.checked, barem, style)
    yield from chances_lines(record, barem, style)
    yield from _panel(record, barem, style)
    yield from _ruled_lines(record, barem, style)
    yield from estimate_lines(record, style)
    yield from _people(decisions, style)
    yield from _heading("Provenance", style)
    yield from style.beside("barem", f"{barem.name} {record.barem}")
    yield from style.beside("dialogue", record.dialogue.digest)
    yield from exchange_lines(record, barem, style)
    for name, line in zip(("record", "run"), origin, strict=False):
        yield from style.beside(name, line)


def _ruled_lines(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    """What code made of all that."""
    verdict = record.verdict
    if isinstance(verdict, Reviewed):
        from baremo.report.preferring import agreed_lines
        from baremo.report.review import trail_lines

        yield from trail_lines(record.dialogue, verdict, barem, style)
        yield from agreed_lines(record, style)
        return
    yield from _heading("Referee", style)
    if isinstance(verdict, Unscored):
        yield from _unscored(verdict, style)
    else:
        yield from _verdict_lines(verdict, _undisputed(record, barem), barem, style)


def _review(record: Record, verdict: Reviewed, barem: Barem, style: Style) -> Iterator[str]:
    from baremo.report.preferring import agreed_lines
    from baremo.report.review import review_lines  # dialogues are shown without it

    yield from review_lines(verdict, barem, style)
    yield from agreed_lines(record, style)


def _title(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    what = "Task" if barem.review else "Dialogue"
    title = f"{what} {visible(str(record.dialogue.id))}"
    who = f"a panel of {len(record.panel)}" if record.panel else record.judge
    yield f"{style.bold(title)}  {style.dim(visible(f'{barem.name} · judged by {who}'))}"
    yield style.dim("─" * (style.width - 2))
    for flag in record.flags:
        yield from style.beside("Warning", flag, style.warn)


def _panel(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    if record.panel:
        yield from _heading("Panel", style)
        yield from panel_lines(record, barem, style)


def _people(decisions: Sequence[Decision], style: Style) -> Iterator[str]:
    if decisions:
        yield from _heading("People", style)
        yield from people_lines(decisions, style)


def _seat_lines(who: str, seat: Seat, barem: Barem, style: Style) -> Iterator[str]:
    """One judge of a panel: what it said, and what the Referee made of it."""
    if isinstance(seat.verdict, Unscored):
        yield from _heading(f"Judge {who}", style)
        yield from _unscored(seat.verdict, style)
    if seat.checked:
        yield from _claims_lines(seat.checked, barem, style, who)
    if isinstance(seat.verdict, Scored) and seat.verdict.rulings:
        yield from _heading(f"Referee (judge {who})", style)
        yield from _ruling_lines(seat.verdict, barem, style)


def _claims_lines(checked: Checked, barem: Barem, style: Style, who: str = "") -> Iterator[str]:
    whose = f" (judge {who})" if who else ""
    yield from _heading(f"Evaluator{whose}", style)
    for item in checked.marks:
        criterion = barem.criterion(item.mark.criterion)
        yield from _claim(criterion, item.mark.level, item.mark.justification, style)
        yield from _evidence_lines(item.evidence, style)
    emotion = checked.emotion
    yield f"  {'Emotion':<{NAME}}      {'' if emotion else 'nothing emotional was said'}".rstrip()
    yield from _evidence_lines((emotion,) if emotion else (), style)
    if checked.critique:
        yield from _heading(f"Critic{whose}", style)
        for answer in checked.critique:
            yield from _answer_lines(answer, barem.criterion(answer.answer.criterion), style)


def _heading(text: str, style: Style) -> Iterator[str]:
    yield ""
    yield style.bold(text)


def _unscored(verdict: Unscored, style: Style) -> Iterator[str]:
    yield f"  {style.warn('Unscored')} ({verdict.stage}): {visible(verdict.reason)}"


def _mark_lines(criterion: Criterion, mark: FinalMark, ruling: Ruling | None, style: Style) -> Iterator[str]:
    gauge = style.gauge(mark.level, criterion.scale)
    change = f"  {outcome(ruling, criterion)} ({ruling.ground})" if ruling and ruling.final != ruling.evaluator else ""
    head = f"  {mark.criterion:<{NAME}} {gauge} {criterion.label(mark.level):>4}  "
    yield f"{head}{style.dim('×' + share(criterion.weight, 2))}{style.warn(change)}"
    yield from style.wrapped(visible(mark.justification), NAME + 3)
    for item in mark.evidence:
        said = "" if item.quote.text in mark.justification else f" “{shorten(visible(item.quote.text), SHOWN_QUOTE)}”"
        yield from style.wrapped(f"↳ {_where(item)}{said}", NAME + 3, style.dim)


def _where(item: Evidence) -> str:
    if not item.verified:
        return f"not counted, {item.fault}"
    return f"turn {item.turn}, {item.speaker}, {item.match}"


def _claim(criterion: Criterion, level: Value, words: str, style: Style) -> Iterator[str]:
    first, *rest = style.wrapped(visible(words), NAME + 8)
    yield f"  {criterion.name:<{NAME}} {criterion.label(level):>3}  {first.lstrip()}"
    yield from rest


def _evidence_lines(evidence: tuple[Evidence, ...], style: Style) -> Iterator[str]:
    for item in evidence:
        span = f" [{item.start}:{item.end}]" if item.start is not None else ""
        words = f"↳ {_where(item)}{span}: “{visible(item.quote.text)}”"
        yield from style.wrapped(words, NAME + 8, style.dim)


def _answer_lines(item: CheckedAnswer, criterion: Criterion, style: Style) -> Iterator[str]:
    answer = item.answer
    if not isinstance(answer, Objection):
        yield f"  {answer.criterion:<{NAME}}      agrees{visible(': ' + answer.comment) if answer.comment else ''}"
        return
    yield from _claim(criterion, answer.level, f"{answer.kind}: {answer.comment}", style)
    yield from _evidence_lines(item.evidence, style)
    if item.absence:
        yield from style.wrapped(f"↳ {_absence_words(item.absence)}", NAME + 8, style.dim)


def _absence_words(checked: CheckedAbsence) -> str:
    absence = checked.absence
    words = ", ".join(f"'{visible(words)}'" for words in absence.looked_for)
    if checked.found:
        return f"absence of {words} refuted by turn {checked.found.turn}: '{visible(checked.found.quote.text)}'"
    if checked.fault:
        return f"absence of {words} not confirmed: {checked.fault}"
    return f"absence of {words} in what {absence.speaker} said: confirmed"


def _undisputed(record: Record, barem: Barem) -> str:
    """What is said where there is nothing to rule on."""
    if record.panel:
        return "no ruling behind the levels that the panel came to"
    return "no dispute: the Evaluator stands" if barem.protocol.debated else "one judge, nothing to rule on"


def _ruling_lines(verdict: Scored, barem: Barem, style: Style) -> Iterator[str]:
    for ruling in verdict.rulings:
        yield from style.wrapped(visible(ruling_words(ruling, barem)), 2)


def _verdict_lines(verdict: Scored, undisputed: str, barem: Barem, style: Style) -> Iterator[str]:
    if not verdict.rulings:
        yield f"  {undisputed}"
    yield from _ruling_lines(verdict, barem, style)
    for mark in verdict.marks:
        yield from _claim(barem.criterion(mark.criterion), mark.level, mark.justification, style)
    yield ""
    yield from _sum_lines(verdict, barem, style)


def _sum_lines(verdict: Scored, barem: Barem, style: Style) -> Iterator[str]:
    levels = {mark.criterion: mark.level for mark in verdict.marks}
    name = "Lowest" if barem.overall.combine is Combine.MINIMUM else "Mean"
    for step in verdict.steps:
        if step.target != "mean":
            yield from style.beside("Rule", step_words(step, barem))
    yield from style.beside(name, written_sum(barem, levels))
    for step in verdict.steps:
        if step.target == "mean":
            yield from style.beside("Rule", step_words(step, barem))
    gauge = style.gauge(verdict.overall, barem.overall.scale)
    overall = style.bold(f"{gauge} {barem.overall.label(verdict.overall):>4}")
    yield f"  {style.bold('Overall'.ljust(NAME))} {overall}  {style.dim(mapping_rule(verdict, barem))}"
