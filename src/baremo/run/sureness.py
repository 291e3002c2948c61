"""How sure a judge was of a verdict, from what its record tells: nobody is asked again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from statistics import fmean

from baremo.core.ask import Ask, Exchange, Refusal, Reply, Role
from baremo.core.barem import Barem, Combine
from baremo.core.comparison import Comparison
from baremo.core.evidence import Checked, Evidence
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.review import Confidence, Reviewed
from baremo.core.verdict import Ground, Scored, Seat
from baremo.score.doubt import bounds
from baremo.score.likert import side_of

FAR = Fraction(1, 2)
"""As many steps away from a boundary as a mean between two levels can be."""
LOSS = 0.5
"""The share of its sureness that a verdict loses where all of it is disputed, or no quote was found."""


class By(StrEnum):
    """What sureness goes by."""

    AUTO = "auto"
    CHANCES = "chances"
    SPREAD = "spread"
    MARGIN = "margin"
    DISPUTED = "disputed"
    UNFOUNDED = "unfounded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sureness:
    """What a record tells of one verdict, or of one mark. `None` is not known, which is not the same as unsure."""

    chances: float | None = None
    """The probability that the judge gave to the levels that were ruled, by its own log-probabilities; over several
    criteria their mean, weighted as in the barem."""
    spread: float | None = None
    """The share of a panel's seats that came to the same level as the panel; of two responses, the share of the
    preferences that are for the same side as the Likert. None for a single judge of a dialogue."""
    apart: int | None = None
    """From the lowest to the highest seat of a panel, in levels."""
    margin: float | None = None
    """From the mean, before it was rounded, to where the overall level changes: in steps of the scale, at most half a
    one. None for a criterion, and where nothing is rounded."""
    disputed: float | None = None
    """The share of the criteria that the Critic disputed; None where there is no Critic."""
    unfounded: float | None = None
    """The share of the quotes that do not count; None where nothing was quoted."""
    firm: bool | None = None
    """Of two responses: whether the preference held in both orders."""

    @property
    def sure(self) -> float | None:
        return self.by(By.AUTO)

    def by(self, what: By) -> float | None:
        """One number from 0 to 1, to put verdicts in an order. It is no probability of being right.

        `auto` begins with the mean of what is known of `chances` and `spread`; where neither is, with the margin
        (half a step is 1); where that is not known either, with 1. From this it takes up to half for what was disputed,
        up to half of the rest for what is unfounded, and half of the rest for a preference that did not hold in both
        orders. The others are the one thing that they name, turned so that 1 is sure.
        """
        match what:
            case By.CHANCES:
                return self.chances
            case By.SPREAD:
                return self.spread
            case By.MARGIN:
                return None if self.margin is None else self.margin / float(FAR)
            case By.DISPUTED:
                return None if self.disputed is None else 1 - self.disputed
            case By.UNFOUNDED:
                return None if self.unfounded is None else 1 - self.unfounded
            case _:
                return self._auto()

    def _auto(self) -> float | None:
        told = [part for part in (self.chances, self.spread) if part is not None]
        if not told and self.margin is not None:
            told = [self.margin / float(FAR)]
        if not told and self.disputed is None and self.unfounded is None:
            return None
        lost = (self.disputed or 0.0, self.unfounded or 0.0, 0.0 if self.firm in (None, True) else 1.0)
        sure = fmean(told) if told else 1.0
        for part in lost:
            sure *= 1 - LOSS * part
        return sure


def sureness(record: Record, barem: Barem, criterion: str = "") -> Sureness:
    """Of the verdict as a whole, or of one criterion (`Response 1 Truthfulness` of two responses). Chances are only
    known of a record that was read with its exchanges. All is None where there is no verdict."""
    if isinstance(record.verdict, Reviewed):
        return _of_review(record, record.verdict, barem, criterion)
    if not isinstance(record.verdict, Scored) or record.checked is None:
        return Sureness()
    scored, names = record.verdict, _named(barem, criterion)
    part = _Part(record.checked, scored, record.panel, _replies(record))
    return Sureness(
        chances=_chances((part,), names, barem),
        spread=_share(part, criterion),
        apart=_apart(part, criterion, barem),
        margin=None if criterion else _margin(scored, barem),
        disputed=_disputed(scored, names) if barem.protocol.debated else None,
        unfounded=_unfounded((part,), names),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """A dialogue, or one of two responses, as it was judged."""

    checked: Checked
    scored: Scored
    panel: tuple[Seat, ...]
    replies: tuple[Reply, ...]
    """The Evaluators', those that were taken."""


def _of_review(record: Record, verdict: Reviewed, barem: Barem, criterion: str) -> Sureness:
    told = _side_replies(record, barem)
    parts = [
        _Part(side.checked, side.scored, side.panel, replies) for side, replies in zip(verdict.sides, told, strict=True)
    ]
    if not criterion:
        names = _named(barem, "")
        same = [side_of(one.likert) == side_of(verdict.likert.final) for one in verdict.preferences]
        return Sureness(
            chances=_chances(parts, names, barem),
            spread=fmean(same) if same else None,
            unfounded=_unfounded(parts, names),
            firm=verdict.confidence is Confidence.FIRM,
        )
    place, name = _slot(criterion)
    part, names = parts[place], _named(barem, name)
    return Sureness(
        chances=_chances((part,), names, barem),
        spread=_share(part, name),
        apart=_apart(part, name, barem),
        unfounded=_unfounded((part,), names),
    )


