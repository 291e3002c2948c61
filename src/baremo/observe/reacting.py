"""How USER reacts."""

from collections.abc import Iterator

from baremo.core.dialogue import Speaker
from baremo.core.observation import Observation
from baremo.observe.spotting import NEGATION_REACH, negated, says
from baremo.observe.view import View

SHORT = 3
EARLY = 4
DEAD_END = 8
RICH = 12
FULL = 40
"""Words from which an answer is as rich as it gets."""
SETTLED = ("thanks", "acceptance", "closed")


def pleasure(view: View) -> Iterator[Observation]:
    yield from feeling(view, "pleasure", "pleasure", "displeasure")


def displeasure(view: View) -> Iterator[Observation]:
    yield from feeling(view, "displeasure", "displeasure", "pleasure")


def feeling(view: View, name: str, cue: str, opposite: str) -> Iterator[Observation]:
    """Once per turn; a negated word of the opposite cue (`not funny`) counts as well."""
    hits = [hit for hit in view.hits(Speaker.USER, cue) if not negated(hit)]
    hits += [hit for hit in view.hits(Speaker.USER, opposite) if negated(hit)]
    hits.sort(key=lambda hit: hit.turn.number)
    seen = 0
    for hit in hits:
        if hit.turn.number != seen:
            seen = hit.turn.number
            first = max(0, hit.first - NEGATION_REACH) if negated(hit) else hit.first
            yield Observation(name, seen, *hit.turn.span(first, hit.end))


def settled(view: View) -> frozenset[int]:
    """USER turns that close a matter: `no, that's all, thanks` is no dead end."""
    return frozenset().union(*(view.numbers(Speaker.USER, cue) for cue in SETTLED))


def dead_end(view: View) -> Iterator[Observation]:
    negative = view.numbers(Speaker.USER, "dead_end") | bare_no(view)
    negative -= settled(view)
    done_asking = view.numbers(Speaker.SYSTEM, "anything_else")
    for before, turn in view.pairs():
        replies = before.speaker is Speaker.SYSTEM and before.asks and before.number not in done_asking
        if replies and turn.number in negative and len(turn.words) <= DEAD_END and "?" not in turn.text:
            yield Observation("dead_end", turn.number, *turn.whole(), related=before.number)


def bare_no(view: View) -> frozenset[int]:
    """USER turns that say no and hardly more: `no, to Leeds` goes on, `no` does not."""
    return frozenset(hit.turn.number for hit in view.hits(Speaker.USER, "bare_no") if len(hit.turn.words) <= SHORT)


def acceptance(view: View) -> Iterator[Observation]:
    """In a short turn or at the start of one; deep in a long one, `perfect` praises something else."""
    seen: set[int] = set()
    for hit in view.hits(Speaker.USER, "acceptance"):
        brief = hit.first <= EARLY or len(hit.turn.words) <= RICH
        if brief and hit.turn.number not in seen:
            seen.add(hit.turn.number)
            yield Observation("acceptance", hit.turn.number, *hit.span)


def correction(view: View) -> Iterator[Observation]:
    """At the start of a reply to SYSTEM; later in a turn, `I said` tells a story."""
    replies = {turn.number for before, turn in view.pairs() if before.speaker is Speaker.SYSTEM}
    seen: set[int] = set()
    for hit in view.hits(Speaker.USER, "correction"):
        number = hit.turn.number
        if hit.first <= EARLY and number in replies and number not in seen:
            seen.add(number)
            yield Observation("correction", number, *hit.span)


def frustration(view: View) -> Iterator[Observation]:
    """Past the first turn of USER: what brought them here is not SYSTEM's doing."""
    opening = view.user[0].number if view.user else 0
    return (item for item in says("frustration", Speaker.USER, "frustration")(view) if item.turn != opening)


def short_reply(view: View) -> Iterator[Observation]:
    closed = settled(view) | view.numbers(Speaker.USER, "dead_end") | bare_no(view)
    for before, turn in view.pairs():
        replies = before.speaker is Speaker.SYSTEM and before.asks and turn.speaker is Speaker.USER
        if replies and len(turn.words) <= SHORT and turn.number not in closed:
            yield Observation("short_reply", turn.number, *turn.whole(), related=before.number)


def rich_answer(view: View) -> Iterator[Observation]:
    """After SYSTEM has spoken, and not in anger: a complaint is no answer, however long."""
    complaints = view.numbers(Speaker.USER, "frustration") | view.numbers(Speaker.USER, "correction")
    opening = view.system[0].number if view.system else 0
    for turn in view.user:
        if len(turn.words) >= RICH and turn.number > opening and turn.number not in complaints:
            yield Observation("rich_answer", turn.number, *turn.whole(), strength=min(1.0, len(turn.words) / FULL))
