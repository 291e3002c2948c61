"""How USER reacts."""

from collections.abc import Iterator

from baremo.core.dialogue import SYSTEM, USER
from baremo.core.observation import Observation
from baremo.observe.spotting import NEGATION_REACH, first_per_turn, negated, says
from baremo.observe.view import Hit, TurnView, View

SHORT = 3
EARLY = 4
DEAD_END = 8
RICH = 12
APOLOGY = 0.35
"""How much of empathy an apology in answer to a feeling is."""
FULL = 40
"""Words from which an answer is as rich as it gets."""
SUBSTITUTE = 4
"""Words up to which `no, a taxi` puts one thing for another."""
SUBSTITUTES = frozenset("a an the to on at in for from by my our his her their".split())
URGED = frozenset("hurry stop listen answer help fix just tell explain know".split())
"""`Please hurry` and `yes, I know` agree to nothing."""
SETTLED = ("thanks", "acceptance", "closed")


def pleasure(view: View) -> Iterator[Observation]:
    """Not in a turn of frustration: `great, just great` is no pleasure."""
    sour = souring(view)
    return (item for item in feeling(view, "pleasure", "pleasure", "displeasure") if item.turn not in sour)


def displeasure(view: View) -> Iterator[Observation]:
    yield from feeling(view, "displeasure", "displeasure", "pleasure")


def feeling(view: View, name: str, cue: str, opposite: str) -> Iterator[Observation]:
    """Once per turn; a negated word of the opposite cue (`not funny`) counts as well."""
    plain = [hit for hit in view.hits(USER, cue) if not negated(hit)]
    denied = [with_negation(hit) for hit in view.hits(USER, opposite) if negated(hit)]
    for hit in first_per_turn(plain + denied):
        yield Observation(name, hit.turn.number, *hit.span)


def with_negation(hit: Hit) -> Hit:
    return Hit(hit.turn, max(0, hit.first - NEGATION_REACH), hit.end)


def settled(view: View) -> frozenset[int]:
    """USER turns that close a matter: `no, that's all, thanks` is no dead end."""
    return frozenset().union(*(view.numbers(USER, cue) for cue in SETTLED)) - souring(view)


def souring(view: View) -> frozenset[int]:
    """USER turns of frustration, the first one too: in them `thanks` and `perfect` mean the contrary."""
    return view.numbers(USER, "frustration")


def complaining(view: View) -> frozenset[int]:
    displeased = frozenset(hit.turn.number for hit in view.hits(USER, "displeasure") if not negated(hit))
    return souring(view) | displeased | view.numbers(USER, "correction")


def thanks(view: View) -> Iterator[Observation]:
    sour = souring(view)
    return (item for item in says("thanks", USER, "thanks")(view) if item.turn not in sour)


def emotion(view: View) -> Iterator[Observation]:
    """A feeling in words of feeling, or as frustration."""
    hits = view.hits(USER, "emotion") + view.hits(USER, "frustration")
    for hit in first_per_turn(hits):
        yield Observation("emotion", hit.turn.number, *hit.span)


def empathy(view: View) -> Iterator[Observation]:
    """Words of understanding; for less, an apology in answer to a feeling."""
    hits = first_per_turn(view.hits(SYSTEM, "empathy"))
    said = {hit.turn.number for hit in hits}
    yield from (Observation("empathy", hit.turn.number, *hit.span) for hit in hits)
    apologies = [hit for hit in first_per_turn(view.hits(SYSTEM, "apology")) if hit.turn.number not in said]
    if apologies:
        felt = view.numbers(USER, "emotion") | souring(view)
        answering = {turn.number for before, turn in view.pairs() if before.number in felt}
        for hit in apologies:
            if hit.turn.number in answering:
                yield Observation("empathy", hit.turn.number, *hit.span, strength=APOLOGY)


def dead_end(view: View) -> Iterator[Observation]:
    negative = view.numbers(USER, "dead_end") | bare_no(view)
    negative -= settled(view)
    done_asking = view.numbers(SYSTEM, "anything_else")
    for before, turn in view.pairs():
        replies = before.speaker is SYSTEM and before.asks and before.number not in done_asking
        if replies and turn.number in negative and len(turn.words) <= DEAD_END and "?" not in turn.text:
            yield Observation("dead_end", turn.number, *turn.whole(), related=before.number)


