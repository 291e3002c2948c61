"""The way of one case: judge, verify, score, record. Only this page knows the order."""

from collections.abc import Sequence
from dataclasses import dataclass

from baremo.core.ask import Exchange
from baremo.core.barem import Barem
from baremo.core.claims import Claims
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue, Speaker
from baremo.core.evidence import Checked
from baremo.core.jury import Jury
from baremo.core.observation import Observation
from baremo.core.record import Record, Ruled
from baremo.core.verdict import Seat, Unscored
from baremo.errors import JudgeError
from baremo.judging.flags import flags
from baremo.judging.plans import PLANS, Steps, together
from baremo.run.bench import Bench
from baremo.run.drive import drive
from baremo.score.doubt import doubt
from baremo.score.panel import settle
from baremo.score.verdict import score
from baremo.verify.claims import check


async def evaluate(dialogue: Dialogue, barem: Barem, bench: Bench) -> Record:
    exchanges: list[Exchange] = []
    found = await drive(conduct(dialogue, barem, bench.jury), bench, exchanges)
    return Record(
        dialogue=dialogue,
        barem=barem.digest,
        judge=bench.name,
        exchanges=tuple(exchanges),
        checked=found.checked,
        verdict=found.verdict,
        observed=found.observed,
        panel=found.panel,
        flags=_flagged(exchanges, dialogue),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """All that follows from what the judges said."""

    verdict: Ruled
    checked: Checked | None = None
    observed: tuple[Observation, ...] = ()
    panel: tuple[Seat, ...] = ()


def conduct(dialogue: Dialogue, barem: Barem, jury: Jury) -> Steps[Finding]:
    """Without a model at hand: `drive` asks real ones, `verify` gives the replies on record."""
    if barem.review:
        return (yield from _reviewed(dialogue, barem, jury))
    if all(turn.speaker is not Speaker.SYSTEM for turn in dialogue.turns):
        return Finding(verdict=Unscored(reason="no SYSTEM turn to judge", stage="input"))
    shown = dialogue if jury.labels else dialogue.unlabelled()
    observed = _observed(dialogue, barem.observers)

    def marked(first: int, count: int) -> "Steps[tuple[Seat, ...]]":  # in quotes: it would be made anew for each case
        plan = PLANS[barem.protocol]
        said = yield from together([plan(shown, barem, seat) for seat in range(first, first + count)])
        return tuple(_seat(claims, barem, dialogue, observed) for claims in said)

    seats = yield from marked(0, jury.seats)
    if jury.further and any(doubt(seat.verdict, barem) for seat in seats):
        seats += yield from marked(jury.seats, jury.further)
    if len(seats) == 1:
        checked, verdict = seats[0].checked, seats[0].verdict
    else:
        checked, verdict = settle(seats, barem, dialogue, observed)
    panel = seats if len(seats) > 1 else ()
    return Finding(checked=checked, verdict=verdict, observed=observed if checked else (), panel=panel)


def _reviewed(case: Dialogue, barem: Barem, jury: Jury) -> Steps[Finding]:
    """Two responses side by side have a way of their own."""
    if not isinstance(case, Comparison):
        return Finding(verdict=Unscored(reason="no two responses to one prompt to compare", stage="input"))
    from baremo.run.review import review  # dialogues are judged without it

    return Finding(verdict=(yield from review(case, barem, jury)))


def _observed(dialogue: Dialogue, observers: tuple[str, ...]) -> tuple[Observation, ...]:
    """All that observers look for takes a while to load, and most barems name none."""
    if not observers:
        return ()
    from baremo.observe.registry import watch

    return watch(dialogue, observers)


def _seat(claims: Claims | JudgeError, barem: Barem, dialogue: Dialogue, observed: tuple[Observation, ...]) -> Seat:
    if isinstance(claims, JudgeError):
        return Seat(checked=None, verdict=Unscored(reason=claims.reason, stage=claims.stage))
    checked = check(claims, dialogue)
    return Seat(checked=checked, verdict=score(checked, barem, dialogue, observed))


def _flagged(exchanges: Sequence[Exchange], dialogue: Dialogue) -> tuple[str, ...]:
    return tuple(
        f"{exchange.role}: {flag}" for exchange in exchanges for flag in flags(exchange.reply, dialogue, exchange.judge)
    )
