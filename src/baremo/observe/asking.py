"""How SYSTEM asks, and what becomes of questions."""

from collections.abc import Iterable, Iterator
from itertools import islice

from baremo.core.dialogue import SYSTEM, USER
from baremo.core.observation import Observation
from baremo.observe.spotting import first_per_turn
from baremo.observe.view import TurnView, View, stem

SIMILAR = 0.6
"""Share of topic words that two turns must have in common to say the same thing."""
SIMILAR_WORDING = 0.5
"""The same for all words."""
MEMORY = 20
"""How many of a speaker's turns back a repetition is looked for."""
SHORT_ANSWER = 5
ANSWER_OPENERS = frozenset(
    "yes yeah yep no nope sure certainly absolutely correct exactly right unfortunately sorry it they i'm i".split()
)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    if one.isdisjoint(other):
        return 0.0
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


def overlaps(one: frozenset[str], others: Iterable[frozenset[str]]) -> list[float]:
    """With each of the others: the same as `overlap`, called once for all of them."""
    size = len(one)
    return [shared / (size + len(other) - shared) if (shared := len(one & other)) else 0.0 for other in others]


def earlier(turn: TurnView, before: list[TurnView], least: int) -> TurnView | None:
    """The latest turn that says nearly the same; fewer than `least` topic words prove nothing, same words do."""
    words, content, telling = turn.words, turn.content, len(turn.content) >= least
    for other in reversed(before[-MEMORY:]):
        # Most turns share no topic at all: cheaper to see than whether they say the same.
        if content and content.isdisjoint(other.content):
            continue
        if words == other.words and len(words) > 2:
            return other
        if telling and same_topic(content, other.content) and same_wording(turn, other):
            return other
    return None


def same_topic(one: frozenset[str], other: frozenset[str]) -> bool:
    # Sets of very different size cannot overlap enough: cheaper to see than to intersect.
    alike = len(one) >= SIMILAR * len(other) and len(other) >= SIMILAR * len(one)
    return alike and overlap(one, other) >= SIMILAR


def same_wording(turn: TurnView, other: TurnView) -> bool:
    """Beyond its topic: "have you seen it" and "why did you like it" are two questions."""
    return overlap(turn.bag, other.bag) >= SIMILAR_WORDING


def repeated_question(view: View) -> Iterator[Observation]:
    closings = view.numbers(SYSTEM, "anything_else")
    asked: list[TurnView] = []
    for turn in view.system:
        if not turn.asks or turn.number in closings:
            continue
        first = earlier(turn, asked, least=2)
        if first is not None:
            yield Observation("repeated_question", turn.number, *turn.question(), related=first.number)
        asked.append(turn)


def repeated_statement(view: View) -> Iterator[Observation]:
    said: list[TurnView] = []
    for turn in view.system:
        if turn.asks or len(turn.words) < 4:
            continue
        first = earlier(turn, said, least=3)
        if first is not None:
            yield Observation("repeated_statement", turn.number, *turn.whole(), related=first.number)
        said.append(turn)


def user_repeats(view: View) -> Iterator[Observation]:
    said: list[TurnView] = []
    for turn in view.user:
        if len(turn.content) < 3:
            continue
        first = earlier(turn, said, least=3)
        if first is not None and any(first.number < other.number < turn.number for other in view.system):
            yield Observation("user_repeats", turn.number, *turn.whole(), related=first.number)
        said.append(turn)


def generic(view: View) -> Iterator[Observation]:
    """`How can I help?` is how service talk opens: it counts from SYSTEM's second turn on."""
    opening = view.system[0].number if view.system else 0
    offers = [hit for hit in view.hits(SYSTEM, "help") if hit.turn.number != opening]
    for hit in first_per_turn(view.hits(SYSTEM, "generic") + offers):
        yield Observation("generic", hit.turn.number, *hit.span)


def offer(view: View) -> Iterator[Observation]:
    """More than the `how can I help?` with which SYSTEM opens."""
    opening = view.system[0].number if view.system else 0
    hits = [hit for hit in view.hits(SYSTEM, "offer") if hit.turn.number != opening or hit.phrase[-1] != "help"]
    for hit in first_per_turn(hits):
        yield Observation("offer", hit.turn.number, *hit.span)


def skipped_question(view: View) -> Iterator[Observation]:
    for turn, following in view.pairs():
        both = turn.speaker is SYSTEM and following.speaker is SYSTEM
        if both and "?" in turn.text and following.asks and turn.text.rstrip().endswith("?"):
            yield Observation("skipped_question", turn.number, *turn.question(), related=following.number)


def unanswered_question(view: View) -> Iterator[Observation]:
    requests = view.numbers(USER, "request")
    chatting = view.numbers(USER, "small_talk")
    asked: frozenset[str] = frozenset()
    for place, turn in enumerate(view.turns):
        if turn.speaker is SYSTEM:
            asked = turn.content
        elif turn.text.rstrip().endswith("?") and turn.number not in chatting and not echoes(turn, asked):
            replies = reply_to(view.turns, place)
            # To ask back before granting a request is how service talk goes.
            granted = turn.number in requests and replies
            if not granted and not any(answers(turn, reply) for reply in replies):
                related = replies[0].number if replies else None
                yield Observation("unanswered_question", turn.number, *turn.question(), related=related)


def echoes(turn: TurnView, asked: frozenset[str]) -> bool:
    """`My favourite film?`, `Why do I like it?`: USER only gives SYSTEM's question back."""
    return turn.content <= asked if turn.content else len(turn.words) > 2


def reply_to(turns: list[TurnView], place: int) -> list[TurnView]:
    """The SYSTEM turns that follow, up to the next word of USER after them."""
    replies: list[TurnView] = []
    for turn in islice(turns, place + 1, place + 1 + MEMORY):
        if turn.speaker is SYSTEM:
            replies.append(turn)
        elif replies:
            break
    return replies


def answers(question: TurnView, reply: TurnView) -> bool:
    """Generous: anything but a mere counter-question or a word or two counts as an answer."""
    if reply.words[0] in ANSWER_OPENERS or reply.figures:
        return True
    if not question.content.isdisjoint(reply.content):
        return True
    states = not reply.asks or any(stop in reply.text for stop in ".!")
    return states and len(reply.words) >= SHORT_ANSWER


def specific_followup(view: View) -> Iterator[Observation]:
    yield from taking_up(view, "specific_followup", asking=True)


def uptake(view: View) -> Iterator[Observation]:
    yield from taking_up(view, "uptake", asking=False)


def taking_up(view: View, name: str, *, asking: bool) -> Iterator[Observation]:
    """SYSTEM turns that use a topic word which USER, not SYSTEM itself, has just brought in."""
    own: frozenset[str] = frozenset()
    for said, turn in view.exchanges:
        if turn.asks is asking and not said.isdisjoint(turn.content):
            taken = (said & turn.content) - own
            if taken:
                place = next(place for place, word in enumerate(turn.words) if stem(word) in taken)
                yield Observation(name, turn.number, *turn.span(place, place + 1))
        own = turn.content
