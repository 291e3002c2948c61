"""What a record has taken: tokens as servers counted them, or what a model would have been sent."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from baremo.core.ask import Ask, Exchange, Role, Usage
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.errors import JudgeError
from baremo.judging.plans import PLANS
from baremo.judging.prompts import briefing, case
from baremo.models.language import about_tokens
from baremo.stats.versus import Took

Price = Callable[[str, Usage], Fraction | None]
"""Dollars for one call of a judge; None where that is not known."""
_KEY = b"as long as any"
"""All fences have the same length."""


class Scales:
    """For the records of one run."""

    def __init__(self, barem: Barem, price: Price) -> None:
        self._barem = barem
        self._price = price
        self._rules: dict[Role, int] = {}
        """Tokens of what is the same for every dialogue."""

    def weigh(self, record: Record) -> Took:
        """Every reply that the record keeps, the refused ones too."""
        guesses = self._guesses(record) if any(one.reply.usage is None for one in record.exchanges) else {}
        usages = [one.reply.usage or guesses[place] for place, one in enumerate(record.exchanges)]
        paid = [self._price(one.judge, usage) for one, usage in zip(record.exchanges, usages, strict=True)]
        known = [cost for cost in paid if cost is not None]
        return Took(
            dialogues=1,
            calls=len(usages),
            tokens_in=sum(usage.input for usage in usages),
            tokens_out=sum(usage.output for usage in usages),
            guessed=sum(one.reply.usage is None for one in record.exchanges),
            cost=float(sum(known, Fraction(0))) if len(known) == len(paid) else None,
        )

    def _guesses(self, record: Record) -> dict[int, Usage]:
        """By the exchange's place in the record: what would be sent is known once the plan is gone through again."""
        shown = record.dialogue.unlabelled()
        seats: dict[int, list[tuple[int, Exchange]]] = {}
        for place, one in enumerate(record.exchanges):
            seats.setdefault(one.seat, []).append((place, one))
        return {
            place: Usage(input=self._sent(ask), output=about_tokens(one.reply.text))
            for seat, said in seats.items()
            for ask, (place, one) in zip(self._asks(shown, seat, said), said, strict=True)
        }

    def _asks(self, shown: Dialogue, seat: int, said: list[tuple[int, Exchange]]) -> Iterator[Ask]:
        plan = PLANS[self._barem.protocol](shown, self._barem, seat)
        try:
            (ask,) = next(plan)
            for _, one in said:
                yield ask
                (ask,) = plan.send((one.reply,))
        except (StopIteration, JudgeError):
            return

    def _sent(self, ask: Ask) -> int:
        if ask.role not in self._rules:
            self._rules[ask.role] = about_tokens(briefing(self._barem, ask.role).rules)
        return self._rules[ask.role] + about_tokens(case(ask, _KEY).text)
