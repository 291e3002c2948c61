"""What judging would take: every ask that is sure to come, weighed and not sent."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from baremo.core.ask import Ask, Reply, Role
from baremo.core.barem import Barem, Protocol
from baremo.core.claims import Opinion
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue, Speaker
from baremo.errors import ReplyRefused
from baremo.judging.parse import read_opinion
from baremo.judging.redaction import restore
from baremo.models.language import Estimate, LanguageModel
from baremo.models.meter import Spent
from baremo.models.prices import Prices
from baremo.models.redacting import Redacting
from baremo.run.bench import Bench

ROLES = {
    Protocol.SOLO: (Role.EVALUATOR,),
    Protocol.DEBATE: (Role.EVALUATOR, Role.CRITIC),
    Protocol.DEBATE_IN_ONE: (Role.BOTH,),
    Protocol.SIDEBYSIDE: (Role.VALIDITY, Role.EVALUATOR, Role.PREFERENCE),
}


def forecast(
    dialogues: Iterable[Dialogue], barem: Barem, bench: Bench, prices: Prices, *, called: bool = False
) -> dict[str, Spent]:
    """By judge, for those who always sit, or for those who are called in doubt as if they always were."""
    seats = range(bench.jury.seats, len(bench.chairs)) if called else range(bench.jury.seats)
    totals: dict[str, Spent] = {}
    for dialogue in dialogues:
        if all(turn.speaker is not Speaker.SYSTEM for turn in dialogue.turns):
            continue
        for seat in seats:
            for name, estimate in _asks(dialogue, barem, bench, seat):
                totals[name] = totals.get(name, Spent()) + _spent(name, estimate, prices)
    return totals


def _asks(dialogue: Dialogue, barem: Barem, bench: Bench, seat: int) -> Iterator[tuple[str, Estimate]]:
    said, opinion = 0, None
    for role, shown in _questions(dialogue, barem, bench, seat):
        ask = Ask(role=role, dialogue=shown, barem=barem, seat=seat, opinion=opinion)
        model, back = bench.model(ask), {}
        if isinstance(model, Redacting):
            redacted = model.redacted(ask)
            ask, model, back = redacted.ask, model.model, dict(redacted.back)
        if isinstance(model, LanguageModel):  # the embedded judge costs nothing
            estimate = model.estimate(ask, more=0 if opinion or barem.review else said)
            said += estimate.usage.output
            opinion = _opinion(estimate.known, back, barem) if role is Role.EVALUATOR and not barem.review else None
            yield model.name, estimate


def _questions(case: Dialogue, barem: Barem, bench: Bench, seat: int) -> Iterator[tuple[Role, Dialogue]]:
    """What one judge is asked, and about what."""
    if not isinstance(case, Comparison):
        shown = case if bench.jury.labels else case.unlabelled()
        yield from ((role, shown) for role in ROLES[barem.protocol])
        return
    if seat == 0:
        yield Role.VALIDITY, case.unlabelled()
    yield from ((Role.EVALUATOR, case.alone(side)) for side in (1, 2))
    yield from ((Role.PREFERENCE, case.together(first, 3 - first)) for first in (1, 2))


def _opinion(known: Reply | None, back: dict[str, str], barem: Barem) -> Opinion | None:
    """Of an Evaluator whose reply is in the cache: then the Critic's may be there too."""
    try:
        return read_opinion(structs.replace(known, text=restore(known.text, back)), barem) if known else None
    except ReplyRefused:
        return None


def _spent(name: str, estimate: Estimate, prices: Prices) -> Spent:
    if estimate.known:
        return Spent(cached=1)
    cost = prices.cost(name, estimate.usage)
    if cost is None:
        return Spent(calls=1, usage=estimate.usage, unpriced=1)
    return Spent(calls=1, usage=estimate.usage, cost=cost)
