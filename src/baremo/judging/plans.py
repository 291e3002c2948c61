"""Plans: generators that yield asks, receive replies and return claims. Asks yielded together run concurrently.

A reply that cannot be taken is asked for once more, with what was wrong; a judge that fails is data, sent in its place.
"""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from msgspec import Struct, structs

from baremo.core.ask import Ask, Refusal, Reply, Role
from baremo.core.barem import Barem, Protocol
from baremo.core.claims import Claims, Quote
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.errors import JudgeError, ReplyRefused
from baremo.judging.parse import read_both, read_critique, read_opinion, read_preference, read_validity

ResultT = TypeVar("ResultT")
Asks = tuple[Ask, ...]
Replies = tuple[Reply | JudgeError, ...]
Steps = Generator[Asks, Replies, ResultT]
Plan = Steps[Claims]


def solo(dialogue: Dialogue, barem: Barem, seat: int = 0) -> Plan:
    """One judge marks."""
    ask = Ask(role=Role.EVALUATOR, dialogue=dialogue, barem=barem, seat=seat)
    return Claims(opinion=(yield from _answered(ask, read_opinion)))


def debate(dialogue: Dialogue, barem: Barem, seat: int = 0) -> Plan:
    """The Evaluator marks, the Critic answers; the Referee is a pure function, elsewhere."""
    ask = Ask(role=Role.EVALUATOR, dialogue=dialogue, barem=barem, seat=seat)
    opinion = yield from _answered(ask, read_opinion)
    critique = yield from _answered(structs.replace(ask, role=Role.CRITIC, opinion=opinion), read_critique)
    return Claims(opinion=opinion, critique=critique)


def debate_in_one(dialogue: Dialogue, barem: Barem, seat: int = 0) -> Plan:
    """One model plays Evaluator and Critic in one answer."""
    ask = Ask(role=Role.BOTH, dialogue=dialogue, barem=barem, seat=seat)
    opinion, critique = yield from _answered(ask, read_both)
    return Claims(opinion=opinion, critique=critique)


class Preferred(Struct, frozen=True, kw_only=True, gc=False):
    """What one who saw both responses said of them. Nothing here has been checked."""

    first: int
    """Which response was shown first."""
    likert: int
    """As they were shown: 1 is for the first."""
    reason: str
    quotes: tuple[Quote, ...]


def validity(case: Comparison, barem: Barem, seat: int = 0) -> Steps[str]:
    """Why the task cannot be judged; empty where it can."""
    ask = Ask(role=Role.VALIDITY, dialogue=case.unlabelled(), barem=barem, seat=seat)
    return (yield from _answered(ask, read_validity))


def preference(case: Comparison, barem: Barem, seat: int, first: int) -> Steps[Preferred]:
    """Both responses, `first` before the other."""
    ask = Ask(role=Role.PREFERENCE, dialogue=case.together(first, 3 - first), barem=barem, seat=seat)
    likert, reason, quotes = yield from _answered(ask, read_preference)
    return Preferred(first=first, likert=likert, reason=reason, quotes=quotes)


PLANS: dict[Protocol, Callable[[Dialogue, Barem, int], Plan]] = {
    Protocol.SOLO: solo,
    Protocol.DEBATE: debate,
    Protocol.DEBATE_IN_ONE: debate_in_one,
    Protocol.SIDEBYSIDE: solo,
}
"""What is asked about one dialogue: of two responses, about each alone."""


def together(plans: Sequence[Steps[ResultT]]) -> Steps[tuple[ResultT | JudgeError, ...]]:
    """Several plans in step: what they ask at the same time is asked at the same time. One that fails stops alone."""
    if len(plans) == 1:
        return ((yield from _alone(plans[0])),)
    ends: dict[int, ResultT | JudgeError] = {}
    waiting: dict[int, Asks] = {}

    def step(number: int, replies: "Replies | None") -> None:
        try:
            waiting[number] = next(plans[number]) if replies is None else plans[number].send(replies)
        except StopIteration as done:
            ends[number] = done.value
        except JudgeError as error:
            ends[number] = error

    for number in range(len(plans)):
        step(number, None)
    while waiting:
        replies = yield tuple(ask for asks in waiting.values() for ask in asks)
        under_way, start = dict(waiting), 0
        waiting.clear()
        for number, asks in under_way.items():
            step(number, replies[start : start + len(asks)])
            start += len(asks)
    return tuple(ends[number] for number in range(len(plans)))


def _alone(plan: Steps[ResultT]) -> Steps[ResultT | JudgeError]:
    try:
        return (yield from plan)
    except JudgeError as error:
        return error


def _answered(ask: Ask, read: Callable[[Reply, Barem], ResultT]) -> Steps[ResultT]:
    """One re-ask that says what was wrong; then it is refused for good."""
    (reply,) = yield (ask,)
    try:
        return read(_given(reply), ask.barem)
    except ReplyRefused as error:
        refusal = Refusal(reply=_given(reply).text, reason=error.reason)
    (reply,) = yield (structs.replace(ask, refusal=refusal),)
    return read(_given(reply), ask.barem)


def _given(reply: Reply | JudgeError) -> Reply:
    if isinstance(reply, JudgeError):
        raise reply
    return reply
