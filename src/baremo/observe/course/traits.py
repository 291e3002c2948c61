"""What one exchange shows of how the dialogue goes, one small number each. The words to quote are those of the turn."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from math import log1p
from re import compile as pattern

from baremo.observe.asking import overlaps
from baremo.observe.course.exchange import Exchange
from baremo.observe.lexicon import NEGATIONS

MOST = 3
"""Counts above this say no more."""
CAPITALS = pattern(r"[A-Z](?<=\b.)[A-Z]{2,}\b")
"""A word of three or more. A capital is looked for first, as there are few."""


class Sign(IntEnum):
    """Which way a trait may move an estimate. A fit may find that it moves nothing, and never the other way."""

    FREE = 0
    """Not known beforehand."""
    UP = 1
    DOWN = -1


@dataclass(frozen=True, slots=True)
class Trait:
    name: str
    sees: str
    """What there is more of where the number is higher, as a clause."""
    look: Callable[[Exchange], float]
    sign: Sign = Sign.FREE


def _negations(item: Exchange) -> float:
    if NEGATIONS.isdisjoint(item.turn.bag):
        return 0.0
    return float(sum(map(NEGATIONS.__contains__, item.turn.words)))


def _new_words(item: Exchange) -> float:
    return item.new / (1 + len(item.turn.content))


def _share(shared: int, one: frozenset[str], other: frozenset[str]) -> float:
    """The overlap of two sets that have so many in common."""
    return shared / (len(one) + len(other) - shared) if shared else 0.0


def _system_new_words(item: Exchange) -> float:
    return item.system_new / (1 + len(item.content))


def _same_wording(item: Exchange) -> float:
    return _most(overlaps(item.words, [other.bag for other in item.systems]))


def _most(overlaps: list[float]) -> float:
    return max(overlaps, default=0.0)


def _last(overlaps: list[float]) -> float:
    return overlaps[-1] if overlaps else 0.0


USER = (
    Trait("user.length", "USER says much at once", lambda item: item.length),
    Trait("user.topic_words", "USER names many things", lambda item: log1p(len(item.turn.content))),
    Trait("user.question", "USER writes a question mark", lambda item: float("?" in item.turn.text)),
    Trait("user.asks", "USER asks", lambda item: float(item.turn.asks)),
    Trait("user.exclamations", "USER exclaims", lambda item: float(min(MOST, item.turn.text.count("!")))),
    Trait("user.trailing_dots", "USER trails off", lambda item: float(".." in item.turn.text)),
    Trait("user.capitals", "USER writes in capitals", lambda item: float(CAPITALS.search(item.turn.text) is not None)),
    Trait("user.figures", "USER gives figures", lambda item: float(item.turn.figures)),
    Trait("user.negations", "USER says no or not", _negations),
    Trait("user.goes_on", "USER speaks again without an answer", lambda item: float(item.goes_on)),
    Trait("user.place", "the dialogue has gone on for long", lambda item: log1p(item.place)),
    Trait("user.opening", "USER opens the dialogue", lambda item: float(item.place == 0)),
    Trait("user.longer_than_before", "USER says more than before", lambda item: item.length - item.usual),
    Trait("user.new_words", "USER brings up something new", _new_words),
    Trait("user.repeats_earlier", "USER comes back to the same thing", lambda item: _most(item.alike)),
    Trait("user.repeats_last", "USER says again what USER just said", lambda item: _last(item.alike)),
)
"""What the USER turn shows by itself, and beside USER's earlier turns."""
SYSTEM = (
    Trait("system.length", "SYSTEM says much at once", lambda item: item.system_length),
    Trait("system.topic_words", "SYSTEM names many things", lambda item: log1p(len(item.content))),
    Trait("system.turns", "SYSTEM speaks several times in a row", lambda item: float(len(item.before))),
    Trait("system.asks", "SYSTEM asks", lambda item: float(item.is_asked)),
    Trait("system.questions", "SYSTEM asks several things", lambda item: float(min(MOST, item.text.count("?")))),
    Trait("system.exclamations", "SYSTEM exclaims", lambda item: float(min(MOST, item.text.count("!")))),
    Trait("system.figures", "SYSTEM gives figures", lambda item: float(item.figures)),
    Trait("system.quotes_title", "SYSTEM names a title", lambda item: float('"' in item.text)),
    Trait(
        "system.takes_up",
        "SYSTEM takes up what USER said",
        lambda item: _share(item.taken, item.content, item.asked),
    ),
    Trait(
        "system.covers_user",
        "SYSTEM covers what USER named",
        lambda item: item.taken / (1 + len(item.asked)),
    ),
    Trait("system.new_words", "SYSTEM brings up something new", _system_new_words),
    Trait(
        "system.repeats_earlier",
        "SYSTEM comes back to the same thing",
        lambda item: _most(item.system_alike),
        Sign.DOWN,
    ),
    Trait(
        "system.repeats_last",
        "SYSTEM says again what it just said",
        lambda item: _last(item.system_alike),
        Sign.DOWN,
    ),
    Trait("system.same_wording", "SYSTEM uses the same words again", _same_wording, Sign.DOWN),
    Trait(
        "system.echoed",
        "USER takes up what SYSTEM said",
        lambda item: _share(item.echoed, item.turn.content, item.content),
    ),
    Trait(
        "system.echoed_share",
        "USER speaks of what SYSTEM brought up",
        lambda item: item.echoed / (1 + len(item.turn.content)),
    ),
    Trait("system.silent", "SYSTEM has not spoken yet", lambda item: float(not item.before)),
)
"""What SYSTEM said just before it."""
