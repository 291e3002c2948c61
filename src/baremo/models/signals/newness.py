"""What SYSTEM says anew, and what it says again: words that can be quoted for a criterion that is about this."""

from baremo.core.observation import Observation
from baremo.observe.view import TurnView, View

TELLS = {"Repetition": frozenset({"repeated_question", "repeated_statement", "robotic_opener", "user_repeats"})}
"""Criteria that are marked as people marked them, and the observers that tell of each. All that was fitted counts; a
reader is told of these, and of what is new or said again."""
NEW_WORDS, REPEATED_WORDS = "new_words", "repeated_words"
"""Signals of how SYSTEM's words vary over the whole dialogue, and not of one kind of event."""
RUN = 3
"""Words in a row from which something is said again."""
FRESH = 2
"""Things that SYSTEM had not named before from which it brings up something new."""


def newness(view: View, *, new: bool) -> Observation | None:
    """The words that show it best: `new`, or said again. None where there are none."""
    return new_words(view) if new else repeated_words(view)


def new_words(view: View) -> Observation | None:
    """The turn that names most that SYSTEM had not named before."""
    said: set[str] = set()
    best, most = None, FRESH - 1
    for turn in view.system:
        fresh = len(turn.content - said)
        if said and fresh > most:
            best, most = turn, fresh
        said |= turn.content
    return Observation(NEW_WORDS, best.number, *best.whole()) if best else None


def repeated_words(view: View) -> Observation | None:
    """The longest run of words that SYSTEM said in an earlier turn; the first of equals."""
    said: dict[tuple[str, ...], tuple[TurnView, int]] = {}
    found, longest = None, 0
    for turn in view.system:
        place, words = 0, turn.words
        while place + RUN <= len(words):
            earlier = said.get(words[place : place + RUN])
            length = _in_common(words, place, *earlier) if earlier else 0
            if earlier and length > longest:
                span = turn.span(place, place + length)
                found, longest = Observation(REPEATED_WORDS, turn.number, *span, related=earlier[0].number), length
            place += max(1, length - RUN + 1)
        for start in range(len(words) - RUN + 1):
            said.setdefault(words[start : start + RUN], (turn, start))
    return found


def _in_common(words: tuple[str, ...], place: int, earlier: TurnView, start: int) -> int:
    """How many words in a row."""
    length, most = RUN, min(len(words) - place, len(earlier.words) - start)
    while length < most and words[place + length] == earlier.words[start + length]:
        length += 1
    return length
