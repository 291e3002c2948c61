"""How far the matter gets from one exchange to the next: what is asked, answered, given and come back to."""

from math import log1p

from baremo.observe.asking import overlap, overlaps
from baremo.observe.course.exchange import Exchange
from baremo.observe.course.traits import Sign, Trait


def _answers_with_new(item: Exchange) -> float:
    return item.fresh / (1 + len(item.turn.content)) if item.is_asked else 0.0


def _answers_with_nothing(item: Exchange) -> float:
    return float(item.is_asked and not item.turn.content and not item.turn.figures)


def _returns(item: Exchange) -> float:
    return max(item.alike[:-1], default=0.0)


def _keeps(item: Exchange) -> float:
    return item.kept / (1 + len(item.content))


def _system_sounds_alike(item: Exchange) -> float:
    return max(overlaps(item.beginnings, [one.beginnings for one in item.systems]), default=0.0)


def _user_sounds_alike(item: Exchange) -> float:
    return overlap(item.turn.beginnings, item.users[-1].beginnings) if item.users else 0.0


PROGRESS = (
    Trait("user.answers_with_new", "USER answers a question with something new", _answers_with_new),
    Trait("user.answers_with_nothing", "USER answers a question and names nothing", _answers_with_nothing),
    Trait("user.has_given", "USER has said much of what is wanted", lambda item: log1p(item.given)),
    Trait("user.returns", "USER returns to an earlier topic", _returns),
    Trait("user.same_beginnings", "USER uses words that begin like those just before", _user_sounds_alike),
    Trait("system.keeps", "SYSTEM speaks of what USER gave", _keeps),
    Trait(
        "system.asks_back",
        "SYSTEM answers a question with a question",
        lambda item: float(item.has_asked and item.is_asked),
    ),
    Trait("system.answers", "SYSTEM answers a question", lambda item: float(item.has_asked and not item.is_asked)),
    Trait(
        "system.longer_than_before", "SYSTEM says more than before", lambda item: item.system_length - item.system_usual
    ),
    Trait("system.same_beginnings", "SYSTEM uses words that begin like earlier ones", _system_sounds_alike, Sign.DOWN),
)
"""Read beside what was said so far: slots that fill, questions and their answers, topics that return."""