def _slot(criterion: str) -> tuple[int, str]:
    """`Response 2 Style & Clarity` → 1, `Style & Clarity`."""
    head, name = criterion.removeprefix("Response ").split(" ", 1)
    return int(head) - 1, name


def _named(barem: Barem, criterion: str) -> frozenset[str]:
    return frozenset((criterion,) if criterion else barem.named)


def _replies(record: Record) -> tuple[Reply, ...]:
    """The last that each judge with a verdict gave as an Evaluator."""
    last = {one.seat: one.reply for one in record.exchanges if one.role in (Role.EVALUATOR, Role.BOTH)}
    heard = {seat for seat, one in enumerate(record.panel) if one.checked} if record.panel else last.keys()
    return tuple(reply for seat, reply in last.items() if seat in heard)


def _side_replies(record: Record, barem: Barem) -> tuple[tuple[Reply, ...], tuple[Reply, ...]]:
    """What was said of each response: the key of an ask tells which one it was about."""
    case = record.dialogue
    told = [one for one in record.exchanges if one.role is Role.EVALUATOR and one.reply.chances]
    if not told or not isinstance(case, Comparison):
        return (), ()
    first, second = (Ask(role=Role.EVALUATOR, dialogue=case.alone(side), barem=barem) for side in (1, 2))
    return tuple(_taken(first, record.exchanges)), tuple(_taken(second, record.exchanges))


def _taken(ask: Ask, exchanges: tuple[Exchange, ...]) -> Iterator[Reply]:
    """The replies to an ask; to the second try where there was one."""
    for exchange in exchanges:
        if exchange.ask == ask.key:
            refusal = Refusal(reply=exchange.reply.text, reason="")
            again = Ask(role=ask.role, dialogue=ask.dialogue, barem=ask.barem, refusal=refusal).key
            later = (one.reply for one in exchanges if one.ask == again and one.seat == exchange.seat)
            yield next(later, exchange.reply)


def _ruled(checked: Checked, scored: Scored) -> dict[str, Value]:
    """The levels after the Referee and before any cap."""
    given = {item.mark.criterion: item.mark.level for item in checked.marks}
    return given | {ruling.criterion: ruling.final for ruling in scored.rulings}


def _chances(parts: Iterable[_Part], names: frozenset[str], barem: Barem) -> float | None:
    total = weight = Fraction(0)
    for part in parts:
        ruled = _ruled(part.checked, part.scored)
        for one in (one for reply in part.replies for one in reply.chances if one.criterion in names & ruled.keys()):
            share = barem.criterion(one.criterion).weight
            weight += share
            total += share * Fraction(dict(one.levels).get(ruled[one.criterion], 0.0))
    return float(total / weight) if weight else None


def _levels(part: _Part, criterion: str) -> tuple[Value, list[Value]]:
    """What the panel came to, and what its judges did who came to anything."""
    seats = [(seat.checked, seat.verdict) for seat in part.panel]
    heard = [(checked, verdict) for checked, verdict in seats if checked and isinstance(verdict, Scored)]
    if not criterion:
        return part.scored.overall, [verdict.overall for _, verdict in heard]
    own = [_ruled(checked, verdict)[criterion] for checked, verdict in heard]
    return _ruled(part.checked, part.scored)[criterion], own


def _share(part: _Part, criterion: str) -> float | None:
    """A judge without a verdict came to no level."""
    if not part.panel:
        return None
    final, levels = _levels(part, criterion)
    return levels.count(final) / len(part.panel)


def _apart(part: _Part, criterion: str, barem: Barem) -> int | None:
    if not part.panel:
        return None
    scale = barem.criterion(criterion).scale if criterion else barem.overall.scale
    _, levels = _levels(part, criterion)
    return sum(min(levels) < step <= max(levels) for step in scale)


def _margin(scored: Scored, barem: Barem) -> float | None:
    scale, value = barem.overall.scale, scored.adjusted
    ends = bounds(scale, barem.overall.rounding)
    if barem.overall.combine in (Combine.MINIMUM, Combine.ISSUES) or not ends:
        return None
    if value >= scale[-1]:  # at the very top no mark is in question
        return float(FAR)
    step = next(high - low for low, high in pairwise(scale) if value < high)
    return float(min(FAR, min(abs(Fraction(value - end)) for end in ends) / step))


def _disputed(scored: Scored, names: frozenset[str]) -> float:
    against = {one.criterion for one in scored.rulings if one.ground is not Ground.NO_OP}
    return len(against & names) / len(names)


def _unfounded(parts: Iterable[_Part], names: frozenset[str]) -> float | None:
    """Of the Evaluator's quotes and of the Critic's."""
    quotes = [one for part in parts for one in _quotes(part.checked, names)]
    return fmean(not one.verified for one in quotes) if quotes else None


def _quotes(checked: Checked, names: frozenset[str]) -> Iterator[Evidence]:
    for mark in checked.marks:
        if mark.mark.criterion in names:
            yield from mark.evidence
    for item in checked.critique:
        if item.answer.criterion in names:
            yield from item.evidence
