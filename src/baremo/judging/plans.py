"""Plans: generators that yield asks, receive replies and return claims. Asks yielded together run concurrently."""

from collections.abc import Callable, Generator

from baremo.core.ask import Ask, Reply, Role
from baremo.core.barem import Barem, Protocol
from baremo.core.claims import Claims
from baremo.core.dialogue import Dialogue
from baremo.judging.parse import read_critique, read_opinion

Plan = Generator[tuple[Ask, ...], tuple[Reply, ...], Claims]


def solo(dialogue: Dialogue, barem: Barem) -> Plan:
    """One judge marks."""
    (reply,) = yield (Ask(role=Role.EVALUATOR, dialogue=dialogue, barem=barem),)
    return Claims(opinion=read_opinion(reply, barem))


def debate(dialogue: Dialogue, barem: Barem) -> Plan:
    """The Evaluator marks, the Critic answers; the Referee is a pure function, elsewhere."""
    (reply,) = yield (Ask(role=Role.EVALUATOR, dialogue=dialogue, barem=barem),)
    opinion = read_opinion(reply, barem)
    (reply,) = yield (Ask(role=Role.CRITIC, dialogue=dialogue, barem=barem, opinion=opinion),)
    return Claims(opinion=opinion, critique=read_critique(reply, barem))


PLANS: dict[Protocol, Callable[[Dialogue, Barem], Plan]] = {Protocol.SOLO: solo, Protocol.DEBATE: debate}
