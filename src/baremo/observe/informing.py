"""What SYSTEM gives: facts, and whether they stand."""

from collections.abc import Iterator
from re import compile as pattern
from typing import NamedTuple

from baremo.core.dialogue import SYSTEM, USER
from baremo.core.observation import Observation
from baremo.observe.asking import overlap
from baremo.observe.spotting import first_per_turn
from baremo.observe.view import DIGIT, TurnView, View

NAME = pattern(r"[A-Z](?<=[a-z] .)[^\W_']+")
"""A capital after a lower-case word: it is looked for first, as there are few."""
NUMBER = pattern(r"[0-9]+(?:[.,:][0-9]+)*")
NUMBER_WORDS = {
    word: str(value) for value, word in enumerate("zero one two three four five six seven eight nine ten".split())
}
AMOUNTS = frozenset(
    "total price cost costs fee fare balance bill charge charged refund deposit amount rent rate postcode".split()
)
HOURS = {
    "opens": "open", "open": "open", "opening": "open", "closes": "close", "close": "close", "closing": "close",
    "shuts": "close",
}  # fmt: skip
"""What happens at one time of a day, and at no other."""
DAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays "
    "sundays weekday weekdays weekend weekends holidays today tomorrow".split()
)
INTRODUCED = pattern(
    r"(?i)\b(?:this is|my name is|i'm|i am|speaking (?:with|to)|welcome to|for calling|from) [^.!?\n]*"
)
"""Where SYSTEM says who it is."""
UNSURE = 5
"""Words up to which `I don't know` is all that is said."""
UNITS = frozenset(
    "night nights people person guest guests ticket tickets room rooms passenger passengers day days".split()
)
COUNTED = AMOUNTS | HOURS.keys() | UNITS
"""Without one of them no number is one of something."""
REACH = 4
SAME_MATTER = 0.3
"""Share of topic words from which two turns speak of the same thing."""


class Quantity(NamedTuple):
    thing: str
    number: str
    start: int
    end: int


def information(view: View) -> Iterator[Observation]:
    """A statement of SYSTEM with a figure, a code, or a name inside the sentence."""
    for turn in view.system:
        if turn.text.rstrip().endswith("?") and not any(stop in turn.text for stop in ".!"):
            continue
        span = fact(turn)
        if span is not None and not (turn is view.system[0] and introduces(turn, span)):
            yield Observation("information", turn.number, *span)


def fact(turn: TurnView) -> tuple[int, int] | None:
    """Offsets of the first figure or code, else of the first name."""
    text = turn.text
    found = DIGIT.search(text) if turn.figures else NAME.search(text)
    if found is None:
        return None
    start, end = found.span()
    while start and text[start - 1].isalnum():
        start -= 1
    while text[end : end + 1].isalnum():
        end += 1
    return start, end


def introduces(turn: TurnView, span: tuple[int, int]) -> bool:
    """`Good morning, this is Priya from Harbour Hotels`."""
    stretches = [match.span() for match in INTRODUCED.finditer(turn.text)]
    return not turn.figures and any(start <= span[0] < end for start, end in stretches)


def refusal(view: View) -> Iterator[Observation]:
    """SYSTEM says no, or for the second time and in no more words that it does not know."""
    unsure = [hit for hit in view.hits(SYSTEM, "at_a_loss") if len(hit.turn.words) <= UNSURE]
    for hit in first_per_turn(view.hits(SYSTEM, "refusal") + unsure[1:]):
        yield Observation("refusal", hit.turn.number, *hit.span)


def number_conflict(view: View) -> Iterator[Observation]:
    """SYSTEM gives another number for the same thing than was given before, and USER has not named it."""
    if not any(turn.figures for turn in view.system):
        return
    given: dict[str, tuple[str, TurnView]] = {}
    named: set[str] = set()
    for turn in view.turns:
        if turn.speaker is USER:
            named.update(numbers_in(turn))
        for thing, number, start, end in quantities(turn):
            before, other = given.get(thing, (number, turn))
            changed = before != number and number not in named and turn.speaker is SYSTEM
            if changed and other is not turn and overlap(turn.content, other.content) >= SAME_MATTER:
                yield Observation("number_conflict", turn.number, start, end, related=other.number)
            given[thing] = (number, turn)


def numbers_in(turn: TurnView) -> Iterator[str]:
    if turn.figures:
        yield from NUMBER.findall(turn.text)
    yield from (NUMBER_WORDS[word] for word in turn.bag & NUMBER_WORDS.keys())


def quantities(turn: TurnView) -> Iterator[Quantity]:
    """Numbers that stand shortly after an amount's name or just before a unit."""
    if not turn.figures or COUNTED.isdisjoint(turn.bag):
        return
    places = {start: place for place, (start, _) in enumerate(turn.spans)}
    for match in NUMBER.finditer(turn.text):
        place = places.get(match.start())
        if place is None:
            continue
        following = next(
            (other for other in range(place + 1, len(turn.words)) if turn.spans[other][0] >= match.end()), None
        )
        amounts = [word for word in turn.words[max(0, place - REACH) : place] if word in AMOUNTS]
        if following is not None and turn.words[following] in UNITS:
            yield Quantity(turn.words[following].rstrip("s"), match.group(), match.start(), turn.spans[following][1])
        elif amounts and whole_word(turn, match.end()):
            yield Quantity(amounts[-1].rstrip("s"), match.group(), match.start(), match.end())
        elif turn.words[place - 1 : place] == ("at",) and (hours := hours_before(turn, place)):
            days = " ".join(sorted(DAYS.intersection(turn.words)))
            yield Quantity(f"{hours[-1]} {days}", match.group(), match.start(), turn.spans[place][1])


def hours_before(turn: TurnView, place: int) -> list[str]:
    """What happens at the time that stands here."""
    return [HOURS[word] for word in turn.words[max(0, place - REACH) : place] if word in HOURS]


def whole_word(turn: TurnView, end: int) -> bool:
    """`7pm` and `35x` are no amounts."""
    return not turn.text[end : end + 1].isalnum()
