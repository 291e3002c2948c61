"""`baremo verify`: everything that was concluded in a run, concluded again from what was said, and compared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

import msgspec
from msgspec import structs

from baremo.core.ask import Ask, Reply
from baremo.core.barem import Barem
from baremo.core.claims import Claims, Opinion
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.core.evidence import Checked
from baremo.core.jury import Jury
from baremo.core.numbers import decimal
from baremo.core.record import Record, Ruled
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored, Unscored
from baremo.errors import JudgeError, SetupError
from baremo.judging.plans import Steps
from baremo.run.evaluate import Finding, conduct
from baremo.run.keep import barem_of, settings_of
from baremo.run.whatif import rescored
from baremo.store.codec import parts_of, record_digest
from baremo.store.run import Row, Run, columns, link
from baremo.verify.claims import check

HEADER_CHANGED = "its header has been changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    where: str
    what: str


def recheck(run: Run, tell: Callable[[], None] = lambda: None) -> Iterator[Difference]:
    """All that differs; nothing where the run is sound. `tell` is called once per dialogue, for progress."""
    yield from (Difference(where="the run", what=what) for what in run.loose_ends())
    yield from (Difference(where="the run", what=what) for what in chain_faults(run))
    try:
        barem, jury = barem_of(run), settings_of(run).jury
    except SetupError as error:
        yield Difference(where="the header", what=error.problems[0].what)
        return
    if barem.digest != run.header.barem:
        yield Difference(where="the barem", what="is not the one whose digest the run was made under")
    for row in run.rows():
        where = f"dialogue {row.id}"
        yield from (Difference(where=where, what=what) for what in faults_of(run, row, barem, jury))
        tell()


def chain_faults(run: Run) -> Iterator[str]:
    """Header, links and seals: nothing was changed, taken out or slipped in."""
    seals, last, count = run.seals(), run.header.digest, 0
    if seals.get(0) != last:
        yield HEADER_CHANGED
        last = seals.get(0, last)
    for count, row in enumerate(run.rows(), start=1):
        if link(last, row.digest) != row.link:
            yield f"the link of row {row.number} (dialogue {row.id}) is broken"
        last = row.link
        if seals.get(count, last) != last:
            yield f"the seal after {count} records does not match"
    if max(seals, default=0) != count:
        yield f"it was sealed with {max(seals, default=0)} records and holds {count}"


def faults_of(run: Run, row: Row, barem: Barem, jury: Jury) -> Iterator[str]:
    """What is not as it was, or does not follow, in one record."""
    parts = run.parts(row.number)
    if row.forgotten:
        if any(parts) or any((row.overall, row.mean, row.unscored)):
            yield "was forgotten, and yet something of it is there"
        return
    try:
        record = run.record(row.number)
    except (msgspec.DecodeError, ValueError, KeyError, TypeError) as error:
        yield f"cannot be read any more: {error}"
        return
    if (str(record.dialogue.id), record.dialogue.digest) != (row.id, row.dialogue_digest):
        yield "its transcript or its id has been changed"
    again = parts_of(record)
    if parts != again:
        yield "its JSON is not as it was written"
    if record_digest(record, again) != row.digest:
        yield "its record does not match its digest"
    if columns(record) != (row.overall, row.mean, row.unscored):
        yield "its overall level, mean or reason in the table is not that of its verdict"
    yield from _derived(record, barem) if run.header.parent else _rederived(record, barem, jury)


def _derived(record: Record, barem: Barem) -> Iterator[str]:
    """A run that `whatif` made: its replies answer another barem's asks, so it follows from the claims on record."""
    for checked, dialogue in _opinions(record):
        if check(claims_of(checked), dialogue) != checked:
            yield "its evidence is not what the transcript gives"
    if record.checked is None and not isinstance(record.verdict, Reviewed):
        if isinstance(record.verdict, Scored):
            yield "it has a verdict, though no claims are there"
        return
    again = rescored(record, barem)
    if again.observed != record.observed:
        yield "its observations are not what the observers see"
    if (again.panel, again.checked) != (record.panel, record.checked):
        yield "its panel's opinions are not what the barem makes of them"
    yield from compare(record.verdict, again.verdict)


def _opinions(record: Record) -> Iterator[tuple[Checked, Dialogue]]:
    """All that judges said, each with what it is about."""
    case, verdict = record.dialogue, record.verdict
    if isinstance(verdict, Reviewed) and isinstance(case, Comparison):
        for number, side in enumerate(verdict.sides, start=1):
            yield from ((seat.checked, case.alone(number)) for seat in side.panel if seat.checked)
            yield side.checked, case.alone(number)
    yield from ((seat.checked, case) for seat in record.panel if seat.checked)
    if record.checked and not record.panel:
        yield record.checked, case


def claims_of(checked: Checked) -> Claims:
    """The claims again, without what was found of them."""
    return Claims(
        opinion=Opinion(
            marks=tuple(item.mark for item in checked.marks), emotion=checked.emotion.quote if checked.emotion else None
        ),
        critique=tuple(item.answer for item in checked.critique),
    )


