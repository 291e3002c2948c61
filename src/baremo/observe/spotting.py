"""The commonest kind of observer: a speaker uses a phrase of a cue."""

from collections.abc import Callable, Iterator

from baremo.core.dialogue import Speaker
from baremo.core.observation import Observation
from baremo.observe.lexicon import NEGATIONS
from baremo.observe.view import Hit, View

Look = Callable[[View], Iterator[Observation]]
NEGATION_REACH = 3


def says(name: str, speaker: Speaker, cue: str) -> Look:
    """Once per turn: the first phrase of the cue."""

    def look(view: View) -> Iterator[Observation]:
        for hit in first_per_turn(view.hits(speaker, cue)):
            yield Observation(name, hit.turn.number, *hit.span)

    return look


def first_per_turn(hits: list[Hit]) -> list[Hit]:
    """In the order of the turns; of one turn, the hit that was listed first."""
    if len(hits) < 2:
        return hits
    first: dict[int, Hit] = {}
    for hit in hits:
        first.setdefault(hit.turn.number, hit)
    return [first[number] for number in sorted(first)]


def negated(hit: Hit) -> bool:
    """`not very funny`: a negation stands shortly before."""
    before = hit.turn.words[max(0, hit.first - NEGATION_REACH) : hit.first]
    return not NEGATIONS.isdisjoint(before)
