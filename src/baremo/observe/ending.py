"""How topics and dialogues end."""

from collections.abc import Iterator

from baremo.core.dialogue import SYSTEM, USER
from baremo.core.observation import Observation
from baremo.observe.informing import fact
from baremo.observe.manner import rude
from baremo.observe.reacting import complaining, settled
from baremo.observe.view import View

BYES = frozenset("good bye goodbye ok okay".split())


def abandoned_topic(view: View) -> Iterator[Observation]:
    """USER gives up, SYSTEM moves on, or what SYSTEM says to a request has nothing to do with it."""
    seen: set[int] = set()
    for speaker, cue in ((USER, "given_up"), (SYSTEM, "moving_on")):
        for hit in view.hits(speaker, cue):
            if hit.turn.number not in seen:
                seen.add(hit.turn.number)
                yield Observation("abandoned_topic", hit.turn.number, *hit.span)
    requests = view.numbers(USER, "request") - seen
    helping = frozenset().union(*(view.numbers(SYSTEM, cue) for cue in ("done", "offer", "refusal", "apology")))
    for turn, reply in view.pairs():
        if turn.number in requests and reply.speaker is SYSTEM and reply.number not in helping:
            unrelated = len(turn.content) >= 2 and turn.content.isdisjoint(reply.content)
            if unrelated and not reply.asks and fact(reply) is None:
                yield Observation("abandoned_topic", turn.number, *turn.whole(), related=reply.number)


def polite_closing(view: View) -> Iterator[Observation]:
    """SYSTEM takes its leave in the last turn it has: not after rudeness, and not with a bare `bye` to a complaint."""
    closing = [hit for hit in view.hits(SYSTEM, "closing") if hit.turn is view.system[-1]]
    if closing and not rude(view) and not slams(view):
        yield Observation("polite_closing", closing[0].turn.number, *closing[0].span)


def slams(view: View) -> bool:
    last = view.system[-1]
    bare = BYES.issuperset(last.words)
    return bare and any(turn is last and before.number in complaining(view) for before, turn in view.pairs())


def abrupt_end(view: View) -> Iterator[Observation]:
    """The last word is a question left open, or USER's refusal, correction or dead end."""
    if not view.turns:
        return
    last = view.turns[-1]
    if last.speaker is SYSTEM:
        left_open = last.asks and last.number not in view.numbers(SYSTEM, "closing")
    else:
        bad = ("dead_end", "rejection", "correction", "frustration", "given_up")
        turned_away = any(last.number in view.numbers(USER, cue) for cue in bad)
        short = len(last.words) <= 12
        left_open = "?" in last.text or (turned_away and short and last.number not in settled(view))
    if left_open:
        yield Observation("abrupt_end", last.number, *last.whole())
