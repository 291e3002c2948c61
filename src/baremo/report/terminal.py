"""What people read in a terminal: one dialogue as a table of marks with their quotes, and its whole audit trail."""

from collections.abc import Iterator

from baremo.core.barem import Barem, Combine, Criterion
from baremo.core.claims import Objection
from baremo.core.dialogue import Speaker
from baremo.core.evidence import CheckedAbsence, CheckedAnswer, Evidence
from baremo.core.numbers import Value, share
from baremo.core.verdict import FinalMark, Record, Ruling, Scored, Unscored
from baremo.report.style import Style, shorten, visible
from baremo.report.words import mapping_rule, outcome, ruling_words, step_words
from baremo.score.sums import written_sum

NAME = 15
"""Width of the first column."""
SHOWN_QUOTE = 90


def case_lines(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    """The verdict on one dialogue, on about a screen."""
    yield from _title(record, barem, style)
    verdict = record.verdict
    if isinstance(verdict, Unscored):
        yield from _unscored(verdict, style)
        return
    rulings = {ruling.criterion: ruling for ruling in verdict.rulings}
    for criterion, mark in zip(barem.criteria, verdict.marks, strict=True):
        yield from _mark_lines(criterion, mark, rulings.get(mark.criterion), style)
    yield ""
    yield from _sum_lines(verdict, barem, style)


def audit_lines(record: Record, barem: Barem, style: Style, origin: tuple[str, ...]) -> Iterator[str]:
    """Everything that led to the verdict, in the order it happened; `origin` is what the run says of itself."""
    yield from _title(record, barem, style)
    for number, turn in record.dialogue.numbered():
        label = f"({turn.name or 'context'})" if turn.speaker is Speaker.CONTEXT else turn.speaker.value
        marks = f"  [{','.join(map(str, turn.marks))}]" if turn.marks else ""
        first, *rest = style.wrapped(visible(turn.text) + marks, NAME)
        yield f"  {number:>3} {shorten(visible(label), 8):<8} {first.lstrip() or style.dim('(no text)')}"
        yield from rest
    if record.dialogue.overall:
        yield f"      {'people':<8} {','.join(map(str, record.dialogue.overall))} overall"
    if record.checked:
        yield from _heading("Evaluator", style)
        for item in record.checked.marks:
            criterion = barem.criterion(item.mark.criterion)
            yield from _claim(criterion, item.mark.level, item.mark.justification, style)
            yield from _evidence_lines(item.evidence, style)
        emotion = record.checked.emotion
        yield f"  {'Emotion':<{NAME}}      {'' if emotion else 'nothing emotional was said'}".rstrip()
        yield from _evidence_lines((emotion,) if emotion else (), style)
        if record.checked.critique:
            yield from _heading("Critic", style)
            for answer in record.checked.critique:
                yield from _answer_lines(answer, barem.criterion(answer.answer.criterion), style)
    yield from _heading("Referee", style)
    if isinstance(record.verdict, Unscored):
        yield from _unscored(record.verdict, style)
    else:
        yield from _verdict_lines(record.verdict, barem, style)
    yield from _heading("Provenance", style)
    yield from _provenance(record, barem, style, origin)


def _title(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    title = f"Dialogue {visible(str(record.dialogue.id))}"
    yield f"{style.bold(title)}  {style.dim(visible(f'{barem.name} · judged by {record.judge}'))}"
    yield style.dim("─" * (style.width - 2))


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


def _verdict_lines(verdict: Scored, barem: Barem, style: Style) -> Iterator[str]:
    if not verdict.rulings:
        agreed = barem.protocol.debated
        yield f"  {'no dispute: the Evaluator stands' if agreed else 'one judge, nothing to rule on'}"
    for ruling in verdict.rulings:
        yield from style.wrapped(visible(ruling_words(ruling, barem)), 2)
    for mark in verdict.marks:
        yield from _claim(barem.criterion(mark.criterion), mark.level, mark.justification, style)
    yield ""
    yield from _sum_lines(verdict, barem, style)


def _sum_lines(verdict: Scored, barem: Barem, style: Style) -> Iterator[str]:
    levels = {mark.criterion: mark.level for mark in verdict.marks}
    name = "Lowest" if barem.overall.combine is Combine.MINIMUM else "Mean"
    for step in verdict.steps:
        if step.target != "mean":
            yield from _row("Rule", step_words(step, barem), style)
    yield from _row(name, written_sum(barem, levels), style)
    for step in verdict.steps:
        if step.target == "mean":
            yield from _row("Rule", step_words(step, barem), style)
    gauge = style.gauge(verdict.overall, barem.overall.scale)
    overall = style.bold(f"{gauge} {barem.overall.label(verdict.overall):>4}")
    yield f"  {style.bold('Overall'.ljust(NAME))} {overall}  {style.dim(mapping_rule(verdict, barem))}"


def _row(name: str, words: str, style: Style) -> Iterator[str]:
    """A name, and words beside it that wrap under themselves."""
    first, *rest = style.wrapped(visible(words), NAME + 3)
    yield f"  {name:<{NAME}} {first.lstrip()}"
    yield from rest


def _provenance(record: Record, barem: Barem, style: Style, origin: tuple[str, ...]) -> Iterator[str]:
    yield from _row("barem", f"{barem.name} {record.barem}", style)
    yield from _row("dialogue", record.dialogue.digest, style)
    for exchange in record.exchanges:
        yield from _row(exchange.role, f"{exchange.judge} {exchange.ask}", style)
    for name, line in zip(("record", "run"), origin, strict=False):
        yield from _row(name, line, style)
