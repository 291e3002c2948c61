"""The tone and the language of SYSTEM."""

from collections.abc import Iterator
from itertools import pairwise

from baremo.core.dialogue import SYSTEM
from baremo.core.observation import Observation
from baremo.observe.spotting import first_per_turn
from baremo.observe.view import Hit, TurnView, View

BARE_OPENERS = frozenset("ok okay alright got right well so i fine".split())
BARE_PAIRS = frozenset({("got", "it"), ("i", "see"), ("all", "right")})
DOUBLED_ON_PURPOSE = frozenset("very really so no bye ha haha yes well had that much many more knock cha new".split())
SOUNDS_CONSONANT = ("uni", "use", "usu", "eur", "one", "once", "u", "ut")
WHOLE_TURN = frozenset({"so", "and"})
KINDS = frozenset(
    "what which this that any some a the these those each every another other same certain one all many".split()
)
"""Before `kind of`: then it means a sort, and hedges nothing."""
MINOR, PLAIN = 0.4, 1.0
"""How much a slip of typing and a slip of grammar weigh."""


def rudeness(view: View) -> Iterator[Observation]:
    """Once per turn: an insult, a dismissal, or a curt word for a whole answer."""
    for hit in first_per_turn(rude(view)):
        yield Observation("rudeness", hit.turn.number, *hit.span)


def rude(view: View) -> list[Hit]:
    """`So?` is a dismissal as a whole turn, `whatever` as a sentence; `whatever you like` is none."""
    curt = [hit for hit in view.hits(SYSTEM, "curt") if hit.alone]
    curt += [Hit(turn, 0, 1) for turn in view.system if len(turn.words) == 1 and asks_back(turn)]
    return view.hits(SYSTEM, "rudeness") + curt


def asks_back(turn: TurnView) -> bool:
    return turn.words[0] in WHOLE_TURN and "?" in turn.text


def hedging(view: View) -> Iterator[Observation]:
    hits = [hit for hit in view.hits(SYSTEM, "hedging") if not sorts(hit)]
    for hit in first_per_turn(hits):
        yield Observation("hedging", hit.turn.number, *hit.span)


def sorts(hit: Hit) -> bool:
    """`what kind of film` asks for a sort."""
    before = hit.turn.words[hit.first - 1] if hit.first else ""
    return hit.phrase in {("kind", "of"), ("sort", "of")} and before in KINDS


def robotic_opener(view: View) -> Iterator[Observation]:
    """From the second time that SYSTEM opens a turn with the same bare acknowledgement."""
    used: dict[str, int] = {}
    for turn in view.system:
        opener = acknowledgement(turn)
        if opener is None:
            continue
        if opener in used:
            length = opener.count(" ") + 1
            yield Observation("robotic_opener", turn.number, *turn.span(0, length), related=used[opener])
        used[opener] = turn.number


def acknowledgement(turn: TurnView) -> str | None:
    first = turn.words[0]
    if first not in BARE_OPENERS:
        return None
    if first in {"got", "i"}:
        return " ".join(turn.words[:2]) if turn.words[:2] in BARE_PAIRS else None
    return first


def awkward(view: View) -> Iterator[Observation]:
    """Once per turn, the gravest slip first: broken grammar, a doubled word, a question without its mark."""
    broken = {hit.turn.number: hit for hit in reversed(view.hits(SYSTEM, "broken"))}
    for turn in view.system:
        if turn.number in broken:
            yield Observation("awkward", turn.number, *broken[turn.number].span, strength=PLAIN)
        elif (slip := slipped(turn)) is not None:
            yield Observation("awkward", turn.number, *turn.span(slip, slip + 2), strength=PLAIN)
        elif careless(turn):
            yield Observation("awkward", turn.number, *turn.whole(), strength=MINOR)


def slipped(turn: TurnView) -> int | None:
    """Index of the first word of `the the` or `a excellent`."""
    if len(turn.bag) == len(turn.words) and "a" not in turn.bag:
        return None
    for place, (word, following) in enumerate(pairwise(turn.words)):
        doubled = word == following and word.isalpha() and word not in DOUBLED_ON_PURPOSE
        if doubled or (word == "a" and len(following) > 2 and following[0] in "aeiou" and not consonant(following)):
            return place
    return None


def consonant(word: str) -> bool:
    return word.startswith(SOUNDS_CONSONANT)


def careless(turn: TurnView) -> bool:
    """A question without its mark, or a blank before a mark."""
    text = turn.text
    unmarked = turn.opens_question == 0 and not text.rstrip().endswith(("?", ".", "!"))
    return unmarked or " ?" in text or " ," in text
