"""`baremo verify`: everything that was concluded in a run, concluded again from what was said, and compared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

import msgspec

from baremo.core.ask import Ask, Reply
from baremo.core.barem import Barem
from baremo.core.claims import Claims, Opinion
from baremo.core.dialogue import Dialogue, Speaker
from baremo.core.evidence import Checked
from baremo.core.numbers import decimal
from baremo.core.verdict import Record, Scored, Unscored, Verdict
from baremo.errors import JudgeError, SetupError
from baremo.judging.plans import PLANS
from baremo.observe.registry import watch
from baremo.run.keep import barem_of
from baremo.run.whatif import rescored
from baremo.score.verdict import score
from baremo.store.codec import encode, record_digest
from baremo.store.runfile import Row, RunFile, columns, link
from baremo.verify.claims import check


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    where: str
    what: str


def recheck(run: RunFile, tell: Callable[[], None] = lambda: None) -> Iterator[Difference]:
    """All that differs; nothing where the run is sound. `tell` is called once per dialogue, for progress."""
    yield from (Difference(where="the run", what=what) for what in _chain(run))
    try:
        barem = barem_of(run)
    except (SetupError, msgspec.DecodeError) as error:
        yield Difference(where="the barem", what=f"cannot be read any more: {error}")
        return
    if barem.digest != run.header.barem:
        yield Difference(where="the barem", what="is not the one whose digest the run was made under")
    for row in run.rows():
        where = f"dialogue {row.id}"
        yield from (Difference(where=where, what=what) for what in _case(run, row, barem))
        tell()


def _chain(run: RunFile) -> Iterator[str]:
    """Header, links and seals: nothing was changed, taken out or slipped in."""
    yield from run.loose_ends()
    seals, last, count = run.seals(), run.header.digest, 0
    if seals.get(0) != last:
        yield "its header has been changed"
        last = seals.get(0, last)
    for count, row in enumerate(run.rows(), start=1):
        if link(last, row.digest) != row.link:
            yield f"the link of row {row.number} (dialogue {row.id}) is broken"
        last = row.link
        if seals.get(count, last) != last:
            yield f"the seal after {count} records does not match"
    if max(seals, default=0) != count:
        yield f"it was sealed with {max(seals, default=0)} records and holds {count}"


def _case(run: RunFile, row: Row, barem: Barem) -> Iterator[str]:
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
    if parts != tuple(encode(part) for part in (record.dialogue, record.observed, record.checked, record.verdict)):
        yield "its JSON is not as it was written"
    if record_digest(record) != row.digest:
        yield "its record does not match its digest"
    if columns(record) != (row.overall, row.mean, row.unscored):
        yield "its overall level, mean or reason in the table is not that of its verdict"
    yield from _derived(record, barem) if run.header.parent else _rederived(record, barem)


def _derived(record: Record, barem: Barem) -> Iterator[str]:
    """A run that `whatif` made: its replies answer another barem's asks, so it follows from the claims on record."""
    if record.checked is None:
        return
    claims = claims_of(record.checked)
    if check(claims, record.dialogue) != record.checked:
        yield "its evidence is not what the transcript gives"
    yield from compare(record.verdict, rescored(record, barem).verdict)


def claims_of(checked: Checked) -> Claims:
    """The claims again, without what was found of them."""
    return Claims(
        opinion=Opinion(
            marks=tuple(item.mark for item in checked.marks), emotion=checked.emotion.quote if checked.emotion else None
        ),
        critique=tuple(item.answer for item in checked.critique),
    )


def _rederived(record: Record, barem: Barem) -> Iterator[str]:
    observed = watch(record.dialogue, barem.observers) if isinstance(record.verdict, Scored) else ()
    if observed != record.observed:
        yield "its observations are not what the observers see"
    replay = Replay(record, barem)
    try:
        checked, verdict = replay.run(record.dialogue)
    except (KeyError, StopIteration, AttributeError) as error:
        yield f"its claims do not fit the barem: {error!r}"
        return
    yield from replay.faults
    if verdict is None:
        if isinstance(record.verdict, Scored):
            yield "it has a verdict, though not all replies are there"
        return
    if checked != record.checked:
        yield from _evidence_faults(record.checked, checked)
    yield from compare(record.verdict, verdict)


class Replay:
    """A judge that says again what the record says it said."""

    def __init__(self, record: Record, barem: Barem) -> None:
        self._exchanges = list(record.exchanges)
        self._observed = record.observed
        self._barem = barem
        self.faults: list[str] = []

    def run(self, dialogue: Dialogue) -> tuple[Checked | None, Verdict | None]:
        """The claims and the verdict that follow from the replies; no verdict where a reply is missing."""
        if all(turn.speaker is not Speaker.SYSTEM for turn in dialogue.turns):
            return None, Unscored(reason="no SYSTEM turn to judge", stage="input")
        plan = PLANS[self._barem.protocol](dialogue.unlabelled(), self._barem)
        try:
            asks = next(plan)
            while True:
                if len(self._exchanges) < len(asks):
                    return None, None
                asks = plan.send(tuple(self._answer(ask) for ask in asks))
        except StopIteration as done:
            if self._exchanges:
                self.faults.append("it has replies that nobody asked for")
            checked = check(done.value, dialogue)
            return checked, score(checked, self._barem, dialogue, self._observed)
        except JudgeError as error:
            return None, Unscored(reason=error.reason, stage=error.stage)

    def _answer(self, ask: Ask) -> Reply:
        exchange = self._exchanges.pop(0)
        if (exchange.role, exchange.ask) != (ask.role, ask.key):
            self.faults.append(f"the {exchange.role}'s ask is not the one that follows from the dialogue and the barem")
        return exchange.reply


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


def compare(stored: Verdict, again: Verdict) -> Iterator[str]:
    """What differs between two verdicts, in words."""
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


def _short(verdict: Verdict) -> str:
    return f"unscored, {verdict.reason}" if isinstance(verdict, Unscored) else f"overall {decimal(verdict.overall)}"
