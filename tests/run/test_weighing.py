"""Tokens of a record: as the server counted them, or what a model would have been sent, counted from the same asks."""

import asyncio
from fractions import Fraction

from msgspec import structs

from baremo.core.ask import Ask, Reply, Role, Usage
from baremo.core.barem import Barem, Protocol
from baremo.core.record import Record
from baremo.judging.prompts import briefing, case
from baremo.models.language import about_tokens
from baremo.models.named import judge_named
from baremo.run.bench import Bench
from baremo.run.evaluate import evaluate
from baremo.run.weighing import Price, Scales
from building import dialogue

CHAT = dialogue("U: Where is my order?", "S: It will be there tomorrow.", "U: Great, thank you!", overall=(4, 4))


class Overheard:
    """A judge that keeps what it was asked, and answers nonsense to the first ask where that is wanted."""

    name = "overheard"

    def __init__(self, *, stumbles: bool = False, usage: Usage | None = None) -> None:
        self._judge = judge_named("signals")
        self._stumbles = stumbles
        self._usage = usage
        self.asks: list[Ask] = []

    async def answer(self, ask: Ask) -> Reply:
        self.asks.append(ask)
        if self._stumbles and len(self.asks) == 1:
            return Reply(text="I would rather not.")
        return structs.replace(await self._judge.answer(ask), usage=self._usage)


def judged(judge: Overheard, protocol: Protocol) -> tuple[Record, Barem]:
    barem = Barem.load("debate").under(protocol)
    return asyncio.run(evaluate(CHAT, barem, Bench.of(judge))), barem


def free(_: str, __: Usage) -> None:
    return None


def test_a_guess_is_of_exactly_what_was_asked() -> None:
    """The Critic is sent the opinion, and a second try the first reply: both are in the sum."""
    for protocol, asks in ((Protocol.SOLO, 2), (Protocol.DEBATE, 3), (Protocol.DEBATE_IN_ONE, 2)):
        judge = Overheard(stumbles=True)
        record, barem = judged(judge, protocol)
        sent = [
            about_tokens(briefing(barem, ask.role).rules) + about_tokens(case(ask, b"k").text) for ask in judge.asks
        ]
        took = Scales(barem, free).weigh(record)
        assert len(sent) == asks
        assert (took.calls, took.guessed) == (asks, asks)
        assert took.tokens_in == sum(sent)
        assert took.tokens_out == sum(about_tokens(exchange.reply.text) for exchange in record.exchanges)
        assert took.cost is None


def test_what_a_server_counted_is_not_guessed() -> None:
    def price(judge: str, usage: Usage) -> Fraction:
        assert judge == "overheard"
        return Fraction(usage.input + 2 * usage.output, 1000)

    priced: Price = price
    record, barem = judged(Overheard(usage=Usage(input=70, output=15)), Protocol.DEBATE)
    took = Scales(barem, priced).weigh(record)
    assert [exchange.role for exchange in record.exchanges] == [Role.EVALUATOR, Role.CRITIC]
    assert (took.dialogues, took.calls, took.guessed) == (1, 2, 0)
    assert (took.tokens_in, took.tokens_out, took.cost) == (140, 30, 0.2)