def bare_no(view: View) -> frozenset[int]:
    """USER turns that say no and hardly more: `no, to Leeds` goes on, `no` does not."""
    brief = (hit.turn for hit in view.hits(USER, "bare_no") if len(hit.turn.words) <= SHORT)
    return frozenset(turn.number for turn in brief if not substitutes(turn))


def substitutes(turn: TurnView) -> bool:
    """`No, a taxi`, `no, the 12th`."""
    few = 2 < len(turn.words) <= SUBSTITUTE
    return few and turn.words[0] in {"no", "nope"} and turn.words[1] in SUBSTITUTES


def acceptance(view: View) -> Iterator[Observation]:
    """In a short turn or at the start of one; deep in a long one, `perfect` praises something else."""
    sour = souring(view)
    hits = [hit for hit in view.hits(USER, "acceptance") if hit.turn.number not in sour and accepts(hit)]
    for hit in first_per_turn(hits):
        yield Observation("acceptance", hit.turn.number, *hit.span)


def accepts(hit: Hit) -> bool:
    words = hit.turn.words
    urges = hit.phrase[-1] in {"please", "i"} and not URGED.isdisjoint(words[hit.end : hit.end + 1])
    return not urges and (hit.first <= EARLY or len(words) <= RICH)


def correction(view: View) -> Iterator[Observation]:
    """At the start of a reply to SYSTEM; later in a turn, `I said` tells a story."""
    said = [hit for hit in view.hits(USER, "correction") if hit.first <= EARLY]
    # The hit may be any word of the turn: what is quoted is the whole of it.
    said += [Hit(hit.turn, 0, len(hit.turn.words)) for hit in denials(view)]
    if said:
        replies = {turn.number for before, turn in view.pairs() if before.speaker is SYSTEM}
        for hit in first_per_turn([hit for hit in said if hit.turn.number in replies]):
            yield Observation("correction", hit.turn.number, *hit.span)


def denials(view: View) -> list[Hit]:
    """`No, a taxi`; not `no, the worst`, which answers."""
    hits = [hit for hit in view.hits(USER, "bare_no") if substitutes(hit.turn)]
    if not hits:
        return hits
    tastes = view.numbers(USER, "displeasure") | view.numbers(USER, "pleasure")
    return [hit for hit in hits if hit.turn.number not in tastes]


def frustration(view: View) -> Iterator[Observation]:
    """Past the first turn of USER: what brought them here is not SYSTEM's doing."""
    opening = view.user[0].number if view.user else 0
    astonished = [hit for hit in view.hits(USER, "astonished") if astonishes(hit)]
    for hit in first_per_turn(view.hits(USER, "frustration") + astonished):
        if hit.turn.number != opening:
            yield Observation("frustration", hit.turn.number, *hit.span)


def astonishes(hit: Hit) -> bool:
    """`You don't know??`"""
    return "?" in hit.turn.text and len(hit.turn.words) <= DEAD_END


def short_reply(view: View) -> Iterator[Observation]:
    closed = settled(view) | view.numbers(USER, "dead_end") | bare_no(view)
    for before, turn in view.pairs():
        replies = before.speaker is SYSTEM and before.asks and turn.speaker is USER
        if replies and len(turn.words) <= SHORT and turn.number not in closed:
            yield Observation("short_reply", turn.number, *turn.whole(), related=before.number)


def rich_answer(view: View) -> Iterator[Observation]:
    """After SYSTEM has spoken, and not in anger: a complaint is no answer, however long."""
    complaints = view.numbers(USER, "frustration") | view.numbers(USER, "correction")
    opening = view.system[0].number if view.system else 0
    for turn in view.user:
        if len(turn.words) >= RICH and turn.number > opening and turn.number not in complaints:
            yield Observation("rich_answer", turn.number, *turn.whole(), strength=min(1.0, len(turn.words) / FULL))