def _rederived(record: Record, barem: Barem, jury: Jury) -> Iterator[str]:
    replay = Replay(record)
    try:
        found = replay.run(conduct(record.dialogue, barem, jury))
    except (KeyError, StopIteration, AttributeError, IndexError) as error:
        yield f"its claims do not fit the barem: {error!r}"
        return
    yield from replay.faults
    if any(exchange.judge not in record.judge for exchange in record.exchanges):
        yield "a reply is said to come from a judge who did not sit"
    if found.observed != record.observed:
        yield "its observations are not what the observers see"
    if replay.unanswered and not _others_spoke(record, jury):
        if not isinstance(record.verdict, Unscored):
            yield "it has a verdict, though not all replies are there"
        return
    if found.checked != record.checked:
        yield from _evidence_faults(record.checked, found.checked)
    if found.panel != record.panel:
        yield "the opinions of its panel are not what the replies and the transcript give"
    yield from compare(record.verdict, found.verdict)


def _others_spoke(record: Record, jury: Jury) -> bool:
    """Of several judges, one may have failed without a word."""
    return bool(record.panel) or (isinstance(record.verdict, Reviewed) and jury.seats + jury.further > 1)


class Replay:
    """Judges that say again what the record says they said."""

    def __init__(self, record: Record) -> None:
        self._said = {seat: [one for one in record.exchanges if one.seat == seat] for seat in _seats(record)}
        self._panel = record.panel
        self._verdict = record.verdict
        self._at_once = isinstance(record.dialogue, Comparison)
        """Whether a judge is asked several things at a time: then one may be missing, and the others are there."""
        self.unanswered = False
        """Whether a judge failed without a word: why is on record, and cannot be derived."""
        self.faults: list[str] = []

    def run(self, steps: Steps[Finding]) -> Finding:
        """What follows from the replies."""
        try:
            asks = next(steps)
            while True:
                asks = steps.send(tuple(self._answer(ask) for ask in asks))
        except StopIteration as done:
            if any(self._said.values()):
                self.faults.append("it has replies that nobody asked for")
            finding: Finding = done.value
            return finding

    def _answer(self, ask: Ask) -> Reply | JudgeError:
        said = self._said.get(ask.seat, [])
        verdict = self._panel[ask.seat].verdict if self._panel else self._verdict
        exchange = next((one for one in said if (one.role, one.ask) == (ask.role, ask.key)), None)
        if exchange is None and (not said or self._at_once or isinstance(verdict, Unscored)):
            self.unanswered = True
            told = verdict if isinstance(verdict, Unscored) else Unscored(reason="no reply on record", stage=ask.role)
            return JudgeError(told.reason, stage=told.stage)
        exchange = exchange or said[0]
        said.remove(exchange)
        if (exchange.role, exchange.ask) != (ask.role, ask.key):
            self.faults.append(f"the {exchange.role}'s ask is not the one that follows from the dialogue and the barem")
        return exchange.reply


def _seats(record: Record) -> set[int]:
    return {exchange.seat for exchange in record.exchanges}


def _evidence_faults(stored: Checked | None, found: Checked | None) -> Iterator[str]:
    if stored is None or found is None:
        yield "its claims are not those of its replies"
        return
    for kept, again in zip(stored.marks, found.marks, strict=False):
        if kept != again:
            yield f"the mark or the evidence of {kept.mark.criterion} is not what the reply and the transcript give"
    if stored.emotion != found.emotion:
        yield "its emotional quote is not what the reply and the transcript give"
    if stored.critique != found.critique:
        yield "the Critic's answers or their evidence are not what the reply and the transcript give"


def compare(stored: Ruled, again: Ruled) -> Iterator[str]:
    """What differs between two verdicts, in words."""
    if isinstance(stored, Reviewed) and isinstance(again, Reviewed):
        yield from _reviews(stored, again)
        return
    if not isinstance(stored, Scored) or not isinstance(again, Scored):
        if stored != again:
            yield f"stored: {_short(stored)}; recomputed: {_short(again)}"
        return
    for kept, new in zip(stored.marks, again.marks, strict=False):
        if kept.level != new.level:
            yield f"{kept.criterion} is {decimal(kept.level)}, recomputed {decimal(new.level)}"
    for field in fields(Scored):
        kept, new = getattr(stored, field.name), getattr(again, field.name)
        if kept != new:
            exact = field.name in ("evaluator_mean", "mean", "adjusted", "overall")
            told = f"is {decimal(kept)}, recomputed {decimal(new)}" if exact else "are not what follows from the claims"
            yield f"its {field.name.replace('_', ' ')} {told}"


def _reviews(stored: Reviewed, again: Reviewed) -> Iterator[str]:
    for number, (kept, new) in enumerate(zip(stored.sides, again.sides, strict=True), start=1):
        yield from (f"response {number}: {what}" for what in compare(kept.scored, new.scored))
        if kept.checked != new.checked:
            yield f"response {number}: its ratings or their evidence are not what the replies and the task give"
        if (kept.checks, kept.panel) != (new.checks, new.panel):
            yield f"response {number}: what code sees in it, or its panel, is not as stored"
    for field in structs.fields(Reviewed):
        if field.name != "sides" and getattr(stored, field.name) != getattr(again, field.name):
            yield f"its {field.name} are not what follows from the ratings and the sheet"


def _short(verdict: Ruled) -> str:
    if isinstance(verdict, Unscored):
        return f"unscored, {verdict.reason}"
    return f"overall {decimal(verdict.overall)}" if isinstance(verdict, Scored) else f"Likert {verdict.likert.final}"
